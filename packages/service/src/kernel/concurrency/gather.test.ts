// Goal: what comes at the same time goes together, each gets its own answer, and one that fails takes nobody along.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gather } from './gather.ts';

/** Notes the batches, and lets each end when the test says so. */
function noted(options: {
  readonly atATime: number;
  readonly requestsMax: number;
  readonly apart?: (n: number) => string;
}) {
  const batches: { readonly numbers: readonly number[]; readonly end: () => void }[] = [];
  const ask = gather<number, string>({
    ...options,
    run: async (numbers) => {
      await new Promise<void>((resolve) => batches.push({ numbers, end: resolve }));
      return numbers.map((n) => `answer ${n}`);
    },
  });
  const numbers = (): (readonly number[])[] => batches.map((batch) => batch.numbers);
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { ask, batches, numbers, turn };
}

describe('requests that are gathered', () => {
  test('those that come while as many batches as may be are under way wait for each other', async () => {
    const { ask, batches, numbers, turn } = noted({ atATime: 1, requestsMax: 3 });
    const first = ask(1);
    await turn();
    const later = [ask(3), ask(4), ask(5), ask(6)];
    await turn();
    assert.deepEqual(numbers(), [[1]]);
    batches[0]?.end();
    assert.equal(await first, 'answer 1');
    await turn();
    assert.deepEqual(numbers(), [[1], [3, 4, 5]]);
    batches[1]?.end();
    await turn();
    batches[2]?.end();
    assert.deepEqual(await Promise.all(later), ['answer 3', 'answer 4', 'answer 5', 'answer 6']);
  });

  test('one that comes alone, after others that came alone, goes in the turn in which it comes; of a crowd those of one turn go together', async () => {
    const { ask, batches, numbers, turn } = noted({ atATime: 2, requestsMax: 9 });
    const alone = ask(1);
    assert.deepEqual(numbers(), [[1]]);
    const crowd = [ask(2), ask(3), ask(4)];
    assert.deepEqual(numbers(), [[1]]);
    await turn();
    assert.deepEqual(numbers(), [[1], [2, 3, 4]]);
    for (const { end } of batches) end();
    await Promise.all([alone, ...crowd]);
    // After a crowd the next may be the first of another.
    const more = [ask(5), ask(6)];
    assert.equal(batches.length, 2);
    await turn();
    assert.deepEqual(numbers().at(-1), [5, 6]);
    batches.at(-1)?.end();
    await Promise.all(more);
  });

  test('two that must stay apart never share a batch, and keep their order', async () => {
    const { ask, batches, numbers, turn } = noted({
      atATime: 1,
      requestsMax: 9,
      apart: (n) => String(n % 10),
    });
    const all = [ask(1), ask(11), ask(2), ask(21)];
    for (let batch = 0; batch < 4; batch += 1) {
      await turn();
      batches[batch]?.end();
    }
    await Promise.all(all);
    assert.deepEqual(numbers(), [[1], [11, 2], [21]]);
  });

  test('where the store refuses a batch each is asked alone; a store that is away refuses all', async () => {
    const asked: (readonly number[])[] = [];
    let code = '23505';
    const ask = gather<number, number>({
      atATime: 1,
      requestsMax: 9,
      run: async (numbers) => {
        asked.push(numbers);
        if (numbers.includes(2)) throw Object.assign(new Error('refused'), { code });
        return numbers;
      },
    });
    assert.deepEqual(
      (await Promise.allSettled([ask(0), ask(1), ask(2), ask(3)])).map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(asked, [[0], [1, 2, 3], [1], [2], [3]]);
    asked.length = 0;
    code = '08006';
    assert.deepEqual(
      (await Promise.allSettled([ask(1), ask(2), ask(3)])).map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.deepEqual(asked, [[1, 2, 3]]);
  });

  test('what was in a batch at which the store seemed away goes by itself until it has come through; who comes meanwhile goes together', async () => {
    const asked: (readonly number[])[] = [];
    let code = '57014';
    const ask = gather<number, number>({
      atATime: 1,
      requestsMax: 9,
      idOf: String,
      run: async (numbers) => {
        asked.push(numbers);
        if (numbers.includes(2)) throw Object.assign(new Error('refused'), { code });
        return numbers;
      },
    });
    const all = async (...numbers: number[]): Promise<readonly string[]> =>
      (await Promise.allSettled(numbers.map(ask))).map(({ status }) => status);
    await all(0);
    assert.deepEqual(await all(9, 1, 2, 3), ['fulfilled', 'rejected', 'rejected', 'rejected']);
    assert.deepEqual(asked.splice(0), [[0], [9], [1, 2, 3]]);
    assert.deepEqual(await all(1, 2, 4, 3, 5), [
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    assert.deepEqual(asked.splice(0), [[1], [2], [4, 5], [3]]);
    assert.deepEqual(await all(6, 1, 2, 3), ['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    assert.deepEqual(asked.splice(0), [[6], [1, 3], [2]]);
    // Where no connection is to be had nothing was asked of the store.
    code = '08001';
    for (const number of [2, 7]) await all(number);
    await all(2, 7, 8);
    assert.deepEqual(asked.splice(0), [[2], [7], [2], [7, 8]]);
  });
});
