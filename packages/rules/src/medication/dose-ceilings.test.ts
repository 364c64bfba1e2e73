// Tests that directions which come to more than anybody is given of a medicine are found, and usual ones are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSig } from '../sigs/sig.ts';
import { type Medicine, overCeiling, overCeilingText } from './dose-ceilings.ts';

const medicine = (name: string, strength: string): Medicine => ({ ingredients: name.split(' / '), strength });
const over = (typed: string, given: Medicine): unknown => {
  const read = parseSig(typed);
  assert.ok(read.ok, typed);
  return overCeiling(read.sig, given);
};

for (const [typed, name, strength, found] of [
  ['2 tab po q6h', 'acetaminophen', '500 mg', undefined],
  ['2 tab po q4h', 'acetaminophen', '500 mg', ['day', 6_000, 4_000]],
  ['3 tab po daily', 'acetaminophen', '500 mg', ['dose', 1_500, 1_000]],
  ['2 tab po q4h prn pain max 8/day', 'acetaminophen', '500 mg', undefined],
  ['650 mg po q4h', 'acetaminophen', '325 mg', undefined],
  ['20 ml po q4h', 'acetaminophen', '160 mg/5 mL', undefined],
  ['40 ml po q4h', 'acetaminophen', '160 mg/5 mL', ['dose', 1_280, 1_000]],
  ['1 tab po bid', 'metformin hydrochloride', '1,000 mg', undefined],
  ['1 tab po tid', 'metformin hydrochloride', '1,000 mg', ['day', 3_000, 2_550]],
  ['1 tab po daily', 'levothyroxine sodium', '112 mcg', undefined],
  ['4 tab po daily', 'levothyroxine sodium', '112 mcg', ['dose', 0.448, 0.3]],
  ['1 tab po weekly', 'alendronate sodium', '70 mg', undefined],
  ['1 tab po daily', 'alendronate sodium', '70 mg', ['day', 70, 40]],
  ['6 tab po weekly', 'methotrexate sodium', '2.5 mg', undefined],
  ['1 tab po daily', 'methotrexate sodium', '2.5 mg', ['weekly']],
  ['1 tab po bid on Monday', 'methotrexate sodium', '2.5 mg', ['weekly']],
  ['1 tab po daily x3d, then 11 tab po daily', 'lisinopril', '10 mg', ['dose', 110, 80]],
  ['1 tab po daily', 'amlodipine besylate / benazepril hydrochloride', '10 mg / 40 mg', undefined],
  ['2 tab po daily', 'amlodipine besylate / benazepril hydrochloride', '10 mg / 40 mg', ['dose', 20, 10]],
  ['3 tab po daily', 'bupropion', '150 mg', undefined],
  ['2 tab po bid', 'bupropion', '150 mg', ['day', 600, 450]],
  ['1 tab po daily', 'bupropion', '522 mg', undefined],
  ['2 tab po bid', 'celecoxib', '200 mg', ['day', 800, 600]],
  ['2 cap po daily x1d, then 1 cap po bid', 'celecoxib', '200 mg', undefined],
  ['2 tab po tid', 'cyclobenzaprine', '10 mg', ['dose', 20, 10]],
  ['1 cap po daily', 'cyclobenzaprine', '30 mg', undefined],
  ['2 cap po daily', 'dabigatran', '110 mg', undefined],
  ['3 tab po daily', 'digoxin', '0.25 mg', ['dose', 0.75, 0.5]],
  ['4 tab po daily', 'fluconazole', '200 mg', ['dose', 800, 400]],
  ['2 tab po daily', 'paroxetine', '37.5 mg', undefined],
  ['2 tab po daily', 'paroxetine', '40 mg', ['dose', 80, 60]],
  ['1 tab po daily', 'simvastatin', '80 mg', ['dose', 80, 40]],
  ['2 tab po qhs', 'trazodone', '300 mg', ['dose', 600, 400]],
  ['1 cap po bid', 'venlafaxine', '150 mg', ['day', 300, 225]],
  ['2 tab po q8h', 'acetaminophen', '650 mg', undefined],
  ['3 tab po q8h', 'acetaminophen', '650 mg', ['dose', 1_950, 1_300]],
  ['4 tab po once', 'azithromycin', '500 mg', undefined],
  ['2 tab po daily x5d', 'azithromycin', '500 mg', ['day', 1_000, 600]],
  ['2 tab po daily x1d, then 1 tab po daily x4d', 'azithromycin', '250 mg', undefined],
  ['2 tab po once weekly', 'azithromycin', '600 mg', undefined],
  ['2 tab po bid x1d', 'valacyclovir', '1,000 mg', undefined],
  ['2 tab po bid x7d', 'valacyclovir', '1,000 mg', ['dose', 2_000, 1_000]],
  ['1 tab po tid x7d', 'valacyclovir', '1,000 mg', undefined],
  ['4 tab po daily x1d, then 1 tab po daily', 'clopidogrel bisulfate', '75 mg', undefined],
  ['1 tab po daily', 'clopidogrel bisulfate', '300 mg', ['dose', 300, 75]],
  ['2 tab po daily x1d, then 1 tab po bid', 'ticagrelor', '90 mg', undefined],
  ['2 tab po bid', 'ticagrelor', '90 mg', ['dose', 180, 90]],
  ['2 tab po daily', 'hydroxychloroquine sulfate', '200 mg', undefined],
  ['2 tab po bid', 'hydroxychloroquine sulfate', '200 mg', ['day', 800, 600]],
  ['1 tab po daily', 'warfarin sodium', '7.5 mg', undefined],
  ['5 tab po daily', 'warfarin sodium', '5 mg', ['dose', 25, 10]],
  ['2 cap po tid', 'phenytoin sodium extended', '100 mg', undefined],
  ['3 cap po tid', 'phenytoin sodium extended', '100 mg', ['day', 900, 600]],
  ['2 tab po bid', 'amiodarone hydrochloride', '400 mg', undefined],
  ['3 tab po bid', 'clozapine', '200 mg', ['day', 1_200, 900]],
  ['4 tab po tid', 'methimazole', '10 mg', ['day', 120, 60]],
  ['6 tab po daily', 'prednisone', '50 mg', ['dose', 300, 200]],
  ['3 tab po bid', 'carbamazepine', '200 mg', undefined],
  ['4 tab po bid', 'carbamazepine', '200 mg', ['day', 1_600, 1_200]],
  ['1 tab po bid', 'lamotrigine', '200 mg', undefined],
  ['2 tab po bid', 'lamotrigine', '200 mg', ['day', 800, 500]],
  ['1 tab po q12h', 'flecainide acetate', '150 mg', undefined],
  ['1 tab po tid', 'flecainide acetate', '150 mg', ['day', 450, 400]],
  ['3 tab po once', 'flecainide acetate', '100 mg', ['dose', 300, 200]],
  ['1 tab po bid', 'sotalol hydrochloride', '160 mg', undefined],
  ['1 tab po bid', 'sotalol hydrochloride', '240 mg', ['day', 480, 320]],
  ['2 tab po bid', 'sotalol hydrochloride', '160 mg', ['dose', 320, 240]],
  ['inject 100 units subcut daily', 'insulin glargine', '100 units/mL', undefined],
  ['inject 110 units subcut daily', 'insulin glargine', '100 units/mL', ['dose', 110, 100]],
  ['inject 1.5 ml subcut daily', 'insulin glargine', '100 units/mL', ['dose', 150, 100]],
  ['inject 10 ml subcut daily', 'insulin lispro', '100 units/mL', ['dose', 1_000, 100]],
  ['inject 60 units subcut qid', 'insulin aspart', '100 units/mL', ['day', 240, 200]],
  ['inject 120 units subcut daily', 'insulin degludec', '200 units/mL', undefined],
  ['inject 180 units subcut daily', 'insulin degludec', '200 units/mL', ['dose', 180, 160]],
  ['inject 250 units subcut tid', 'insulin regular human', '500 units/mL', undefined],
  ['inject 310 units subcut tid', 'insulin regular human', '500 units/mL', ['dose', 310, 300]],
  [
    'inject 120 units subcut bid',
    'insulin aspart protamine / insulin aspart',
    '70 units/mL / 30 units/mL',
    ['dose', 120, 100],
  ],
  ['inject 0.5 mg subcut weekly', 'semaglutide', '0.68 mg/mL', undefined],
  ['inject 0.5 mg subcut daily', 'semaglutide', '0.68 mg/mL', ['weekly']],
  ['inject 5 mg subcut weekly', 'semaglutide', '2.68 mg/mL', ['dose', 5, 2.4]],
  ['inject 15 mg subcut once weekly', 'tirzepatide', '15 mg/0.5 mL', undefined],
  ['inject 5 mg subcut daily', 'tirzepatide', '5 mg/0.5 mL', ['weekly']],
  ['inject 1.5 mg subcut bid', 'dulaglutide', '1.5 mg/0.5 mL', ['weekly']],
  ['inject 15 mg subcut daily', 'methotrexate', '25 mg/mL', ['weekly']],
  ['inject 1 ml subcut weekly', 'methotrexate', '25 mg/mL', undefined],
  ['inject 1.8 mg subcut daily', 'liraglutide', '6 mg/mL', undefined],
  ['inject 18 mg subcut daily', 'liraglutide', '6 mg/mL', ['dose', 18, 3]],
  ['1 tab po daily', 'semaglutide', '7 mg', undefined],
  ['100 tab po bid', 'a medicine of which nothing is known', '5 mg', undefined],
  ['1 app top bid', 'metronidazole', '0.75%', undefined],
] as const) {
  test(`W1: "${typed}" of ${name} ${strength} is ${found === undefined ? 'usual' : `too much: ${found.join(' ')}`}`, () => {
    const result = over(typed, medicine(name, strength)) as
      | { of: string; written?: number; most?: number; ingredient: string }
      | undefined;
    const told = result && [result.of, result.written, result.most].filter((one) => one !== undefined);
    assert.deepEqual(told, found === undefined ? undefined : [...found]);
  });
}

for (const [typed, name, strength, kilograms, found] of [
  ['5 ml po q6h prn fever', 'ibuprofen', '100 mg/5 mL', 10, undefined],
  ['10 ml po q6h prn fever', 'ibuprofen', '100 mg/5 mL', 10, ['dose', 200, 100]],
  ['5 ml po q4h prn fever', 'ibuprofen', '100 mg/5 mL', 10, ['day', 600, 400]],
  ['10 ml po q6h prn fever', 'ibuprofen', '100 mg/5 mL', undefined, undefined],
  ['5 ml po q4h prn fever max 5 doses per day', 'acetaminophen', '160 mg/5 mL', 11, undefined],
  ['10 ml po q6h prn fever', 'acetaminophen', '160 mg/5 mL', 11, ['dose', 320, 165]],
  // 90 mg/kg a day, rounded to what a syringe shows.
  ['7 ml po bid x10d', 'amoxicillin', '400 mg/5 mL', 12.3, undefined],
  ['7 ml po tid x10d', 'amoxicillin', '400 mg/5 mL', 12.3, ['day', 1_680, 1_107]],
  ['8 ml po bid x10d', 'amoxicillin / clavulanate', '600 mg/5 mL / 42.9 mg/5 mL', 12.3, ['dose', 960, 615]],
  ['40 ml po bid x10d', 'amoxicillin', '400 mg/5 mL', undefined, ['dose', 3_200, 2_000]],
  ['5 ml po daily x5d', 'azithromycin', '200 mg/5 mL', 20, undefined],
  // 30 mg/kg is one dose for ears; a course has 12 at most (pharyngitis), or 10 and then 5.
  ['15 ml po once', 'azithromycin', '200 mg/5 mL', 20, undefined],
  ['15 ml po daily x1d', 'azithromycin', '200 mg/5 mL', 20, undefined],
  ['20 ml po once', 'azithromycin', '200 mg/5 mL', 20, ['dose', 800, 600]],
  ['6 ml po daily x5d', 'azithromycin', '200 mg/5 mL', 20, undefined],
  ['15 ml po daily x5d', 'azithromycin', '200 mg/5 mL', 20, ['dose', 600, 240]],
  ['15 ml po daily', 'azithromycin', '200 mg/5 mL', 20, ['dose', 600, 240]],
  ['5 ml po daily x1d, then 2.5 ml po daily x4d', 'azithromycin', '200 mg/5 mL', 20, undefined],
  ['5 ml po once, then 2.5 ml po daily x4d', 'azithromycin', '200 mg/5 mL', 20, undefined],
  ['15 ml po daily x1d, then 2.5 ml po daily x4d', 'azithromycin', '200 mg/5 mL', 20, ['dose', 600, 240]],
  ['2.5 ml po daily x1d, then 7.5 ml po daily x4d', 'azithromycin', '200 mg/5 mL', 20, ['dose', 300, 240]],
  ['10 ml po once', 'amoxicillin', '400 mg/5 mL', 16, undefined],
  ['10 ml po daily x10d', 'amoxicillin', '400 mg/5 mL', 16, undefined],
  ['10 ml po q6h x10d', 'cephalexin', '250 mg/5 mL', 20, undefined],
  ['10 ml po q6h x10d', 'cephalexin', '250 mg/5 mL', 15, ['day', 2_000, 1_500]],
  ['6 ml po daily x10d', 'cefdinir', '250 mg/5 mL', 21, undefined],
  ['6 ml po bid x10d', 'cefdinir', '250 mg/5 mL', 21, ['day', 600, 294]],
  ['10 ml po daily x5d', 'prednisolone', '15 mg/5 mL', 15, undefined],
  ['15 ml po daily x5d', 'prednisolone', '15 mg/5 mL', 15, ['dose', 45, 30]],
  ['2 tab po q6h prn pain', 'acetaminophen', '500 mg', 90, undefined],
  ['3 tab po q8h prn pain', 'acetaminophen', '500 mg', 90, ['dose', 1_500, 1_000]],
] as const) {
  const whom = kilograms === undefined ? 'somebody' : `a child of ${kilograms} kg`;
  test(`W1: "${typed}" of ${name} ${strength} for ${whom} is ${found === undefined ? 'usual' : `too much: ${found.join(' ')}`}`, () => {
    const result = over(typed, { ...medicine(name, strength), kilograms }) as
      | { of: string; written: number; most: number; kilograms?: number }
      | undefined;
    assert.deepEqual(result && [result.of, Math.round(result.written), Math.round(result.most)], found);
    const byWeight = result !== undefined && kilograms !== undefined && kilograms < 40;
    assert.equal(result?.kilograms, byWeight ? kilograms : undefined);
  });
}

test('W1: what is too much for a child says the weight that it goes by', () => {
  const read = parseSig('10 ml po q6h prn fever');
  assert.ok(read.ok);
  const found = overCeiling(read.sig, { ...medicine('ibuprofen', '100 mg/5 mL'), kilograms: 10 });
  assert.ok(found !== undefined);
  assert.equal(
    overCeilingText(found),
    'A single dose of 200 mg of ibuprofen is more than the 100 mg that a child of 10 kg is usually given at most. Correct it, or say why.',
  );
});

test('W1: what is too much only because it goes on says so', () => {
  const said = (typed: string): string | undefined => {
    const read = parseSig(typed);
    assert.ok(read.ok);
    const found = overCeiling(read.sig, { ...medicine('azithromycin', '200 mg/5 mL'), kilograms: 20 });
    return found && overCeilingText(found);
  };
  assert.equal(
    said('15 ml po daily x5d'),
    'A single dose of 600 mg of azithromycin is more than the 240 mg that a child of 20 kg is usually given at most on more than one day. Correct it, or say why.',
  );
  assert.equal(said('15 ml po once'), undefined);
  assert.match(said('20 ml po once') ?? '', /usually given at most\. /);
});

/** Hours and days of life, in days. */
for (const [typed, name, strength, kilograms, ageDays, found] of [
  // 75 mg/kg a day from two years on, 60 before, 50 in the first four weeks.
  ['2.5 ml po q4h prn fever max 5 doses per day', 'acetaminophen', '160 mg/5 mL', 6, 900, undefined],
  ['2.5 ml po q4h prn fever max 5 doses per day', 'acetaminophen', '160 mg/5 mL', 6, 300, ['day', 400, 360]],
  ['2.5 ml po q6h prn fever', 'acetaminophen', '160 mg/5 mL', 6, 300, undefined],
  ['1.8 ml po q6h prn fever', 'acetaminophen', '160 mg/5 mL', 4, 60, undefined],
  ['1.8 ml po q6h prn fever', 'acetaminophen', '160 mg/5 mL', 4, 20, ['dose', 57.6, 50]],
  ['1.5 ml po q6h prn fever', 'acetaminophen', '160 mg/5 mL', 4, 20, undefined],
  // 90 mg/kg a day from twelve weeks on, 30 before.
  ['2 ml po bid x10d', 'amoxicillin', '400 mg/5 mL', 5, 100, undefined],
  ['2 ml po bid x10d', 'amoxicillin', '400 mg/5 mL', 5, 60, ['dose', 160, 75]],
  ['0.9 ml po bid x10d', 'amoxicillin', '400 mg/5 mL', 5, 60, undefined],
  ['5 ml po q6h prn fever', 'ibuprofen', '100 mg/5 mL', 10, 300, undefined],
] as const) {
  test(`W1: "${typed}" of ${name} for ${kilograms} kg at ${ageDays} days is ${found === undefined ? 'usual' : `too much: ${found.join(' ')}`}`, () => {
    const result = over(typed, { ...medicine(name, strength), kilograms, ageDays }) as
      | { of: string; written: number; most: number }
      | undefined;
    assert.deepEqual(
      result && [result.of, Number(result.written.toFixed(1)), Math.round(result.most)],
      found,
    );
  });
}

test('W1: too much insulin is said in units', () => {
  const read = parseSig('inject 110 units subcut daily');
  assert.ok(read.ok);
  const found = overCeiling(read.sig, medicine('insulin glargine', '100 units/mL'));
  assert.equal(
    found && overCeilingText(found),
    'A single dose of 110 units of insulin glargine is more than the 100 units that adults are usually given at most. Correct it, or say why.',
  );
});
