// Tests what keys do to a combobox: nothing is highlighted while typing, and nothing is picked that is not highlighted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Choice,
  CLOSED,
  type ComboboxState,
  countRows,
  grouped,
  pressKey,
  typed,
  withChoices,
} from './combobox-model.ts';

const choice = (key: string, disabledReason?: string): Choice<string> => ({
  key,
  value: key,
  group: key.charAt(0),
  label: key,
  ...(disabledReason === undefined ? {} : { disabledReason }),
});
const CHOICES = [choice('a1'), choice('a2', 'Not here.'), choice('b1')];

function press(state: ComboboxState, ...keys: string[]) {
  return keys.reduce((last, key) => pressKey(last.state, CHOICES, key), {
    state,
    act: 'none',
    handled: false,
  } as ReturnType<typeof pressKey>);
}

test('E7: no choice is highlighted while typing, and Enter then picks nothing', () => {
  const outcome = press(typed('met'), 'Enter');
  assert.equal(outcome.act, 'none');
  assert.equal(outcome.handled, true, 'Enter does not submit the form of the page');
});

test('E7: ArrowDown and ArrowUp move round, over a place where nothing is highlighted', () => {
  assert.equal(press(typed('m'), 'ArrowDown').state.active, 0);
  assert.equal(press(typed('m'), 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown').state.active, -1);
  assert.equal(press(typed('m'), 'ArrowUp').state.active, 2);
  assert.equal(press(CLOSED, 'ArrowDown').state.open, true);
});

test('E7: Enter picks what is highlighted, and refuses what is disabled', () => {
  assert.equal(press(typed('m'), 'ArrowDown', 'Enter').act, 'pick');
  const refused = press(typed('m'), 'ArrowDown', 'ArrowDown', 'Enter');
  assert.equal(refused.act, 'refuse');
  assert.equal(refused.state.open, true, 'the reason stays in view');
});

test('E7: Escape closes, then clears; Tab leaves without picking', () => {
  const closed = press(typed('met'), 'ArrowDown', 'Escape');
  assert.deepEqual([closed.state.open, closed.state.text, closed.act], [false, 'met', 'none']);
  const cleared = press(closed.state, 'Escape');
  assert.deepEqual([cleared.state.text, cleared.act], ['', 'clear']);
  const left = press(typed('met'), 'ArrowDown', 'Tab');
  assert.deepEqual([left.act, left.state.active, left.handled], ['none', -1, false]);
});

test('E5: the highlight follows its choice when the answer of the service changes the list, or goes', () => {
  const state = { open: true, active: 2, text: 'b' };
  assert.equal(withChoices(state, CHOICES, [choice('b1'), choice('a1')]).active, 0);
  assert.equal(withChoices(state, CHOICES, [choice('a1')]).active, -1);
});

test('E7: whatever is typed and pressed, only Enter on an enabled highlight picks', () => {
  const key = fc.constantFrom('ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Tab', 'x');
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      let state: ComboboxState = CLOSED;
      for (const name of keys) {
        const highlighted = state.open ? CHOICES[state.active] : undefined;
        const outcome =
          name === 'x' ? { state: typed(`${state.text}x`), act: 'none' } : pressKey(state, CHOICES, name);
        const picks =
          name === 'Enter' && highlighted !== undefined && highlighted.disabledReason === undefined;
        assert.equal(outcome.act === 'pick', picks);
        if (name === 'x') assert.equal(outcome.state.active, -1);
        state = outcome.state;
      }
    }),
  );
});

test('choices stand in their groups, with the index they have in the whole list', () => {
  assert.deepEqual(
    grouped(CHOICES).map(({ group, rows }) => [group, rows.map((row) => row.map(({ index }) => index))]),
    [
      ['a', [[0], [1]]],
      ['b', [[2]]],
    ],
  );
});

test('E7: up and down lead from row to row to the one that is meant, left and right inside a row once it is reached', () => {
  const inRow = (key: string, best = false): Choice<string> => ({
    ...choice(key),
    row: key.slice(0, 2),
    best,
  });
  const choices = [
    choice('a0'),
    inRow('b15'),
    inRow('b110', true),
    inRow('b120'),
    inRow('b25'),
    inRow('b210', true),
  ];
  const reach = (...keys: string[]): string | undefined => {
    let state = typed('x');
    for (const key of keys) ({ state } = pressKey(state, choices, key));
    return choices[state.active]?.key;
  };
  assert.equal(countRows(choices), 3);
  assert.deepEqual(
    grouped(choices).map(({ rows }) => rows.map(({ length }) => length)),
    [[1], [3, 2]],
  );
  assert.equal(reach('ArrowRight'), undefined, 'nothing is reached by left and right alone');
  assert.equal(pressKey(typed('x'), choices, 'ArrowRight').handled, false, 'they move in what is typed');
  assert.equal(reach('ArrowDown', 'ArrowDown'), 'b110');
  assert.equal(reach('ArrowDown', 'ArrowDown', 'ArrowRight'), 'b120');
  assert.equal(reach('ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight'), 'b120', 'a row ends');
  assert.equal(reach('ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowDown'), 'b210');
  assert.equal(reach('ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowUp'), 'a0');
  assert.equal(reach('ArrowUp'), 'b210');
  assert.equal(reach('ArrowUp', 'ArrowDown'), undefined);
});
