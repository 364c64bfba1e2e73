// Goal: a crowd from one source, or of strangers, holds up nobody else; only so many run and wait, and a failure gives its place back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import type { Asker } from './fair-limit.ts';
import { createFairConcurrencyLimit } from './fair-limit.ts';

const stranger = (source: string): Asker => ({ source, known: false });
const known = (source: string): Asker => ({ source, known: true });

/** A limit whose work notes who had it. */
function noting(concurrency: number, waitingMax: number) {
  const limited = createFairConcurrencyLimit({
    concurrency,
    waitingMax,
    turnedAway: () => new Error('too many'),
  });
  const had: string[] = [];
  const open = { now: 0, most: 0 };
  const ask = (asker: Asker, fails = false): Promise<void> =>
    limited(asker, async () => {
      had.push(asker.source);
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      await soon();
      open.now -= 1;
      if (fails) throw new Error('this one fails');
    });
  return { ask, had, open };
}

test('sources take turns: who comes after a crowd from one address is next but one', async () => {
  const { ask, had, open } = noting(1, 64);
  const crowd = Array.from({ length: 30 }, () => ask(stranger('crowd')));
  await Promise.all([...crowd, ask(stranger('person'))]);
  assert.ok(had.indexOf('person') <= 2, had.join(' '));
  assert.deepEqual([had.length, open.most], [31, 1]);
});

test('a crowd of strangers from as many addresses does not hold up who is known; both go on', async () => {
  const { ask, had } = noting(1, 64);
  const crowd = Array.from({ length: 40 }, (_, index) => ask(stranger(`address ${index}`)));
  const people = Array.from({ length: 10 }, (_, index) => ask(known(`person ${index}`)));
  await Promise.all([...crowd, ...people]);
  const last = had.findLastIndex((source) => source.startsWith('person'));
  assert.ok(last >= 19 && last <= 22, 'in turn with the strangers');
});

test('where all places to wait are taken, the longest line loses its last one to a newcomer from elsewhere', async () => {
  const { ask, had } = noting(2, 10);
  const crowd = Array.from({ length: 20 }, () => ask(stranger('crowd')));
  const others = [ask(stranger('one')), ask(stranger('two')), ask(known('person'))];
  const ends = await Promise.allSettled(crowd);
  await Promise.all(others);
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 2 + 10 - 2);
  assert.equal(had.length, 13);
});

test('of as many sources as there are places the newcomer is turned away', async () => {
  const { ask } = noting(1, 5);
  const ends = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => ask(stranger(`address ${index}`))),
  );
  assert.deepEqual(
    ends.map(({ status }) => status === 'fulfilled'),
    [...Array(6).fill(true), ...Array(4).fill(false)],
  );
});

test('failures give their place back', async () => {
  const { ask, had, open } = noting(3, 64);
  const ends = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => ask(stranger(`address ${index % 4}`), index % 5 === 0)),
  );
  assert.equal(ends.filter(({ status }) => status === 'rejected').length, 8);
  assert.deepEqual([had.length, open.most], [40, 3]);
  await ask(stranger('again'));
});
