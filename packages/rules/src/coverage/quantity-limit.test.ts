// Tests limits on the quantity: what a plan publishes, how it is told, and that a draft is never said to keep what is not known.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageText } from '@pestle/testbed/coverage/coverage-text';
import * as fc from 'fast-check';
import { parseSig } from '../sigs/sig.ts';
import { dailyAmount } from '../sigs/sig-print.ts';
import { COVERAGE_LIMITS } from './limits.ts';
import { type LimitedDraft, limitLines, limitVerdict, quantityLimit } from './quantity-limit.ts';
import { COVERAGE_EN } from './words-en.ts';
import { COVERAGE_ES } from './words-es.ts';

const TABLET = 'C48542';
const rolling = (count: number, period: number): object => ({
  valueTiming: { repeat: { count, period, periodUnit: 'd' } },
});
const twoADay = { Rolling: rolling(60, 30), MaximumDaily: { valueQuantity: { value: 2 } } };
const therapy = {
  valueTiming: {
    repeat: {
      boundsDuration: { value: 365, system: 'http://unitsofmeasure.org', code: 'd' },
      count: 1,
      period: 180,
      periodUnit: 'd',
    },
  },
};
const tablets = (quantity: string, daysSupply?: number, daily?: number): LimitedDraft => ({
  quantity,
  unitCode: TABLET,
  ...(daysSupply === undefined ? {} : { daysSupply }),
  ...(daily === undefined ? {} : { daily }),
});
const verdict = (detail: unknown, draft: LimitedDraft): string => limitVerdict(quantityLimit(detail), draft);

test('a limit is read from its published JSON and told part by part', () => {
  const limit = quantityLimit(JSON.stringify({ ...twoADay, DaysSupply: therapy }));
  assert.deepEqual(limit, {
    rolling: { count: 60, days: 30 },
    maximumDaily: 2,
    therapy: { count: 1, days: 180, overDays: 365 },
    unread: false,
  });
  assert.equal(
    coverageText(limitLines(limit), COVERAGE_EN),
    'At most 60 in 30 days. At most 2 a day. Therapy days limited to 1 in 180 days, counted over 365 days.',
  );
  assert.equal(
    coverageText(limitLines(limit), COVERAGE_ES),
    'Como máximo 60 en 30 días. Como máximo 2 al día. Días de tratamiento limitados a 1 en 180 días, contados en 365 días.',
  );
});

test('a week counts seven days, and one day is not told as days', () => {
  const weekly = { Rolling: { valueTiming: { repeat: { count: 4, period: 1, periodUnit: 'wk' } } } };
  assert.deepEqual(quantityLimit(weekly).rolling, { count: 4, days: 7 });
  assert.equal(
    coverageText(limitLines(quantityLimit({ Rolling: rolling(3, 1) })), COVERAGE_EN),
    'At most 3 in 1 day.',
  );
});

test('the payer’s own sentence is told as it stands, and no draft is measured by it', () => {
  const limit = quantityLimit({ Rolling: rolling(9, 30), Description: { valueString: 'One box a month' } });
  assert.equal(
    coverageText(limitLines(limit), COVERAGE_EN),
    'At most 9 in 30 days. The plan says: One box a month.',
  );
  assert.equal(limitVerdict(limit, tablets('9', 30)), 'CANNOT_TELL');
});

test('a limit of which the plan says nothing is told as one, and what is not understood is never left out', () => {
  for (const detail of ['', '{}', undefined, null, {}]) {
    assert.equal(
      coverageText(limitLines(quantityLimit(detail)), COVERAGE_EN),
      'The plan’s data does not say which.',
    );
    assert.equal(verdict(detail, tablets('1', 30)), 'CANNOT_TELL');
  }
  const unread = [
    'not json',
    '[]',
    7,
    { Rolling: { valueTiming: { repeat: { count: '60', period: 30, periodUnit: 'd' } } } },
    { Rolling: { valueTiming: { repeat: { count: 60, period: 1, periodUnit: 'mo' } } } },
    { ...twoADay, MaximumDaily: { valueQuantity: { value: -1 } } },
    { ...twoADay, PerFill: { valueQuantity: { value: 1 } } },
    { ...twoADay, DaysSupply: {} },
    { ...twoADay, Description: 'x'.repeat(COVERAGE_LIMITS.limitDetailCharactersMax + 1) },
  ];
  for (const detail of unread) {
    assert.equal(quantityLimit(detail).unread, true, JSON.stringify(detail));
    assert.equal(verdict(detail, tablets('1', 30)), 'CANNOT_TELL');
    assert.match(
      coverageText(limitLines(quantityLimit(detail)), COVERAGE_EN),
      /does not say which|could not be read/,
    );
  }
});

test('the everyday drafts: within, over, or not to be told', () => {
  const cases: readonly [detail: unknown, draft: LimitedDraft, expected: string][] = [
    [twoADay, tablets('60', 30), 'WITHIN'],
    [twoADay, tablets('61', 30), 'OVER'],
    [twoADay, tablets('180', 90), 'WITHIN'],
    [twoADay, tablets('181', 90), 'OVER'],
    [twoADay, tablets('28', 14), 'WITHIN'],
    // Three a day for ten days: under sixty in thirty days, and over two in a day.
    [twoADay, tablets('30', 10), 'OVER'],
    [twoADay, tablets('60', 30, 3), 'OVER'],
    [twoADay, tablets('60', undefined, 2), 'WITHIN'],
    [twoADay, tablets('60'), 'CANNOT_TELL'],
    [twoADay, tablets('61'), 'CANNOT_TELL'],
    [{ Rolling: rolling(9, 30) }, tablets('9', 5), 'WITHIN'],
    [{ Rolling: rolling(9, 30) }, tablets('9'), 'WITHIN'],
    [{ Rolling: rolling(9, 30) }, tablets('18', 30), 'OVER'],
    // Days of treatment count what was filled before.
    [{ ...twoADay, DaysSupply: therapy }, tablets('60', 30), 'CANNOT_TELL'],
    [{ ...twoADay, DaysSupply: therapy }, tablets('90', 30), 'OVER'],
    // Fifteen of what: bottles or milliliters?
    [{ Rolling: rolling(15, 30) }, { quantity: '118', unitCode: 'C28254', daysSupply: 30 }, 'CANNOT_TELL'],
    [twoADay, { quantity: '60', unitCode: 'C99999', daysSupply: 30 }, 'CANNOT_TELL'],
    [twoADay, tablets('.5', 30), 'CANNOT_TELL'],
  ];
  for (const [detail, draft, expected] of cases)
    assert.equal(verdict(detail, draft), expected, JSON.stringify([detail, draft]));
});

test('the most that directions take in a day is what the daily maximum is measured by', () => {
  for (const [typed, expected] of [
    ['1 tab po bid', 'WITHIN'],
    ['1-2 tabs po bid prn pain', 'OVER'],
    ['1 tab po q8h', 'OVER'],
  ] as const) {
    const read = parseSig(typed);
    assert.ok(read.ok, typed);
    const daily = dailyAmount(read.sig);
    assert.ok(daily !== null);
    assert.equal(verdict(twoADay, tablets('60', 30, daily)), expected, typed);
  }
});

test('more of a drug never turns a broken limit into a kept one, and words come of anything', () => {
  const count = fc.integer({ min: 1, max: 500 });
  fc.assert(
    fc.property(count, count, count, count, fc.integer({ min: 1, max: 120 }), (a, b, perDays, max, days) => {
      const detail = { Rolling: rolling(perDays, 30), MaximumDaily: { valueQuantity: { value: max } } };
      const order = ['WITHIN', 'OVER'];
      const [less, more] = [Math.min(a, b), Math.max(a, b)].map((quantity) =>
        order.indexOf(verdict(detail, tablets(String(quantity), days))),
      );
      assert.ok(less !== undefined && more !== undefined && less >= 0 && more >= less);
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string(), fc.object({ maxDepth: 4 })), (detail) => {
      const limit = quantityLimit(detail);
      const text = coverageText(limitLines(limit), COVERAGE_EN);
      assert.ok(text.length > 0);
      assert.doesNotMatch(text, /undefined|NaN/);
      if (limit.rolling === undefined && limit.maximumDaily === undefined)
        assert.equal(limitVerdict(limit, tablets('1', 1)), 'CANNOT_TELL');
    }),
  );
});
