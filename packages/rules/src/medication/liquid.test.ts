// Tests that a dose of a liquid is shown in mL with its mass beside it (U6), and never where that cannot be told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { concentrationOf, liquidDoses, liquidText } from './liquid.ts';

test('weight: the concentration of a liquid is read from its strength, anything else is left open', () => {
  assert.deepEqual(concentrationOf('400 mg/5 mL'), {
    concentration: '400',
    concentrationUnit: 'mg',
    perMl: '5',
  });
  assert.deepEqual(concentrationOf('2 mg/mL'), { concentration: '2', concentrationUnit: 'mg', perMl: '1' });
  assert.deepEqual(['500 mg', '250 mg/5 mL / 62.5 mg/5 mL', '100 units/mL', ''].map(concentrationOf), [
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

const shown = (
  amount: string,
  unit: 'milliliter' | 'milligram' | 'gram' | 'tablet',
  strength: string,
  max?: string,
) =>
  liquidDoses({ amount, unit, ...(max === undefined ? {} : { max }) }, strength).map((text) =>
    text.replaceAll('\u00a0', ' '),
  );

test('U6: a dose in mL has its mass beside it, a dose in mg its volume, both ends of a range', () => {
  assert.deepEqual(shown('5', 'milliliter', '400 mg/5 mL'), ['5 mL (400 mg)']);
  assert.deepEqual(shown('0.5', 'milliliter', '1,000 mcg/mL'), ['0.5 mL (500 mcg)']);
  assert.deepEqual(shown('5', 'milliliter', '400 mg/5 mL', '10'), ['5 mL (400 mg)', '10 mL (800 mg)']);
  assert.deepEqual(shown('1200', 'milligram', '160 mg/5 mL'), ['37.5 mL (1,200 mg)']);
  assert.deepEqual(shown('0.5', 'gram', '250 mg/5 mL'), ['10 mL (500 mg)']);
});

test('U6: of several ingredients each mass is told, and none of them is picked for a dose in mg', () => {
  assert.deepEqual(shown('5', 'milliliter', '400 mg/5 mL / 57 mg/5 mL'), ['5 mL (400 mg / 57 mg)']);
  assert.deepEqual(shown('400', 'milligram', '400 mg/5 mL / 57 mg/5 mL'), []);
});

test('U6: the volume of a mass is told to a thousandth of a milliliter, or not at all', () => {
  assert.deepEqual(shown('450', 'milligram', '400 mg/5 mL'), ['5.625 mL (450 mg)']);
  assert.deepEqual(shown('0.5', 'milligram', '1.34 mg/mL'), []);
  assert.deepEqual(shown('0.37', 'milliliter', '1.34 mg/mL'), ['0.37 mL (0.4958 mg)']);
});

test('U6: where directions or strength do not tell, nothing is said', () => {
  for (const strength of [
    '500 mg',
    '100 units/mL',
    '',
    '0 mg/5 mL',
    '5 mg/0 mL',
    '5 mg/. mL',
    '400 mg/5 mL / 2 %',
  ])
    assert.deepEqual(shown('5', 'milliliter', strength), [], strength);
  assert.deepEqual(shown('1', 'tablet', '400 mg/5 mL'), []);
});

test('U6: volume and mass tell the same, whichever was written', () => {
  const number = fc.integer({ min: 1, max: 99_999 }).map((value) => String(value / 100));
  fc.assert(
    fc.property(number, number, number, (amount, mass, perMl) => {
      const [text = ''] = shown(amount, 'milliliter', `${mass} mg/${perMl} mL`);
      const [, , volume = '', milligrams = ''] = /^((.*) mL \((.*) mg\))$/.exec(text) ?? [];
      const ratio = Number(milligrams.replaceAll(',', '')) / Number(volume.replaceAll(',', ''));
      assert.ok(Math.abs(ratio / (Number(mass) / Number(perMl)) - 1) < 1e-4, text);
    }),
  );
});

test('U6: one line for every view, empty where nothing is understood', () => {
  const dose = { amount: '5', max: '10', unit: 'milliliter' } as const;
  assert.equal(liquidText({ dose }, '400 mg/5 mL'), '5\u00a0mL (400\u00a0mg), 10\u00a0mL (800\u00a0mg)');
  assert.equal(liquidText(undefined, '400 mg/5 mL'), '');
  assert.equal(liquidText({ dose }, null), '');
});
