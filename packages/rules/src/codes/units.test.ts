// Tests the table of quantity units: complete, unambiguous, and found however it is written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnit, QUANTITY_UNITS, unitWord } from './units.ts';

test('W1: there are 28 NCPDP units, each with its own code and name', () => {
  assert.equal(QUANTITY_UNITS.length, 28);
  assert.equal(new Set(QUANTITY_UNITS.map((unit) => unit.code)).size, 28);
  assert.equal(new Set(QUANTITY_UNITS.map((unit) => unit.name)).size, 28);
  for (const unit of QUANTITY_UNITS) assert.match(unit.code, /^C\d{5,6}$/);
});

test('W1: a unit is found by code, name and plural in any case, and nothing else is taken for one', () => {
  for (const unit of QUANTITY_UNITS) {
    for (const text of [
      unit.code,
      unit.name,
      unit.plural,
      unit.name.toUpperCase(),
      ` ${unit.plural.toLowerCase()} `,
    ]) {
      assert.equal(findUnit(text), unit, text);
    }
  }
  for (const text of ['', 'tab', 'mL', 'Bottle', 'C48477', 'constructor', '__proto__'])
    assert.equal(findUnit(text), undefined, text);
});

test('W1: the word follows the quantity', () => {
  const tablet = findUnit('C48542');
  assert.ok(tablet);
  assert.equal(unitWord(tablet, '1'), 'tablet');
  assert.equal(unitWord(tablet, '30'), 'tablets');
  assert.equal(unitWord(tablet, '0.5'), 'tablets');
});
