// Tests the dose calculator against hand-computed doses, and that nothing unknown ever counts as zero.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { calculateDose, type DoseQuestion } from './dose.ts';

const N = '\u00a0';
/** Amoxicillin 45 mg/kg/day in two doses, 400 mg in 5 mL, for a child of 20 kg: 450 mg = 5.625 mL a dose. */
const child: DoseQuestion = {
  weight: 20,
  weightUnit: 'kg',
  amount: 45,
  amountUnit: 'mg',
  per: 'day',
  dosesPerDay: 2,
  concentration: { amount: 400, unit: 'mg', perMl: 5 },
};
const computed = (
  change: Partial<DoseQuestion> = {},
): Extract<ReturnType<typeof calculateDose>, { ok: true }> => {
  const answer = calculateDose({ ...child, ...change });
  assert.ok(answer.ok, JSON.stringify(answer));
  return answer;
};

test('a dose per kilogram and day is divided by the doses, and a volume is labeled in mL with its mass', () => {
  const answer = computed();
  assert.equal(answer.perDose, 450);
  assert.equal(answer.perDay, 900);
  assert.equal(answer.perDoseMl, 5.625);
  assert.deepEqual(answer.labels, { perDose: `5.625${N}mL (450${N}mg)`, perDay: `11.25${N}mL (900${N}mg)` });
});

test('per dose, in pounds, in other units, and with a largest dose', () => {
  assert.equal(computed({ per: 'dose', amount: 10 }).perDose, 200);
  assert.equal(computed({ per: 'dose', amount: 10 }).perDay, 400);
  assert.ok(Math.abs(computed({ weight: 44.09245243697551, weightUnit: 'lbs' }).perDose - 450) < 1e-9);
  assert.equal(computed({ amountUnit: 'mcg', amount: 45_000 }).perDoseMl, 5.625);
  assert.equal(computed({ concentration: { amount: 0.4, unit: 'g', perMl: 5 } }).perDoseMl, 5.625);
  const limited = computed({ maximumPerDose: 400 });
  assert.deepEqual([limited.perDose, limited.perDay, limited.limited], [400, 800, true]);
  assert.equal(computed().limited, false);
});

test('without a unit of weight there is no dose: there is no default', () => {
  for (const weightUnit of [null, undefined, '' as 'kg', 'lb' as 'kg', 'stone' as 'kg']) {
    const answer = calculateDose({ ...child, weightUnit });
    assert.equal(answer.ok ? 'ok' : answer.code, 'WEIGHT_UNIT_MISSING');
  }
});

for (const [change, code] of [
  [{ weight: 0 }, 'WEIGHT_MISSING'],
  [{ weight: Number.NaN }, 'WEIGHT_MISSING'],
  [{ weight: -5 }, 'WEIGHT_MISSING'],
  [{ weight: 701 }, 'WEIGHT_OUT_OF_RANGE'],
  [{ weight: Number.POSITIVE_INFINITY }, 'WEIGHT_OUT_OF_RANGE'],
  [{ amount: Number.NaN }, 'AMOUNT_MISSING'],
  [{ amount: 0 }, 'AMOUNT_MISSING'],
  [{ dosesPerDay: 0 }, 'DOSES_PER_DAY_OUT_OF_RANGE'],
  [{ dosesPerDay: 25 }, 'DOSES_PER_DAY_OUT_OF_RANGE'],
  [{ maximumPerDose: Number.NaN }, 'MAXIMUM_OUT_OF_RANGE'],
  [{ concentration: { amount: 0, unit: 'mg', perMl: 5 } }, 'CONCENTRATION_OUT_OF_RANGE'],
  [{ concentration: { amount: 400, unit: 'mg', perMl: Number.NaN } }, 'CONCENTRATION_OUT_OF_RANGE'],
  [{ amount: 1e9 }, 'NO_DOSE'],
  [{ concentration: { amount: 1e9, unit: 'g', perMl: 1e-6 } }, 'NO_VOLUME'],
] as const) {
  test(`${JSON.stringify(change)} is ${code}, not a dose of 0`, () => {
    const answer = calculateDose({ ...child, ...change });
    assert.equal(answer.ok ? 'ok' : answer.code, code);
  });
}

test('every answer is a positive finite number, and volume times concentration is the mass', () => {
  const number = fc.oneof(fc.double(), fc.double({ min: 0.001, max: 1000, noNaN: true }));
  fc.assert(
    fc.property(
      number,
      number,
      number,
      number,
      number,
      fc.constantFrom('kg' as const, 'lbs' as const),
      (weight, amount, dosesPerDay, mass, perMl, weightUnit) => {
        const answer = calculateDose({
          ...child,
          weight,
          amount,
          dosesPerDay,
          weightUnit,
          concentration: { amount: mass, unit: 'mg', perMl },
        });
        if (!answer.ok) return;
        assert.ok(answer.perDose > 0 && Number.isFinite(answer.perDose));
        const back = ((answer.perDoseMl ?? 0) * mass) / perMl;
        assert.ok(
          !Number.isFinite(back) ||
            Math.abs(back - answer.perDose) <= answer.perDose * 1e-9 ||
            answer.perDose < 1e-300,
        );
        assert.match(answer.labels.perDose, /mL \(.+\)$/);
      },
    ),
  );
});
