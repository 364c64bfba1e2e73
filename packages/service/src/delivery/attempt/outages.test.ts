// Goal: a store that goes away at any moment of an attempt neither loses nor doubles it (F4, D4): the process lives, so its attempt has one end.
// Method: the life of one order is cut at each of its calls to the real store in turn, once before the call and once behind its commit.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openMigratedStore, TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { isUnavailable } from '../../kernel/failures/sql-errors.ts';
import { StoreAwayError } from '../../store/away.ts';
import type { Store } from '../../store/store.ts';
import { sealStore } from '../../vault/vault.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const FAILS_TWICE = 'phr_0FA11S0TW1CE00000000000000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';

type Cut = 'before' | 'behind';

/** A store whose connection ends at one call of an organization's scope, counted from `arm`. */
interface CuttableStore {
  readonly store: Store;
  arm(call: number, cut: Cut): void;
  /** The process stands still for so long behind its next claim, as its own clock that nobody sets shows. */
  stopBehindClaim(ms: number): void;
  /** Whether the call came that was to be cut. */
  readonly wasCut: () => boolean;
}

function cuttable(store: Store): CuttableStore {
  let left = 0;
  let how: Cut = 'before';
  let stopMs = 0;
  const clock = performance.now.bind(performance);
  const claim = async <T>(act: () => Promise<T>): Promise<T> => {
    const result = await act();
    const stoppedMs = stopMs;
    stopMs = 0;
    if (stoppedMs > 0) performance.now = () => clock() + stoppedMs;
    return result;
  };
  const through = async <T>(act: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left !== 0) return await act();
    if (how === 'behind') await act();
    throw new StoreAwayError('the connection to PostgreSQL ended');
  };
  return {
    store: {
      ...store,
      withOrg: (orgId, work, also) => through(() => store.withOrg(orgId, work, also)),
      // Looks for due rows come by the clock, and are the courier's.
      pipeline: (groups) =>
        groups.some(({ scope }) => scope.role === 'app')
          ? through(() =>
              groups.some(({ steps }) => steps.some(({ statement }) => statement.name === 'pestle_begin'))
                ? claim(() => store.pipeline(groups))
                : store.pipeline(groups),
            )
          : store.pipeline(groups),
    },
    arm: (call, cut) => {
      left = call;
      how = cut;
    },
    stopBehindClaim: (ms) => {
      stopMs = ms;
    },
    wasCut: () => left <= 0,
  };
}

/** Waits until nothing waits to leave. */
async function settled({ store, waitFor }: DeliveryTestbed): Promise<void> {
  await waitFor(
    async () => {
      const { rows } = await store.asCourier((tx) => sql`select id from outbox limit 1`.execute(tx));
      return rows.length === 0 || undefined;
    },
    () => 'something still waits to leave',
  );
}

describe('an order whose connection to the store ends', () => {
  let testbed: DeliveryTestbed;
  let cutter: CuttableStore;
  before(async () => {
    const store = await openMigratedStore();
    cutter = cuttable(store);
    testbed = await openDeliveryTestbed(sealStore(store, TEST_DATA_KEYS), {
      deliveryStore: sealStore(cutter.store, TEST_DATA_KEYS),
    });
  });
  after(async () => {
    await testbed.close();
    await testbed.store.close();
    assert.deepEqual(
      testbed.errors.filter((error) => !isUnavailable(error)),
      [],
    );
  });

  /** What there is of an order when it has come to rest: with the pharmacy, in its history, and in the audit trail. */
  const traceOf = async (pharmacyId: string, call: number, cut: Cut) => {
    cutter.arm(call, cut);
    const { order } = await testbed.order(pharmacyId);
    const { fills } = await testbed.until(order.id, (record) =>
      record.fills.every(({ state }) => state === 'SENT'),
    );
    const wasCut = cutter.wasCut();
    cutter.arm(0, cut);
    // The text to the patient follows: its calls are not counted for the next order.
    await settled(testbed);
    const [fill] = fills;
    assert.ok(fill);
    const events = (await testbed.prescribing.fillEvents(testbed.prescriber, [fill.id])).get(fill.id) ?? [];
    const transmissions =
      (await testbed.delivery.transmissions(testbed.prescriber, [fill.id])).get(fill.id) ?? [];
    const { rows: audited } = await testbed.store.asCourier((tx) =>
      sql<{ detail: { outcome: string } }>`
        select detail from audit_entry where action = 'transmission.attempt'
          and subject_id = ${String(transmissions[0]?.row.id)} order by at`.execute(tx),
    );
    const arrived = testbed.peers
      .log()
      .filter(({ prescriberOrderNumber: number }) => number === fill.prescriber_order_number);
    return {
      wasCut,
      events: events.map(({ event }) => event),
      attempts: transmissions.map(({ attempts }) => attempts.map(({ outcome }) => outcome)),
      audited: audited.map(({ detail }) => detail.outcome),
      arrivals: arrived.map(({ accepted }) => accepted),
      messages: new Set(arrived.map(({ messageId, faxId }) => messageId ?? faxId)).size,
    };
  };

  test('I4: a process that was stopped behind its claim for longer than it had the row sends nothing, and the next attempt does', async () => {
    const clock = Object.getOwnPropertyDescriptor(performance, 'now');
    try {
      cutter.stopBehindClaim(60_000);
      const { attempts, arrivals } = await traceOf(ACCEPTS, 0, 'before');
      assert.deepEqual(attempts, [['RETRY', 'ACCEPTED']]);
      assert.deepEqual(arrivals, [true]);
    } finally {
      if (clock === undefined) Reflect.deleteProperty(performance, 'now');
      else Object.defineProperty(performance, 'now', clock);
    }
  });

  for (const [name, pharmacyId, ways] of [
    ['taken at once', ACCEPTS, ['before', 'behind']],
    // Its calls are those of the first, three times over.
    ['refused twice, then taken', FAILS_TWICE, ['behind']],
    ['by fax', FAX_ONLY, ['before', 'behind']],
  ] as const) {
    test(`D4: ${name}: whichever call is cut, everything is as without a cut`, async () => {
      const { wasCut: _, ...plain } = await traceOf(pharmacyId, 0, 'before');
      let cuts = 0;
      for (let call = 1; ; call += 1) {
        const seen: boolean[] = [];
        for (const cut of ways) {
          const { wasCut, ...trace } = await traceOf(pharmacyId, call, cut);
          assert.deepEqual(trace, plain, `cut ${cut} call ${call}`);
          seen.push(wasCut);
        }
        if (seen.includes(false)) break;
        cuts += ways.length;
      }
      assert.ok(cuts >= 4, `only ${cuts} cuts`);
    });
  }
});
