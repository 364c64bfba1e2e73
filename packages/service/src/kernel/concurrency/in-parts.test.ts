// Long work in memory goes through every item in order and lets what waits go on before it ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachInParts } from './in-parts.ts';

test('every item in order, with others in between', async () => {
  const seen: number[] = [];
  let seenByOther: number | undefined;
  setImmediate(() => {
    seenByOther = seen.length;
  });
  await eachInParts(
    Array.from({ length: 1_000 }, (_, at) => at),
    (item) => seen.push(item),
  );
  assert.deepEqual(
    seen,
    Array.from({ length: 1_000 }, (_, at) => at),
  );
  assert.ok(seenByOther !== undefined && seenByOther < 1_000, 'another had its turn before the end');
});

test('what one item throws ends the work', async () => {
  await assert.rejects(
    eachInParts([1, 2], () => {
      throw new Error('of one');
    }),
    /of one/,
  );
});
