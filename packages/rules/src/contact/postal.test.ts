// Tests the three writings of a ZIP code, and that a lost leading zero is noticed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPostalCode, scriptPostalCode, toPostalCode } from './postal.ts';

test('5, 9 and 5-4 digits are read, with their leading zeros', () => {
  for (const [text, shown, sent] of [
    ['02139', '02139', '02139'],
    ['02139-1234', '02139-1234', '021391234'],
    ['021391234', '02139-1234', '021391234'],
    [' 10001 ', '10001', '10001'],
  ] as const) {
    const result = toPostalCode(text);
    assert.ok(result.ok, text);
    assert.equal(formatPostalCode(result.value), shown);
    assert.equal(scriptPostalCode(result.value), sent);
  }
});

test('a code that lost its zero, has letters or another length is refused', () => {
  for (const text of [
    '2139',
    '',
    '00000',
    '021391',
    '02139-12',
    '02139 1234',
    'K1A 0B1',
    '02139-12345',
    '٠٢١٣٩',
  ]) {
    assert.equal(toPostalCode(text).ok, false, text);
  }
});
