// Goal: what looks as if the store were away, and meets one row alone, is that row's own fault and ends where somebody sees it; a store away for all is nobody's (I2, I3, D2).
// Method: the database itself fails the statements of one row, or of all, by each code and by an end of its connection; the peers' logs are the evidence.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type DeliveryTestbed, openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { fillNow as fillOf, type WaitingOrder, waitingOrder } from '@pestle/testbed/delivery/waiting-order';
import { PATIENCE_MS } from '@pestle/testbed/patience';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { isUnavailable } from '../../../kernel/failures/sql-errors.ts';
import type { FillRow, OrderRecord } from '../../../prescribing/inside.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';
/** Past its time, out of memory, a disk that fails: said of the statement while the connection lives. */
const CODES = ['57014', '53200', '58030'] as const;

for (const { name, skip, open } of BOTH_STORES)
  describe(`what looks as if the store were away, on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let testbed: DeliveryTestbed;
    before(async () => {
      opened = await open();
      testbed = await openDeliveryTestbed(opened.store);
    });
    afterEach(async () => {
      await mend();
      await testbed.delivery.dispatcher.start();
      await hurriedUntil(async () => (await rows()).every(({ held }) => held) || undefined);
      assert.deepEqual(
        testbed.errors.filter((error) => !isUnavailable(error)),
        [],
      );
    });
    after(async () => {
      await testbed.close();
      await opened.close();
    });

    const owner = (statement: ReturnType<typeof sql>) => opened.asOwner((tx) => statement.execute(tx));
    interface Waits {
      readonly id: string;
      readonly faults: number;
      readonly held: boolean;
    }
    const rows = async (): Promise<readonly Waits[]> => {
      const found = await opened.asOwner((tx) =>
        sql<Waits>`select id, faults, on_hold_since is not null as held from outbox`.execute(tx),
      );
      return found.rows;
    };
    /** The database fails what is done to a table for these rows, each in its way; or for all. */
    const plant = async (
      event: string,
      condition: string,
      ways: readonly { readonly id?: string; readonly fails: string }[],
    ): Promise<void> => {
      const body = ways.map(
        ({ id, fails }) =>
          `if ${condition} ${id === undefined ? '' : `and '${id}' in (to_jsonb(new) ->> 'transmission_id', to_jsonb(new) ->> 'id')`} then ${fails}; end if;`,
      );
      await owner(
        sql`create function fails() returns trigger language plpgsql security definer as ${sql.lit(`begin ${body.join(' ')} return new; end`)}`,
      );
      await owner(sql`create trigger fails before ${sql.raw(event)} for each row execute function fails()`);
    };
    const BEGINNING = ['insert on attempt', 'true'] as const;
    const ACCEPTANCE = ['update on transmission', "new.state = 'accepted'"] as const;
    const mend = async (): Promise<void> => {
      await owner(sql`drop function if exists fails cascade`);
    };
    const coded = (code: string): string => `raise exception 'planted' using errcode = '${code}'`;
    const waiting = (pharmacyId: string): Promise<WaitingOrder> => waitingOrder(opened, testbed, pharmacyId);
    const backlog = async (): Promise<Awaited<ReturnType<typeof waiting>>[]> => {
      const all = [];
      for (let index = 0; index < 8; index += 1)
        all.push(await waiting(index % 2 === 0 ? ACCEPTS : JSON_2023011));
      return all;
    };
    const fillNow = (fill: FillRow) => fillOf(opened, fill);
    /** Ends the waits that follow faults, and leases, while `until` finds nothing. */
    const hurriedUntil = <Found>(until: () => Promise<Found | undefined>): Promise<Found> =>
      testbed.waitFor(
        async () => {
          await owner(sql`update outbox set run_at = now(), wait_ms = 0 where leased_by is null and on_hold_since is null
            and run_at > now() and run_at <> 'infinity'`);
          return await until();
        },
        () => `it has not come to an end: ${testbed.errors.map(String).join('; ')}`,
      );
    const arrived = ({ prescriber_order_number: number }: FillRow) =>
      testbed.peers.log().filter((entry) => entry.kind === 'NewRx' && entry.prescriberOrderNumber === number);
    /** Others are sent, one after another, until these have come to an end. */
    const besideOthers = async (fills: readonly FillRow[]): Promise<void> => {
      const others: OrderRecord[] = [];
      const startedAt = performance.now();
      while (performance.now() - startedAt < PATIENCE_MS / 2) {
        others.push(await testbed.order(others.length % 2 === 0 ? ACCEPTS : JSON_2023011));
        await hurriedUntil(async () => {
          const { order } = others.at(-1) as OrderRecord;
          const [other] = (await testbed.prescribing.order(testbed.prescriber, order.id)).fills;
          return other?.state === 'SENT' ? other : undefined;
        });
        const states = await Promise.all(fills.map(fillNow));
        if (states.every(({ state }) => state === 'STUCK')) break;
      }
      for (const { fills: sent } of others)
        assert.equal(sent.map((other) => arrived(other).length).join(), '1', 'each other leaves once');
    };

    test('I2: at one row alone each of them leaves others as they are, in its lane too, and gives the row to the practice after as many tries as every other', async () => {
      const ways = CODES.map(coded);
      // The embedded store has no connection that could end.
      if (name === 'PostgreSQL') ways.push('perform pg_terminate_backend(pg_backend_pid())');
      const bad = [];
      for (const [index, fails] of ways.entries())
        bad.push({ ...(await waiting(index % 2 === 0 ? ACCEPTS : JSON_2023011)), fails });
      await plant(...BEGINNING, bad);
      await testbed.delivery.dispatcher.start();
      await besideOthers(bad.map(({ fill }) => fill));
      for (const { fill, fails } of bad) {
        const { state, state_reason: reason } = await fillNow(fill);
        assert.deepEqual([state, reason], ['STUCK', 'SERVICE_FAULT'], fails);
        assert.deepEqual(arrived(fill), []);
      }
      assert.deepEqual(await rows(), []);
    });

    test('a backlog in which the store fails one row leaves without it, and no other row counts it', async () => {
      // The first of a crowd goes at once, and the others together.
      const [first, second, bad, ...last] = await backlog();
      assert.ok(first && second && bad);
      const good = [first, second, ...last];
      await plant(...BEGINNING, [{ id: bad.id, fails: coded('57014') }]);
      await testbed.delivery.dispatcher.start();
      for (const { order, fill } of good) {
        // Together with the bad one they took a minute.
        await testbed.until(order.order.id, ({ fills: [one] }) => one?.state === 'SENT', 20_000);
        assert.equal(arrived(fill).length, 1);
      }
      const [left, ...others] = await rows();
      assert.deepEqual([left?.id, others], [bad.id, []]);
      await mend();
      await hurriedUntil(async () => (await fillNow(bad.fill)).state === 'SENT' || undefined);
      assert.equal(arrived(bad.fill).length, 1, 'it leaves once what failed is mended');
    });

    test('D4, I3: an end that the store fails for one row takes the ends of others not along: each has one attempt, and is sent once', async () => {
      const all = await backlog();
      const [first, second, bad, ...last] = all;
      assert.ok(first && second && bad);
      const good = [first, second, ...last];
      await plant(...ACCEPTANCE, [{ id: bad.id, fails: coded('57014') }]);
      await testbed.delivery.dispatcher.start();
      for (const { order } of good)
        await testbed.until(order.order.id, ({ fills: [one] }) => one?.state === 'SENT');
      await mend();
      await testbed.until(bad.order.order.id, ({ fills: [one] }) => one?.state === 'SENT');
      for (const { fill, id } of all) {
        const { attempts } = await testbed.delivery.queue.attempts(id);
        assert.deepEqual([attempts.map(({ outcome }) => outcome), arrived(fill).length], [['ACCEPTED'], 1]);
      }
    });

    test('a store that fails all rows counts for none: nothing goes by fax or to a person, and all leave once it serves again', async () => {
      const orders = await backlog();
      await plant(...BEGINNING, [{ fails: coded('57014') }]);
      const errors = testbed.errors.length;
      await testbed.delivery.dispatcher.start();
      await testbed.waitFor(
        () => testbed.errors.length >= errors + 2 * orders.length || undefined,
        () => `only ${testbed.errors.length - errors} tries`,
      );
      assert.deepEqual(
        (await rows()).map(({ faults, held }) => [faults, held]),
        orders.map(() => [0, false]),
      );
      assert.deepEqual(testbed.delivery.holds(), []);
      await mend();
      for (const { order, fill } of orders) {
        await testbed.until(order.order.id, ({ fills: [one] }) => one?.state === 'SENT');
        assert.notEqual((await fillNow(fill)).channel, 'fax');
        assert.equal(arrived(fill).length, 1);
      }
    });
  });
