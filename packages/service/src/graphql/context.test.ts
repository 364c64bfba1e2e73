// Holds the resolvers' means: lists load in one batch, one caller's records never reach another, inputs reach rooms as sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from './canonical.ts';
import type { GraphContext } from './context.ts';
import { checkedByRoom, given, loadOne, present } from './context.ts';

const contextOf = (): GraphContext =>
  ({ actor: {}, rooms: {}, idempotencyKey: null, requestId: 'r', ip: '127.0.0.1' }) as never;

test('what the fields of a list ask for is loaded once, in one batch of distinct keys', async () => {
  const batches: (readonly string[])[] = [];
  const load = (context: GraphContext, key: string) =>
    loadOne(context, 'pharmacy', key, async (keys) => {
      batches.push(keys);
      return new Map(keys.filter((one) => one !== 'gone').map((one) => [one, one.toUpperCase()]));
    });
  const context = contextOf();
  const loaded = await Promise.all(['a', 'b', 'a', 'gone'].map((key) => load(context, key)));
  assert.deepEqual(loaded, ['A', 'B', 'A', null]);
  assert.deepEqual(batches, [['a', 'b', 'gone']]);
  await load(contextOf(), 'a');
  assert.equal(batches.length, 2, 'another request loads anew: nothing is shared between callers');
});

test('absent is not null: updates keep null, creations drop it', () => {
  const input = { kept: 1, cleared: null, absent: undefined };
  assert.deepEqual(present(input), { kept: 1, cleared: null });
  assert.deepEqual(given(input), { kept: 1 });
  assert.deepEqual(
    checkedByRoom({
      ...input,
      nested: { street2: null, city: 'x' },
      list: [{ a: null, b: undefined, c: 1 }],
    }),
    { kept: 1, cleared: null, nested: { city: 'x' }, list: [{ c: 1 }] },
  );
});

test('equal values have one canonical text', () => {
  assert.equal(canonicalJson({ b: [{ d: 1, c: undefined }], a: null }), '{"a":null,"b":[{"d":1}]}');
  assert.equal(canonicalJson({ a: null, b: [{ d: 1 }] }), canonicalJson({ b: [{ d: 1 }], a: null }));
  assert.notEqual(canonicalJson({ a: ['1', '2'] }), canonicalJson({ a: ['2', '1'] }));
});
