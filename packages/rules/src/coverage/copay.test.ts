// Tests estimated copays: exact cents, the range where the data leaves one, how it is told, and that nothing is known too well.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageText } from '@pestle/testbed/coverage/coverage-text';
import * as fc from 'fast-check';
import { type CopayEstimate, type CopayQuestion, estimateCopay } from './copay.ts';
import { coverageSentence } from './coverage-line.ts';
import { COVERAGE_LIMITS } from './limits.ts';
import { centsOf, costOf, formatCents, shareOf } from './money.ts';
import { BENEFIT_TYPES, type CostShareRow, possibleBenefitTypes } from './plan-terms.ts';
import { COVERAGE_EN } from './words-en.ts';
import { COVERAGE_ES } from './words-es.ts';

const HERE = '1-month-in-retail';
const copay = (value: string, qualifier: string, benefitType = HERE): CostShareRow => ({
  benefitType,
  tier: 'generic',
  costType: 'copay',
  qualifier,
  value,
  unit: '$',
});
const share = (value: string, qualifier: string, benefitType = HERE): CostShareRow => ({
  ...copay(value, qualifier, benefitType),
  costType: 'coinsurance',
  unit: '%',
});
/** 30 tablets cost $87.40. */
const question = (rows: readonly CostShareRow[], rest: Partial<CopayQuestion> = {}): CopayQuestion => ({
  entry: { tier: 'generic', benefitTypes: [] },
  costSharing: rows,
  benefitTypes: [HERE],
  price: { perUnit: '2.91333', unit: 'EA', date: '2016-01-20' },
  quantity: '30',
  unitCode: 'C48542',
  deductible: 'unknown',
  ...rest,
});
/** The question without a price. */
const unpriced = (rows: readonly CostShareRow[]): CopayQuestion => {
  const { price: _price, ...rest } = question(rows);
  return rest;
};
const head = (estimate: CopayEstimate): string => coverageSentence(estimate.headline, COVERAGE_EN);
const how = (estimate: CopayEstimate): string => coverageText(estimate.steps, COVERAGE_EN);

test('money is exact: rounded once, half a cent upwards, and what costs something costs a cent', () => {
  assert.equal(costOf('0.02773', '30'), 83);
  assert.equal(costOf('2.91333', '30'), 8740);
  assert.equal(costOf('0.0049', '1'), 1);
  assert.equal(costOf('0.005', '1'), 1);
  assert.equal(costOf('0.015', '1'), 2);
  assert.equal(costOf('0', '30'), 0);
  assert.equal(costOf('277.16345', '0.5'), 13_858);
  assert.equal(centsOf('140.0'), 14_000);
  assert.equal(centsOf('-1'), undefined);
  assert.equal(centsOf('1e3'), undefined);
  assert.equal(centsOf('99999999999'), undefined);
  assert.equal(centsOf('1'.repeat(COVERAGE_LIMITS.decimalCharactersMax + 1)), undefined);
  assert.equal(shareOf(8740, '20'), 1748);
  assert.equal(shareOf(8740, '33.3'), 2910);
  assert.equal(shareOf(8740, '100.0'), 8740);
  assert.equal(shareOf(8740, '100.5'), undefined);
  assert.equal(formatCents(123_456_705), '$1,234,567.05');
  assert.equal(formatCents(7), '$0.07');
});

test('a price is what integers say it is, and a share never exceeds it', () => {
  const decimal = fc.tuple(fc.nat(99_999), fc.nat(99_999));
  fc.assert(
    fc.property(decimal, fc.integer({ min: 1, max: 999 }), ([whole, part], quantity) => {
      const exact = (BigInt(whole) * 100_000n + BigInt(part)) * BigInt(quantity);
      const cents = Number((exact * 2n + 1_000n) / 2_000n);
      const expected = exact > 0n && cents === 0 ? 1 : cents;
      const text = `${whole}.${String(part).padStart(5, '0')}`;
      assert.equal(
        costOf(text, String(quantity)),
        expected > COVERAGE_LIMITS.moneyCentsMax ? undefined : expected,
      );
    }),
  );
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.integer({ min: 0, max: 100 }), (cents, percent) => {
      const part = shareOf(cents, String(percent));
      assert.ok(part !== undefined && part <= cents);
    }),
  );
});

test('every code of the guide is computed and told', () => {
  const cases: readonly [rows: readonly CostShareRow[], from: number, to: number, words: string][] = [
    [[copay('20.0', 'charge')], 2000, 2000, '$20.00'],
    [[copay('20', 'deductible-waived'), share('0', 'not-applicable')], 2000, 2000, '$20.00'],
    [
      [copay('20', 'after-deductible'), share('0.0', 'no-charge')],
      2000,
      8740,
      '$20.00 after the deductible; before it up to $87.40, the estimated price',
    ],
    [
      [copay('20', 'before-deductible')],
      2000,
      8740,
      '$20.00 after the deductible; before it up to $87.40, the estimated price',
    ],
    [
      [copay('20', '')],
      2000,
      8740,
      '$20.00 after the deductible; before it up to $87.40, the estimated price',
    ],
    [[share('20', 'charge')], 1748, 1748, '$17.48'],
    [
      [share('20', 'after-deductible')],
      1748,
      8740,
      '$17.48 after the deductible; before it up to $87.40, the estimated price',
    ],
    [[copay('0.0', 'no-charge'), share('0.0', 'no-charge')], 0, 0, '$0.00'],
    [
      [copay('0', 'no-charge-after-deductible')],
      0,
      8740,
      '$0.00 after the deductible; before it up to $87.40, the estimated price',
    ],
    [[copay('0.0', 'no-charge'), share('100.0', 'after-deductible')], 8740, 8740, '$87.40'],
    // Both: how they add up is not stated.
    [[copay('10', 'charge'), share('20', 'charge')], 1000, 2748, '$10.00 to $27.48'],
    [
      [copay('20.0', 'after-deductible'), share('100.0', 'after-deductible')],
      2000,
      8740,
      '$20.00 to $87.40 after the deductible; before it up to $87.40, the estimated price',
    ],
  ];
  for (const [rows, from, to, words] of cases) {
    const estimate = estimateCopay(question(rows));
    assert.deepEqual([estimate.fromCents, estimate.toCents, head(estimate)], [from, to, words]);
    assert.equal(estimate.kind, from === to ? 'EXACT' : 'RANGE');
  }
});

test('the computation is told in steps, with the day of the price', () => {
  const estimate = estimateCopay(question([copay('20.0', 'after-deductible'), share('0.0', 'no-charge')]));
  assert.equal(
    how(estimate),
    'Copay of $20.00 after the deductible. Estimated price: 30 × $2.91333 = $87.40, by the price list of 20-Jan-2016.',
  );
  const inSpanish = estimate.steps.map((step) => coverageSentence(step, COVERAGE_ES, 'es')).join(' ');
  assert.match(inSpanish, /20-ene-2016/);
  assert.equal(
    coverageSentence(estimate.headline, COVERAGE_ES),
    '$20.00 después del deducible; antes hasta $87.40, el precio estimado',
  );
});

test('a met deductible leaves what is paid after it', () => {
  const rows = [copay('20', 'after-deductible')];
  const met = estimateCopay(question(rows, { deductible: 'met' }));
  assert.deepEqual([met.kind, met.fromCents, met.toCents], ['EXACT', 2000, 2000]);
  assert.equal(how(met), 'Copay of $20.00 after the deductible.');
  const known = estimateCopay({ ...unpriced(rows), deductible: 'met' });
  assert.deepEqual(known, met);
});

test('without a price only what does not need one is told', () => {
  const after = estimateCopay(unpriced([copay('20', 'after-deductible')]));
  assert.deepEqual([after.kind, after.fromCents, after.toCents], ['AFTER_DEDUCTIBLE', 2000, 2000]);
  assert.equal(head(after), '$20.00 after the deductible; before it the price, which is not known');
  assert.equal(how(after), 'Copay of $20.00 after the deductible. The price is not known.');
  assert.equal(estimateCopay(unpriced([copay('20', 'charge')])).kind, 'EXACT');
  for (const rows of [
    [share('20', 'charge')],
    [copay('20', 'charge'), share('20', 'charge')],
    [share('20', 'after-deductible')],
    // One of two terms needs the price: what the other one says is not the answer.
    [copay('20', 'charge'), share('0', 'no-charge'), share('20', 'charge')],
  ]) {
    const estimate = estimateCopay(unpriced(rows));
    assert.deepEqual([estimate.kind, estimate.fromCents, estimate.toCents], ['UNKNOWN', null, null]);
    assert.equal(head(estimate), 'Could not be estimated');
    assert.match(how(estimate), /The price is not known\.$/);
  }
});

test('a price counts only in the unit of the quantity', () => {
  const rows = [share('20', 'charge')];
  const priced = (unit: string, unitCode: string): CopayEstimate =>
    estimateCopay(question(rows, { price: { perUnit: '1', unit, date: '2016-01-20' }, unitCode }));
  for (const [unit, code] of [
    ['EA', 'C48542'],
    ['EA', 'C48524'],
    ['ML', 'C28254'],
    ['GM', 'C48155'],
  ] as const)
    assert.equal(priced(unit, code).toCents, 600, unit);
  for (const [unit, code] of [
    ['ML', 'C48542'],
    ['EA', 'C28254'],
    ['GM', 'C28254'],
    ['EA', 'C38046'],
    ['', 'C48542'],
    ['toString', 'C48542'],
    ['EA', 'C00000'],
  ] as const)
    assert.match(how(priced(unit, code)), /another unit/, `${unit} ${code}`);
  const free = estimateCopay(question(rows, { price: { perUnit: '0', unit: 'EA', date: '2016-01-20' } }));
  assert.equal(free.kind, 'UNKNOWN');
});

test('a price below the copay is told, and the copay stays what the plan says', () => {
  const cheap = { perUnit: '0.02773', unit: 'EA', date: '2016-01-20' };
  const estimate = estimateCopay(question([copay('20', 'charge')], { price: cheap }));
  assert.equal(estimate.toCents, 2000);
  assert.match(
    how(estimate),
    /The estimated price, \$0\.83, is below the copay: the pharmacy may ask less\./,
  );
});

test('several terms for one tier give the range of all of them, in whatever order they stand', () => {
  const rows = [
    copay('20', 'after-deductible'),
    share('0.0', 'no-charge'),
    copay('0.0', 'no-charge'),
    share('0.0', 'no-charge'),
  ];
  const estimate = estimateCopay(question(rows));
  assert.deepEqual([estimate.fromCents, estimate.toCents], [0, 8740]);
  assert.equal(head(estimate), '$0.00 to $87.40');
  assert.match(
    how(estimate),
    /several terms and does not say which hold here: No charge\. Copay of \$20\.00 after/,
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
      assert.deepEqual(estimateCopay(question(shuffled)), estimate);
    }),
  );
});

test('what cannot be read, or is not there, is not estimated: one bad row may change any amount', () => {
  const good = copay('20', 'charge');
  for (const bad of [
    copay('20', 'no-charge'),
    copay('20', 'sometimes'),
    copay('-20', 'charge'),
    share('120', 'charge'),
    { ...good, unit: '%' },
    { ...good, costType: 'fee' },
  ]) {
    const estimate = estimateCopay(question([good, bad]));
    assert.equal(estimate.kind, 'UNKNOWN', JSON.stringify(bad));
    assert.equal(how(estimate), 'The plan’s terms could not be read.');
  }
  assert.match(how(estimateCopay(question([]))), /no terms/);
  assert.match(how(estimateCopay(question([copay('', 'not-applicable')]))), /no terms/);
  assert.match(how(estimateCopay(question([{ ...good, tier: 'specialty' }]))), /no terms/);
  const service = estimateCopay(
    question([copay('0', 'no-charge')], { entry: { tier: 'medical-service', benefitTypes: [] } }),
  );
  assert.match(how(service), /medical service/);
});

test('the kinds of pharmacy and supply follow from the days and the pharmacy, all of them where it is not known', () => {
  const types = (daysSupply: number | undefined, mail = false, network: 'in' | 'out' | 'unknown' = 'in') =>
    possibleBenefitTypes({
      ...(daysSupply === undefined ? {} : { daysSupply }),
      pharmacyKind: mail ? 'MAIL_ORDER' : 'LOCAL_PICKUP',
      network,
    });
  assert.deepEqual(types(30), ['1-month-in-retail']);
  assert.deepEqual(types(34), ['1-month-in-retail']);
  assert.deepEqual(types(90), ['3-month-in-retail']);
  assert.deepEqual(types(84, true, 'out'), ['3-month-out-mail']);
  assert.deepEqual(types(60), ['1-month-in-retail', '3-month-in-retail']);
  assert.deepEqual(types(undefined), ['1-month-in-retail', '3-month-in-retail']);
  assert.deepEqual(types(30, false, 'unknown'), ['1-month-in-retail', '1-month-out-retail']);
  assert.deepEqual(types(180), []);
});

test('where the network is not known both are counted, and a kind without terms is told', () => {
  const rows = [copay('20', 'charge'), copay('45', 'charge', '1-month-out-retail')];
  const benefitTypes = ['1-month-in-retail', '1-month-out-retail'] as const;
  const both = estimateCopay(question(rows, { benefitTypes }));
  assert.deepEqual([both.fromCents, both.toCents], [2000, 4500]);
  const partly = estimateCopay(question(rows.slice(0, 1), { benefitTypes }));
  assert.equal(partly.toCents, 2000);
  assert.match(how(partly), /the plan gives no terms\./);
  const elsewhere = estimateCopay(
    question(rows, { entry: { tier: 'generic', benefitTypes: ['3-month-in-mail'] } }),
  );
  assert.match(how(elsewhere), /does not list it for this kind of pharmacy/);
});

test('any terms give an answer that holds every one of them, in words of both languages', () => {
  const row = fc.record({
    benefitType: fc.constantFrom(...BENEFIT_TYPES),
    tier: fc.constantFrom('generic', 'specialty'),
    costType: fc.constantFrom('copay', 'coinsurance'),
    qualifier: fc.constantFrom(
      'after-deductible',
      'before-deductible',
      'no-charge',
      'no-charge-after-deductible',
      'charge',
      'not-applicable',
      'deductible-waived',
      '',
      'other',
    ),
    value: fc.constantFrom('0', '0.0', '20.0', '100.0', '140', 'x'),
  });
  const rows = fc
    .array(row, { maxLength: 6 })
    .map((all) => all.map((one) => ({ ...one, unit: one.costType === 'copay' ? '$' : '%' })));
  const price = fc.option(fc.constantFrom('0.01', '2.5', '900'), { nil: undefined });
  fc.assert(
    fc.property(rows, price, fc.subarray([...BENEFIT_TYPES]), (costSharing, perUnit, benefitTypes) => {
      const { price: _price, ...rest } = question(costSharing, { benefitTypes });
      const asked = {
        ...rest,
        ...(perUnit === undefined ? {} : { price: { perUnit, unit: 'EA', date: '2016-01-20' } }),
      };
      const estimate = estimateCopay(asked);
      const { kind, fromCents, toCents } = estimate;
      assert.equal(kind === 'UNKNOWN', fromCents === null || toCents === null);
      if (fromCents !== null && toCents !== null) {
        assert.ok(Number.isSafeInteger(fromCents) && fromCents >= 0 && fromCents <= toCents);
        if (kind === 'EXACT') assert.equal(fromCents, toCents);
        // Fewer possible places never widen the range.
        for (const type of benefitTypes) {
          const one = estimateCopay({ ...asked, benefitTypes: [type] });
          if (one.fromCents === null || one.toCents === null) continue;
          assert.ok(one.fromCents >= fromCents && one.toCents <= toCents);
        }
      }
      for (const words of [COVERAGE_EN, COVERAGE_ES]) {
        const sentences = coverageText([estimate.headline, ...estimate.steps], words);
        for (const one of [estimate.headline, ...estimate.steps])
          assert.notEqual(coverageSentence(one, words), '', `${one.code} has every fact it names`);
        assert.doesNotMatch(sentences, /[{}]|undefined|NaN|\$\s|\s{2}/);
      }
      assert.ok(kind !== 'UNKNOWN' || estimate.steps.length > 0, 'why it is not known is said');
    }),
    { numRuns: 500 },
  );
});
