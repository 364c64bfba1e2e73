// Goal: a fax whose carrier posts nothing, and whose attempts ended before its call did, still comes to its end (F16).
// Method: the real delivery on both stores against Sinch on loopback, with less patience than in life.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSinchPeer } from '@pestle/testbed/carriers/sinch-peer';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { createSinchFaxCarrier } from '../carriers/fax/sinch-fax.ts';

const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const PROJECT = 'd04cbbec-47c1-4f6a-b573-000000000000';

for (const { name, skip, open } of BOTH_STORES)
  describe(`carriers that must be asked, on the ${name}`, { skip }, () => {
    test('F16: what was STUCK because nobody knew is SENT when the carrier says so later; one fax left', async (context) => {
      const opened = await open();
      const peer = await openSinchPeer(PROJECT);
      const testbed = await openDeliveryTestbed(opened.store, {
        carriers: (handOvers) => {
          const carrier = createSinchFaxCarrier(
            { baseUrl: peer.url, key: 'key:secret', account: PROJECT },
            handOvers,
          );
          const faxCarrier = {
            ...carrier,
            sendFax: (fax: Parameters<typeof carrier.sendFax>[0]) =>
              carrier.sendFax(fax, AbortSignal.timeout(2_000)),
          };
          return { faxCarrier };
        },
      });
      context.after(async () => {
        await testbed.close();
        await peer.close();
        await opened.close();
      });
      const { order, fills } = await testbed.order(FAX_ONLY);
      await testbed.waitFor(
        async () => {
          await opened.asOwner((owner) =>
            sql`update outbox set run_at = now(), wait_ms = 0 where leased_by is null and run_at > now()`.execute(
              owner,
            ),
          );
          const { rows } = await opened.asOwner((owner) =>
            sql`select from fill where id = ${fills[0]?.id ?? ''} and state = 'STUCK' and state_reason = 'FAX_FAILED'`.execute(
              owner,
            ),
          );
          return rows.length > 0 || undefined;
        },
        () => 'the fax was not given up',
      );
      assert.equal(await testbed.delivery.askCarriers(), 0, 'it is on its way');
      peer.end({ status: 'COMPLETED' });
      assert.equal(await testbed.delivery.askCarriers(), 0, 'not asked again so soon');
      await opened.asOwner((owner) =>
        sql`update carrier_message set asked_at = now() - interval '6 minutes'`.execute(owner),
      );
      assert.equal(await testbed.delivery.askCarriers(), 1);
      await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
      assert.equal(await testbed.delivery.askCarriers(), 0);
      assert.equal(peer.faxes.length, 1);
      assert.deepEqual(testbed.errors, []);
    });
  });
