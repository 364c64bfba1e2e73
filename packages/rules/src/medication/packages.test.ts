// Tests packages: what one holds in units of doses, how many directions need, how long they last, and what of a drug file is believed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { QUANTITY_UNITS } from '../codes/units.ts';
import { parseSig } from '../sigs/sig.ts';
import type { StructuredSig } from '../sigs/sig-model.ts';
import { packageOffer } from './package-offers.ts';
import { fittingUnits, heldIn, PACKAGES_MAX, readPackages, type TreatmentPackage } from './packages.ts';

const MILLILITER = 'C28254';
const EACH = 'C64933';
const GRAM = 'C48155';

const sigOf = (text: string, doseForm: string): StructuredSig => {
  const read = parseSig(text, { doseForm });
  assert.ok(read.ok, `${text}: ${read.ok ? '' : JSON.stringify(read)}`);
  return read.sig;
};

const held = (unitCode: string, strength: string | null, one: TreatmentPackage): Record<string, number> =>
  Object.fromEntries(heldIn({ unitCode, strength }, one).map(({ unit, amount }) => [unit, amount]));

test('W1: a package holds doses only in units in which that can be told', () => {
  assert.deepEqual(held(EACH, '90 mcg/actuation', { container: 'inhaler', quantity: '1', doses: 200 }), {
    puff: 200,
    spray: 200,
  });
  const pens = held(MILLILITER, '100 units/mL', { container: 'pen', quantity: '3', count: 5 });
  assert.deepEqual([pens['milliliter'], pens['unit'], pens['milligram']], [15, 1_500, undefined]);
  const ozempic = held(MILLILITER, '1.34 mg/mL', { container: 'pen', quantity: '1.5' });
  assert.ok(Math.abs((ozempic['milligram'] ?? 0) - 2.01) < 1e-9);
  assert.equal(held(MILLILITER, '100 U/mL', { container: 'vial', quantity: '10' })['unit'], 1_000);
  const drops = held(MILLILITER, '0.5%', { container: 'bottle', quantity: '5' });
  assert.deepEqual(drops, { milliliter: 5 }, 'nobody knows how many drops a milliliter has');
  const tube = held(GRAM, '1%', { container: 'tube', quantity: '30' });
  assert.deepEqual(tube, { gram: 30 }, 'a thin layer has no weight');
  const shots = held(EACH, '0.3 mg/0.3 mL', { container: 'auto-injector', quantity: '1', count: 2 });
  assert.equal(shots['injection'], 2);
  assert.equal(held(EACH, '', { container: 'box', quantity: '1' })['injection'], undefined);
});

const offered = (
  sig: StructuredSig | undefined,
  unitCode: string,
  strength: string,
  one: TreatmentPackage,
  days: number,
) =>
  packageOffer(
    sig,
    { quantity: one.quantity, count: one.count ?? 1, holds: heldIn({ unitCode, strength }, one) },
    days,
  );

test('W1: as many packages are offered as the directions need, and how long they last is told', () => {
  const inhaler: TreatmentPackage = { container: 'inhaler', quantity: '1', doses: 120 };
  const puffs = sigOf('2 puffs bid', 'Metered Dose Inhaler');
  assert.deepEqual(offered(puffs, EACH, '160 mcg/actuation', inhaler, 0), {
    cartons: 1,
    quantity: '1',
    days: 30,
  });
  assert.deepEqual(offered(puffs, EACH, '160 mcg/actuation', inhaler, 90), {
    cartons: 3,
    quantity: '3',
    days: 90,
  });
  const pens: TreatmentPackage = { container: 'pen', quantity: '3', count: 5 };
  const insulin = sigOf('inject 10 units subcut once daily', 'Pen Injector');
  assert.deepEqual(offered(insulin, MILLILITER, '100 units/mL', pens, 30), {
    cartons: 1,
    quantity: '15',
    days: 150,
  });
  const eye: TreatmentPackage = { container: 'bottle', quantity: '2.5' };
  assert.deepEqual(
    offered(sigOf('1 drop in each eye at bedtime', 'Ophthalmic Solution'), MILLILITER, '', eye, 30),
    {
      cartons: 1,
      quantity: '2.5',
    },
  );
  assert.deepEqual(
    offered(undefined, MILLILITER, '', { container: 'bottle', quantity: '0.1', count: 3 }, 0),
    {
      cartons: 1,
      quantity: '0.3',
    },
  );
  const bottle: TreatmentPackage = { container: 'bottle', quantity: '1' };
  const spoons = sigOf('take 15 mL by mouth three times daily', 'Oral Solution');
  assert.equal(offered(spoons, MILLILITER, '', bottle, 30), undefined, 'nobody is handed 1,350 bottles');
});

test('W1: what is offered lasts the days asked for, and one carton less does not', () => {
  const count = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(
      count,
      count,
      fc.integer({ min: 20, max: 300 }),
      fc.integer({ min: 1, max: 90 }),
      (puffs, cartons, doses, days) => {
        const sig: StructuredSig = {
          ...sigOf('2 puffs bid', 'Metered Dose Inhaler'),
          dose: { amount: String(puffs), unit: 'puff' },
        };
        const offer = offered(
          sig,
          EACH,
          '',
          { container: 'inhaler', quantity: '1', doses, count: cartons },
          days,
        );
        if (offer === undefined) return;
        assert.ok((offer.days ?? 0) >= days);
        assert.equal(offer.quantity, String(cartons * offer.cartons));
        if (offer.cartons > 1) assert.ok((offer.cartons - 1) * doses * cartons < puffs * 2 * days);
      },
    ),
  );
});

test('hostile: of a drug file only packages are believed that are some', () => {
  const good = { container: 'pen', quantity: '1.5', count: 5 };
  assert.deepEqual(readPackages([good]), [good]);
  assert.deepEqual(readPackages(undefined), []);
  for (const bad of [
    'pen',
    {},
    [null],
    [{ ...good, container: 'bucket' }],
    ...['0', '-1', '1e3', '01', '1.50', '', 'NaN', '99999', 3].map((quantity) => [{ ...good, quantity }]),
    ...[0, 1.5, -1, '2', 99_999].map((count) => [{ ...good, count }]),
    [{ ...good, doses: 0 }],
    Array.from({ length: PACKAGES_MAX + 1 }, () => good),
  ])
    assert.equal(readPackages(bad), undefined, JSON.stringify(bad));
});

test('W1: units that fit the form come first, the usual one before all, each a unit of NCPDP and once', () => {
  assert.deepEqual(fittingUnits('Each', 'Metered Dose Inhaler'), ['Each', 'Gram']);
  assert.deepEqual(fittingUnits('Milliliter', 'Oral Suspension'), ['Milliliter', 'Each']);
  assert.deepEqual(fittingUnits('Tablet', null), ['Tablet']);
  const names = new Set(QUANTITY_UNITS.map(({ name }) => name));
  for (const form of [
    'tablet capsule solution inject cream gel lotion inhaler spray',
    'patch film ring strip powder',
  ])
    for (const name of fittingUnits('Tablet', form)) assert.ok(names.has(name), name);
});
