// Goal: what a pharmacy has taken and does not take once more is never sent by fax besides, and nobody is told that it never arrived (I10, D11).
// Method: a pharmacy of the sandbox behind a gate of HTTP that takes the first message and refuses the second; its own log is the evidence.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { recordOf } from '@pestle/testbed/network/pharmacies';
import { freshKey } from '@pestle/testbed/practice/people';
import { sql } from 'kysely';
import { createDirectory } from '../../../directory/directory.ts';
import { systemPorts } from '../../../kernel/ports.ts';

const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';

describe('sent again in vain', () => {
  let testbed: DeliveryTestbed;
  let refuses = false;
  let target = '';
  const gate = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      if (refuses) return response.writeHead(422, { 'content-type': 'application/json' }).end('{}');
      const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers;
      const answer = await fetch(new URL(request.url ?? '/', target), {
        method: 'POST',
        headers: headers as Record<string, string>,
        body,
      });
      return response
        .writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? 'application/json',
        })
        .end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  before(async () => {
    testbed = await openOwnDeliveryTestbed();
    const pharmacy = testbed.peers.pharmacies.find(({ id }) => id === OWN_API);
    assert.ok(pharmacy?.integration);
    target = pharmacy.integration.endpoint.url;
    const { pathname } = new URL(target);
    await new Promise<void>((listening) => gate.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}${pathname}`;
    await createDirectory({ store: testbed.store, ports: systemPorts }).administration.upsertPharmacy({
      ...recordOf(pharmacy),
      integration: {
        ...pharmacy.integration,
        endpoint: { ...pharmacy.integration.endpoint, url },
      },
    });
  });
  after(async () => {
    await testbed.close();
    gate.close();
  });

  const taken = async () => {
    refuses = false;
    const { order } = await testbed.order(OWN_API);
    const { fills } = await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
    assert.ok(fills[0]);
    refuses = true;
    return { order, fill: fills[0] };
  };
  const sentAgain = async (fillId: string) =>
    await testbed.delivery.resend(testbed.prescriber, { fillId: fillId as never }, freshKey('resend'));
  const arrived = (number: string | null) =>
    testbed.peers.log().filter(({ prescriberOrderNumber }) => prescriberOrderNumber === number);
  const ended = async (orderId: string, fillId: string, event: string) =>
    await testbed.waitFor(
      async () => {
        const { events } = await testbed.store.withOrg(testbed.prescriber.orgId, async (tx) => ({
          events: (
            await sql<{
              event: string;
            }>`select event from fill_event where fill_id = ${fillId} order by number`.execute(tx)
          ).rows.map((row) => row.event),
        }));
        if (!events.includes(event)) return undefined;
        const record = await testbed.prescribing.order(testbed.prescriber, orderId);
        return { events, fill: record.fills[0] };
      },
      () => `nothing is told of ${event}`,
    );

  test('the acceptance stands: it is sent as of then, and no fax follows', async () => {
    const { order, fill } = await taken();
    await sentAgain(fill.id);
    const { events, fill: now } = await ended(order.id, fill.id, 'not-sent-again');
    assert.equal(now?.state, 'SENT');
    assert.equal(now.channel, 'api');
    assert.ok(now.sent_at !== null && Date.parse(now.sent_at) <= Date.parse(fill.sent_at ?? ''));
    assert.ok(!events.includes('fallback-to-fax'));
    await testbed.looked();
    assert.deepEqual(
      arrived(fill.prescriber_order_number).map(({ channel }) => channel),
      ['api'],
    );
    const rows = (await testbed.delivery.transmissions(testbed.prescriber, [fill.id])).get(fill.id) ?? [];
    assert.deepEqual(
      rows.map(({ row, attempts }) => [row.state, attempts.map(({ outcome }) => outcome)]),
      [['accepted', ['ACCEPTED', 'REJECTED']]],
    );
  });

  test('where the pharmacy had told of a problem it is a person’s, who calls; no fax follows either', async () => {
    const { order, fill } = await taken();
    await testbed.store.withOrg(testbed.prescriber.orgId, (tx) =>
      sql`update fill set state = 'ERROR', revision = revision + 1 where id = ${fill.id}`.execute(tx),
    );
    await sentAgain(fill.id);
    const { events, fill: now } = await ended(order.id, fill.id, 'stuck');
    assert.deepEqual(
      [now?.state, now?.state_reason, now?.state_owner],
      ['STUCK', 'NOT_SENT_AGAIN', 'practice'],
    );
    assert.ok(!events.includes('fallback-to-fax'));
    await testbed.looked();
    assert.deepEqual(
      arrived(fill.prescriber_order_number).map(({ channel }) => channel),
      ['api'],
    );
  });
});
