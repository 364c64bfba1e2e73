// Tests that whatever a prescriber can be told by a code has a Spanish sentence, and that English says the rules' own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDraft } from '@pestle/rules/check-draft';
import { toPhone10 } from '@pestle/rules/phone';
import { toPostalCode } from '@pestle/rules/postal';
import { parseSig } from '@pestle/rules/sig';
import { QUANTITY_UNITS } from '@pestle/rules/units';
import { CANCEL_NOT_SENT_REASONS, STUCK_REASONS } from '@pestle/service/for-tests/delivery';
import { PRESCRIBER_NEEDS } from '@pestle/service/for-tests/identity';
import { CANNOT_FILL_REASONS } from '@pestle/service/for-tests/tracking';
import { ERRORS } from '@pestle/service/kernel';
import { quantityText } from '../kit/medication.ts';
import { stopReason } from '../situation/situation-model.ts';
import { problemText, reasonText } from '../workflow/problem-text.ts';
import type { Problem } from '../workflow/state/problem.ts';
import { situation as situationEnglish } from './en/situation.ts';
import { en } from './en.ts';
import { errorText } from './error-text.ts';
import { situation as situationSpanish } from './es/situation.ts';
import { patientForm } from './es/workflow/patient-form.ts';
import { es } from './es.ts';

/** What no form of the elements can be answered with: they send what it is about, or never ask for it. */
const NEVER = new Set([
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
  'ONE_MUTATION_PER_REQUEST',
  'IDEMPOTENCY_KEY_REQUIRED',
  'CANCEL_REFUSED',
  'RESEND_REFUSED',
  'REQUEST_ANSWERED',
  'ILLEGAL_TRANSITION',
  'UNKNOWN_STATUS',
]);
const OWN =
  'OFFLINE NOT_LOADED TIMEOUT SERVER SIGNED_OUT SIGN_IN_CANCELED SIGN_IN_REFUSED POPUP_BLOCKED WRONG_ORGANIZATION WRONG_USER CONFIGURATION'.split(
    ' ',
  );
const message = 'In the words of the service.';

test('E6: every error that the service or the way there can answer with is said in Spanish', () => {
  for (const code of [...Object.keys(ERRORS), ...OWN])
    if (!NEVER.has(code)) assert.notEqual(errorText(es, { code, message }), message, code);
  assert.equal(errorText(es, { code: 'NEW_CODE', message }), message, 'the last resort');
  assert.equal(errorText(en, { code: 'FORBIDDEN', message }), message);
});

test('E6: what a person lacks, and why a fill is stopped, is said in Spanish', () => {
  assert.deepEqual(
    Object.keys(PRESCRIBER_NEEDS).filter((code) => es.said.needs[code] === undefined),
    [],
  );
  const codes = [
    ...Object.keys(STUCK_REASONS),
    ...Object.keys(CANNOT_FILL_REASONS).map((code) => `cannot-fill-${code}`),
  ];
  for (const stateReason of codes) {
    const fill = { stateReason, stateReasonText: message };
    assert.notEqual(stopReason(fill, situationSpanish), message, stateReason);
    assert.equal(stopReason(fill, situationEnglish), message);
  }
  assert.equal(stopReason({ stateReason: 'of-a-pharmacy', stateReasonText: null }, situationSpanish), null);
  for (const code of Object.keys(CANCEL_NOT_SENT_REASONS))
    assert.ok(situationSpanish.cancelReasons[code] !== undefined, code);
});

test('W1: every unit has a Spanish name for one and for many', () => {
  for (const { code, name } of QUANTITY_UNITS) {
    const words = es.history.units[code];
    assert.ok(words !== undefined, name);
    if (name !== 'Kit') assert.notEqual(words[0], name);
  }
  assert.equal(quantityText('1', 'Tablet', es.history), '1\u00a0tableta');
  assert.equal(quantityText('30', 'C48542', es.history), '30\u00a0tabletas');
  assert.equal(quantityText('30', 'Tablet', en.history), '30\u00a0tablets');
});

test('W1: what is wrong with directions is said in Spanish, with the word and the better one', () => {
  const said = (typed: string): (string | undefined)[] => {
    const result = parseSig(typed);
    return result.ok
      ? []
      : result.errors.map(({ code, offset = 0, length = 0, replacement = '' }) =>
          es.said.sig[code]?.(typed.slice(offset, offset + length), replacement),
        );
  };
  assert.deepEqual(said('1 tab po qd'), ['“qd” induce a error: use daily.']);
  assert.deepEqual(said('1 tab po foo bid'), ['“foo” no se entiende.']);
  assert.deepEqual(said('.5 ml po bid'), ['Escriba 0.5.']);
  assert.deepEqual(said('1 tab po q4-6h prn pain max 8 puffs in 24 hours'), [
    'El máximo por día está en otra unidad que la dosis.',
  ]);
  assert.deepEqual(said('1 tab po bid prn 5'), [es.said.sig.REASON_UNREADABLE?.('5', '')]);
});

test('W6: findings about the fields of a draft are said in Spanish, also those of the service and of the standard', () => {
  const bad = [
    {},
    { treatmentId: 'trt_1', dispenseQuantity: 'x', dispenseUnit: 'x', fillsAllowed: 0, daysSupply: -1 },
    { dispenseQuantity: '1.5', dispenseUnit: 'Tablet', fillsAllowed: 20, doNotFillBeforeDate: '2026-02-30' },
    { instructions: 'Take QD \u{1F600}', notes: 'QD \u{1F600}', doNotFillBeforeDate: '2020-01-01' },
    { instructions: 'x'.repeat(1_001), notes: 'x'.repeat(211) },
    { diagnosisCodes: [{ code: 'I10' }, { code: 'M35.00', description: 'Sj\u00f6gren syndrome' }] },
  ];
  for (const issue of bad.flatMap((draft) => checkDraft(draft, '2026-01-01'))) {
    const problem = { ...issue, location: { in: 'draft', draftId: 'drf_1', field: issue.field } } as const;
    assert.notEqual(problemText(es, problem), issue.message, `${issue.field}.${issue.code}`);
    assert.equal(problemText(en, problem), issue.message);
  }
  for (const code of [
    'SCRIPT_REQUIRED',
    'SCRIPT_LENGTH',
    'SAME_TREATMENT_TWICE',
    'SCREENING_REASON_REQUIRED',
    'SCREENING_FINDING',
    'LIKELY_DUPLICATE',
    'EARLIER_UNREADABLE',
    'SAME_AGAIN',
    'PHARMACY_NOT_SELECTABLE',
  ]) {
    const problem: Problem = { code, message, location: { in: 'pharmacy' }, severity: 'error' };
    assert.notEqual(problemText(es, problem), message, code);
  }
  assert.equal(
    problemText(es, { code: 'NO_PHARMACY', location: { in: 'pharmacy' }, severity: 'error' }),
    'Elija una farmacia.',
  );
});

test('W7: why a treatment cannot be prescribed is said in Spanish; an organization’s own reason stays as it wrote it', () => {
  const { findings } = es.said;
  for (const reasonCode of [
    'CONTROLLED_SUBSTANCE',
    'CONTROL_UNKNOWN',
    'NOT_IN_CATALOG',
    'NO_DESCRIPTION',
    'INACTIVE',
    'WRITTEN_NOT_ALLOWED',
  ])
    assert.notEqual(reasonText(findings, { reason: message, reasonCode }), message, reasonCode);
  assert.equal(reasonText(findings, { reason: message, reasonCode: 'TREATMENT_DISABLED' }), message);
});

test('patient-id: a telephone number or a ZIP code that is refused is refused in Spanish', () => {
  for (const refusal of [
    ...['617-555-0100 x5', '+44 20 7946 0000', '555-0142', '017-555-0100'].map(toPhone10),
    toPostalCode('2139'),
  ]) {
    assert.ok(!refusal.ok);
    assert.ok(patientForm.refused[refusal.code ?? ''] !== undefined, refusal.message);
  }
});
