// Tests that a state is found in either writing.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { readCsvFile } from '../../../../scripts/csv.ts';
import { findState, US_STATES } from './states.ts';

test('every state is found by code and by name in any case', () => {
  assert.equal(new Set(US_STATES.map((state) => state.code)).size, US_STATES.length);
  assert.equal(US_STATES.filter((state) => state.kind === 'state').length, 50);
  for (const state of US_STATES) {
    for (const text of [
      state.code,
      state.code.toLowerCase(),
      state.name,
      state.name.toUpperCase(),
      ` ${state.name} `,
    ]) {
      assert.equal(findState(text), state, text);
    }
  }
  assert.equal(findState('washington, d.c.')?.code, 'DC');
  assert.equal(findState('U.S. Virgin Islands')?.code, 'VI');
  for (const text of ['', 'XX', 'Mass', 'Ontario', '__proto__'])
    assert.equal(findState(text), undefined, text);
});

const reference = new URL('../../../../../shared/data/us_states.csv', import.meta.url);
test('the list agrees with the public one', {
  skip: !existsSync(reference) && 'no reference data here',
}, () => {
  for (const { usps, name = '' } of readCsvFile(reference)) {
    assert.equal(findState(name)?.code, usps, name);
  }
});
