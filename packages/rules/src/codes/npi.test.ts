// Tests the NPI check against the CMS example and its weak spots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { isNpi, npiFrom } from './npi.ts';

test('the CMS example is valid; a changed or swapped digit, or another length, is not', () => {
  assert.ok(isNpi('1234567893'));
  for (const text of [
    '1234567894',
    '1234657893',
    '123456789',
    '12345678930',
    ' 1234567893',
    '1234567893\n',
    '',
    'abcdefghij',
    '3234567897',
    '0000000000',
  ]) {
    assert.equal(isNpi(text), false, text);
  }
});

test('every nine digits have exactly one check digit, and no single wrong digit passes', () => {
  const nine = fc
    .tuple(fc.constantFrom('1', '2'), fc.integer({ min: 0, max: 99_999_999 }))
    .map(([first, rest]) => first + String(rest).padStart(8, '0'));
  fc.assert(
    fc.property(
      nine,
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      (digits, position, step) => {
        const npi = npiFrom(digits);
        assert.ok(isNpi(npi));
        const wrong = `${npi.slice(0, position)}${(Number(npi[position]) + step) % 10}${npi.slice(position + 1)}`;
        assert.equal(isNpi(wrong), false);
      },
    ),
  );
  assert.throws(() => npiFrom('323456789'), RangeError);
});
