// Goal: a process that was stopped behind its claim for longer than it has the row sends nothing, whatever it was about to send (I4, F37).
// Method: the process's own clock goes ahead behind the statement that claims, or while a fax is drawn; the peers' logs are the evidence.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { PharmacyRequestId } from '@pestle/rules/ids';
import { type DeliveryTestbed, openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { openMigratedStore, TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { keepRenewal } from '@pestle/testbed/tracking/requests';
import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import { sealStore } from '../../vault/vault.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const STOPPED_MS = 60_000;

/** A store behind whose next claim the process stands still; `then`: behind the transaction that comes after it. */
interface StoppingStore {
  readonly store: Store;
  stopBehind(statement: string, what: string, then?: 'next-transaction'): void;
}

function stopping(store: Store): StoppingStore {
  const clock = performance.now.bind(performance);
  let armed: { readonly statement: string; readonly what: string; readonly later: boolean } | undefined;
  let behindNext = false;
  let stoppedMs = 0;
  const stop = (): void => {
    stoppedMs += STOPPED_MS;
    const aheadMs = stoppedMs;
    performance.now = () => clock() + aheadMs;
  };
  return {
    store: {
      ...store,
      withOrg: async (orgId, work, also) => {
        const result = await store.withOrg(orgId, work, also);
        if (behindNext) stop();
        behindNext = false;
        return result;
      },
      pipeline: async (groups) => {
        const results = await store.pipeline(groups);
        const claims = groups
          .flatMap(({ steps }) => steps)
          .some(
            ({ statement, values }) =>
              statement.name === armed?.statement && JSON.stringify(values).includes(armed.what),
          );
        if (claims) {
          if (armed?.later === true) behindNext = true;
          else stop();
          armed = undefined;
        }
        return results;
      },
    },
    stopBehind: (statement, what, then) => {
      armed = { statement, what, later: then !== undefined };
    },
  };
}

describe('a process that was stopped behind its claim', () => {
  let testbed: DeliveryTestbed;
  let process: StoppingStore;
  const clock = Object.getOwnPropertyDescriptor(performance, 'now');
  before(async () => {
    const store = await openMigratedStore();
    process = stopping(store);
    testbed = await openDeliveryTestbed(sealStore(store, TEST_DATA_KEYS), {
      deliveryStore: sealStore(process.store, TEST_DATA_KEYS),
    });
  });
  afterEach(() => {
    if (clock === undefined) Reflect.deleteProperty(performance, 'now');
    else Object.defineProperty(performance, 'now', clock);
  });
  after(async () => {
    await testbed.close();
    await testbed.store.close();
    assert.deepEqual(testbed.errors, []);
  });

  /** What became of the attempts of one kind of message since the last look, once there are two; the second is not waited for. */
  const twoAttempts = async (kind: string, channel: string): Promise<string[]> => {
    const ended = await testbed.waitFor(
      async () => {
        await testbed.store.asCourier((tx) =>
          sql`update outbox set run_at = now() where leased_by is null and attempt > 0`.execute(tx),
        );
        const own = testbed.ended.filter((news) => news.kind === kind && news.channel === channel);
        return own.some(({ outcome }) => outcome === 'ACCEPTED') ? own : undefined;
      },
      () => `no ${kind} was taken: ${JSON.stringify(testbed.ended)}`,
    );
    return ended.map(({ outcome, reason }) => (outcome === 'ACCEPTED' ? outcome : `${outcome} ${reason}`));
  };
  /** Nothing waits to leave, so that what comes next is the test's. */
  const settled = async (): Promise<void> => {
    await testbed.waitFor(
      async () => {
        const { rows } = await testbed.store.asCourier((tx) => sql`select from outbox limit 1`.execute(tx));
        return rows.length === 0 || undefined;
      },
      () => 'something still waits to leave',
    );
    testbed.ended.length = 0;
    await testbed.delivery.dispatcher.stop();
  };
  const STOPPED = ['RETRY claimed-too-long-ago', 'ACCEPTED'];

  for (const [channel, pharmacyId, then] of [
    ['script', ACCEPTS],
    ['api', OWN_API],
    ['fax', FAX_ONLY],
    ['fax', FAX_ONLY, 'next-transaction'],
  ] as const)
    test(`I4: a prescription (${channel}${then === undefined ? '' : ', while its page is drawn'}) is not sent, and the next attempt brings it once`, async () => {
      await settled();
      const { order, fills } = await testbed.order(pharmacyId);
      process.stopBehind('pestle_begin', order.id, then);
      await testbed.delivery.dispatcher.start();
      assert.deepEqual(await twoAttempts('new', channel), STOPPED);
      const number = fills[0]?.prescriber_order_number;
      const arrived = testbed.peers.log().filter((entry) => entry.prescriberOrderNumber === number);
      if (channel !== 'fax') assert.equal(arrived.length, 1);
      await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
    });

  test('I4: a text', async () => {
    await settled();
    const texts = testbed.peers.texts().length;
    process.stopBehind('pestle_take', 'txt_');
    await testbed.order(ACCEPTS);
    await testbed.delivery.dispatcher.start();
    assert.deepEqual(await twoAttempts('text', 'text'), STOPPED);
    assert.equal(testbed.peers.texts().length, texts + 1);
  });

  test('I4: an answer to a pharmacy', async () => {
    const { order: sent } = await testbed.order(ACCEPTS);
    await testbed.until(sent.id, ({ fills: [fill] }) => fill?.state === 'SENT');
    await settled();
    const asked = await keepRenewal(testbed.store, testbed.delivery, TEST_ORGANIZATION, {
      orderId: sent.id,
      lastName: 'Doe',
      ncpdpId: testbed.peers.pharmacies.find(({ id }) => id === ACCEPTS)?.ncpdpId ?? '',
    });
    const id = asked as PharmacyRequestId;
    await testbed.delivery.denyPharmacyRequest(
      testbed.prescriber,
      { id, reasonCode: 'AF', note: null },
      freshKey('deny'),
    );
    const { response } = await testbed.delivery.pharmacyRequest(testbed.prescriber, id);
    process.stopBehind('pestle_response_begin', response?.row.id ?? '');
    await testbed.delivery.dispatcher.start();
    assert.deepEqual(await twoAttempts('response', 'script'), STOPPED);
    const arrived = testbed.peers.log().filter(({ messageId }) => messageId === response?.row.message_id);
    assert.equal(arrived.length, 1);
  });
});
