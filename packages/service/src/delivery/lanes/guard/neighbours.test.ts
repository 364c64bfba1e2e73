// Goal: that the store fails one row alone is judged by what came through between two failures of it, and never while nothing does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DELIVERY_LIMITS } from '../../limits.ts';
import { createNeighbours } from './neighbours.ts';

const { aloneWithinMs, aloneRowsMax } = DELIVERY_LIMITS;

function opened() {
  let now = 0;
  const neighbours = createNeighbours(() => now);
  const later = (ms: number): void => {
    now += ms;
  };
  return {
    neighbours,
    later,
    fails: (id: string): boolean => {
      later(1);
      return neighbours.failedAlone(id);
    },
    /** From its beginning to its end. */
    comesThrough: (id: string): void => {
      later(1);
      const through = neighbours.begins(id);
      later(1);
      through();
    },
  };
}

test('a row that fails, then others come through, then it fails again, is alone; each time it takes another that came through', () => {
  const { fails, comesThrough } = opened();
  assert.equal(fails('a'), false, 'others may fail as well');
  comesThrough('b');
  assert.equal(fails('a'), true);
  assert.equal(fails('a'), false, 'nobody came through since');
  comesThrough('b');
  assert.equal(fails('a'), true);
});

test('where all fail none is alone, however often', () => {
  const { fails, comesThrough } = opened();
  comesThrough('b');
  for (let tries = 0; tries < 20; tries += 1)
    for (const id of ['a', 'b', 'c']) assert.equal(fails(id), false);
});

test('who began before the first failure shows nothing: it may have been all but over when the store went away', () => {
  const { neighbours, later, fails } = opened();
  const through = neighbours.begins('b');
  later(1);
  assert.equal(fails('a'), false);
  later(1);
  through();
  assert.equal(fails('a'), false);
});

test('failures far apart are two outages, and who has come through has failed no more', () => {
  const { fails, comesThrough, later } = opened();
  fails('a');
  comesThrough('b');
  later(aloneWithinMs);
  assert.equal(fails('a'), false);
  comesThrough('a');
  comesThrough('b');
  assert.equal(fails('a'), false);
});

test('of more rows than are remembered the oldest is forgotten, and judged anew', () => {
  const { fails, comesThrough } = opened();
  for (let row = 0; row <= aloneRowsMax; row += 1) fails(`row ${row}`);
  comesThrough('b');
  assert.deepEqual([fails('row 0'), fails(`row ${aloneRowsMax}`)], [false, true]);
});
