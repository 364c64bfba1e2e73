// Tests directions against the numbers beside them: what contradicts what is told with the numbers that fit, and nothing else is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { checkDraft } from '../drafts/check-draft.ts';
import { comparesQuantity, contradictionOf, daysThatFit, type WrittenAmounts } from './amounts.ts';
import { parseSig } from './sig.ts';
import type { StructuredSig } from './sig-model.ts';

const TABLET = 'C48542';
const sigOf = (typed: string): StructuredSig => {
  const result = parseSig(typed);
  assert.ok(result.ok, typed);
  return result.sig;
};
const tablets = (quantity: number, daysSupply: number, fillsAllowed = 1): WrittenAmounts => ({
  quantity: String(quantity),
  unitCode: TABLET,
  daysSupply,
  fillsAllowed,
});
/** `days 30/90, quantity 30/90, use 30 days and 30`: what the directions say / what is written. */
const shown = (typed: string, written: WrittenAmounts): string => {
  const found = contradictionOf(sigOf(typed), written);
  if (found === undefined) return '';
  const { days, quantity, fits } = found;
  return [
    ...(days === undefined ? [] : [`days ${days.directions}/${days.supply}`]),
    ...(quantity === undefined ? [] : [`quantity ${quantity.needed}/${quantity.written}`]),
    `use ${fits.daysSupply} days and ${fits.quantity}`,
  ].join(', ');
};

for (const [typed, written, expected] of [
  ['1 tab po daily x30d', tablets(90, 90), 'days 30/90, quantity 30/90, use 30 days and 30'],
  ['1 tab po daily x30d', tablets(30, 90), 'days 30/90, use 30 days and undefined'],
  ['1 tab po daily x30d', tablets(90, 30), 'quantity 30/90, use 30 days and 30'],
  ['1 tab po daily x30d', tablets(90, 0), 'quantity 30/90, use 30 days and 30'],
  // The advice is for the days that the directions say, never for those of the field.
  ['1 tab po q8h x7d', tablets(90, 90), 'days 7/90, quantity 21/90, use 7 days and 21'],
  ['1 tab po daily x90d', tablets(30, 30), 'days 90/30, quantity 90/30, use 90 days and 90'],
  ['2 tab po bid', tablets(30, 30), 'quantity 120/30, use 30 days and 120'],
  ['1 tab po once', tablets(30, 30), 'quantity 1/30, use 30 days and 1'],
  ['1 tab po q8h prn pain x5d', tablets(30, 5), 'quantity 15/30, use 5 days and 15'],
  ['1 tab po every week x12w', tablets(84, 84), 'quantity 12/84, use 84 days and 12'],
] as const) {
  test(`W1: "${typed}" contradicts ${written.quantity} for ${written.daysSupply} days`, () => {
    assert.equal(shown(typed, written), expected);
  });
}

for (const [typed, written] of [
  ['1 tab po daily x30d', tablets(30, 30)],
  ['1 tab po daily', tablets(90, 90)],
  // Three fills of thirty days are a course of ninety.
  ['1 tab po daily x90d', tablets(30, 30, 3)],
  ['1 tab po daily x3m', tablets(90, 90)],
  ['1 tab po daily x3m', tablets(84, 84)],
  ['1 tab po daily x1m', tablets(31, 31)],
  ['1 tab po weekly x4w', tablets(4, 30)],
  ['1 tab po weekly', tablets(4, 28)],
  ['1 tab po weekly', tablets(4, 30)],
  // Fewer than the most that may be taken are no contradiction.
  ['1-2 tab po q4-6h prn pain x5d', tablets(20, 5)],
  ['1-2 tab po bid x10d', tablets(20, 10)],
  ['1-2 tab po bid x10d', tablets(40, 10)],
  ['1 tab po q8h prn pain', tablets(12, 4)],
  ['1 tab po daily', tablets(30, 0)],
  ['2 puffs inh bid x30d', tablets(1, 30)],
  ['5 ml po bid x10d', { quantity: '100', unitCode: 'C28254', daysSupply: 10 }],
  ['1 tab po daily x30d', {}],
] as const) {
  test(`W1: "${typed}" fits ${written.quantity ?? 'nothing yet'} for ${written.daysSupply ?? 'no'} days`, () => {
    assert.equal(shown(typed, written), '');
  });
}

test('W1: numbers that were offered fit', () => {
  const typed = fc.constantFrom(
    '1 tab po daily x30d',
    '1 tab po q8h x7d',
    '1/2 tab po daily x1m',
    '1-2 tab po q4-6h prn pain x5d',
    '2 tab po bid',
    '1 tab po weekly x12w',
    '1 tab po once',
  );
  fc.assert(
    fc.property(
      typed,
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 400 }),
      (text, quantity, days) => {
        const written = tablets(quantity, days);
        const found = contradictionOf(sigOf(text), written);
        if (found === undefined) return;
        const { fits } = found;
        const mended = {
          ...written,
          ...(fits.daysSupply === undefined ? {} : { daysSupply: fits.daysSupply }),
          ...(fits.quantity === undefined ? {} : { quantity: fits.quantity }),
        };
        assert.equal(
          contradictionOf(sigOf(text), mended),
          undefined,
          JSON.stringify({ text, written, fits }),
        );
      },
    ),
    { numRuns: 1000 },
  );
});

test('W1: without an end, the days that the quantity lasts fit as well', () => {
  assert.equal(daysThatFit(sigOf('2 tab po bid'), tablets(60, 30)), 15);
  assert.equal(daysThatFit(sigOf('2 tab po bid x30d'), tablets(60, 30)), undefined);
  assert.equal(daysThatFit(sigOf('2 tab po bid'), tablets(2, 30)), undefined);
});

test('W1: a single dose far beyond what anybody takes is stopped for a reason, in the draft as well', () => {
  const draft = { instructions: 'Take 100 tablets by mouth twice daily.' };
  const found = (fields: object): readonly string[] =>
    checkDraft({ ...draft, ...fields }, '2026-01-01').flatMap(({ field, code, severity }) =>
      field === 'instructions' && code === 'AMOUNTS_CONTRADICT' ? [severity] : [],
    );
  assert.deepEqual(found({}), ['error']);
  assert.deepEqual(found({ amountsReason: 'A study' }), ['warning']);
  assert.deepEqual(found({ instructions: 'Take 10 tablets by mouth once weekly.' }), []);
});

test('W1: what is not counted in doses is compared by what its packages hold', () => {
  const EACH = 'C64933';
  const ML = 'C28254';
  const inhaler = { quantity: '1', count: 1, holds: [{ unit: 'puff', amount: 200 }] };
  const pens = { quantity: '3', count: 5, holds: [{ unit: 'unit', amount: 1_500 }] };
  const told = (
    typed: string,
    written: Pick<WrittenAmounts, 'quantity' | 'unitCode' | 'daysSupply' | 'packages'>,
  ): string | undefined => {
    const found = contradictionOf(sigOf(typed), written)?.quantity;
    return found === undefined ? undefined : `${found.needed} for ${found.days}`;
  };
  const puffs = (quantity: string, daysSupply: number) => ({
    quantity,
    unitCode: EACH,
    daysSupply,
    packages: [inhaler],
  });
  assert.equal(told('2 puffs q4h', puffs('1', 16)), undefined);
  assert.equal(told('2 puffs q4h', puffs('1', 90)), '6 for 90');
  assert.equal(told('2 puffs q4h', puffs('4', 16)), '1 for 16', 'a package more than needed');
  assert.equal(told('2 puffs q4h prn wheezing', puffs('1', 90)), undefined, 'nobody has to use it up');
  assert.equal(daysThatFit(sigOf('2 puffs q4h'), puffs('1', 90)), 16);
  const insulin = (quantity: string, daysSupply: number) => ({
    quantity,
    unitCode: ML,
    daysSupply,
    packages: [pens],
  });
  assert.equal(told('20 units subcut daily', insulin('15', 75)), undefined);
  assert.equal(told('20 units subcut daily', insulin('15', 30)), '6 for 30');
  assert.equal(told('20 units subcut daily', insulin('3', 30)), '6 for 30');
  assert.equal(told('20 units subcut daily', { ...insulin('3', 30), packages: [] }), undefined, 'not known');
  // "Each" of a pen in milliliters is a pen, and no carton either: one is asked about, and two fit.
  const each = (quantity: string, daysSupply: number) => ({
    ...insulin(quantity, daysSupply),
    unitCode: EACH,
  });
  assert.equal(told('20 units subcut daily', each('1', 30)), '2 for 30');
  assert.equal(told('20 units subcut daily', each('2', 30)), undefined);
  assert.equal(told('20 units subcut daily', each('6', 30)), '2 for 30', 'six pens last 90 days');
  assert.equal(daysThatFit(sigOf('20 units subcut daily'), each('1', 30)), 15);
  const syrup = { quantity: '150', count: 1, holds: [{ unit: 'milliliter', amount: 150 }] };
  const bottles = (quantity: string) => ({ quantity, unitCode: EACH, daysSupply: 10, packages: [syrup] });
  assert.equal(told('5 mL po tid', bottles('1')), undefined);
  assert.equal(told('5 mL po tid', bottles('3')), '1 for 10');
  const other = { ...inhaler, holds: [{ unit: 'puff', amount: 60 }] };
  assert.equal(
    told('2 puffs q4h', { ...puffs('1', 90), packages: [inhaler, other] }),
    undefined,
    'of two kinds nobody knows which is handed out',
  );
});

test('W1: a dose in milligrams is compared with tablets by their strength', () => {
  const told = (
    typed: string,
    quantity: number,
    daysSupply: number,
    strength: string,
  ): string | undefined => {
    const found = contradictionOf(sigOf(typed), { ...tablets(quantity, daysSupply), strength })?.quantity;
    return found && `${found.needed} for ${found.days}`;
  };
  assert.equal(told('5 mg po daily', 30, 30, '5 mg'), undefined);
  assert.equal(told('5 mg po daily', 300, 30, '5 mg'), '30 for 30');
  assert.equal(told('5 mg po daily', 10, 30, '5 mg'), '30 for 30');
  assert.equal(told('15 mg po weekly', 24, 28, '2.5 mg'), undefined);
  assert.equal(told('15 mg po weekly', 90, 28, '2.5 mg'), '24 for 28');
  assert.equal(told('40 mg po daily x3d, then 20 mg po daily x3d', 18, 6, '10 mg'), undefined);
  assert.equal(told('40 mg po daily x3d, then 20 mg po daily x3d', 60, 6, '10 mg'), '18 for 6');
  assert.equal(told('0.1 mg po daily', 30, 30, '50 mcg'), '60 for 30');
  assert.equal(told('2.5 mg po daily', 15, 30, '5 mg'), undefined);
  assert.equal(told('5 mg po q6h prn pain', 20, 30, '5 mg'), undefined, 'nobody has to use it up');
  assert.equal(
    told('5 mg po daily', 300, 30, '5 mg / 325 mg'),
    undefined,
    'of which of the two is not known',
  );
  const sig = sigOf('5 mg po daily');
  assert.equal(daysThatFit(sig, { ...tablets(90, 30), strength: '5 mg' }), 90);
});

test('W1: what goes into each nostril is counted twice', () => {
  const bottle = { quantity: '1', count: 1, holds: [{ unit: 'spray', amount: 120 }] };
  const told = (typed: string, quantity: string, daysSupply: number): string | undefined =>
    contradictionOf(sigOf(typed), { quantity, unitCode: 'C64933', daysSupply, packages: [bottle] })?.quantity
      ?.needed;
  assert.equal(told('2 sprays in each nostril daily', '1', 30), undefined);
  assert.equal(told('2 sprays in each nostril daily', '1', 60), '2');
  assert.equal(told('2 sprays in each nostril daily', '3', 90), undefined);
  assert.equal(told('1 spray in one nostril daily', '1', 90), undefined);
});

test('W1: drops are compared with milliliters as far as bottles differ, and the figure is told', () => {
  const ML = 'C28254';
  const bottle = { quantity: '2.5', count: 1, holds: [{ unit: 'milliliter', amount: 2.5 }] };
  const told = (
    typed: string,
    quantity: string,
    daysSupply: number,
    packages: WrittenAmounts['packages'] = [],
    unitCode = ML,
  ) => {
    const found = contradictionOf(sigOf(typed), { quantity, unitCode, daysSupply, packages })?.quantity;
    return found && [found.needed, found.dropsPerMl];
  };
  const daily = '1 drop in each eye daily';
  assert.equal(told(daily, '2.5', 30, [bottle]), undefined);
  assert.equal(told(daily, '5', 30, [bottle]), undefined);
  assert.deepEqual(told(daily, '25', 30, [bottle]), ['5', 20]);
  // 2.5 mL are at most 103 drops.
  assert.deepEqual(told(daily, '2.5', 90, [bottle]), ['10', 20]);
  // Where no package is known, a bottle of 15 mL may be the smallest there is.
  assert.equal(told('1 drop in right eye qid', '10', 7), undefined);
  assert.deepEqual(told('1 drop in right eye qid', '100', 7), ['2.5', 20]);
  assert.deepEqual(told('2 drops in each eye qid', '2.5', 30), ['25', 20]);
  assert.equal(told('1-2 drops in each eye q4h prn dry eyes', '15', 30), undefined);
  assert.equal(told('4 drops in right ear bid', '10', 7), undefined);
  // A bottle of which the size is known is counted, too.
  assert.equal(told(daily, '1', 30, [bottle], 'C64933'), undefined);
  assert.deepEqual(told(daily, '10', 30, [bottle], 'C64933'), ['2', 20]);
  const large = { quantity: '5', count: 1, holds: [{ unit: 'milliliter', amount: 5 }] };
  assert.equal(told(daily, '10', 30, [bottle, large], 'C64933'), undefined);
});

test('W1: a quantity of drops that was offered fits', () => {
  const sig = sigOf('2 drops in each eye qid');
  for (const quantity of ['0.5', '2.5', '10', '60', '200'])
    for (const daysSupply of [1, 7, 30, 90]) {
      const written = { quantity, unitCode: 'C28254', daysSupply, packages: [] };
      const needed = contradictionOf(sig, written)?.fits.quantity;
      if (needed !== undefined)
        assert.equal(contradictionOf(sig, { ...written, quantity: needed }), undefined, needed);
      const lasts = daysThatFit(sig, written);
      if (lasts !== undefined)
        assert.equal(contradictionOf(sig, { ...written, daysSupply: lasts }), undefined, String(lasts));
    }
});

test('W1: what cannot be compared is known as such', () => {
  const EACH = 'C64933';
  const compared = (typed: string, unitCode: string, more: Partial<WrittenAmounts> = {}): boolean =>
    comparesQuantity(sigOf(typed), { quantity: '1', unitCode, daysSupply: 30, ...more });
  assert.equal(compared('1 tab po daily', TABLET), true);
  assert.equal(compared('1 tab po once', TABLET), true);
  assert.equal(compared('1 drop in each eye daily', 'C28254'), true);
  assert.equal(compared('1 drop in each eye daily', EACH), false);
  assert.equal(compared('2 puffs inh bid', EACH), false);
  const inhaler = { quantity: '1', count: 1, holds: [{ unit: 'puff', amount: 200 }] };
  assert.equal(compared('2 puffs inh bid', EACH, { packages: [inhaler] }), true);
  assert.equal(compared('apply a thin layer to affected area bid', 'C48155'), false);
  assert.equal(compared('40 mg po daily', TABLET), false);
  assert.equal(compared('40 mg po daily', TABLET, { strength: '20 mg' }), true);
  assert.equal(compared('1 tab sl every 5 minutes x 3 doses prn chest pain', TABLET), false);
});
