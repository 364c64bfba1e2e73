// Tests that a quantity has one written form and that no hostile number gets through.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isWhole, toCanonicalDecimal, toQuantity } from './decimal.ts';

const read = (input: string | number): string | undefined => {
  const result = toQuantity(input);
  return result.ok ? result.value : undefined;
};

test('W1: a quantity is written in its one canonical form', () => {
  for (const [input, expected] of [
    ['30', '30'],
    ['30.0', '30'],
    ['030', '30'],
    ['2.50', '2.5'],
    ['0.5', '0.5'],
    [' 7 ', '7'],
    [30, '30'],
    [0.1, '0.1'],
    ['99999999999', '99999999999'],
  ] as const) {
    assert.equal(read(input), expected);
  }
});

test('W1: zero, signs, exponents, commas, bare points and numbers too long are refused', () => {
  for (const input of [
    '0',
    '0.0',
    '-1',
    '+1',
    '.5',
    '5.',
    '1e3',
    '1,000',
    '',
    ' ',
    'NaN',
    'Infinity',
    '١',
    '1 000',
    '123456789012',
    '1234567.8901',
    1e21,
    1e-7,
    Number.NaN,
    -1,
  ]) {
    assert.equal(read(input), undefined, String(input));
  }
});

test('W1: reading what was written changes nothing, and the value stays the same number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 9999 }), (whole, fraction) => {
      const text = `${whole}.${String(fraction).padStart(4, '0')}`;
      const result = toCanonicalDecimal(text);
      assert.ok(result.ok);
      assert.match(result.value, /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
      assert.equal(Number(result.value), Number(text));
      assert.equal(isWhole(result.value), fraction === 0);
      assert.deepEqual(toCanonicalDecimal(result.value), result);
    }),
  );
});
