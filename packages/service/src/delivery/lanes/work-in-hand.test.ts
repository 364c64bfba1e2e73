// Goal: a row that was handed on is never kept where nothing would take it up: it waits in the outbox, and the node looks there as soon as it has room.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { Departure } from '../../outbox/outbox.ts';
import { createDispatchEvents } from './events.ts';
import type { WorkInHand } from './work-in-hand.ts';
import { createWorkInHand } from './work-in-hand.ts';

const row = (id: string, lane: string): Departure => ({ id, lane, orgId: TEST_ORGANIZATION });

function working(rowsMax: number) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let rooms = 0;
  const fail = (error: unknown): never => assert.fail(String(error));
  const hand: WorkInHand = createWorkInHand({
    rowsMax,
    events: createDispatchEvents(fail),
    perform: ({ id }) => {
      begun.push(id);
      return new Promise((resolve) => ends.set(id, () => resolve(true)));
    },
    giveUp: async () => false,
    onRoom: () => {
      rooms += 1;
    },
    onError: fail,
  });
  const end = async (id: string): Promise<void> => {
    ends.get(id)?.();
    await soon();
  };
  return { hand, begun, end, rooms: () => rooms };
}

test('what a full lane keeps is begun when one of the lane has ended', async () => {
  const { hand, begun, end } = working(10);
  hand.learn('a', 1);
  for (const id of ['1', '2', '3']) hand.beginNext(row(id, 'a'));
  assert.deepEqual(begun, ['1']);
  await end('1');
  await end('2');
  assert.deepEqual(begun, ['1', '2', '3']);
});

test('what a full node cannot begin is left to the outbox, and looked for when one has ended', async () => {
  const { hand, begun, end, rooms } = working(2);
  for (const id of ['1', '2', '3']) hand.beginNext(row(id, `lane-${id}`));
  assert.deepEqual(begun, ['1', '2']);
  await end('1');
  assert.equal(rooms(), 1, 'it looks again');
  hand.begin(row('3', 'lane-3'));
  assert.deepEqual(begun, ['1', '2', '3']);
});

test('what a look has found beyond the room of the node is begun in its order when one has ended, each once, and a text finds room beside messages', async () => {
  const { hand, begun, end, rooms } = working(2);
  const before = hand.room;
  for (const id of ['1', '2', '3', '4']) hand.begin(row(id, `lane-${id}`));
  hand.begin(row('3', 'lane-3'));
  hand.beginNext(row('text', 'text'));
  assert.deepEqual(begun, ['1', '2', 'text']);
  assert.equal(hand.room, before - 5, 'two messages and a text that are under way, and two rows that wait');
  await end('1');
  await end('2');
  assert.deepEqual(begun, ['1', '2', 'text', '3', '4']);
  assert.equal(rooms(), 0, 'it need not look');
  await end('3');
  await end('4');
  assert.deepEqual(begun, ['1', '2', 'text', '3', '4']);
  assert.equal(rooms(), 1, 'it looks again');
});

test('a stop forgets what was found and not begun', async () => {
  const { hand, begun, end } = working(1);
  for (const id of ['1', '2']) hand.begin(row(id, `lane-${id}`));
  const ended = hand.ended();
  await end('1');
  await ended;
  assert.deepEqual(begun, ['1']);
});
