// Letter case is compared in ASCII only: a letter of another script never stands for one of ours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findState } from '../contact/states.ts';
import { PHARMACY_REPORTS, toPharmacyReport } from '../orders/fill-status.ts';
import { parseSig } from '../sigs/sig.ts';
import { lowerAscii, upperAscii } from './letter-case.ts';
import { findUnit } from './units.ts';

/** Letters that Unicode's case functions turn into ASCII ones, each with what it would become. */
const LOOKALIKES = [
  ['ı', 'I'],
  ['ſ', 'S'],
  ['\u212A', 'k'],
  ['ﬁ', 'FI'],
  ['ﬆ', 'ST'],
  ['ß', 'SS'],
] as const;

test('letter case: A to Z change, every other character stays what and where it is', () => {
  assert.deepEqual([upperAscii('aZ é-9 ıſ'), lowerAscii('aZ É-9 \u212A')], ['AZ é-9 ıſ', 'az É-9 \u212A']);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const [index, unit] of upperAscii(text).split('').entries())
        assert.equal(
          unit,
          /[a-z]/.test(text.charAt(index)) ? text.charAt(index).toUpperCase() : text.charAt(index),
        );
      assert.equal(lowerAscii(upperAscii(text)), lowerAscii(text));
    }),
  );
});

test('letter case: no word with a letter of another script is taken for one of ours', () => {
  const words: readonly (readonly [string, (text: string) => unknown])[] = [
    ...PHARMACY_REPORTS.map((word) => [word, toPharmacyReport] as const),
    ...['Kansas', 'Illinois', 'Kentucky', 'IL', 'MS'].map((word) => [word, findState] as const),
    ...['Kit', 'Suppositories', 'Stick'].map((word) => [word, findUnit] as const),
  ];
  for (const [word, read] of words) {
    for (const [letter, stands] of LOOKALIKES) {
      for (const cased of [word.toUpperCase(), word.toLowerCase()]) {
        const other = cased.replace(new RegExp(stands, 'i'), letter);
        if (other !== cased) assert.equal(read(other), undefined, other);
      }
    }
  }
  assert.equal(parseSig('take 1 tablet by mouth daily').ok, true);
  assert.equal(parseSig('ta\u212Ae 1 tablet by mouth daily').ok, false);
});
