// Tests alternatives: only listed ones of the class, the cheapest first, and directions that stay only where nothing changes.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readCsvFile } from '../../../../scripts/csv.ts';
import { doseFormFromFda } from '../medication/dose-form.ts';
import {
  type AlternativeCandidate,
  equivalentAlternatives,
  keepsDirections,
  pharmacyAlternatives,
  type ReplacedTreatment,
  type TreatmentIdentity,
  therapeuticAlternatives,
} from './alternatives.ts';
import { type CopayEstimate, type CopayQuestion, estimateCopay } from './copay.ts';
import { coverageSentence, line } from './coverage-line.ts';
import { BENEFIT_TYPES, type CostShareRow } from './plan-terms.ts';
import { COVERAGE_EN } from './words-en.ts';

const lisinopril: ReplacedTreatment = {
  rxcui: '314076',
  ingredients: ['lisinopril'],
  strength: '10 mg',
  doseForm: 'Oral Tablet',
  vaClass: 'CV800',
};
const costs = (
  fromCents: number | null,
  toCents = fromCents,
  kind?: CopayEstimate['kind'],
): CopayEstimate => ({
  kind: kind ?? (fromCents === null ? 'UNKNOWN' : fromCents === toCents ? 'EXACT' : 'RANGE'),
  fromCents,
  toCents,
  headline: line('COPAY_UNKNOWN'),
  steps: [],
});
const candidate = (name: string, rest: Partial<AlternativeCandidate> = {}): AlternativeCandidate => ({
  rxcui: name,
  name,
  ingredients: [name],
  strength: '10 mg',
  doseForm: 'Oral Tablet',
  vaClass: 'CV800',
  vaClassName: 'ACE Inhibitors',
  coverage: { status: 'COVERED', restrictions: 0 },
  copay: costs(1000),
  ...rest,
});
const names = (
  candidates: readonly AlternativeCandidate[],
  allowed = (): boolean => true,
): readonly string[] =>
  therapeuticAlternatives(lisinopril, candidates, allowed).map((one) => one.candidate.name);

test('the cheapest comes first, then the least restricted, then by name; what is not known comes last', () => {
  const restricted = { status: 'COVERED_WITH_RESTRICTIONS', restrictions: 2 } as const;
  assert.deepEqual(
    names([
      candidate('unknown', { copay: costs(null) }),
      candidate('after', { copay: costs(100, 100, 'AFTER_DEDUCTIBLE') }),
      candidate('restricted', { coverage: restricted }),
      candidate('Quinapril'),
      candidate('benazepril'),
      candidate('range', { copay: costs(0, 1500) }),
      candidate('dear', { copay: costs(2000) }),
      candidate('cheap', { copay: costs(500) }),
    ]),
    ['cheap', 'benazepril', 'Quinapril', 'restricted', 'range', 'dear', 'after', 'unknown'],
  );
});

test('only another treatment of the same class that the plan lists and the caller allows', () => {
  assert.deepEqual(
    names([
      candidate('other class', { vaClass: 'CV805' }),
      candidate('not listed', { coverage: { status: 'NOT_COVERED', restrictions: 0 } }),
      candidate('not known', { coverage: { status: 'NO_DATA', restrictions: 0 } }),
      candidate('Prinivil', { ingredients: ['Lisinopril '] }),
      candidate('enalapril'),
      candidate('enalapril'),
    ]),
    ['enalapril'],
  );
  assert.deepEqual(
    names([candidate('enalapril')], () => false),
    [],
  );
  // Without a class there is nothing to be the same as.
  const unclassed = { ...lisinopril, vaClass: '' };
  assert.deepEqual(
    therapeuticAlternatives(unclassed, [candidate('x', { vaClass: '' })], () => true),
    [],
  );
});

test('each says that it is offered for its class, and whether the directions stay', () => {
  const [named] = therapeuticAlternatives(lisinopril, [candidate('enalapril')], () => true);
  assert.ok(named !== undefined);
  assert.equal(coverageSentence(named.because, COVERAGE_EN), 'Same class: ACE Inhibitors.');
  assert.equal(named.keepsDirections, false);
  const [bare] = therapeuticAlternatives(lisinopril, [candidate('x', { vaClassName: '' })], () => true);
  assert.ok(bare !== undefined);
  assert.equal(coverageSentence(bare.because, COVERAGE_EN), 'Same class.');
});

test('the generic of a brand is the same treatment under another code, and the directions stay', () => {
  const generic = candidate('lisinopril', { copay: costs(100) });
  const brand = candidate('Prinivil', { ingredients: ['lisinopril'] });
  const own = { ...brand, rxcui: lisinopril.rxcui };
  const unlisted = { ...generic, rxcui: 'x', coverage: { status: 'NOT_COVERED', restrictions: 0 } } as const;
  const others = [brand, own, unlisted, candidate('enalapril'), generic];
  const found = equivalentAlternatives(lisinopril, others, () => true);
  assert.deepEqual(
    found.map((one) => [one.candidate.name, one.keepsDirections]),
    [
      ['lisinopril', true],
      ['Prinivil', true],
    ],
  );
  assert.deepEqual(
    found.map(({ because }) => coverageSentence(because, COVERAGE_EN)),
    ['Same ingredient, strength and form.', 'Same ingredient, strength and form.'],
  );
  assert.deepEqual(
    equivalentAlternatives(lisinopril, others, () => false),
    [],
  );
});

test('the order does not depend on the order of the candidates', () => {
  const some = ['a', 'b', 'c', 'd', 'e'].map((name, index) =>
    candidate(name, { copay: index % 2 === 0 ? costs(1000) : costs(null) }),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(some, { minLength: some.length }), (shuffled) => {
      assert.deepEqual(names(shuffled), ['a', 'c', 'e', 'b', 'd']);
    }),
  );
});

test('directions stay only where ingredient, strength and form are known and the same', () => {
  const same: TreatmentIdentity = {
    ingredients: [' Lisinopril'],
    strength: '10  MG',
    doseForm: 'oral tablet',
  };
  assert.equal(keepsDirections(lisinopril, same), true);
  const changes: readonly Partial<TreatmentIdentity>[] = [
    { ingredients: ['lisinopril', 'hydrochlorothiazide'] },
    { ingredients: ['enalapril'] },
    { ingredients: [] },
    { strength: '20 mg' },
    { strength: '' },
    { doseForm: 'Oral Solution' },
    { doseForm: 'Extended Release Oral Tablet' },
    { doseForm: ' ' },
  ];
  for (const change of changes)
    assert.equal(keepsDirections(lisinopril, { ...same, ...change }), false, JSON.stringify(change));
  // A missing or a coarse form is not the same as itself: the tablet and its extended release are both pills.
  for (const doseForm of ['', 'Oral Pill', 'pill', 'Injectable'])
    assert.equal(keepsDirections({ ...same, doseForm }, { ...same, doseForm }), false, doseForm);
});

test('directions are kept both ways or neither, and never across a change', () => {
  const word = fc.constantFrom('lisinopril', 'Lisinopril', 'metformin', '');
  const treatment = fc.record({
    ingredients: fc.array(word, { maxLength: 2 }),
    strength: fc.constantFrom('10 mg', '20 mg', ''),
    doseForm: fc.constantFrom('Oral Tablet', 'Extended Release Oral Tablet', 'Oral Pill', ''),
  });
  fc.assert(
    fc.property(treatment, treatment, (a, b) => {
      assert.equal(keepsDirections(a, b), keepsDirections(b, a));
      if (!keepsDirections(a, b)) return;
      assert.deepEqual([a.strength, a.doseForm], [b.strength, b.doseForm]);
      assert.deepEqual(
        a.ingredients.map((one) => one.toLowerCase()),
        b.ingredients.map((one) => one.toLowerCase()),
      );
    }),
  );
});

const terms = (benefitType: string, value: string): CostShareRow => ({
  benefitType,
  tier: 'generic',
  costType: 'copay',
  qualifier: 'charge',
  value,
  unit: '$',
});
const question: CopayQuestion = {
  entry: { tier: 'generic', benefitTypes: [] },
  costSharing: [
    terms('1-month-in-retail', '20'),
    terms('1-month-out-retail', '45'),
    terms('1-month-in-mail', '10'),
    terms('3-month-in-retail', '5'),
  ],
  benefitTypes: ['1-month-out-retail'],
  quantity: '30',
  unitCode: 'C48542',
  deductible: 'unknown',
};

test('another kind of pharmacy is offered where it surely costs less for the same supply', () => {
  const types = (rest: Partial<CopayQuestion>): readonly string[] =>
    pharmacyAlternatives({ ...question, ...rest }).map(({ benefitType }) => benefitType);
  assert.deepEqual(types({}), ['1-month-in-mail', '1-month-in-retail']);
  assert.deepEqual(types({ benefitTypes: ['1-month-in-mail'] }), []);
  // Where the network is not known, the one that costs less of the two is worth telling.
  assert.deepEqual(types({ benefitTypes: ['1-month-in-retail', '1-month-out-retail'] }), [
    '1-month-in-mail',
    '1-month-in-retail',
  ]);
  assert.deepEqual(types({ benefitTypes: ['1-month-out-retail', '3-month-out-retail'] }), []);
  assert.deepEqual(types({ entry: { tier: 'generic', benefitTypes: ['1-month-out-retail'] } }), []);
  assert.deepEqual(types({ entry: { tier: 'unlisted', benefitTypes: [] } }), []);
});

test('nothing is offered that may cost as much as here', () => {
  const rows = fc.array(
    fc
      .tuple(fc.constantFrom(...BENEFIT_TYPES), fc.nat(50), fc.constantFrom('charge', 'after-deductible'))
      .map(([type, dollars, qualifier]) => ({ ...terms(type, String(dollars)), qualifier })),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(rows, fc.subarray([...BENEFIT_TYPES]), (costSharing, benefitTypes) => {
      const asked = { ...question, costSharing, benefitTypes };
      const here = estimateCopay(asked).toCents;
      for (const { copay } of pharmacyAlternatives(asked))
        assert.ok(here !== null && copay.toCents !== null && copay.toCents < here);
    }),
  );
});

const reference = new URL('../../../../../shared/data/treatments_catalog.csv.gz', import.meta.url);
test('the catalog: dose forms are forms, its groups are not, and nothing is an alternative to itself', {
  skip: !existsSync(reference) && 'no reference data here',
}, () => {
  const candidates = readCsvFile(reference).map((row) =>
    candidate(row.display_name ?? '', {
      rxcui: row.rxcui ?? '',
      ingredients: (row.ingredients ?? '').split('/'),
      strength: row.strength ?? '',
      doseForm: (row.rxnorm_dose_form || doseFormFromFda(row.fda_dose_form ?? '', row.fda_route ?? '')) ?? '',
      vaClass: row.va_class ?? '',
      vaClassName: row.va_class_name ?? '',
    }),
  );
  for (const one of candidates) {
    if (one.doseForm !== '' && one.strength !== '') assert.ok(keepsDirections(one, one), one.name);
    assert.equal(keepsDirections(one, { ...one, doseForm: 'Oral Pill' }), false);
  }
  const of = (code: string): AlternativeCandidate => {
    const found = candidates.find(({ rxcui }) => rxcui === code);
    assert.ok(found !== undefined, code);
    return found;
  };
  // The lisinopril tablet and its brand; the metformin tablet and a brand that is an extended release of the same strength.
  const sameAs = (code: string): readonly string[] =>
    equivalentAlternatives(of(code), candidates, () => true).map((one) => one.candidate.name);
  assert.ok(sameAs('314076').includes('PRINIVIL (Oral Pill) 10 mg'));
  assert.ok(!sameAs('861007').includes('GLUCOPHAGE XR (Oral Pill) 500 mg'));
  const offered = therapeuticAlternatives(of('861007'), candidates, () => true);
  assert.ok(offered.length > 10);
  for (const { candidate: other } of offered) {
    assert.equal(other.vaClass, 'HS502');
    assert.equal(keepsDirections(of('861007'), other), false);
  }
});
