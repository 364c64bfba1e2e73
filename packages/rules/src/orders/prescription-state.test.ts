// Tests the states of a prescription day by day, and each obstacle to sending it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { addDays } from '../calendar/dates.ts';
import type { PrescriptionFacts, SendObstacle, SendQuestion } from './prescription-state.ts';
import { depletedFrom, PRESCRIPTION_STATES, prescriptionState, sendObstacle } from './prescription-state.ts';

const SIGNED: PrescriptionFacts = {
  canceled: false,
  expirationDate: '2027-03-01',
  dispensedOn: null,
  daysSupply: 30,
  fillsAllowed: 3,
};

test('it is ACTIVE until it ends by a cancel, by its date, or by its days', () => {
  const cases: ReadonlyArray<readonly [Partial<PrescriptionFacts>, today: string, expected: string]> = [
    [{}, '2026-03-01', 'ACTIVE'],
    [{}, '2027-03-01', 'ACTIVE'],
    [{}, '2027-03-02', 'EXPIRED'],
    [{ canceled: true }, '2026-03-01', 'CANCELED'],
    [{ canceled: true }, '2027-03-02', 'CANCELED'],
    // 3 × 30 days from the day of dispensing.
    [{ dispensedOn: '2026-03-02' }, '2026-05-30', 'ACTIVE'],
    [{ dispensedOn: '2026-03-02' }, '2026-05-31', 'DEPLETED'],
    [{ dispensedOn: '2026-03-02' }, '2028-01-01', 'DEPLETED'],
    // Dispensed after a cancel: canceled it stays.
    [{ canceled: true, dispensedOn: '2026-03-02' }, '2026-05-31', 'CANCELED'],
    // The date comes before the days are over.
    [{ dispensedOn: '2027-02-20' }, '2027-03-02', 'EXPIRED'],
    [{ dispensedOn: '2027-02-20' }, '2027-08-01', 'EXPIRED'],
    // Nobody knows how long it lasts.
    [{ dispensedOn: '2026-03-02', daysSupply: null }, '2026-12-31', 'ACTIVE'],
    [{ dispensedOn: '2026-03-02', daysSupply: 0 }, '2026-12-31', 'ACTIVE'],
    [{ dispensedOn: '2026-03-02', daysSupply: 1, fillsAllowed: 1 }, '2026-03-02', 'ACTIVE'],
    [{ dispensedOn: '2026-03-02', daysSupply: 1, fillsAllowed: 1 }, '2026-03-03', 'DEPLETED'],
  ];
  for (const [facts, today, expected] of cases)
    assert.equal(prescriptionState({ ...SIGNED, ...facts }, today), expected, JSON.stringify([facts, today]));
});

test('a state that is not ACTIVE is never left as the days go by', () => {
  const day = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2026-03-01', days));
  fc.assert(
    fc.property(
      fc.record({
        canceled: fc.boolean(),
        expirationDate: day,
        dispensedOn: fc.option(day),
        daysSupply: fc.option(fc.integer({ min: 0, max: 100 })),
        fillsAllowed: fc.integer({ min: 1, max: 12 }),
      }),
      day,
      fc.integer({ min: 1, max: 900 }),
      (facts, today, later) => {
        const state = prescriptionState(facts, today);
        assert.ok(PRESCRIPTION_STATES.includes(state));
        if (state !== 'ACTIVE') assert.equal(prescriptionState(facts, addDays(today, later)), state);
        if (state === 'DEPLETED') assert.ok((depletedFrom(facts) ?? '9') <= today);
      },
    ),
  );
});

test('W8: each obstacle by itself, and what was dispensed before all others', () => {
  const free: SendQuestion = { ...SIGNED, onOpenOrder: false, inTime: true, signerAuthorized: true };
  const today = '2026-03-02';
  assert.equal(sendObstacle(free, today), null);
  const alone: ReadonlyArray<readonly [Partial<SendQuestion>, SendObstacle]> = [
    [{ dispensedOn: today }, 'PRESCRIPTION_DISPENSED'],
    [{ canceled: true }, 'PRESCRIPTION_CANCELED'],
    [{ expirationDate: '2026-03-01' }, 'PRESCRIPTION_EXPIRED'],
    [{ onOpenOrder: true }, 'PRESCRIPTION_ON_OPEN_ORDER'],
    [{ inTime: false }, 'PRESCRIPTION_TOO_OLD'],
    [{ signerAuthorized: false }, 'SIGNER_NOT_AUTHORIZED'],
  ];
  for (const [index, [facts, expected]] of alone.entries()) {
    assert.equal(sendObstacle({ ...free, ...facts }, today), expected);
    const andAllAfter = Object.assign({}, ...alone.slice(index).map(([one]) => one)) as Partial<SendQuestion>;
    assert.equal(sendObstacle({ ...free, ...andAllAfter }, today), expected);
  }
  // Depleted is dispensed.
  assert.equal(sendObstacle({ ...free, dispensedOn: '2026-03-01' }, '2026-12-01'), 'PRESCRIPTION_DISPENSED');
});
