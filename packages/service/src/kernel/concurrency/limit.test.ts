// Goal: no more than so many at a time, first come, first served, and a failure gives its place back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { createConcurrencyLimit } from './limit.ts';

test('a crowd goes in order, three at a time, and failures hold nobody up', async () => {
  const limited = createConcurrencyLimit(3);
  const begun: number[] = [];
  const open = { now: 0, most: 0 };
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      limited(async () => {
        begun.push(index);
        open.now += 1;
        open.most = Math.max(open.most, open.now);
        for (let pauses = index % 4; pauses >= 0; pauses -= 1) await soon();
        open.now -= 1;
        if (index % 5 === 0) throw new Error('this one fails');
        return index;
      }),
    ),
  );
  assert.deepEqual(
    begun,
    [...begun].toSorted((a, b) => a - b),
  );
  assert.equal(begun.length, 40);
  assert.equal(open.most, 3);
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 8);
  assert.equal(await limited(async () => 'again'), 'again');
});
