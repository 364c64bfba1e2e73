// Goal: names whose name server does not answer take few of the process's threads, and keep names that work waiting no longer than the first time (F8).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLookups } from './lookups.ts';

const FOUND = [{ address: '127.0.0.1', family: 4 }];
const ALL = { all: true } as const;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A name server that answers names beginning with `well` at once, and others when the test says so, in vain. */
function resolver() {
  const open: { readonly hostname: string; readonly fail: () => void }[] = [];
  let most = 0;
  let asked = 0;
  const lookups = createLookups(async (hostname) => {
    asked += 1;
    if (hostname.startsWith('well')) return FOUND;
    await new Promise<never>((_, reject) => {
      const one = {
        hostname,
        fail: () => {
          open.splice(open.indexOf(one), 1);
          reject(Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' }));
        },
      };
      open.push(one);
      most = Math.max(most, open.length);
    });
    return FOUND;
  });
  return { lookups, open, most: () => most, asked: () => asked };
}

test('whoever waits for the same name shares one look-up, and the next one asks again', async () => {
  const { lookups, open, asked } = resolver();
  const waiting = Array.from({ length: 20 }, () => lookups('silent.test', ALL).catch(() => 'failed'));
  await turn();
  assert.deepEqual([open.length, asked()], [1, 1]);
  open[0]?.fail();
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['failed']));
  const again = lookups('silent.test', ALL).catch(() => 'failed');
  await turn();
  assert.equal(asked(), 2);
  open[0]?.fail();
  await again;
});

test('new names and those that failed are asked for one at a time each, and those that are found wait for neither', async () => {
  const { lookups, open, most } = resolver();
  assert.deepEqual(await lookups('well.test', ALL), FOUND);
  const names = Array.from({ length: 8 }, (_, index) => `silent-${index}.test`);
  const ask = (some: readonly string[]) => some.map((name) => lookups(name, ALL).catch(() => 'failed'));
  const failAll = async (): Promise<void> => {
    while (open.length > 0) {
      open[0]?.fail();
      await turn();
    }
  };
  const first = ask(names);
  await turn();
  assert.equal(open.length, 1);
  assert.deepEqual(await lookups('well.test', ALL), FOUND);
  await failAll();
  assert.deepEqual(new Set(await Promise.all(first)), new Set(['failed']));
  const second = [...ask(names), ...ask(['silent-and-new.test', 'silent-and-new-too.test'])];
  await turn();
  assert.deepEqual(
    open.map(({ hostname }) => hostname),
    ['silent-0.test', 'silent-and-new.test'],
  );
  assert.deepEqual(await lookups('well.test', ALL), FOUND);
  await failAll();
  await Promise.all(second);
  assert.ok(most() <= 2, String(most()));
});

test('names that are found wait for none that was found before and answers no more: they go where they were found last', async () => {
  const open: (() => void)[] = [];
  let silent = false;
  const lookups = createLookups(async (hostname) => {
    if (silent && hostname.startsWith('gone'))
      await new Promise<never>((_, reject) => open.push(() => reject(new Error('no answer'))));
    return [{ address: hostname.startsWith('well') ? '192.0.2.1' : '192.0.2.2', family: 4 }];
  }, 20);
  const gone = ['gone-1.test', 'gone-2.test', 'gone-3.test'];
  for (const name of ['well.test', ...gone]) await lookups(name, ALL);
  silent = true;
  const asked = gone.map((name) => lookups(name, ALL));
  await turn();
  assert.equal(open.length, 1);
  assert.deepEqual(await lookups('well.test', ALL), [{ address: '192.0.2.1', family: 4 }]);
  for (const found of await Promise.all(asked)) assert.equal(found[0]?.address, '192.0.2.2');
  // In the end it is known that they fail: then nothing is made up for them.
  while (open.length > 0) {
    for (const fail of open.splice(0)) fail();
    await turn();
    await turn();
  }
  const again = lookups('gone-1.test', ALL);
  await turn();
  for (const fail of open.splice(0)) fail();
  await assert.rejects(again, /no answer/);
});
