// Goal: the hash covers every word of what is signed, and what was signed before its reasons were keeps the hash that it had (W4).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PrescriptionId } from '@pestle/rules/ids';
import { clinicalContent } from '@pestle/testbed/practice/clinical-content';
import type { ClinicalContent, SignedReasons } from './clinical-content.ts';
import { canonicalJson, contentHash } from './clinical-content.ts';

const NONE: SignedReasons = { repeat: null, amounts: null, duplicate: null, duplicateOf: [] };
const having = (reasons: SignedReasons): ClinicalContent => clinicalContent({ version: 2, reasons });
const id = (letter: string) => `rx_01TEST0000000000000000000${letter}` as PrescriptionId;

test('W4: no two sets of reasons have the same hash', () => {
  const texts = [null, '', 'A taper.', 'A taper. ', 'a taper.', 'null', 'Ü', 'U\u0308'];
  const lists = [[], [id('A')], [id('B')], [id('A'), id('B')], [id('B'), id('A')]];
  const hashes = new Set<string>([contentHash(clinicalContent())]);
  let count = 1;
  for (const repeat of texts)
    for (const amounts of texts)
      for (const duplicate of texts)
        for (const duplicateOf of lists) {
          hashes.add(contentHash(having({ repeat, amounts, duplicate, duplicateOf })));
          count += 1;
        }
  assert.equal(hashes.size, count);
});

test('W4: a reason that is moved to another place is another content', () => {
  const said = { ...NONE, duplicate: 'A taper.' };
  assert.notEqual(contentHash(having(said)), contentHash(having({ ...NONE, repeat: 'A taper.' })));
  assert.ok(
    canonicalJson(having(said)).includes(
      '"reasons":{"amounts":null,"duplicate":"A taper.","duplicateOf":[],"repeat":null}',
    ),
  );
});

test('what was put down as version 1 keeps its hash', () => {
  const { reasons: _none, ...content } = clinicalContent();
  assert.equal(content.version, 1);
  assert.equal(contentHash(content), '76204663e68d0e6ad24d7f060619d5a66b5f0b29281f560dedf2adca1d9a6e90');
});

test('what was put down as version 2 keeps its hash, also beside fields that came later', () => {
  const content = having({ ...NONE, repeat: 'A taper.', duplicateOf: [id('A')] });
  const later: object = { later: undefined };
  for (const signed of [content, { ...content, ...later }])
    assert.equal(contentHash(signed), 'bc46906a3ffe25ceb55af1abe92ff88e950ae8105c51493bf010afea8e03b5ca');
});
