// Goal: what a preview shows is what delivery sends, byte for byte but for ids and times, and no secret is in it (D7, D8).
// Method: an order is signed while its lane is held, its facts are read as an attempt reads them, and what then left is compared.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openOwnDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { SCRIPT_SENDER } from '@pestle/testbed/delivery/open-delivery';
import { failureOf, freshKey } from '@pestle/testbed/practice/people';
import { sql } from 'kysely';
import { createFactsSource } from '../delivery/ledger/facts-source.ts';
import { createQueueBesidesResend } from '../delivery/queue/queue.ts';
import { createConnections } from '../directory/connections.ts';
import { proposedPharmacy } from '../directory/inside.ts';
import { SETTABLE_LIMITS } from '../kernel/limits.ts';
import { systemPorts } from '../kernel/ports.ts';
import { electronicLane } from '../outbox/outbox.ts';
import { columnAddress, keysOf } from '../vault/vault.ts';
import { createNetworkAdministration } from './conformance.ts';
import type { NetworkAdministration } from './network-administration.ts';
import { previewOf } from './preview.ts';

const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';
const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';
const by = 'Olga Operator';

let testbed: DeliveryTestbed;
let network: NetworkAdministration;
before(async () => {
  testbed = await openOwnDeliveryTestbed();
  const { store } = testbed;
  network = createNetworkAdministration({
    store,
    ports: systemPorts,
    connections: createConnections(store, systemPorts),
    policy: { loopbackOnly: true },
    sender: SCRIPT_SENDER,
    baseUrl: 'https://pestle.example',
  });
});
after(() => testbed.close());

/** A message without what differs each time: ids and times. */
function timeless(message: string): string {
  return message
    .replaceAll(/\b(?:m|ord_|fil_|rx_)?[0-7][0-9A-HJKMNP-TV-Z]{25}(?:-\d+)*\b/gi, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?/g, 'TIME');
}

/** The bodies that left for the order, in their order. */
async function left(number: string): Promise<readonly string[]> {
  return await testbed.store.withOrg(testbed.prescriber.orgId, async (tx) => {
    const { rows } = await sql<{ id: string; sealed_body: Uint8Array }>`
      select id, sealed_body from transmission
      where prescriber_order_number = ${number} and sealed_body is not null order by id`.execute(tx);
    return rows.map(({ id, sealed_body: body }) =>
      Buffer.from(keysOf(tx).open(columnAddress('transmission', id), body)).toString(),
    );
  });
}

/** The number under which an order was sent. */
async function sentNumber(orderId: string): Promise<string> {
  const { fills } = await testbed.until(orderId, (record) =>
    record.fills.every(({ state }) => state === 'SENT'),
  );
  return fills[0]?.prescriber_order_number ?? '';
}

/** Its lane is there afterwards. */
async function sent(pharmacyId: string): Promise<void> {
  const { order } = await testbed.order(pharmacyId);
  await sentNumber(order.id);
}

describe('the preview of a message', () => {
  for (const id of [XML_2017071, JSON_2023011, OWN_API])
    test(`D7: is, byte for byte but for ids and times, what delivery sends (${id})`, async () => {
      if (id !== OWN_API)
        await network.writePharmacy({
          change: { id, integration: { script: { noteLines: ['Acct 42'], receiverTertiaryId: 'CHAIN7' } } },
          by,
          as: 'set',
        });
      await sent(id);
      const queue = createQueueBesidesResend(testbed.store, systemPorts);
      const lane = electronicLane(id, null);
      await queue.hold({ of: lane, by });
      const known = testbed.departures.length;
      const { order } = await testbed.order(id);
      const departure = testbed.departures[known];
      assert.ok(departure);
      const facts = await createFactsSource(
        testbed.store,
        systemPorts.clock,
        SETTABLE_LIMITS.maintenanceWaitMs,
      ).load(departure);
      assert.ok(facts);
      await queue.release({ of: lane, by });
      const number = await sentNumber(order.id);
      await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancel'));
      await testbed.until(order.id, ({ fills }) => fills.every(({ state }) => state === 'CANCELED'));
      const messages = await left(number);
      assert.equal(messages.length, 2, 'NewRx and CancelRx');
      const subject = await proposedPharmacy(testbed.store, systemPorts, { id });
      for (const [index, isCancel] of [false, true].entries()) {
        const { content, envelope } = facts;
        const prescription = { content, envelope };
        const options = { isCancel, ports: systemPorts, sender: SCRIPT_SENDER, prescription };
        const { message } = await previewOf(subject, options);
        assert.equal(timeless(message), timeless(messages[index] ?? ''));
      }
    });

  test('D7: a proposal is shown against the stored settings and against the message without changes; nothing changes', async () => {
    const stored = await network.showPharmacy({ id: XML_2017071 });
    const change = {
      integration: { script: { noteLines: ['Acct 43'] }, endpoint: { headers: { 'x-key': 'very-secret' } } },
    };
    const preview = await network.previewPharmacy({ id: XML_2017071, change });
    const changed = (against: string) =>
      preview.differences
        .find((one) => one.against === against)
        ?.lines.filter(({ sign }) => sign !== ' ')
        .map(({ sign, text }) => `${sign}${/Acct \d+|CHAIN7/.exec(text)?.[0] ?? ''}`);
    assert.deepEqual(changed('stored'), ['-Acct 42', '+Acct 43']);
    assert.deepEqual(
      changed('unmodified')?.filter((line) => line !== '-'),
      ['+CHAIN7', '+Acct 43'],
    );
    assert.equal(preview.lines.join('').replaceAll(' ', ''), preview.message.replaceAll(/\s/g, ''));
    assert.equal(preview.request.headers['x-key'], '(sealed)');
    assert.match(preview.request.headers['authorization'] ?? '', /\(sealed\)$/);
    assert.ok(!JSON.stringify(preview).includes('very-secret'));
    assert.deepEqual(await network.showPharmacy({ id: XML_2017071 }), stored);
  });

  test('D8: of an API it shows the request, and says where there is none', async () => {
    const preview = await network.previewPharmacy({ id: OWN_API });
    assert.match(preview.request.url, /^http:.*\/./);
    assert.deepEqual(preview.differences, []);
    const change = { integration: { api: { cancelRx: null } } };
    const refused = await failureOf(network.previewPharmacy({ id: OWN_API, cancel: true, change }));
    assert.deepEqual([refused.code, refused.paths], ['INVALID_INPUT', ['integration.api.cancelRx']]);
    const wrong = { integration: { script: { version: '10.6' } } };
    const broken = await failureOf(network.previewPharmacy({ id: XML_2017071, change: wrong }));
    assert.deepEqual(broken.paths, ['integration.script.version']);
    const fax = await failureOf(network.previewPharmacy({ id: 'phr_0FAX00N1Y00000000000000000' }));
    assert.deepEqual([fax.code, fax.paths], ['INVALID_INPUT', ['id']]);
  });
});
