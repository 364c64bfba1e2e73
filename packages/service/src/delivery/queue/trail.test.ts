// Goal: nobody reads a message without a reason that both trails keep first, and operators see who did what in the queue (A2, D12).
// Method: the real delivery against the sandbox's pharmacies on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BothTrails } from '@pestle/testbed/delivery/both-trails';
import { bothTrails } from '@pestle/testbed/delivery/both-trails';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { failureOf, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { DELIVERY_LIMITS } from '../limits.ts';
import { performQueueAct } from './queue.ts';

const FAILS_TWICE = 'phr_0FA11S0TW1CE00000000000000';
const JSON_2023011 = 'phr_0ACCEPTS020230110JS0N00000';

for (const { name, skip, open } of BOTH_STORES) {
  describe(`messages and history of the queue on the ${name}`, { skip }, () => {
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
  });
}
