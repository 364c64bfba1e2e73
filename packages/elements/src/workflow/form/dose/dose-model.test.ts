// Tests that the dose calculator never loses the unit of a number on the way from a treatment to the directions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateDose } from '@pestle/rules/dose';
import { parseSig } from '@pestle/rules/sig';
import { measurable, withDose } from './dose-model.ts';

test('weight: a dose of a liquid is given in mL, whatever the units of the question (fault of others: mL shown as L)', () => {
  const answer = calculateDose({
    weight: 10,
    weightUnit: 'kg',
    amount: 0.09,
    amountUnit: 'g',
    per: 'day',
    dosesPerDay: 2,
    concentration: { amount: 400, unit: 'mg', perMl: 5 },
  });
  assert.ok(answer.ok);
  assert.deepEqual(measurable(answer), {
    amount: '5.6',
    words: '5.6 mL',
    shown: '5.6\u00a0mL',
    unit: 'mL',
    rounded: true,
  });
});

test('weight: a dose without a concentration keeps its own unit, and says when it was rounded', () => {
  const answer = calculateDose({
    weight: 70,
    weightUnit: 'lbs',
    amount: 15,
    amountUnit: 'mg',
    per: 'dose',
    dosesPerDay: 4,
  });
  assert.ok(answer.ok);
  assert.deepEqual([measurable(answer).words, measurable(answer).rounded], ['476 mg', true]);
});

test('weight: the dose takes the place of the one in the directions, and the rest stays', () => {
  const dose = { amount: '5.6', unit: 'mL', words: '5.6 mL', shown: '5.6 mL', rounded: true } as const;
  assert.equal(withDose(parseSig('5 ml po bid x10d'), dose), 'Take 5.6 mL by mouth twice daily for 10 days.');
  assert.equal(withDose(parseSig('use it well'), dose), undefined);
});
