// Tests the arithmetic beside the reading: what it says is so, and what cannot be told is not said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSig } from '@pestle/rules/sig';
import { history } from '../../../text/en/history.ts';
import { reading } from '../../../text/en/workflow/card/reading.ts';
import { type Beside, impliedBy } from './implied.ts';

const NONE = { dispenseQuantity: '', dispenseUnit: '', daysSupply: '', refills: '0' };

function implied(
  typed: string,
  over: Partial<Beside['amounts']> & { strength?: string; packages?: Beside['packages'] } = {},
  kilograms?: number,
): string {
  const { strength, packages = [], ...amounts } = over;
  const read = parseSig(typed, strength === undefined ? {} : { strength });
  assert.ok(read.ok, typed);
  const beside = { amounts: { ...NONE, ...amounts }, strength, packages, today: '2026-11-23' };
  return impliedBy(read.sig, beside, { reading, units: history, language: 'en' }, kilograms).replaceAll(
    '\u00a0',
    ' ',
  );
}

test('W1: a day, the days and the refills are told, with the mass where the strength tells it', () => {
  const tablets = { dispenseQuantity: '60', dispenseUnit: 'Tablet', daysSupply: '30', strength: '500 mg' };
  assert.equal(implied('1 tab po bid', tablets), '2 tablets (1,000 mg) a day for 30 days is 60 tablets.');
  assert.equal(
    implied('1 tab po bid', { ...tablets, refills: '2' }),
    '2 tablets (1,000 mg) a day for 30 days is 60 tablets. With 2 refills: 180 tablets, until 21-Feb-2027.',
  );
  assert.equal(implied('1-2 tab po q6h prn pain'), 'At most 8 tablets a day.');
  assert.equal(implied('2 puffs inh bid'), '4 puffs a day.');
});

test("W1: of a liquid the mass is told, and of a child's dose each kilogram's part", () => {
  assert.equal(implied('5 ml po bid', { strength: '400 mg/5 mL' }), '10 mL (800 mg) a day.');
  assert.equal(implied('5 ml po bid', { strength: '400 mg/5 mL' }, 18), '10 mL (800 mg, 44.4 mg/kg) a day.');
});

test('W1: no sum is told that is not so, and nothing of a thin layer, a weekly dose or several steps', () => {
  const wrong = { dispenseQuantity: '90', dispenseUnit: 'Tablet', daysSupply: '30' };
  assert.equal(implied('1 tab po bid', wrong), '2 tablets a day.');
  assert.equal(implied('apply a thin layer to affected area bid'), '');
  assert.equal(implied('1 tab po weekly'), '');
  assert.equal(implied('2 tab po daily for 5 days, then 1 tab po daily for 5 days'), '');
});

test('W1: a quantity that cannot be compared with the directions is said to be none', () => {
  const not = 'Nothing tells how long this quantity lasts: it is not compared with the directions.';
  const tube = { dispenseQuantity: '30', dispenseUnit: 'Gram', daysSupply: '14' };
  assert.equal(implied('apply a thin layer to affected area bid', tube), not);
  const inhaler = { dispenseQuantity: '1', dispenseUnit: 'Each', daysSupply: '30' };
  assert.equal(implied('2 puffs inh bid', inhaler), `4 puffs a day. ${not}`);
  const packages = [{ quantity: '1', count: 1, holds: [{ unit: 'puff', amount: 120 }] }];
  assert.equal(implied('2 puffs inh bid', { ...inhaler, packages }), '4 puffs a day.');
  const drops = { dispenseQuantity: '5', dispenseUnit: 'Milliliter', daysSupply: '30' };
  assert.equal(implied('1 drop in each eye daily', drops), '2 drops a day.');
  assert.equal(implied('apply a thin layer to affected area bid', { ...tube, daysSupply: '' }), '');
});
