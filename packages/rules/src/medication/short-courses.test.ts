// Tests that refills of a short course of an anti-infective are asked, and those of what is taken for long are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDraft } from '../drafts/check-draft.ts';
import { parseSig } from '../sigs/sig.ts';
import { repeatedCourse } from './short-courses.ts';

for (const [typed, name, daysSupply, fillsAllowed, found] of [
  ['2 tab po daily x1d, then 1 tab po daily x4d', 'azithromycin', 5, 2, [5, 1]],
  ['2 tab po daily x1d, then 1 tab po daily x4d', 'azithromycin', 5, 1, undefined],
  ['4 tab po once', 'azithromycin', 1, 4, [1, 3]],
  ['1 tab po daily', 'azithromycin', 5, 2, [5, 1]],
  // Lungs that are inflamed for long.
  ['1 tab po three times weekly', 'azithromycin', 28, 6, undefined],
  ['1 cap po tid x10d', 'amoxicillin', 10, 3, [10, 2]],
  ['1 tab po bid x10d', 'amoxicillin / clavulanate', 0, 2, [10, 1]],
  ['1 tab po bid x3d', 'sulfamethoxazole / trimethoprim', 3, 12, [3, 11]],
  ['1 cap po bid x14d', 'doxycycline hyclate', 14, 2, [14, 1]],
  // Acne, and bladders that are kept free.
  ['1 cap po bid', 'doxycycline hyclate', 30, 6, undefined],
  ['1 cap po qhs', 'nitrofurantoin', 90, 4, undefined],
  // Three fills of ten days are one course of thirty.
  ['1 cap po bid x30d', 'doxycycline hyclate', 10, 3, undefined],
  ['1 cap po bid x14d', 'doxycycline hyclate', 7, 2, undefined],
  // Taken again on purpose, at the first sign.
  ['2 tab po bid x1d', 'valacyclovir', 1, 4, undefined],
  ['1 tab po once', 'fluconazole', 1, 2, undefined],
  ['1 tab po daily x5d', 'prednisone', 5, 3, undefined],
  ['1 drop in right eye qid x7d', 'ofloxacin', 7, 2, undefined],
] as const) {
  test(`W1: "${typed}" of ${name} for ${daysSupply} days with ${fillsAllowed - 1} refills is ${found === undefined ? 'not asked' : 'asked'}`, () => {
    const read = parseSig(typed);
    assert.ok(read.ok);
    const course = repeatedCourse(read.sig, name.split(' / '), { daysSupply, fillsAllowed });
    assert.deepEqual(course && [course.days, course.refills], found);
  });
}

test('W1: refills of a short course stop the draft until somebody says why', () => {
  const draft = {
    instructions: 'Take 1 capsule by mouth 3 times daily for 10 days.',
    medicine: { ingredients: ['amoxicillin'], strength: '500 mg', doseForm: 'Oral Capsule' },
    daysSupply: 10,
    fillsAllowed: 3,
  };
  const found = (fields: object): readonly string[] =>
    checkDraft({ ...draft, ...fields }, '2026-01-01').flatMap(({ field, severity, message }) =>
      field === 'fillsAllowed' ? [severity, message] : [],
    );
  assert.deepEqual(found({}), [
    'error',
    'With 2 refills, this course of 10 days of an anti-infective is taken 2 more times without anybody looking. Remove the refills, or say why.',
  ]);
  assert.equal(found({ amountsReason: 'Travels for a year' })[0], 'warning');
  assert.deepEqual(found({ fillsAllowed: 1 }), []);
});
