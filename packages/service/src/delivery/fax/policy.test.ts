// Tests the fax policy: state, drug, payer and day of a rule, what it forbids, and that what no rule forbids is allowed (D2).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { US_STATES } from '@pestle/rules/states';
import { clinicalContent } from '@pestle/testbed/practice/clinical-content';
import type { FaxQuestion } from './policy.ts';
import { faxDecision, faxDrugOf } from './policy.ts';
import type { FaxRule } from './policy-rules.ts';
import { FAX_RULES } from './policy-rules.ts';

const ATORVASTATIN = { rxcui: '617310', ingredients: ['atorvastatin'], schedule: null };
const question = (over: Partial<FaxQuestion> = {}): FaxQuestion => ({
  document: 'prescription',
  pharmacyState: 'MA',
  on: '2026-11-20',
  drug: ATORVASTATIN,
  payer: null,
  ...over,
});
const rule = (over: Partial<FaxRule> = {}): FaxRule => ({
  state: 'any',
  drug: 'any',
  payer: 'any',
  forbids: ['prescription'],
  since: '2020-01-01',
  source: 'A law',
  ...over,
});
const allowed = (asked: Partial<FaxQuestion>, rules?: readonly FaxRule[]): boolean =>
  faxDecision(question(asked), rules).allowed;

describe('the fax policy (D2)', () => {
  test('Ohio forbids the fax of a prescription and allows that of a cancel notice', () => {
    const decision = faxDecision(question({ pharmacyState: 'OH' }));
    assert.deepEqual(decision.allowed, false);
    assert.match(decision.allowed ? '' : decision.source, /Ohio/);
    assert.equal(allowed({ pharmacyState: 'OH', document: 'cancel-notice' }), true);
  });

  test('an uncontrolled drug may be faxed in every other state; a controlled one in none', () => {
    for (const { code } of US_STATES) {
      if (code !== 'OH') assert.equal(allowed({ pharmacyState: code }), true, code);
      for (const schedule of ['II', 'III', 'IV', 'V'])
        assert.equal(allowed({ pharmacyState: code, drug: { ...ATORVASTATIN, schedule } }), false, code);
    }
  });

  test('a rule holds from its day on, until the day before its end', () => {
    const rules = [rule({ since: '2026-01-01', until: '2026-07-01' })];
    assert.deepEqual(
      ['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01'].map((on) => allowed({ on }, rules)),
      [true, false, false, true],
    );
  });

  test('a rule about a drug holds for its RxCUI, and for every drug with that ingredient', () => {
    const rules = [rule({ drug: { rxcui: '83367', name: 'Atorvastatin' } })];
    assert.equal(allowed({}, rules), false, 'by the name of the ingredient');
    assert.equal(allowed({ drug: { rxcui: '83367', ingredients: [], schedule: null } }, rules), false);
    assert.equal(
      allowed({ drug: { rxcui: '29046', ingredients: ['lisinopril'], schedule: null } }, rules),
      true,
    );
  });

  test('a rule about schedules holds for what is scheduled where the pharmacy is', () => {
    const gabapentin = clinicalContent({
      treatment: { ...clinicalContent().treatment, rxcui: '310431', ingredients: ['gabapentin'] },
    });
    const rules = [rule({ drug: { schedules: ['V'] } })];
    const at = (pharmacyState: string): boolean =>
      allowed({ pharmacyState, drug: faxDrugOf(gabapentin, pharmacyState, '2026-11-20') }, rules);
    assert.deepEqual([at('KY'), at('MA')], [false, true]);
  });

  test('a rule about a payer holds for its BIN, and for its PCN where one is named; without benefits for nobody', () => {
    const ofBin = [rule({ payer: { bin: '004336' } })];
    const ofPcn = [rule({ payer: { bin: '004336', pcn: 'ADV' } })];
    const decided = (payer: FaxQuestion['payer']) => [allowed({ payer }, ofBin), allowed({ payer }, ofPcn)];
    assert.deepEqual(decided({ bin: '004336', pcn: 'ADV' }), [false, false]);
    assert.deepEqual(decided({ bin: '004336', pcn: 'MEDDADV' }), [false, true]);
    assert.deepEqual(decided({ bin: '004336', pcn: null }), [false, true]);
    assert.deepEqual(decided({ bin: '610502', pcn: 'ADV' }), [true, true]);
    assert.deepEqual(decided(null), [true, true]);
  });

  test('every column of a rule must hold, and a rule may forbid a cancel notice too', () => {
    const rules = [
      rule({
        state: 'NY',
        drug: { rxcui: '83367', name: 'atorvastatin' },
        payer: { bin: '004336' },
        forbids: ['prescription', 'cancel-notice'],
      }),
    ];
    const all = { pharmacyState: 'NY', payer: { bin: '004336', pcn: null } } as const;
    assert.equal(allowed(all, rules), false);
    assert.equal(allowed({ ...all, document: 'cancel-notice' }, rules), false);
    assert.equal(allowed({ ...all, pharmacyState: 'NJ' }, rules), true);
    assert.equal(allowed({ ...all, payer: null }, rules), true);
    assert.equal(
      allowed({ ...all, drug: { rxcui: null, ingredients: ['lisinopril'], schedule: null } }, rules),
      true,
    );
  });

  test('every row has a day, a source and something that it forbids', () => {
    for (const { since, until, source, forbids, state } of FAX_RULES) {
      assert.match(since, /^\d{4}-\d{2}-\d{2}$/);
      assert.ok(until === undefined || until > since);
      assert.ok(source.length > 10 && forbids.length > 0);
      assert.ok(state === 'any' || US_STATES.some(({ code }) => code === state));
    }
  });
});
