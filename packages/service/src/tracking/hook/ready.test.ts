// Tests that a pharmacy's own word for "ready for pickup" is a fact of FILLING, with its time, until the next move.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openHook } from '@pestle/testbed/tracking/hook';

const { store, clock, tracking, orderWith, report, fillOf } = await openHook();
after(async () => {
  await tracking.app.close();
  await store.close();
  assert.deepEqual(tracking.unexpected, [], 'nothing unforeseen happened');
});

test('P6: a word mapped to READY is FILLING and ready for pickup, also after FILLING; a later move ends that', async () => {
  const order = await orderWith();
  await report(order, 'FILLING');
  assert.equal((await fillOf(order)).fill.ready_at, null);
  clock.forward(60_000);
  const answer = await report(order, 'on the shelf');
  assert.deepEqual([answer.body.status, answer.body.changed], ['FILLING', true]);
  const { fill, events } = await fillOf(order);
  assert.deepEqual([fill.state, Date.parse(fill.ready_at ?? '')], ['FILLING', clock.now()]);
  assert.equal(events.at(-1)?.detail['ready'], true);
  clock.forward(60_000);
  assert.equal((await report(order, 'ON THE SHELF')).body.changed, false);
  assert.equal((await report(order, 'FILLING')).body.changed, false);
  assert.equal((await fillOf(order)).fill.ready_at, fill.ready_at, 'it stays what it was');
  await report(order, 'DELIVERED');
  assert.equal((await fillOf(order)).fill.ready_at, null);
  const direct = await orderWith();
  await report(direct, 'On the shelf');
  assert.equal(Date.parse((await fillOf(direct)).fill.ready_at ?? ''), clock.now());
  assert.equal((await report(direct, 'READY')).status, 422, 'the accepted set is what it was');
  await report(direct, 'ERROR');
  assert.equal((await fillOf(direct)).fill.ready_at, null);
});
