// Goal: a crowd for a pharmacy that does not answer does not wait for its turn for hours: who finds no room in time goes by fax (D2).
// Method: the real delivery against a pharmacy that reads messages and never answers, with waits that are shorter than in life.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { sql } from 'kysely';

const NEVER_ANSWERS = 'phr_0NEVER0ANSWERS000000000000';
const CROWD = 16;
const ON_HOLD = 'phr_0ACCEPTS020230110JS0N00000';
const HOUR_AGO = "now() - interval '1 hour'";

let testbed: DeliveryTestbed;
let heldOrder: string;
before(async () => {
  testbed = await openOwnDeliveryTestbed({ waits: { failingMs: 500, busyMs: 60_000 } });
  await testbed.delivery.queue.hold({ of: `pharmacy:${ON_HOLD}`, by: 'Olga Operator' });
  heldOrder = (await testbed.order(ON_HOLD)).order.id;
  await testbed.store.asCourier((tx) =>
    sql`update outbox set run_at = ${sql.raw(HOUR_AGO)} where lane = ${`pharmacy:${ON_HOLD}`}`.execute(tx),
  );
});
after(() => testbed.close());

test('D2: what finds no room in a dead lane goes by fax, once, and only what may have left is said to be there', async () => {
  const orders = [];
  for (let made = 0; made < CROWD; made += 1) orders.push(await testbed.order(NEVER_ANSWERS));
  const crowd = (await testbed.delivery.figures()).lanes.find(({ laneClass }) => laneClass === 'pharmacy');
  assert.ok((crowd?.waiting ?? 0) > 0, 'figures tell of a crowd while it waits');
  const ended = await Promise.all(
    orders.map(({ order }) =>
      testbed.until(order.id, ({ fills }) => fills.every(({ state }) => state === 'SENT'), 60_000),
    ),
  );
  const fills = ended.map(({ fills: [fill] }) => fill ?? assert.fail('an order has a fill'));
  assert.ok(fills.every(({ channel }) => channel === 'fax'));
  const sent = await testbed.delivery.transmissions(
    testbed.prescriber,
    fills.map(({ id }) => id),
  );
  let neverTried = 0;
  for (const fill of fills) {
    const records = sent.get(fill.id) ?? [];
    assert.deepEqual(
      records.map(({ row: { channel, state } }) => [channel, state]),
      [
        ['script', records[0]?.row.state],
        ['fax', 'accepted'],
      ],
    );
    const reached = testbed.peers
      .log()
      .some(
        ({ channel, prescriberOrderNumber: number }) =>
          channel === 'script' && number === fill.prescriber_order_number,
      );
    if (!reached) neverTried += 1;
    const page = testbed.peers.faxes().find(({ faxId }) => faxId.startsWith(records[1]?.row.id ?? 'none'));
    const lines = testbed.peers.faxLines(page?.faxId ?? '');
    assert.equal(/may already be held/.test(lines.join(' ')), reached, lines.join(' '));
  }
  const { lanes: left } = await testbed.delivery.figures();
  assert.equal(left.find(({ laneClass }) => laneClass === 'pharmacy')?.waiting, 1, 'only what is on hold');
  assert.equal(left.find(({ laneClass }) => laneClass === 'pharmacy')?.lanesFailing, 1);
  assert.ok(neverTried > 0, 'the whole crowd found room, so that this shows nothing');
});

test('D12: what an operator has held all that time was not given up, and leaves electronically when it is released', async () => {
  const { queue } = testbed.delivery;
  const [row] = await queue.rows(`pharmacy:${ON_HOLD}`);
  assert.deepEqual([row?.orderId, row?.attempt], [heldOrder, 0]);
  await queue.release({ of: `pharmacy:${ON_HOLD}`, by: 'Olga Operator' });
  const { fills } = await testbed.until(heldOrder, ({ fills }) => fills[0]?.state === 'SENT');
  assert.equal(fills[0]?.channel, 'script');
});
