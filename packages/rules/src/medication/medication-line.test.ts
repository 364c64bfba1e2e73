// Tests the medication line and SCRIPT's drug description: tall-man letters, numbers, units, and that nothing is cut.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readCsvFile } from '../../../../scripts/csv.ts';
import { doseFormFromFda } from './dose-form.ts';
import { drugDescription, formatMedicationLine, type MedicationName } from './medication-line.ts';
import { formatNumber, formatStrength, readStrength } from './strength.ts';
import { tallMan } from './tall-man.ts';

const N = '\u00a0';
const metformin: MedicationName = {
  ingredients: ['metformin hydrochloride'],
  strength: '1000 mg',
  doseForm: 'Oral Tablet',
};

test('U1: the generic name comes first, in lower case with tall-man letters, the brand after it', () => {
  assert.equal(formatMedicationLine(metformin).text, `metFORMIN hydrochloride 1,000${N}mg oral tablet`);
  const lantus = {
    ingredients: ['Insulin Glargine'],
    brandName: 'Lantus\u00ae',
    strength: '100 units/mL',
    doseForm: 'Injectable Solution',
  };
  assert.equal(
    formatMedicationLine(lantus).text,
    `insulin glargine 100${N}units per mL injectable solution (Lantus)`,
  );
  assert.deepEqual(
    formatMedicationLine(metformin).parts.map((part) => part.kind),
    ['generic', 'strength', 'form'],
  );
  for (const [name, shown] of [
    ['HYDROXYZINE', 'hydrOXYzine'],
    ['Prednisone', 'predniSONE'],
    ['prednisolone acetate', 'prednisoLONE acetate'],
    ['hydrochlorothiazide', 'hydroCHLOROthiazide'],
    ['lisinopril', 'lisinopril'],
    ['vincristine', 'vinCRIStine'],
  ] as const) {
    assert.equal(tallMan(name), shown);
  }
});

test('U1: a combination pairs each ingredient with its strength', () => {
  const pair = {
    ingredients: ['amoxicillin', 'clavulanate'],
    strength: '400 mg/5 mL / 57 mg/5 mL',
    doseForm: 'Oral Suspension',
  };
  assert.equal(
    formatMedicationLine(pair).text,
    `amoxicillin 400${N}mg in 5${N}mL / clavulanate 57${N}mg in 5${N}mL oral suspension`,
  );
  assert.deepEqual(drugDescription(pair), {
    ok: true,
    value: 'amoxicillin 400 mg/5 mL / clavulanate 57 mg/5 mL oral suspension',
  });
});

test('U1: equipment and brands without known ingredients have their own name, once', () => {
  assert.equal(
    formatMedicationLine({ ingredients: [], name: 'blood glucose test strip', strength: '', doseForm: '' })
      .text,
    'blood glucose test strip',
  );
  assert.equal(
    formatMedicationLine({
      ingredients: [],
      brandName: 'Mounjaro',
      strength: '10 mg/mL',
      doseForm: 'Auto-Injector',
    }).text,
    `Mounjaro 10${N}mg per mL auto-injector`,
  );
});

for (const [strength, shown] of [
  ['.5 mg', `0.5${N}mg`],
  ['5.0 mg', `5${N}mg`],
  ['1000 mg', `1,000${N}mg`],
  ['1,000 mg', `1,000${N}mg`],
  ['50000 units', `50,000${N}units`],
  ['400 mg/5 mL', `400${N}mg in 5${N}mL`],
  ['90 mcg/actuation', `90${N}mcg per actuation`],
  ['0.1%', '0.1%'],
  ['21 mg/24 hours', `21${N}mg in 24${N}hours`],
  ['12.5 mg / 10 mg', `12.5${N}mg / 10${N}mg`],
  ['0.025 mg/mL', `0.025${N}mg per mL`],
] as const) {
  test(`U3, U4, U6: "${strength}" is shown as "${shown}"`, () =>
    assert.equal(formatStrength(strength), shown));
}

test('U4: numbers have a zero before the point, none after, and commas from 1,000; their value stays', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.integer({ min: 0, max: 999 }),
      (whole, thousandths) => {
        const shown = formatNumber(`${whole}.${String(thousandths).padStart(3, '0')}`);
        assert.equal(
          Number(shown.replaceAll(',', '')),
          Number(`${whole}.${String(thousandths).padStart(3, '0')}`),
        );
        assert.doesNotMatch(shown, /^\.|\.$|\.\d*0$|\d{4}(?=.*\.)|^\d{4}/);
      },
    ),
  );
});

test('S6: a strength of the source is read per ingredient, or not at all', () => {
  assert.deepEqual(readStrength('12.5-10 mg', 2), ['12.5 mg', '10 mg']);
  assert.deepEqual(readStrength('250-62.5 mg/5ml', 2), ['250 mg/5 mL', '62.5 mg/5 mL']);
  assert.deepEqual(readStrength('100 unt/ml', 1), ['100 units/mL']);
  assert.deepEqual(readStrength('90 mcg/puff', 1), ['90 mcg/actuation']);
  assert.deepEqual(readStrength('0.05%', 1), ['0.05%']);
  assert.deepEqual(readStrength('1-2-3 mg', 2), ['1-2-3 mg']);
  assert.deepEqual(readStrength('14 mg/24 hr', 1), ['14 mg/24 hours']);
  for (const text of ['mixed', '', '10-20 var units', 'mg'])
    assert.deepEqual(readStrength(text, 1), [], text);
});

test('S6: a dose form of the FDA becomes words only where they are certain', () => {
  for (const [form, route, words] of [
    ['TABLET', 'ORAL', 'oral tablet'],
    ['TABLET, FILM COATED, EXTENDED RELEASE', 'ORAL', 'extended release oral tablet'],
    ['CAPSULE, DELAYED RELEASE PELLETS', 'ORAL', 'delayed release oral capsule'],
    ['TABLET, CHEWABLE', 'ORAL', 'chewable tablet'],
    ['TABLET, ORALLY DISINTEGRATING', 'ORAL', 'disintegrating oral tablet'],
    ['SOLUTION/ DROPS', 'OPHTHALMIC', 'ophthalmic solution'],
    ['POWDER, FOR SUSPENSION', 'ORAL', 'oral suspension'],
    ['PATCH, EXTENDED RELEASE', 'TRANSDERMAL', 'transdermal patch'],
  ] as const) {
    assert.equal(doseFormFromFda(form, route), words);
  }
  for (const [form, route] of [
    ['INJECTION, SOLUTION', 'SUBCUTANEOUS'],
    ['AEROSOL, METERED', 'RESPIRATORY (INHALATION)'],
    ['TABLET', 'ORAL; SUBLINGUAL'],
    ['TABLET, FOR SUSPENSION', 'ORAL'],
    ['', ''],
  ] as const) {
    assert.equal(doseFormFromFda(form, route), undefined);
  }
});

test('S6: a drug description is plain ASCII and complete, or refused; never cut', () => {
  assert.deepEqual(drugDescription(metformin), {
    ok: true,
    value: 'metformin hydrochloride 1000 mg oral tablet',
  });
  assert.deepEqual(drugDescription({ ...metformin, brandName: 'Glucophage' }), {
    ok: true,
    value: 'Glucophage 1000 mg oral tablet',
  });
  for (const change of [
    { doseForm: 'Oral Pill' },
    { doseForm: '' },
    { doseForm: 'Pack' },
    { strength: '' },
    { strength: 'mixed' },
    { ingredients: [] },
    { ingredients: ['x'.repeat(90)] },
    { ingredients: ['m\u00e9tformine'] },
  ]) {
    assert.equal(drugDescription({ ...metformin, ...change }).ok, false, JSON.stringify(change));
  }
  const exactly = { ...metformin, ingredients: ['x'.repeat(105 - ' 1000 mg oral tablet'.length)] };
  const fits = drugDescription(exactly);
  assert.ok(fits.ok && fits.value.length === 105);
  assert.equal(drugDescription({ ...exactly, ingredients: [`${exactly.ingredients[0]}x`] }).ok, false);
});

test('U17: what was written by hand says so in the one line', () => {
  const cream = {
    ingredients: ['ketoprofen'],
    brandName: 'Pain cream',
    strength: '10%',
    doseForm: 'Topical Cream',
  };
  assert.equal(
    formatMedicationLine({ ...cream, written: true }).text,
    'ketoprofen 10% topical cream (Pain cream) [written by hand]',
  );
  assert.equal(
    formatMedicationLine({ ...cream, written: true }, 'es').text,
    'ketoprofen 10% topical cream (Pain cream) [escrito a mano]',
  );
  assert.doesNotMatch(formatMedicationLine({ ...cream, written: false }).text, /hand/);
});

test('U2: nothing is shortened: every word that goes in comes out', () => {
  const word = fc.stringMatching(/^[a-z]{3,20}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), word, (ingredients, form) => {
      const { text } = formatMedicationLine({ ingredients, strength: '5 mg', doseForm: form });
      for (const part of [...ingredients, form]) assert.ok(text.toLowerCase().includes(part));
      assert.doesNotMatch(text, /\u2026|\.\.\./);
    }),
  );
});

const reference = new URL('../../../../../shared/data/treatments_all_rxterms.csv.gz', import.meta.url);
test('U1: the tall-man letters are those of the public names', {
  skip: !existsSync(reference) && 'no reference data here',
}, () => {
  for (const row of readCsvFile(reference)) {
    if (row.brand_or_generic !== 'generic') continue;
    for (const word of (row.drug_name ?? '').match(/[A-Za-z]+/g) ?? []) {
      if (
        /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(word) &&
        !/^(?:CeleBREX|CoV|Huma?u?L(?:OG|IN)|LaMICtal|LamISIL|NovoL(?:IN|OG)|VIIa|ZyrTEC|mRNA)$/.test(word)
      ) {
        assert.equal(tallMan(word), word);
      }
    }
  }
});
