// Goal: what a pharmacy says to our own repetition of an answer counts as it does for a prescription (D4).
// Method: a pharmacy that keeps the answer and then fails, and calls the repetition a duplicate, over HTTP on both stores.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { PharmacyId, PharmacyRequestId } from '@pestle/rules/ids';
import { build, read, sentTime } from '@pestle/script';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { recordOf } from '@pestle/testbed/network/pharmacies';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { keepRenewal } from '@pestle/testbed/tracking/requests';
import { createDirectory } from '../../directory/directory.ts';
import { systemPorts } from '../../kernel/ports.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000' as PharmacyId;
const NPI = '1234567893';

/** It keeps every message, answers 500 the first time, and knows what it has. */
function forgetfulPharmacy(): { readonly server: ReturnType<typeof createServer>; readonly log: string[] } {
  const log: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { message } = read(await buffer(request), { version: '2017071' });
      const { messageId = '', from } = message.header ?? {};
      const isKnown = log.includes(messageId);
      log.push(messageId);
      if (!isKnown) return response.writeHead(500).end();
      const header = {
        to: { id: from?.id ?? '', qualifier: 'D' },
        from: { id: '9901001', qualifier: 'P' },
        messageId: `A${log.length}`,
        relatesToMessageId: messageId,
        sentTime: sentTime(new Date()),
        senderSoftware: { developer: 'Small', product: 'Small', versionRelease: '1' },
      } as const;
      const error = { type: 'Error', header, code: '900', descriptionCodes: ['220'] } as const;
      const { text } = build(error, { version: '2017071', form: 'xml' });
      return response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
    })();
  });
  return { server, log };
}

for (const { name, skip, open } of BOTH_STORES)
  describe(`answers to pharmacies on the ${name}`, { skip }, () => {
    test('D4: "duplicate" to our own repetition, after a failure behind which it may have been kept, says that it is there', async (context) => {
      const opened = await open();
      const testbed = await openDeliveryTestbed(opened.store);
      const { server, log } = forgetfulPharmacy();
      context.after(async () => {
        await testbed.close();
        await opened.close();
        server.close();
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      const pharmacy = testbed.peers.pharmacies.find(({ id }) => id === ACCEPTS);
      assert.ok(pharmacy?.integration);
      await createDirectory({
        store: opened.store,
        ports: systemPorts,
      }).administration.upsertPharmacy({
        ...recordOf(pharmacy),
        integration: {
          ...pharmacy.integration,
          endpoint: {
            url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
            auth: { kind: 'none' },
          },
          attempts: { offsetsMs: [0, 50, 100], timeoutMs: 15_000 },
        },
      });
      const { order } = await testbed.order(ACCEPTS);
      await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
      const id = (await keepRenewal(opened.store, testbed.delivery, TEST_ORGANIZATION, {
        orderId: order.id,
        lastName: 'Doe',
        ncpdpId: pharmacy.ncpdpId ?? '',
        npi: NPI,
      })) as PharmacyRequestId;
      await testbed.delivery.denyPharmacyRequest(
        testbed.prescriber,
        { id, reasonCode: 'AF', note: null },
        freshKey('deny'),
      );
      const response = await testbed.waitFor(
        async () => {
          const record = await testbed.delivery.pharmacyRequest(testbed.prescriber, id);
          const state = record.response?.row.state ?? 'queued';
          return state === 'queued' || state === 'sending' ? undefined : record.response;
        },
        () => 'the answer has not ended',
      );
      assert.deepEqual(
        response?.attempts.map(({ outcome }) => outcome),
        ['RETRY', 'ACCEPTED'],
      );
      assert.deepEqual([response?.row.state, response?.row.not_sent_reason], ['accepted', null]);
      assert.equal(log.filter((messageId) => messageId === response?.row.message_id).length, 2);
      assert.deepEqual(testbed.errors, []);
    });
  });
