// Tests the error-prone abbreviations: each is found with its replacement, and ordinary words never are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findErrorProne } from './error-prone.ts';

const FOUND: ReadonlyArray<readonly [text: string, match: string, replacement: string]> = [
  ['inject 10U daily', 'U', 'units'],
  ['inject 10 u daily', 'u', 'units'],
  ['inject 10 IU', 'IU', 'units'],
  ['400IU', 'IU', 'units'],
  ['400 i.u. daily', 'i.u.', 'units'],
  ['give 5cc', 'cc', 'mL'],
  ['give 5 CC now', 'CC', 'mL'],
  ['25 \u00b5g', '\u00b5g', 'mcg'],
  ['25\u03bcg', '\u03bcg', 'mcg'],
  ['25ug', 'ug', 'mcg'],
  ['1 tab QD', 'QD', 'daily'],
  ['1 tab q.d.', 'q.d.', 'daily'],
  ['1 tab q.o.d.', 'q.o.d.', 'every other day'],
  ['1 tab QOD', 'QOD', 'every other day'],
  ['1 tab HS', 'HS', 'at bedtime'],
  ['1 tab qhs', 'qhs', 'at bedtime'],
  ['1 tab qn', 'qn', 'at bedtime'],
  ['inject SC', 'SC', 'subcut'],
  ['inject SQ daily', 'SQ', 'subcut'],
  ['inject sub q', 'sub q', 'subcut'],
  ['1 tab TIW', 'TIW', '3 times weekly'],
  ['1 tab x3d', 'x3d', 'for 3 days'],
  ['1 drop OD', 'OD', 'right eye'],
  ['1 drop os bid', 'os', 'left eye'],
  ['1 drop OU', 'OU', 'each eye'],
  ['4 drops AD bid', 'AD', 'right ear'],
  ['4 drops AS bid', 'AS', 'left ear'],
  ['4 DROPS AS BID', 'AS', 'left ear'],
  ['4 drops AU', 'AU', 'each ear'],
  ['insulin per SS', 'SS', 'one-half, or sliding scale'],
  ['MS 15 mg', 'MS', 'morphine sulfate, or the words meant'],
  ['MSO4 2 mg', 'MSO4', 'morphine sulfate'],
  ['MgSO4', 'MgSO4', 'magnesium sulfate'],
  ['stop HCTZ', 'HCTZ', 'hydrochlorothiazide'],
  ['take 1.0 mg', '1.0', '1'],
  ['take 5.00 mg', '5.00', '5'],
  ['take .5 mg', '.5', '0.5'],
  ['.25', '.25', '0.25'],
  ['take as u.d.', 'u.d.', 'as directed by \u2026, or the directions'],
  ['1 tab ud', 'ud', 'as directed by \u2026, or the directions'],
  ['1 gtt AS', 'AS', 'left ear'],
  ['2 gtts as bid', 'as', 'left ear'],
  ['4 drops in ad q4h', 'ad', 'right ear'],
  ['3 drops au', 'au', 'each ear'],
  ['4 DROPS IN AS FOR 7 DAYS', 'AS', 'left ear'],
  ['INSTILL IN AS 4 DROPS', 'AS', 'left ear'],
  ['1 tab po OD', 'OD', 'right eye, or once daily'],
  ['1 tab os bid', 'os', 'left eye, or by mouth'],
  ['1 tab bt', 'bt', 'at bedtime'],
  ['1 tableta cada 8 hs', 'hs', 'hours'],
  ['when u wake up', 'u', 'units, or the word meant'],
  ['inject 10 u once daily', 'u', 'units'],
];

for (const [text, match, replacement] of FOUND) {
  test(`W1: "${match}" in "${text}" is error-prone`, () => {
    const found = findErrorProne(text);
    assert.deepEqual(
      found.map((entry) => [entry.text, entry.replacement]),
      [[match, replacement]],
    );
    assert.equal(text.slice(found[0]?.offset, (found[0]?.offset ?? 0) + (found[0]?.length ?? 0)), match);
  });
}

/** Plain words of directions and notes, each also in capitals and as a sentence begins. */
const PLAIN = [
  'as directed',
  'as directed by your doctor',
  'take as directed on the package',
  'as needed',
  'as needed for pain',
  'as before',
  'as instructed',
  'as tolerated',
  'as soon as possible',
  'as often as every 4 hours',
  'as much as 4 tablets',
  'as a rinse',
  'as 1 dose',
  'as an adult',
  'as in the leaflet',
  'use as few as 2 drops',
  '2 drops as directed',
  '1 drop as needed',
  'twice as often',
  'same as before',
  'ad lib',
  '2 drops ad lib',
  'do not add sugar',
  'odd days',
  'use os-cal',
  'MS Contin',
  'discontinue',
  'us too',
  'his dose',
  'thus',
  'if it hurts, so be it',
  'como antes',
  'seg\u00fan las indicaciones',
  'si tiene dolor',
  'a las 8 horas',
  'cada 8 h',
  'tome 7 u 8 tabletas',
  'uno u otro',
  'siete u ocho veces',
  'si Ud. tiene fiebre',
  'Ud. debe tomarla',
  'as\u00ed como antes',
  'haga caso de su m\u00e9dico',
  'adem\u00e1s',
];

for (const words of PLAIN) {
  test(`W1: plain words are no abbreviation: "${words}"`, () => {
    const begun = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
    for (const text of [words, begun, `${begun}.`, words.toUpperCase(), `Take 1 tablet ${words}, then stop.`])
      assert.deepEqual(findErrorProne(text), [], text);
  });
}

test('W1: plain words beside each other are no abbreviation either', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PLAIN), { minLength: 2, maxLength: 4 }), (parts) => {
      for (const text of [parts.join(', '), parts.join('. ').toUpperCase()])
        assert.deepEqual(findErrorProne(text), [], text);
    }),
  );
});

const CLEAN = `
Take 1 tablet by mouth twice daily. Take as needed for pain. TAKE AS DIRECTED BY YOUR DOCTOR. TAKE 1 TABLET AS NEEDED
Inject 10 units under the skin at bedtime. Take 0.5 mg, then 10.5 mg, then 100 mg. Take 1,000 mg. Call us if you miss a dose.
Apply to the affected area of the scalp. Use your inhaler with a spacer. Do not add sugar. Ask Ms. Smith.
Humulin R U-500 is used. U.S. Pharmacopeia. cc: Dr. Adams. Vitamin B12. Insulin sliding scale. Add water as instructed. Mass, class, press.
His house, our souls, a quad bike, the squad, also, odd, nodes, sound, auto, aura, us, so, is, so as to, ad lib, adds, hours, host, oust.
Version 1.0.3. Room 2.01. Take 10 mg at 6 PM. Take 2 to 4 puffs every 4 to 6 hours. Subcut. MScontin. Discuss with the scheduler.
`
  .trim()
  .split('\n');

for (const text of CLEAN) {
  test(`W1: nothing is error-prone in "${text.slice(0, 40)}\u2026"`, () =>
    assert.deepEqual(findErrorProne(text), []));
}

test('W1: no abbreviation is found inside a longer word', () => {
  const word = fc.stringMatching(/^[b-rt-z]{2,6}$/);
  const abbreviation = fc.constantFrom(
    'qd',
    'qod',
    'hs',
    'iu',
    'u',
    'cc',
    'sc',
    'sq',
    'od',
    'ou',
    'ss',
    'ug',
  );
  fc.assert(
    fc.property(word, abbreviation, word, (before, inner, after) => {
      assert.deepEqual(findErrorProne(`take ${before}${inner}${after} now`), []);
    }),
  );
});

test('W1: matches are in order and never overlap, on any text', () => {
  const noise = fc.array(
    fc.constantFrom(
      '10',
      'U',
      'IU',
      'qd',
      '.5',
      '1.0',
      'as',
      'AS',
      'needed',
      ' ',
      '.',
      'cc',
      '\u00b5g',
      'x3d',
      '\u{1F600}',
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        noise.map((parts) => parts.join(' ')),
        noise.map((parts) => parts.join('')),
        fc.string(),
      ),
      (text) => {
        let end = 0;
        for (const match of findErrorProne(text)) {
          assert.ok(match.offset >= end && match.length > 0);
          assert.equal(text.slice(match.offset, match.offset + match.length), match.text);
          end = match.offset + match.length;
        }
      },
    ),
  );
});
