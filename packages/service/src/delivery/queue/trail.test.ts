// Goal: nobody reads a message without a reason that both trails keep first, an operator sends again what a practice may send again and once, and who did what is seen (A2, D11, D12).
// Method: the real delivery against the sandbox's pharmacies on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BothTrails } from '@pestle/testbed/delivery/both-trails';
import { bothTrails } from '@pestle/testbed/delivery/both-trails';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { failureOf, freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { Failure } from '../../kernel/errors.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { performQueueAct } from './queue.ts';

const FAILS_TWICE = 'phr_0FA11S0TW1CE00000000000000';
const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';
const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
const OHIO = 'phr_00H100N00FAX00000000000000';
const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';

for (const { name, skip, open } of BOTH_STORES) {
  describe(`messages, resends and history of the queue on the ${name}`, { skip }, () => {
    let testbed: DeliveryTestbed;
    let trails: BothTrails;
    let closeStore: () => Promise<void>;
    before(async () => {
      const opened = await open();
      closeStore = opened.close;
      testbed = await openDeliveryTestbed(opened.store);
      trails = bothTrails(opened.store);
    });
    after(async () => {
      await testbed.close();
      await closeStore();
      assert.deepEqual(testbed.errors, []);
    });
    const laneTo = (pharmacyId: string) => `pharmacy:${pharmacyId}`;
    const by = 'Olga Operator';

    test('A2: a message is shown with a reason only; who read it and why is in both trails, each time, and in the history', async () => {
      const { queue } = testbed.delivery;
      const { order } = await testbed.order(FAILS_TWICE);
      const { fills } = await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
      const sent = await testbed.delivery.transmissions(testbed.prescriber, [fills[0]?.id ?? '']);
      const [record] = sent.get(fills[0]?.id ?? '') ?? [];
      const id = record?.row.id ?? '';
      const codes = [
        { of: id, reason: '', by },
        { of: id, reason: 'x'.repeat(DELIVERY_LIMITS.messageReasonCharactersMax + 1), by },
        { of: id, reason: 'They cannot read it', by: '' },
        { of: laneTo(FAILS_TWICE), reason: 'They cannot read it', by },
        { of: 'trm_01TEST0000000000000000N0NE', reason: 'They cannot read it', by },
      ].map(async (input) => (await failureOf(queue.message(input))).code);
      assert.deepEqual(await Promise.all(codes), [
        'INVALID_INPUT',
        'INVALID_INPUT',
        'INVALID_INPUT',
        'INVALID_INPUT',
        'NOT_FOUND',
      ]);
      assert.deepEqual([await trails.organization(id), await trails.network(id)], [[], []]);
      const reason = 'The pharmacy cannot read it';
      const shown = await queue.message({ of: id, reason, by });
      await queue.message({ of: id, reason, by: 'Otto' });
      assert.equal(shown.message, Buffer.from(record?.body ?? []).toString());
      assert.match(shown.message ?? '', /lisinopril/i);
      assert.deepEqual(
        shown.answers,
        record?.attempts.map(({ number, answer }) => ({
          number,
          answer: answer === null ? null : Buffer.from(answer).toString(),
        })),
      );
      assert.equal(shown.answers.length, 3);
      assert.ok(shown.answers.at(-1)?.answer);
      assert.deepEqual(await trails.organization(id), [
        `transmission.read-message operator ${by}`,
        'transmission.read-message operator Otto',
      ]);
      const { rows } = await testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`select 1 from audit_entry where subject_id = ${id} and action = 'transmission.read-message' and detail ->> 'reason' = ${reason}`.execute(
          tx,
        ),
      );
      assert.equal(rows.length, 2);
      const [last, first, ...more] = await queue.history({ of: id, first: 10 });
      assert.deepEqual(
        [last?.operator, first?.operator, first?.action, first?.detail['reason'], more],
        ['Otto', by, 'queue.message', reason, []],
      );
    });

    test('A2: what has had no attempt has no message, and asking for it is no look at one', async () => {
      const { queue } = testbed.delivery;
      const lane = laneTo(JSON_2023011);
      await queue.hold({ of: lane, by });
      const { order } = await testbed.order(JSON_2023011);
      const id = (await queue.rows(lane))[0]?.id ?? '';
      const input = { of: id, reason: 'Why it waits', by };
      assert.match((await failureOf(queue.message(input))).message, /no message yet/);
      assert.deepEqual(await trails.network(id), []);
      await queue.hold({ of: id, by });
      await queue.release({ of: id, by });
      await queue.release({ of: lane, by });
      await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
    });

    test('D12: the history of a lane holds what was done to it and in it, the latest first, page by page', async () => {
      const { queue } = testbed.delivery;
      const of = laneTo(JSON_2023011);
      const whole = await queue.history({ of, first: 100 });
      const subjects = new Set(whole.map(({ subject }) => subject.kind));
      assert.deepEqual([...subjects].toSorted(), ['lane', 'transmission']);
      assert.ok(whole.every(({ subject, detail }) => subject.id === of || detail['lane'] === of));
      assert.deepEqual(whole.map(({ action }) => action).toSorted(), [
        'queue.hold',
        'queue.hold',
        'queue.release',
        'queue.release',
      ]);
      assert.deepEqual([whole.at(-1)?.action, whole.at(-1)?.subject.id], ['queue.hold', of]);
      const pages = [];
      let after: string | undefined;
      do {
        const page = await queue.history({ of, first: 3, ...(after !== undefined && { after }) });
        pages.push(...page);
        after = page.length < 3 ? undefined : page.at(-1)?.id;
      } while (after !== undefined);
      assert.deepEqual(pages, whole);
      const all = await queue.history({ first: 100 });
      assert.ok(all.length > whole.length && all.every(({ action }) => action.startsWith('queue.')));
      assert.deepEqual(await performQueueAct(queue, { act: 'history', first: 100 }), all);
      for (const query of [{ first: 0 }, { first: 1, after: 'trm_1' }, { of: '', first: 1 }])
        assert.equal((await failureOf(queue.history(query))).code, 'INVALID_INPUT');
    });

    test('A2: above what operators may read within an hour nothing is shown and nothing is put down, whoever asks', async () => {
      const { queue } = testbed.delivery;
      const [read] = (await queue.history({ first: 100 })).filter(({ action }) => action === 'queue.message');
      const id = read?.subject.id ?? '';
      await testbed.store.asKeeper((tx) =>
        sql`insert into network_audit_entry (id, operator, action, subject_kind, subject_id)
          select 'aud_' || n, 'Otto', 'queue.message', 'transmission', 'trm_1'
          from generate_series(3, ${sql.lit(DELIVERY_LIMITS.messagesReadPerHourMax)}) n`.execute(tx),
      );
      const refused = await failureOf(queue.message({ of: id, reason: 'One more', by: 'Nobody yet' }));
      assert.equal(refused.code, 'RATE_LIMITED');
      assert.match(refused.message, /60 messages within an hour.*Wait/);
      const entries = [await trails.network(id), await trails.organization(id)].flat(2).join(' ');
      assert.doesNotMatch(entries, /Nobody yet/);
    });

    /** The fill of an order to this pharmacy that has left, and its last message. */
    const sent = async (pharmacyId: string, state = 'SENT') => {
      const { order } = await testbed.order(pharmacyId);
      const { fills } = await testbed.until(order.id, ({ fills: [fill] }) => fill?.state === state);
      const [fill] = fills;
      assert.ok(fill !== undefined);
      const last = (await messages(fill.id)).at(-1);
      assert.ok(last !== undefined);
      return { order, fill, last, id: last.row.id, of: last.row.id, afterAttempt: last.attempts.length };
    };
    const messages = async (fillId: string) =>
      (await testbed.delivery.transmissions(testbed.prescriber, [fillId])).get(fillId) ?? [];
    const arrived = (prescriberOrderNumber: string | null) =>
      testbed.peers.log().filter((entry) => entry.prescriberOrderNumber === prescriberOrderNumber);
    const again = (orderId: string, attempts: number) =>
      testbed.waitFor(
        async () => {
          const { fills } = await testbed.prescribing.order(testbed.prescriber, orderId);
          const [fill] = fills;
          const last = fill === undefined ? undefined : (await messages(fill.id)).at(-1);
          return last?.attempts.length === attempts && fill?.state === 'SENT' ? last : undefined;
        },
        () => 'it was not sent again',
      );
    /** What an act that is refused says: its code on the queue. */
    const refusal = async (work: Promise<unknown>) => {
      const failure = await work.then(
        () => assert.fail('it was accepted'),
        (error: unknown) => error,
      );
      assert.ok(failure instanceof Failure);
      return failure.detail.fields?.[0]?.code ?? failure.code;
    };

    for (const pharmacyId of [XML_2017071, OWN_API])
      test(`D11: an operator sends again: the same bytes under the same id, by both trails and the fill's history, once however often it is said (${pharmacyId})`, async () => {
        const { queue } = testbed.delivery;
        const { order, fill, of, afterAttempt } = await sent(pharmacyId);
        const look = await queue.resend({ of, by, dryRun: true });
        assert.deepEqual([look.done, look.lane, look.afterAttempt], [false, laneTo(pharmacyId), 1]);
        assert.deepEqual([await trails.network(of), await trails.organization(of)], [[], []]);
        const reason = 'They lost a day of messages';
        const done = await queue.resend({ of, by, reason, afterAttempt });
        assert.deepEqual([done.done, done.transmission.id], [true, of]);
        await again(order.id, 2);
        for (const who of [by, 'Otto'])
          assert.equal((await queue.resend({ of, by: who, afterAttempt })).done, false, 'said again');
        await testbed.looked();
        assert.equal((await messages(fill.id)).length, 1);
        const log = arrived(fill.prescriber_order_number);
        assert.equal(log.length, 2);
        for (const key of ['messageId', 'bytesSha256'] as const)
          assert.equal(new Set(log.map((entry) => entry[key])).size, 1, key);
        assert.deepEqual(await trails.organization(of), [`transmission.resend operator ${by}`]);
        assert.deepEqual(await trails.network(of), [['queue.resend', by]]);
        const [act] = await queue.history({ of, first: 1 });
        assert.deepEqual([act?.detail['reason'], act?.detail['lane']], [reason, laneTo(pharmacyId)]);
        const events = (await testbed.prescribing.fillEvents(testbed.prescriber, [fill.id])).get(fill.id);
        assert.deepEqual(
          events?.filter(({ event }) => event === 'resent').map(({ source }) => source),
          ['operator'],
        );
        const next = { act: 'resend', of, by, afterAttempt: 2, reason } as const;
        assert.equal(((await performQueueAct(queue, next)) as { done: boolean }).done, true, 'another act');
        await again(order.id, 3);
      });

    test('D11: a fax is sent once more to the same number; what is stuck is tried again by the id that its list names', async () => {
      const { queue } = testbed.delivery;
      const fax = await sent(FAX_ONLY);
      assert.equal((await queue.resend({ of: fax.of, by, afterAttempt: 1 })).lane, 'fax');
      await again(fax.order.id, 2);
      const faxes = arrived(fax.fill.prescriber_order_number);
      assert.deepEqual([faxes.length, new Set(faxes.map(({ faxTo }) => faxTo)).size], [2, 1]);

      const stuck = await sent(OHIO, 'STUCK');
      const listed = (await queue.stuck()).fills.find(({ fillId }) => fillId === stuck.fill.id);
      assert.equal(listed?.transmissionId, stuck.of);
      const { afterAttempt } = await queue.resend({ of: stuck.of, by, dryRun: true });
      await queue.resend({ of: stuck.of, by, afterAttempt });
      await testbed.until(
        stuck.order.id,
        ({ fills: [fill] }) => fill?.state === 'STUCK' && fill.revision > stuck.fill.revision + 1,
      );
      assert.equal((await messages(stuck.fill.id)).at(-1)?.attempts.length, afterAttempt + 1);
    });

    test('D12: in a lane on hold, and in a quarantine that began after the order, what is sent again waits', async () => {
      const { queue, quarantine } = testbed.delivery;
      const { order, fill, of, afterAttempt } = await sent(XML_2017071);
      const lane = laneTo(XML_2017071);
      await queue.hold({ of: lane, by });
      const held = await queue.resend({ of, by, afterAttempt });
      assert.equal(held.row?.id, of);
      await testbed.looked();
      assert.equal(arrived(fill.prescriber_order_number).length, 1);
      await queue.release({ of: lane, by });
      await again(order.id, 2);

      await quarantine.begin({ by });
      const { row } = await queue.resend({ of, by, afterAttempt: 2 });
      assert.notEqual(row?.quarantine ?? null, null);
      await testbed.looked();
      assert.equal(arrived(fill.prescriber_order_number).length, 2);
      await quarantine.reconcile({ of, choice: 'release', by });
      await quarantine.end({ by });
      await again(order.id, 3);
    });

    test('W8: what its practice may not send again, an operator may not; nothing is put down', async () => {
      const { queue } = testbed.delivery;
      const { order, fill, of, afterAttempt } = await sent(XML_2017071);
      const resend = (more: object = {}) => refusal(queue.resend({ of, by, afterAttempt, ...more }));
      const set = (text: ReturnType<typeof sql>) =>
        testbed.store.withOrg(TEST_ORGANIZATION, (tx) => text.execute(tx));
      const written = sql`update prescription set written_at = written_at`;
      for (const [why, change, back] of [
        [
          'SIGNER_NOT_AUTHORIZED',
          sql`update app_user set active = false where id = ${testbed.prescriber.id}`,
          sql`update app_user set active = true where id = ${testbed.prescriber.id}`,
        ],
        [
          'PRESCRIPTION_TOO_OLD',
          sql`${written} - interval '73 hours' where id = ${fill.prescription_id}`,
          sql`${written} + interval '73 hours' where id = ${fill.prescription_id}`,
        ],
        [
          'CONFIRMED',
          sql`update fill set state = 'RECEIVED' where id = ${fill.id}`,
          sql`update fill set state = 'SENT' where id = ${fill.id}`,
        ],
        [
          'NO_MORE_REFILLS',
          sql`update fill set discontinued_at = now() where id = ${fill.id}`,
          sql`update fill set discontinued_at = null where id = ${fill.id}`,
        ],
      ] as const) {
        await set(change);
        assert.deepEqual([await resend(), await resend({ dryRun: true })], [why, why]);
        await set(back);
      }
      assert.equal(await resend({ afterAttempt: 7 }), 'TRIED_SINCE');
      assert.equal(await refusal(queue.resend({ of, by })), 'REQUIRED');
      const nobody = 'trm_01TEST0000000000000000N0NE';
      assert.equal(await resend({ of: nobody }), 'NOT_FOUND');
      assert.equal(await resend({ of: laneTo(XML_2017071) }), 'NOT_A_ROW');
      assert.equal(await resend({ of: 'txt_01TEST0000000000000000N0NE' }), 'NOT_A_PRESCRIPTION');
      await testbed.delivery.cancel(testbed.prescriber, { orderId: order.id }, freshKey('cancelOrder'));
      assert.equal(await resend(), 'BEING_CANCELED');
      const cancel = (await messages(fill.id)).find(({ row }) => row.kind === 'cancel')?.row.id;
      const waits = (await queue.rows(laneTo(XML_2017071)).catch(() => [])).find(
        ({ kind }) => kind === 'cancel',
      );
      assert.equal(await resend({ of: cancel ?? waits?.id }), 'NOT_A_PRESCRIPTION');
      assert.deepEqual([await trails.organization(of), await trails.network(of)], [[], []]);

      const lane = laneTo(XML_2017071);
      await queue.hold({ of: lane, by });
      const given = await testbed.order(XML_2017071);
      const row = (await queue.rows(lane)).find(({ orderId }) => orderId === given.order.id);
      assert.equal(await resend({ of: row?.id, dryRun: true }), 'ON_ITS_WAY');
      await queue.fax({ of: row?.id ?? '', by });
      await queue.release({ of: lane, by });
      const { fills } = await testbed.until(
        given.order.id,
        ({ fills: [first] }) => first?.channel === 'fax' && first.state === 'SENT',
      );
      assert.equal(await resend({ of: row?.id, dryRun: true }), 'REPLACED');
      const [, faxed] = await messages(fills[0]?.id ?? '');
      assert.equal((await queue.resend({ of: faxed?.row.id ?? '', by, dryRun: true })).lane, 'fax');
    });

    test('D11: of acts at once on one fill one is done: two operators, and an operator beside the practice that sends again, elsewhere, or cancels', async () => {
      const { queue } = testbed.delivery;
      const lane = laneTo(XML_2017071);
      const { prescriber } = testbed;
      const newRows = async (orderId: string) => {
        const rows = [lane, laneTo(JSON_2023011)].map((one) => queue.rows(one).catch(() => []));
        return (await Promise.all(rows))
          .flat()
          .filter((row) => row.orderId === orderId && row.kind === 'new');
      };
      const beside = async (
        act: (from: Awaited<ReturnType<typeof sent>>) => Promise<unknown>,
        rounds: number,
      ) => {
        const ends = [];
        for (let round = 0; round < rounds; round += 1) {
          const from = await sent(XML_2017071);
          for (const one of [lane, laneTo(JSON_2023011)]) await queue.hold({ of: one, by });
          const own = queue.resend({ of: from.of, by, afterAttempt: from.afterAttempt });
          const settled = await Promise.allSettled(round % 2 === 0 ? [own, act(from)] : [act(from), own]);
          const rows = await newRows(from.order.id);
          for (const one of [lane, laneTo(JSON_2023011)]) await queue.release({ of: one, by });
          ends.push({ from, rows, settled: settled.map(({ status }) => status).toSorted() });
          await testbed.waitFor(
            async () => ((await newRows(from.order.id)).length === 0 ? true : undefined),
            () => 'what waited never left',
          );
        }
        return ends;
      };
      for (const { from, rows, settled } of await beside(
        ({ of, afterAttempt }) => queue.resend({ of, by: 'Otto', afterAttempt }),
        1,
      )) {
        assert.deepEqual([settled, rows.map(({ id }) => id)], [['fulfilled', 'fulfilled'], [from.of]]);
        assert.equal(
          (await trails.network(from.of)).filter(([action]) => action === 'queue.resend').length,
          1,
        );
        await again(from.order.id, 2);
      }
      for (const { from, rows, settled } of await beside(
        ({ fill }) => testbed.delivery.resend(prescriber, { fillId: fill.id }, freshKey('resendFill')),
        2,
      )) {
        assert.deepEqual([settled, rows.map(({ id }) => id)], [['fulfilled', 'rejected'], [from.of]]);
        await again(from.order.id, 2);
      }
      for (const { from, rows } of await beside(
        ({ order }) =>
          testbed.delivery.reroute(
            prescriber,
            { orderId: order.id, pharmacyId: JSON_2023011 as never },
            freshKey('reroute'),
          ),
        2,
      )) {
        assert.deepEqual(
          rows.map((row) => [row.lane, row.id === from.of]),
          [[laneTo(JSON_2023011), false]],
          'it leaves for the other pharmacy alone',
        );
        await testbed.until(from.order.id, ({ fills: [fill] }) => fill?.state === 'SENT');
        assert.equal(
          arrived(from.fill.prescriber_order_number).filter(({ kind }) => kind === 'NewRx').length,
          1,
        );
      }
      for (const { from, rows } of await beside(
        ({ order }) => testbed.delivery.cancel(prescriber, { orderId: order.id }, freshKey('cancelOrder')),
        2,
      )) {
        assert.deepEqual(rows, [], 'nothing that is canceled waits to leave');
        await testbed.until(from.order.id, ({ fills: [fill] }) => fill?.cancel_sent_at !== null);
        assert.equal(
          arrived(from.fill.prescriber_order_number).filter(({ kind }) => kind === 'NewRx').length,
          1,
        );
      }
    });
  });
}
