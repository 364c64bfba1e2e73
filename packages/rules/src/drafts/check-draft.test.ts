// Tests the check of a draft: each field missing, at its limit, beyond it, and text that no message can carry.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { FIELD_LIMITS } from '../limits/field-limits.ts';
import { checkDraft, type DraftFields, type DraftIssue } from './check-draft.ts';
import { fieldNames, fieldOf, onRecord, signedTexts } from './prescription-fields.ts';

/** Warnings may stand. */
const maySign = (issues: readonly DraftIssue[]): boolean =>
  issues.every(({ severity }) => severity !== 'error');

const TODAY = '2026-11-20';
const good: DraftFields = {
  treatmentId: 'trt_1',
  drugDescription: 'metformin hydrochloride 500 mg oral tablet',
  dispenseQuantity: '60',
  dispenseUnit: 'C48542',
  dispenseAsWritten: false,
  fillsAllowed: 4,
  daysSupply: 30,
  instructions: 'Take 1 tablet by mouth twice daily.',
  notes: null,
  doNotFillBeforeDate: null,
};
const codes = (change: DraftFields): readonly string[] =>
  checkDraft({ ...good, ...change }, TODAY).map((issue) => `${issue.field}:${issue.code}:${issue.severity}`);

test('W6: a complete draft has nothing to fix', () => {
  assert.deepEqual(checkDraft(good, TODAY), []);
});

test('W6: everything that is missing is named at once', () => {
  assert.deepEqual(
    checkDraft({}, TODAY).map((issue) => issue.field),
    ['treatmentId', 'dispenseUnit', 'dispenseQuantity', 'fillsAllowed', 'daysSupply', 'instructions'],
  );
  assert.deepEqual(codes({ instructions: ' \n ', dispenseUnit: '  ' }), [
    'dispenseUnit:REQUIRED:error',
    'instructions:REQUIRED:error',
  ]);
});

test('W1: each limit, at it and beyond it', () => {
  for (const [at, beyond, code] of [
    [{ fillsAllowed: 1 }, { fillsAllowed: 0 }, 'fillsAllowed:OUT_OF_RANGE:error'],
    [{ fillsAllowed: 12 }, { fillsAllowed: 13 }, 'fillsAllowed:MANY_REFILLS:warning'],
    [{ fillsAllowed: 2 }, { fillsAllowed: 101 }, 'fillsAllowed:OUT_OF_RANGE:error'],
    [{ fillsAllowed: 2 }, { fillsAllowed: 1.5 }, 'fillsAllowed:OUT_OF_RANGE:error'],
    [{ fillsAllowed: 2 }, { fillsAllowed: Number.NaN }, 'fillsAllowed:OUT_OF_RANGE:error'],
    [{ daysSupply: 0 }, { daysSupply: -1 }, 'daysSupply:OUT_OF_RANGE:error'],
    [{ daysSupply: 999 }, { daysSupply: 1000 }, 'daysSupply:OUT_OF_RANGE:error'],
    [
      { dispenseQuantity: '99999999999' },
      { dispenseQuantity: '999999999999' },
      'dispenseQuantity:NOT_A_QUANTITY:error',
    ],
    [{ dispenseQuantity: 1 }, { dispenseQuantity: 0 }, 'dispenseQuantity:NOT_A_QUANTITY:error'],
    [
      { dispenseQuantity: '2.5', dispenseUnit: 'Milliliter' },
      { dispenseQuantity: '2.5' },
      'dispenseQuantity:FRACTION_OF_A_WHOLE:warning',
    ],
    [{ dispenseUnit: 'tablets' }, { dispenseUnit: 'bottle' }, 'dispenseUnit:UNKNOWN_UNIT:error'],
    [{ notes: 'n'.repeat(210) }, { notes: 'n'.repeat(211) }, 'notes:TOO_LONG:error'],
    [{ instructions: 'n'.repeat(1000) }, { instructions: 'n'.repeat(1001) }, 'instructions:TOO_LONG:error'],
    [
      { drugDescription: 'n'.repeat(105) },
      { drugDescription: 'n'.repeat(106) },
      'drugDescription:TOO_LONG:error',
    ],
    [
      { doNotFillBeforeDate: TODAY },
      { doNotFillBeforeDate: '2026-11-19' },
      'doNotFillBeforeDate:IN_THE_PAST:error',
    ],
    [
      { doNotFillBeforeDate: '2027-02-28' },
      { doNotFillBeforeDate: '2027-02-29' },
      'doNotFillBeforeDate:NOT_A_DATE:error',
    ],
  ] as const) {
    const prose = { instructions: 'Take it as we have discussed.' };
    assert.deepEqual(codes({ ...prose, ...at }), [], JSON.stringify(at));
    assert.deepEqual(codes({ ...prose, ...beyond }), [code], JSON.stringify(beyond));
  }
});

test('W1: numbers that contradict the directions stop a draft until a reason is given', () => {
  const wrong = {
    instructions: 'Take 1 tablet by mouth once daily for 30 days.',
    dispenseQuantity: '90',
    daysSupply: 90,
  };
  assert.deepEqual(
    checkDraft({ ...good, ...wrong }, TODAY).map(({ field, message, severity }) => [
      field,
      message,
      severity,
    ]),
    [
      ['daysSupply', 'The directions end after 30 days, and the days supply is 90 days.', 'error'],
      ['dispenseQuantity', 'These directions need 30 tablets for 30 days, and the quantity is 90.', 'error'],
    ].toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
  );
  assert.ok(maySign(checkDraft({ ...good, ...wrong, fillsAllowed: 1, amountsReason: 'A voyage.' }, TODAY)));
  assert.deepEqual(codes({ ...wrong, dispenseQuantity: '30', daysSupply: 30, fillsAllowed: 1 }), []);
});

test('W6: text that SCRIPT cannot carry is pointed at, character by character, with what to write', () => {
  const issues = checkDraft(
    { ...good, instructions: 'Take \u00bd tablet \u2013 daily \u{1F600}', notes: 'caf\u00e9' },
    TODAY,
  );
  assert.deepEqual(
    issues.map(({ field, code, offset, length, replacement }) => ({
      field,
      code,
      offset,
      length,
      replacement,
    })),
    [
      { field: 'instructions', code: 'UNSENDABLE_CHARACTER', offset: 5, length: 1, replacement: '1/2' },
      { field: 'instructions', code: 'UNSENDABLE_CHARACTER', offset: 14, length: 1, replacement: '-' },
      { field: 'instructions', code: 'UNSENDABLE_CHARACTER', offset: 22, length: 2, replacement: undefined },
      { field: 'notes', code: 'UNSENDABLE_CHARACTER', offset: 3, length: 1, replacement: 'e' },
    ],
  );
  assert.deepEqual(codes({ notes: 'first line\n\nsecond line' }), []);
});

test('W6: a diagnosis is sent with its description, so that one without, or one that no message carries, is named with its code', () => {
  const described = { code: 'I10', description: 'Essential (primary) hypertension' };
  assert.deepEqual(codes({ diagnosisCodes: [described] }), []);
  for (const description of [undefined, null, ' ']) {
    const issues = checkDraft(
      { ...good, diagnosisCodes: [described, { code: 'E11.9', description }] },
      TODAY,
    );
    assert.deepEqual(
      issues.map(({ field, code, severity }) => [field, code, severity]),
      [['diagnosisCodes', 'DIAGNOSIS_NOT_DESCRIBED', 'error']],
    );
    assert.match(issues[0]?.message ?? '', /^Diagnosis 2 \(E11\.9\) has no description/);
  }
  for (const [description, code] of [
    ['Sj\u00f6gren syndrome', 'UNSENDABLE_CHARACTER'],
    ['x'.repeat(256), 'TOO_LONG'],
  ] as const)
    assert.deepEqual(codes({ diagnosisCodes: [{ code: 'M35.00', description }] }), [
      `diagnosisCodes:${code}:error`,
    ]);
  assert.deepEqual(codes({ diagnosisCodes: [{ code: 'I10', description: 'x'.repeat(255) }] }), []);
});

test('W1: an error-prone abbreviation is refused in the sig and warned about in the note', () => {
  assert.deepEqual(codes({ instructions: '1 tab po QD' }), ['instructions:ERROR_PRONE:error']);
  assert.deepEqual(codes({ notes: 'was on 10U before' }), ['notes:ERROR_PRONE:warning']);
  assert.ok(maySign(checkDraft({ ...good, notes: 'was on 10U before' }, TODAY)));
  assert.equal(maySign(checkDraft({ ...good, instructions: 'QD' }, TODAY)), false);
});

test('W6: whatever comes in, each issue names a field, points inside its text and says what to do', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(null, undefined));
  fc.assert(
    fc.property(
      text,
      text,
      text,
      fc.oneof(fc.double(), fc.constant(null)),
      (instructions, notes, dispenseQuantity, daysSupply) => {
        const draft = { ...good, instructions, notes, dispenseQuantity, daysSupply } as DraftFields;
        for (const issue of checkDraft(draft, TODAY)) {
          assert.ok(issue.message.endsWith('.') && issue.message.length > 10);
          if (issue.offset === undefined) continue;
          const value = draft[issue.field];
          assert.ok(typeof value === 'string' && issue.offset + (issue.length ?? 0) <= value.length);
        }
      },
    ),
  );
});

test('S5: every limit names its unit and its source', () => {
  const source = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
  const ofFields = fieldNames().flatMap((name) => {
    const { limit } = fieldOf(name);
    const isShared = Object.values(FIELD_LIMITS).some((other) => other === limit);
    return limit === undefined || isShared ? [] : [[name, limit] as const];
  });
  assert.ok(ofFields.length > 2);
  for (const [written, limits] of [
    [source('../limits/field-limits.ts'), Object.entries(FIELD_LIMITS)],
    [source('prescription-fields.ts'), ofFields],
  ] as const)
    for (const [name, limit] of limits) {
      assert.ok(limit.maximum > 0 && limit.unit.length > 3, name);
      assert.match(written, new RegExp(`/\\*\\* .{6,} \\*/\\n  ${name}: `), name);
    }
});

test('S5: every text that is signed has a label on paper, and a bound with which it is checked, or is a date', () => {
  for (const name of signedTexts()) {
    const { type, limit } = fieldOf(name);
    if (type === 'date') continue;
    assert.ok(onRecord(name).printed !== undefined, name);
    const long = { ...good, [name]: 'x'.repeat((limit?.maximum ?? 0) + 1) };
    assert.ok(
      checkDraft(long, TODAY).some(({ field, code }) => field === name && code === 'TOO_LONG'),
      name,
    );
  }
});

test('W1: too much is an error of the draft until somebody says why; 100 tablets are, of any medicine', () => {
  const issues = (instructions: string, more: object = {}): readonly string[] =>
    checkDraft(
      {
        instructions,
        medicine: { ingredients: ['acetaminophen'], strength: '500 mg' },
        ...more,
      },
      '2026-11-28',
    ).flatMap(({ code, severity, message }) =>
      code === 'AMOUNTS_CONTRADICT' ? [`${severity}: ${message}`] : [],
    );
  assert.deepEqual(issues('1 tab po q6h'), []);
  assert.deepEqual(issues('2 tab po q4h'), [
    'error: These directions come to 6,000 mg of acetaminophen a day, and 4,000 mg is the most that adults are usually given. Correct them, or say why.',
  ]);
  assert.match(issues('2 tab po q4h', { amountsReason: 'Under supervision' })[0] ?? '', /^warning: /);
  assert.match(
    issues('1 tab po daily', { medicine: { ingredients: ['methotrexate'], strength: '2.5 mg' } })[0] ?? '',
    /once a week/,
  );
  assert.match(issues('100 tab po bid', { medicine: null })[0] ?? '', /^error: A single dose of 100 tablets/);
});
