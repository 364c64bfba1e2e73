// Tests that numbers are read aloud as people say them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberInWords } from './in-words.ts';

const CASES: Readonly<Record<string, string>> = {
  '0': 'zero',
  '7': 'seven',
  '13': 'thirteen',
  '30': 'thirty',
  '90': 'ninety',
  '45': 'forty-five',
  '100': 'one hundred',
  '101': 'one hundred one',
  '2.5': 'two point five',
  '0.05': 'zero point zero five',
  '10.50': 'ten point five',
  '3.0': 'three',
  '1200': 'one thousand two hundred',
  '18000': 'eighteen thousand',
  '999999': 'nine hundred ninety-nine thousand nine hundred ninety-nine',
  '1000000': 'one zero zero zero zero zero zero',
};

for (const [decimal, words] of Object.entries(CASES))
  test(`${decimal} is ${words}`, () => assert.equal(numberInWords(decimal), words));

test('what is no plain decimal is refused', () => {
  for (const text of ['', '-1', '1e3', '1.', '.5', '1,000', 'x'])
    assert.throws(() => numberInWords(text), RangeError);
});
