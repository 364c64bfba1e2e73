// Tests the status of a drug under a plan, its words in both languages, and all of it against real plans.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { coverageText } from '@pestle/testbed/coverage/coverage-text';
import * as fc from 'fast-check';
import { readCsvFile } from '../../../../scripts/csv.ts';
import { blanksOf } from '../situations/sentence.ts';
import { estimateCopay } from './copay.ts';
import {
  type Coverage,
  type CoverageQuestion,
  type CoverageState,
  type CoverageStatus,
  coverageOf,
} from './coverage.ts';
import { coverageSentence, line } from './coverage-line.ts';
import { BENEFIT_TYPES, type CostShareRow, type FormularyEntry, type Plan } from './plan-terms.ts';
import { limitVerdict, quantityLimit } from './quantity-limit.ts';
import { COVERAGE_EN, type CoverageCode } from './words-en.ts';
import { COVERAGE_ES } from './words-es.ts';

const plan: Plan = { start: '2022-01-01', end: '2022-12-31', dataDate: '2022-03-01' };
const entry: FormularyEntry = {
  tier: 'generic',
  priorAuthorization: false,
  stepTherapy: false,
  quantityLimit: false,
  benefitTypes: ['1-month-in-retail'],
};
const asked: CoverageQuestion = {
  plan,
  rxcui: '861007',
  entry,
  benefitTypes: ['1-month-in-retail'],
  today: '2022-06-01',
};
const codes = ({ reasons }: Coverage): readonly CoverageCode[] => reasons.map(({ code }) => code);
const sentences = ({ reasons, limit, notes }: Coverage): string =>
  coverageText([...reasons, ...limit, ...notes], COVERAGE_EN);
const listed = (rest: Partial<FormularyEntry>): Coverage =>
  coverageOf({ ...asked, entry: { ...entry, ...rest } });

test('covered, covered with restrictions, not covered, no data: each with its reasons and the day of the data', () => {
  assert.deepEqual(coverageOf(asked), {
    status: 'COVERED',
    reasons: [],
    restrictions: 0,
    limit: [],
    notes: [line('DATA_DATE', { date: '2022-03-01' })],
  });
  const restricted = listed({ priorAuthorization: true, stepTherapy: true, quantityLimit: true });
  assert.equal(restricted.status, 'COVERED_WITH_RESTRICTIONS');
  assert.equal(restricted.restrictions, 3);
  assert.equal(
    sentences(restricted),
    'Prior authorization: the plan must approve it first. Step therapy: the plan wants another drug tried first. ' +
      'Quantity limit. The plan’s data does not say which. Data of 01-Mar-2022.',
  );
  const { entry: _entry, ...unlisted } = asked;
  assert.equal(coverageOf(unlisted).status, 'NOT_COVERED');
  assert.deepEqual(codes(coverageOf(unlisted)), ['NOT_LISTED']);
  const { rxcui: _rxcui, ...uncoded } = unlisted;
  assert.equal(coverageOf(uncoded).status, 'NO_DATA');
  assert.deepEqual(codes(coverageOf({ ...uncoded, rxcui: '' })), ['NO_DRUG_CODE']);
  const { plan: _plan, ...planless } = asked;
  assert.equal(coverageOf(planless).status, 'NO_DATA');
  assert.deepEqual(codes(coverageOf(planless)), ['NO_PLAN']);
  assert.match(sentences(coverageOf({ ...asked, plan: {} })), /The data has no date\./);
});

test('what a clinician gives, and what the plan lists for other pharmacies, is covered with that restriction', () => {
  assert.deepEqual(codes(listed({ tier: 'medical-service' })), ['MEDICAL_SERVICE']);
  assert.deepEqual(codes(listed({ benefitTypes: ['3-month-in-mail'] })), ['OTHER_SUPPLY']);
  assert.equal(listed({ benefitTypes: [] }).status, 'COVERED');
});

test('a limit on the quantity is told with whether the draft keeps it', () => {
  const quantityLimitDetail =
    '{"Rolling":{"valueTiming":{"repeat":{"count":30,"period":30,"periodUnit":"d"}}}}';
  const limited = (quantity: string): string =>
    sentences(
      coverageOf({
        ...asked,
        entry: { ...entry, quantityLimit: true, quantityLimitDetail },
        draft: { quantity, unitCode: 'C48542', daysSupply: 30 },
      }),
    );
  assert.match(
    limited('30'),
    /Quantity limit\. At most 30 in 30 days\. This prescription is within the limit\./,
  );
  assert.match(limited('60'), /This prescription is over the limit\./);
  assert.match(
    sentences(listed({ quantityLimit: false, quantityLimitDetail })),
    /^Data of/,
    'a detail without a limit is none',
  );
});

test('a plan that has ended or not begun is answered as of its own days, and says so', () => {
  const on = (today: string): Coverage => coverageOf({ ...asked, today });
  for (const today of ['2022-01-01', '2022-12-31']) assert.doesNotMatch(sentences(on(today)), /The plan/);
  assert.equal(on('2026-11-22').status, 'COVERED');
  assert.match(
    sentences(on('2026-11-22')),
    /The plan ended on 31-Dec-2022\. What is shown held until then\./,
  );
  assert.match(sentences(on('2021-12-31')), /The plan begins on 01-Jan-2022\./);
  // A drug that was listed to the plan's last day was covered then.
  const whole = { ...asked, entry: { ...entry, start: '2022-01-01', end: '2022-12-31' } };
  assert.equal(coverageOf({ ...whole, today: '2026-11-22' }).status, 'COVERED');
  assert.equal(coverageOf({ ...whole, today: '2021-11-22' }).status, 'COVERED');
});

test('a drug that left the list, or is not on it yet, is not covered', () => {
  assert.deepEqual(listed({ end: '2022-05-31' }).reasons, [line('LISTED_UNTIL', { date: '2022-05-31' })]);
  assert.deepEqual(listed({ start: '2022-06-02' }).reasons, [line('LISTED_FROM', { date: '2022-06-02' })]);
  assert.equal(listed({ end: '2022-05-31' }).status, 'NOT_COVERED');
  assert.equal(listed({ start: '2022-06-01', end: '2022-06-01' }).status, 'COVERED');
});

test('a restriction never makes a drug more covered, and every answer reads as words', () => {
  const flags = fc.record({
    priorAuthorization: fc.boolean(),
    stepTherapy: fc.boolean(),
    quantityLimit: fc.boolean(),
    tier: fc.constantFrom('generic', 'medical-service'),
    benefitTypes: fc.subarray([...BENEFIT_TYPES]),
  });
  const day = fc.constantFrom('2021-12-31', '2022-01-01', '2022-07-01', '2022-12-31', '2023-01-01');
  fc.assert(
    fc.property(flags, day, fc.option(day, { nil: undefined }), (some, today, end) => {
      const answer = coverageOf({
        ...asked,
        entry: { ...some, ...(end === undefined ? {} : { end }) },
        today,
      });
      const free =
        !some.priorAuthorization &&
        !some.stepTherapy &&
        !some.quantityLimit &&
        some.tier === 'generic' &&
        (some.benefitTypes.length === 0 || some.benefitTypes.includes('1-month-in-retail'));
      if (answer.status !== 'NOT_COVERED') assert.equal(answer.status === 'COVERED', free);
      assert.equal(answer.status === 'COVERED', answer.reasons.length === 0);
      assert.doesNotMatch(sentences(answer), /[{}]|undefined/);
      for (const one of [...answer.reasons, ...answer.limit, ...answer.notes])
        assert.notEqual(coverageSentence(one, COVERAGE_ES), '', one.code);
    }),
  );
});

test('every state, status and code has words in both languages that name the same facts', () => {
  const shown: readonly (CoverageState | CoverageStatus)[] = [
    'CHECKING',
    'CHECKED',
    'COULD_NOT_CHECK',
    'NO_DATA',
    'COVERED',
    'COVERED_WITH_RESTRICTIONS',
    'NOT_COVERED',
  ];
  for (const state of [...shown, ...BENEFIT_TYPES])
    for (const words of [COVERAGE_EN, COVERAGE_ES])
      assert.ok(coverageSentence(line(state), words).length > 3, state);
  assert.deepEqual(Object.keys(COVERAGE_ES).toSorted(), Object.keys(COVERAGE_EN).toSorted());
  for (const code of Object.keys(COVERAGE_EN) as CoverageCode[]) {
    assert.deepEqual(blanksOf(COVERAGE_ES[code]).toSorted(), blanksOf(COVERAGE_EN[code]).toSorted(), code);
    if (!code.startsWith('COPAY_')) assert.notEqual(COVERAGE_ES[code], COVERAGE_EN[code], code);
  }
});

const reference = (name: string): URL => new URL(`../../../../../shared/data/${name}`, import.meta.url);
test('the real plans of 2022: every drug, limit and term is read, told and priced', {
  skip: !existsSync(reference('formulary_plans.csv')) && 'no reference data here',
}, () => {
  const plans = readCsvFile(reference('formulary_plans.csv'));
  const terms = new Map<string, CostShareRow[]>();
  for (const row of readCsvFile(reference('formulary_cost_sharing.csv'))) {
    const rows = terms.get(row.plan_id ?? '') ?? [];
    terms.set(row.plan_id ?? '', rows);
    rows.push({
      benefitType: row.pharmacy_benefit_type ?? '',
      tier: row.tier ?? '',
      costType: row.cost_type ?? '',
      qualifier: row.qualifier ?? '',
      value: row.value ?? '',
      unit: row.unit ?? '',
    });
  }
  const draft = { quantity: '30', unitCode: 'C48542', daysSupply: 30 };
  const seen = new Map<string, number>();
  const distinct = new Map<string, FormularyEntry & { readonly planId: string }>();
  for (const row of readCsvFile(reference('formulary_items.csv.gz'))) {
    const item = {
      planId: row.plan_id ?? '',
      tier: row.tier ?? '',
      priorAuthorization: row.prior_authorization === 'true',
      stepTherapy: row.step_therapy === 'true',
      quantityLimit: row.quantity_limit === 'true',
      quantityLimitDetail: row.quantity_limit_detail ?? '',
      benefitTypes: (row.pharmacy_benefit_types ?? '').split('|'),
      ...(row.start === undefined ? {} : { start: row.start }),
      ...(row.end === undefined ? {} : { end: row.end }),
    };
    distinct.set(JSON.stringify(item), item);
  }
  assert.ok(distinct.size > 100);
  for (const { planId, ...item } of distinct.values()) {
    const found = plans.find(({ plan_id }) => plan_id === planId);
    assert.ok(found?.end !== undefined);
    const benefitTypes = ['1-month-in-retail', '1-month-out-retail'] as const;
    const answer = coverageOf({
      plan: { end: found.end, dataDate: '2022-01-01' },
      rxcui: '1',
      entry: item,
      benefitTypes,
      draft,
      today: '2026-11-22',
    });
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    assert.match(sentences(answer), /The plan ended on 31-Dec-2022\./);
    assert.equal(quantityLimit(item.quantityLimitDetail).unread, false);
    const verdict = limitVerdict(quantityLimit(item.quantityLimitDetail), draft);
    seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
    for (const perUnit of ['0.02773', '58.81593', undefined]) {
      const estimate = estimateCopay({
        entry: item,
        costSharing: terms.get(planId) ?? [],
        benefitTypes,
        ...(perUnit === undefined ? {} : { price: { perUnit, unit: 'EA', date: '2016-01-20' } }),
        ...draft,
        deductible: 'unknown',
      });
      seen.set(estimate.kind, (seen.get(estimate.kind) ?? 0) + 1);
      // With a price, only what a clinician gives has no copay to tell.
      if (perUnit !== undefined) assert.equal(estimate.kind === 'UNKNOWN', item.tier === 'medical-service');
      assert.doesNotMatch(
        coverageText([estimate.headline, ...estimate.steps], COVERAGE_ES),
        /[{}]|undefined|NaN/,
      );
    }
  }
  assert.deepEqual([...seen.keys()].toSorted(), [
    'AFTER_DEDUCTIBLE',
    'CANNOT_TELL',
    'COVERED',
    'COVERED_WITH_RESTRICTIONS',
    'EXACT',
    'OVER',
    'RANGE',
    'UNKNOWN',
    'WITHIN',
  ]);
});
