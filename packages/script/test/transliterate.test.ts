// S5: which characters of names and texts are rewritten to ASCII, and which are refused instead.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRx } from '@pestle/testbed/messages/script-messages';
import fc from 'fast-check';
import { build, check, transliterateName, transliterateText } from '../src/index.ts';

test('S5: names are transliterated with a warning, and never shortened', () => {
  const names = [
    ['José', 'Jose'],
    ['Łukasz', 'Lukasz'],
    ['O’Brien', "O'Brien"],
    ['Müller', 'Muller'],
    ['Strauß', 'Strauss'],
    ['Søren', 'Soren'],
    ['Nguyễn', 'Nguyen'],
    ['Zoë\u00A0Ann', 'Zoe Ann'],
  ] as const;
  for (const [name, ascii] of names) assert.equal(transliterateName(name), ascii);
  const message = { ...newRx, patient: { ...newRx.patient, name: { lastName: 'Núñez', firstName: 'José' } } };
  const { text, warnings } = build(message);
  assert.ok(text.includes('<LastName>Nunez</LastName><FirstName>Jose</FirstName>'));
  assert.deepEqual(
    warnings.map(({ path, rule }) => [path, rule]),
    [
      ['Body/NewRx/Patient/HumanPatient/Name/LastName', 'transliterated'],
      ['Body/NewRx/Patient/HumanPatient/Name/FirstName', 'transliterated'],
    ],
  );
  assert.equal(
    check({ ...newRx, patient: { ...newRx.patient, name: { lastName: '李', firstName: 'Wei' } } }).length,
    1,
  );
});

test('S5: amounts are rewritten by the fixed table only; what it does not have is refused', () => {
  const texts = [
    ['50 µg', '50 mcg'],
    ['50 μg daily', '50 mcg daily'],
    ['1–2 tablets', '1-2 tablets'],
    ['“as needed”', '"as needed"'],
    ['a\n\nb', 'a b'],
    ['≥ 2', '>= 2'],
    ['5 µL', '5 microL'],
  ] as const;
  for (const [text, ascii] of texts) assert.equal(transliterateText(text), ascii);
  for (const doubtful of ['½ tablet', '1½', '10²', '5 µ', 'µgx', '37°', 'café', '5‰', 'β']) {
    const message = { ...newRx, medicationPrescribed: { ...newRx.medicationPrescribed, sigText: doubtful } };
    assert.deepEqual(
      check(message).map(({ field, rule }) => [field, rule]),
      [['medicationPrescribed.sigText', 'characters']],
      doubtful,
    );
  }
});

test('S5: transliteration leaves ASCII alone, is done once, and never adds control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const rewrite of [transliterateName, transliterateText]) {
        const once = rewrite(text);
        assert.equal(rewrite(once), once);
        if (/^[ -~]*$/.test(text)) assert.equal(once, text);
      }
    }),
    { numRuns: 500 },
  );
});
