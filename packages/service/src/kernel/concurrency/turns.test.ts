// Goal: what is of one key goes one after the other in the order in which it came, whatever becomes of each; what is of others waits for none of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { createTurns } from './turns.ts';

test('of one key one at a time, in order, also behind one that fails; another key goes beside it', async () => {
  const inTurn = createTurns();
  const said: string[] = [];
  const work =
    (name: string, fails = false) =>
    async (): Promise<string> => {
      said.push(`${name} begins`);
      await soon();
      said.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const ends = await Promise.allSettled([
    inTurn('a', work('first')),
    inTurn('a', work('second', true)),
    inTurn('a', work('third')),
    inTurn('b', work('other')),
  ]);
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? end.value : String(end.reason))),
    ['first', 'Error: second', 'third', 'other'],
  );
  assert.deepEqual(
    said.filter((one) => !one.startsWith('other')),
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
  assert.ok(said.indexOf('other begins') < said.indexOf('first ends'), said.join(', '));
});
