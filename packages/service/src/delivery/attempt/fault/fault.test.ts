// Goal: what errors of our own keep from its end is tried with a bound, keeps no other waiting, and ends where somebody sees it (I2, D2, D4, F22).
// Method: sealed bytes are damaged in the store, rows planted that collide, and attempts cut off; the peers' logs are the evidence, on both stores.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { PharmacyRequestId } from '@pestle/rules/ids';
import { type DeliveryTestbed, openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { fillNow as fillOf, type WaitingOrder, waitingOrder } from '@pestle/testbed/delivery/waiting-order';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { keepRenewal } from '@pestle/testbed/tracking/requests';
import { sql } from 'kysely';
import type { FillRow } from '../../../prescribing/inside.ts';
import { DELIVERY_LIMITS } from '../../limits.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000';
const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';
const { ownFaultDelaysMs: DELAYS, electronicConcurrency } = DELIVERY_LIMITS;
const TRIES = DELAYS.length + 1;

for (const { name, skip, open } of BOTH_STORES)
  describe(`errors of our own on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let testbed: DeliveryTestbed;
    before(async () => {
      opened = await open();
      testbed = await openDeliveryTestbed(opened.store);
    });
    afterEach(async () => {
      // The orders of the tests share one patient, and each is to come to its end.
      for (const [table, id] of damaged.splice(0)) await turnByte(table, id);
      await settled();
      testbed.errors.length = 0;
      testbed.turned.length = 0;
    });
    after(async () => {
      await testbed.close();
      await opened.close();
    });

    const owner = (statement: ReturnType<typeof sql>) => opened.asOwner((tx) => statement.execute(tx));
    const turnByte = (table: string, id: string) =>
      owner(sql`update ${sql.table(table)} set sealed = set_byte(sealed, octet_length(sealed) - 1,
        255 - get_byte(sealed, octet_length(sealed) - 1)) where id = ${id}`);
    const damaged: (readonly [string, string])[] = [];
    const damage = async (table: string, id: string): Promise<void> => {
      damaged.push([table, id]);
      await turnByte(table, id);
    };
    const signableOf = async (fill: FillRow): Promise<string> => {
      const { rows } = await opened.asOwner((tx) =>
        sql<{
          id: string;
        }>`select signable_id as id from prescription where id = ${fill.prescription_id}`.execute(tx),
      );
      return rows[0]?.id ?? '';
    };
    const waiting = (pharmacyId = ACCEPTS): Promise<WaitingOrder> =>
      waitingOrder(opened, testbed, pharmacyId);
    const fillNow = (fill: FillRow) => fillOf(opened, fill);
    /** What the waits after errors of our own were, as the row keeps them, while `until` finds nothing: none is waited for. */
    const hurried = async <Found>(
      id: string,
      until: () => Promise<Found | undefined>,
    ): Promise<{ found: Found; waits: ReadonlyMap<number, number> }> => {
      const waits = new Map<number, number>();
      const found = await testbed.waitFor(
        async () => {
          // Seen and ended in one statement: a wait that began in between would be ended unseen.
          const { rows } = await opened.asOwner((tx) =>
            sql<{ faults: number; wait_ms: number }>`with seen as (
                select id, faults, wait_ms, run_at from outbox where leased_by is null and on_hold_since is null
                  and run_at > now() and run_at <> 'infinity' for update
              ), hurried as (
                update outbox set run_at = now(), wait_ms = 0 from seen where outbox.id = seen.id
              ) select faults, wait_ms from seen where id = ${id} and faults > 0 and run_at > now() + interval '1 second'`.execute(
              tx,
            ),
          );
          for (const { faults, wait_ms: ms } of rows) waits.set(faults, ms);
          return await until();
        },
        () => `it has not come to an end: ${testbed.errors.map(String).join('; ')}`,
      );
      return { found, waits };
    };
    const untilState = (fill: FillRow, state: string) => async () => {
      const now = await fillNow(fill);
      return now.state === state ? now : undefined;
    };
    const settled = async (): Promise<void> => {
      await testbed.delivery.dispatcher.start();
      await hurried('', async () => {
        const { rows } = await opened.asOwner((tx) =>
          sql`select from outbox where on_hold_since is null limit 1`.execute(tx),
        );
        return rows.length === 0 || undefined;
      });
    };
    const arrived = ({ prescriber_order_number: number }: FillRow, kind = 'NewRx') =>
      testbed.peers.log().filter((entry) => entry.kind === kind && entry.prescriberOrderNumber === number);

    test('F22: prescriptions whose signed content does not open keep no other of their pharmacy waiting, wait longer each time, and are then STUCK for the practice', async () => {
      const poison = [];
      for (let count = 0; count <= electronicConcurrency + 1; count += 1) poison.push(await waiting());
      const good = await waiting();
      for (const { fill } of poison) await damage('signable', await signableOf(fill));
      await testbed.delivery.dispatcher.start();
      await testbed.until(good.order.order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
      const [first] = poison;
      assert.ok(first);
      assert.equal((await fillNow(first.fill)).state, 'QUEUED', 'nobody hurries what is damaged');
      const { found, waits } = await hurried(first.id, untilState(first.fill, 'STUCK'));
      assert.deepEqual([found.state_reason, found.state_owner], ['SERVICE_FAULT', 'practice']);
      assert.ok(waits.size >= 3, `${waits.size} waits were seen`);
      for (const [faults, ms] of waits)
        assert.equal(ms, DELAYS[Math.min(faults, DELAYS.length) - 1], `after fault ${faults}`);
      for (const { fill } of poison) {
        await hurried(first.id, untilState(fill, 'STUCK'));
        assert.deepEqual(arrived(fill), []);
      }
      assert.equal(
        testbed.turned.filter((news) => news.news === 'stuck' && news.reason === 'SERVICE_FAULT').length,
        poison.length,
      );
      // I7: no attempt ends here whose entry would say it.
      const { rows: entries } = await owner(
        sql`select from audit_entry where action = 'fill.stuck' and detail ->> 'reason' = 'SERVICE_FAULT'`,
      );
      assert.equal(entries.length, poison.length);
    });

    test('D2, D4: an end that cannot be put down is tried so often with the same bytes, then a fax says that it may be there', async () => {
      const { fill, id } = await waiting();
      await owner(
        sql`alter table transmission add constraint planted check (state <> 'accepted' or id <> ${sql.lit(id)})`,
      );
      await testbed.delivery.dispatcher.start();
      const { found } = await hurried(id, untilState(fill, 'SENT'));
      await owner(sql`alter table transmission drop constraint planted`);
      assert.equal(found.channel, 'fax');
      const messages = arrived(fill);
      // Three offsets has the schedule of the test's pharmacies.
      assert.ok(messages.length <= 3 && messages.length > 1, `${messages.length} arrivals`);
      assert.equal(new Set(messages.map(({ messageId }) => messageId)).size, 1);
      const fax = testbed.peers.log().findLast(({ faxId }) => faxId !== undefined && faxId !== null);
      const lines = testbed.peers.faxLines(fax?.faxId ?? '').join('\n');
      assert.match(
        lines,
        new RegExp(messages[0]?.messageId ?? 'none'),
        'the page names the electronic message',
      );
      const { attempts } = await testbed.delivery.queue.attempts(id);
      assert.equal(attempts.at(-1)?.reason, 'never-ended');
    });

    test('I2: where nothing at all can be put down of a fill, the service holds the row, and operators see it; released, it comes to its end', async () => {
      const { fill, id } = await waiting();
      // The history's next number but one is taken: it leaves, and then nothing moves any more.
      await owner(sql`insert into fill_event (org_id, fill_id, number, order_id, at, event, from_state, to_state, source, detail)
        select org_id, id, revision + 2, order_id, now(), 'sent', state, state, 'delivery', '{}' from fill where id = ${fill.id}`);
      await testbed.delivery.dispatcher.start();
      const row = async () => (await testbed.delivery.queue.attempts(id)).waits;
      const { found: held } = await hurried(id, async () => {
        const waits = await row();
        return waits?.onHoldBy === 'service' ? waits : undefined;
      });
      assert.equal(held.isUnderWay, false);
      const sent = arrived(fill).length;
      assert.ok(sent <= TRIES, `${sent} arrivals`);
      await owner(sql`update outbox set created_at = now() - interval '1 hour' where id = ${id}`);
      const figures = await testbed.delivery.figures();
      assert.equal(
        figures.lanes.find(({ laneClass }) => laneClass === 'pharmacy')?.lateOldestId,
        id,
        'operators are alerted',
      );
      await testbed.looked();
      assert.equal(arrived(fill).length, sent, 'nothing of it leaves while it is held');
      await owner(sql`delete from fill_event where fill_id = ${fill.id} and number > ${fill.revision + 1}`);
      await testbed.delivery.queue.release({ of: id, by: 'Olga Operator' });
      await hurried(id, untilState(fill, 'SENT'));
      assert.equal(
        arrived(fill).filter(({ accepted }) => accepted).length,
        1,
        'the pharmacy knew the repetitions again',
      );
    });

    test('F34: what was settled as received is never sent, also where its end cannot be put down: the service holds the row', async () => {
      const by = 'Olga Operator';
      const { fill, id } = await waiting();
      await testbed.delivery.quarantine.begin({ by });
      await testbed.delivery.quarantine.reconcile({ of: id, choice: 'received', by });
      await owner(
        sql`alter table transmission add constraint planted check (state <> 'accepted' or id <> ${sql.lit(id)})`,
      );
      const faxes = testbed.peers.faxes().length;
      await testbed.delivery.dispatcher.start();
      const { found: held } = await hurried(id, async () => {
        const { waits } = await testbed.delivery.queue.attempts(id);
        return waits?.onHoldBy === 'service' ? waits : undefined;
      });
      assert.equal(held.isUnderWay, false);
      await testbed.looked();
      assert.deepEqual([arrived(fill), testbed.peers.faxes().length], [[], faxes]);
      await owner(sql`alter table transmission drop constraint planted`);
      await testbed.delivery.queue.release({ of: id, by });
      await hurried(id, untilState(fill, 'SENT'));
      assert.deepEqual([arrived(fill), testbed.peers.faxes().length], [[], faxes]);
      await testbed.delivery.quarantine.reconcile({ of: 'all', choice: 'left', by });
      await testbed.delivery.quarantine.end({ by });
    });

    test('D10: a cancel that cannot be made is a fact with an owner', async () => {
      const { order, fill } = await waiting();
      await testbed.delivery.dispatcher.start();
      await testbed.until(order.order.id, ({ fills: [one] }) => one?.state === 'SENT');
      await settled();
      await testbed.delivery.dispatcher.stop();
      await testbed.delivery.cancel(testbed.prescriber, { orderId: order.order.id }, freshKey('cancelOrder'));
      await damage('signable', await signableOf(fill));
      await testbed.delivery.dispatcher.start();
      const { found } = await hurried('', async () => {
        const { rows } = await opened.asOwner((tx) =>
          sql<{
            why: string;
          }>`select cancel_not_sent_reason as why from fill where id = ${fill.id} and cancel_not_sent_at is not null`.execute(
            tx,
          ),
        );
        return rows[0];
      });
      assert.equal(found.why, 'NOT_DELIVERED');
      assert.deepEqual(arrived(fill, 'CancelRx'), []);
    });

    test('D4: a text and an answer that do not open fail, and somebody is shown it', async () => {
      const { order } = await waiting(JSON_2023011);
      await testbed.delivery.dispatcher.start();
      await testbed.until(order.order.id, ({ fills: [one] }) => one?.state === 'SENT');
      await settled();
      await testbed.delivery.dispatcher.stop();
      const request = (await keepRenewal(opened.store, testbed.delivery, TEST_ORGANIZATION, {
        orderId: order.order.id,
        lastName: 'Doe',
      })) as PharmacyRequestId;
      await testbed.delivery.denyPharmacyRequest(
        testbed.prescriber,
        { id: request, reasonCode: 'AF', note: null },
        freshKey('deny'),
      );
      const { response } = await testbed.delivery.pharmacyRequest(testbed.prescriber, request);
      await damage('pharmacy_response', response?.row.id ?? '');
      // The text that told of the order is to be sent once more.
      const { rows } = await opened.asOwner((tx) =>
        sql<{ id: string }>`insert into outbox (id, org_id, kind, subject_id, lane, run_at, created_at)
          select id, org_id, 'text', order_id, 'text', now(), now() from text_message where order_id = ${order.order.id} returning id`.execute(
          tx,
        ),
      );
      const text = rows[0]?.id ?? '';
      await owner(sql`update text_message set state = 'queued' where id = ${text}`);
      await damage('text_message', text);
      await testbed.delivery.dispatcher.start();
      const { found } = await hurried(text, async () => {
        const states = await opened.asOwner((tx) =>
          sql<{
            text: string;
            answer: string;
            why: string;
          }>`select t.state as text, r.state as answer, r.not_sent_reason as why
            from text_message t, pharmacy_response r where t.id = ${text} and r.id = ${response?.row.id}
              and t.state = 'failed' and r.state = 'exhausted'`.execute(tx),
        );
        return states.rows[0];
      });
      assert.equal(found.why, 'NOT_DELIVERED');
    });

    test('a fault that every delivery meets holds them all: none goes by fax or to a person, and they leave once it is mended', async () => {
      const orders = await Promise.all(
        [ACCEPTS, JSON_2023011, ACCEPTS, JSON_2023011].map((pharmacyId) => waiting(pharmacyId)),
      );
      await owner(
        sql`create function fails() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`,
      );
      await owner(sql`create trigger fails before insert on attempt for each row execute function fails()`);
      try {
        await testbed.delivery.dispatcher.start();
        const hold = await testbed.waitFor(
          () => testbed.delivery.holds()[0],
          () => 'nothing is held',
        );
        assert.equal(hold.lanes, 'electronic');
        // Every other node, and every command, can tell.
        const told = await testbed.waitFor(
          async () => (await testbed.delivery.queue.holds())[0],
          () => 'the node has not said what it holds',
        );
        assert.deepEqual([told.lanes, told.since], [hold.lanes, hold.since]);
        for (const { fill } of orders) assert.equal((await fillNow(fill)).state, 'QUEUED');
      } finally {
        await owner(sql`drop trigger fails on attempt`);
        await owner(sql`drop function fails`);
      }
      await testbed.waitFor(
        () => testbed.delivery.holds().length === 0 || undefined,
        () => 'it never went on',
      );
      await testbed.waitFor(
        async () => (await testbed.delivery.queue.holds()).length === 0 || undefined,
        () => 'the node still says that it holds',
      );
      for (const { fill, id } of orders) {
        const { found } = await hurried(id, untilState(fill, 'SENT'));
        assert.notEqual(found.channel, 'fax');
        const { rows } = await opened.asOwner((tx) =>
          sql`select from audit_entry where subject_id = ${fill.id} and action = 'fill.stuck'`.execute(tx),
        );
        assert.deepEqual(rows, []);
      }
    });

    test('I7: whoever takes over the lease of a worker that died enters its attempt, once', async () => {
      const { fill, id, order } = await waiting();
      await owner(sql`with row as (
          update outbox set attempt = 1, leased_by = 'gone', run_at = now() where id = ${id} returning org_id, id
        ), written as (
          insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id, prescriber_order_number, state, reason, first_attempt_at, created_at)
          select org_id, id, ${order.order.id}, ${fill.id}, ${ACCEPTS}, 'new', 'script', 'm' || substr(id, 5), ${fill.prescriber_order_number}, 'sending', '{}', now(), now() from row
        ) insert into attempt (org_id, transmission_id, number, started_at) select org_id, id, 1, now() from row`);
      await testbed.delivery.dispatcher.start();
      await hurried(id, untilState(fill, 'SENT'));
      const { rows } = await opened.asOwner((tx) =>
        sql<Record<string, string>>`select detail ->> 'attempt' as attempt, detail ->> 'outcome' as outcome,
            detail ->> 'cutOff' as cut_off, detail ->> 'channel' as channel, detail ->> 'kind' as kind, purpose
          from audit_entry where subject_id = ${id} and action = 'transmission.attempt' order by detail ->> 'attempt'`.execute(
          tx,
        ),
      );
      const same = { channel: 'script', kind: 'new', purpose: 'TREAT' };
      assert.deepEqual(rows, [
        { attempt: '1', outcome: 'UNKNOWN', cut_off: 'true', ...same },
        { attempt: '2', outcome: 'ACCEPTED', cut_off: null, ...same },
      ]);
    });

    test('D4: attempts that were each cut off end with the schedule: the fax says that it may be there', async () => {
      const { fill, id, order } = await waiting();
      for (let attempt = 1; attempt <= DELIVERY_LIMITS.cutOffAttemptsMin; attempt += 1)
        await owner(sql`with row as (
            update outbox set attempt = ${attempt}, leased_by = 'gone', run_at = now() where id = ${id} returning org_id, id
          ), written as (
            insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id, prescriber_order_number, state, reason, first_attempt_at, created_at)
            select org_id, id, ${order.order.id}, ${fill.id}, ${ACCEPTS}, 'new', 'script', 'm' || substr(id, 5), ${fill.prescriber_order_number}, 'sending', '{}', now(), now() from row
            on conflict do nothing
          ) insert into attempt (org_id, transmission_id, number, started_at) select org_id, id, ${attempt}, now() from row`);
      await testbed.delivery.dispatcher.start();
      const { found } = await hurried(id, untilState(fill, 'SENT'));
      assert.equal(found.channel, 'fax');
      assert.deepEqual(arrived(fill), [], 'no attempt begins after the last');
      const { attempts, transmission } = await testbed.delivery.queue.attempts(id);
      assert.deepEqual([attempts.at(-1)?.reason, transmission?.mayHaveArrived], ['never-ended', true]);
    });
  });
