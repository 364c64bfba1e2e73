// Goal: the statements that begin and plainly end an attempt write what the longer way would write, and step back wherever anything else has happened (I2, I4, I6).
// Method: orders to one pharmacy on both stores, some begun by hand, some with a withdrawn cancel beside them, which sends them the longer way; their rows side by side.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FillState } from '@pestle/rules/fill-status';
import { foldOrder, mayMoveFill } from '@pestle/rules/fill-status';
import type { OrderId } from '@pestle/rules/ids';
import type { DeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { LINK_KEY } from '@pestle/testbed/delivery/open-delivery';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { LISINOPRIL, METFORMIN, PATIENT, reviewedDraft } from '@pestle/testbed/practice/practice';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { findPatient } from '../../../directory/inside.ts';
import { updatePatientRow } from '../../../directory/patient/patient-rows.ts';
import { nowText, systemPorts } from '../../../kernel/ports.ts';
import type { OrderRecord } from '../../../prescribing/inside.ts';
import { lockOrder, moveFill } from '../../../prescribing/inside.ts';
import { createPhoneHashes, numberChanged } from '../../../routing/inside.ts';
import { reportWrongNumber } from '../../../routing/patient/wrong-number.ts';
import type { Store } from '../../../store/store.ts';
import { columnAddress, keysOf, sealStore } from '../../../vault/vault.ts';
import type { TextContent } from '../../texts/write-text.ts';

const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';

type Rows = readonly Readonly<Record<string, unknown>>[];

/** What the moves of its fills have made of an order. */
async function movesOf(store: Store, id: string): Promise<{ orders: Rows; fills: Rows; events: Rows }> {
  const found = await store.withOrg(TEST_ORGANIZATION, async (tx) => {
    const { rows: orders } = await sql`select * from orders where id = ${id}`.execute(tx);
    const { rows: fills } =
      await sql`select f.*, p.state as of_prescription, p.revision as prescription_revision
      from fill f join prescription p on p.org_id = f.org_id and p.id = f.prescription_id
      where f.order_id = ${id} order by f.line`.execute(tx);
    const { rows: events } =
      await sql`select * from fill_event where order_id = ${id} order by fill_id, number`.execute(tx);
    return { orders, fills, events };
  });
  return withoutWhatDiffers(found) as { orders: Rows; fills: Rows; events: Rows };
}

/** Ids and times differ each time; whether there is one does not. */
function withoutWhatDiffers(found: unknown): object {
  return JSON.parse(
    JSON.stringify(found, (key, value: unknown) =>
      /^(id|at|cause|changed_in|sealed.*|.*_id|.*_at|.*_since|number|.*_number|transmissionId|prescriberOrderNumber)$/.test(
        key,
      ) && value !== null
        ? 'differs'
        : value,
    ),
  ) as object;
}

/** A store that notes whether the plain end was taken, and lets the rows be read when an attempt has begun and nothing has left. */
function noting(store: Store, plain: boolean[], begun: (orderId: string) => Promise<void>): Store {
  return {
    ...store,
    pipeline: async (groups) => {
      const results = await store.pipeline(groups);
      const steps = groups.flatMap((group) => group.steps);
      const at = steps.findIndex(({ statement }) => statement.name === 'pestle_accept');
      if (at >= 0) {
        const accepted = (steps[at]?.values[3] ?? []) as string[];
        const taken = accepted.map((id) => results[at]?.some((row) => row['id'] === id) === true);
        plain.push(...taken);
      }
      const beginAt = steps.findIndex(({ statement }) => statement.name === 'pestle_begin');
      const orderIds = (steps[beginAt]?.values[5] ?? []) as string[];
      if ((results[beginAt]?.length ?? 0) > 0) for (const orderId of orderIds) await begun(orderId);
      return results;
    },
  };
}

for (const { name, skip, open } of BOTH_STORES)
  describe(`statements and the longer way on the ${name}`, { skip }, () => {
    const plain: boolean[] = [];
    const atBegin = new Map<string, unknown>();
    /** Done once, when the next attempt has begun and its message has not left. */
    let meanwhile: ((orderId: string) => Promise<void>) | undefined;
    let testbed: DeliveryTestbed;
    let close: () => Promise<void>;
    let asOwner: OpenedStore['asOwner'];
    before(async () => {
      const opened = await open();
      ({ close, asOwner } = opened);
      testbed = await openDeliveryTestbed(
        sealStore(
          noting(opened.store, plain, async (orderId) => {
            if (!atBegin.has(orderId)) atBegin.set(orderId, await movesOf(opened.store, orderId));
            const work = meanwhile;
            meanwhile = undefined;
            await work?.(orderId);
          }),
          TEST_DATA_KEYS,
        ),
        // A second attempt would have an entry of its own.
        { attemptTimeoutMs: 10_000 },
      );
    });
    after(async () => {
      await testbed.close();
      await close();
      assert.deepEqual(testbed.errors, []);
    });

    const saved = async (drafts: Awaited<ReturnType<typeof reviewedDraft>>[]): Promise<string[]> => {
      const records = await testbed.prescribing.createPrescriptions(
        testbed.prescriber,
        { drafts },
        freshKey('createPrescriptions'),
      );
      return records.map(({ row }) => row.id);
    };

    /** Makes an order of these treatments, signed with it or before, without letting it leave; `leave` lets it. */
    const order = async (
      treatments: readonly (typeof LISINOPRIL)[],
      signed: 'with it' | 'before' = 'with it',
    ): Promise<{ record: OrderRecord; leave: () => Promise<OrderRecord> }> => {
      await testbed.delivery.dispatcher.stop();
      const from = testbed.departures.length;
      const drafts = [];
      for (const treatment of treatments) drafts.push(await reviewedDraft(testbed, treatment));
      const record = await testbed.prescribing.createOrder(
        testbed.prescriber,
        {
          ...(signed === 'before' ? { prescriptionIds: await saved(drafts) } : { drafts }),
          pharmacyId: XML_2017071,
        },
        freshKey('createOrder'),
      );
      const leave = async () => {
        await testbed.delivery.dispatcher.start();
        testbed.delivery.departures(testbed.departures.slice(from));
        await testbed.until(record.order.id, ({ fills }) => fills.every(({ state }) => state === 'SENT'));
        // Read once more: an order and its fills are read by two statements.
        return await testbed.prescribing.order(testbed.prescriber, record.order.id);
      };
      return { record, leave };
    };

    /** A cancel that was taken back, as after a reroute: the fill has had more than one transmission. */
    const addWithdrawn = ({ fills, order: { id } }: OrderRecord) =>
      testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id,
        prescriber_order_number, state) values (${TEST_ORGANIZATION}, ${`trm_${id.slice(4)}`}, ${id}, ${fills[0]?.id},
        ${XML_2017071}, 'cancel', 'script', ${`m${id.slice(4)}`}, 'earlier', 'withdrawn')`.execute(tx),
      );

    /** Every row about the order, without what is different each time. */
    const rowsOf = async ({ order: { id }, fills }: OrderRecord): Promise<object> => {
      const found = await testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const { rows: transmissions } =
          await sql`select t.*, t.answer is null as silent from transmission t where order_id = ${id} and kind = 'new' order by created_at, id`.execute(
            tx,
          );
        const { rows: attempts } = await sql`select a.* from attempt a
        join transmission t on t.org_id = a.org_id and t.id = a.transmission_id where t.order_id = ${id} order by a.number`.execute(
          tx,
        );
        const { rows: texts } = await sql`select t.*, t.state <> 'failed' as state from text_message t
        where order_id = ${id}`.execute(tx);
        const { rows: audit } = await sql`select e.* from audit_entry e
        join transmission t on t.org_id = e.org_id and t.id = e.subject_id where t.order_id = ${id}`.execute(
          tx,
        );
        const { rows: waiting } =
          await sql`select kind from outbox where subject_id = any (${fills.map((fill) => fill.id)}::text[])`.execute(
            tx,
          );
        return { transmissions, attempts, texts, audit, waiting };
      });
      return { ...(await movesOf(testbed.store, id)), ...withoutWhatDiffers(found) };
    };

    test('the statement that begins an attempt moves the fill as `moveFill` does', async () => {
      const first = await order([LISINOPRIL]);
      await first.leave();
      const { record } = await order([LISINOPRIL]);
      const { fills, order: byHand } = record;
      await testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const locked = await lockOrder(tx, TEST_ORGANIZATION, byHand.id);
        assert.ok(locked !== undefined && fills[0] !== undefined);
        await moveFill(tx, systemPorts, locked, fills[0].id, {
          to: 'SENDING',
          event: 'sending',
          source: 'delivery',
          detail: { transmissionId: 'trm_0', channel: 'script' },
          set: { channel: 'script' },
        });
      });
      const expected = await movesOf(testbed.store, byHand.id);
      assert.deepEqual(
        expected.fills.map(({ state, revision, channel }) => [state, revision, channel]),
        [['SENDING', 2, 'script']],
      );
      assert.deepEqual(atBegin.get(first.record.order.id), expected);
    });

    test('writes the rows that the longer way writes, and tells the patient once', async () => {
      const first = await order([LISINOPRIL]);
      const byPlain = await first.leave();
      const second = await order([LISINOPRIL]);
      await addWithdrawn(second.record);
      const byLonger = await second.leave();
      assert.deepEqual(plain.slice(-2), [true, false]);
      const rows = (await rowsOf(byPlain)) as { texts: unknown[]; audit: unknown[]; events: unknown[] };
      assert.deepEqual([rows.texts.length, rows.audit.length, rows.events.length], [1, 1, 3]);
      assert.deepEqual(rows, await rowsOf(byLonger));
    });

    test('what was saved before leaves with the rows of what is signed with its order', async () => {
      const signed = await order([LISINOPRIL, METFORMIN]);
      const expected = (await rowsOf(await signed.leave())) as {
        transmissions: unknown[];
        attempts: unknown[];
      };
      const ordered = await order([LISINOPRIL, METFORMIN], 'before');
      assert.deepEqual(await rowsOf(await ordered.leave()), expected);
      assert.deepEqual([expected.transmissions.length, expected.attempts.length], [2, 2]);
      assert.deepEqual(plain.slice(-4), [true, true, true, true]);
    });

    test('an order of two is PENDING until the second is taken, and the patient is told once', async () => {
      const { leave } = await order([LISINOPRIL, METFORMIN]);
      const before = plain.length;
      const done = await leave();
      assert.equal(done.order.state, 'PLACED');
      assert.deepEqual(plain.slice(before), [true, true]);
      const { texts } = (await rowsOf(done)) as { texts: unknown[] };
      assert.equal(texts.length, 1);
    });

    const hashes = createPhoneHashes(LINK_KEY);
    /** What staff do who correct the number of the patient, or take it out. */
    const give = (phone: string | null) =>
      testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
        assert.ok(row !== undefined);
        await updatePatientRow(tx, { ...row, phone });
        const at = nowText(systemPorts);
        await numberChanged(tx, hashes, { orgId: TEST_ORGANIZATION, patientId: PATIENT, phone, at });
      });
    /** Whoever has this number says that it is not the patient's. */
    const report = (orderId: string, phone: string) =>
      testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
        reportWrongNumber(tx, hashes, {
          orgId: TEST_ORGANIZATION,
          patientId: PATIENT,
          orderId: orderId as OrderId,
          phone,
          at: nowText(systemPorts),
        }),
      );
    /** The numbers that texts about the order go to. */
    const toldOf = ({ order: { id } }: OrderRecord): Promise<readonly string[]> =>
      testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const { rows } = await sql<{
          id: string;
          sealed: Uint8Array;
        }>`select id, sealed from text_message where order_id = ${id}`.execute(tx);
        const contents = rows.map(
          (row) => keysOf(tx).openJson(columnAddress('text', row.id), row.sealed) as TextContent,
        );
        return contents.map(({ recipient }) => recipient);
      });

    const OLD = '6175550111';
    const NEW = '6175550122';
    const SINCE: readonly (readonly [string, string | null, (orderId: string) => Promise<void>, string[]])[] =
      [
        ['the number is as it was signed', OLD, async () => undefined, [OLD]],
        ['it was corrected since', OLD, () => give(NEW), [NEW]],
        ['it came since', null, () => give(NEW), [NEW]],
        ['it was taken out since', OLD, () => give(null), []],
        ['its holder said since that it is not the patient', OLD, (id) => report(id, OLD), []],
        [
          'it was corrected to one that is reported, too',
          OLD,
          async (id) => {
            await give(NEW);
            await report(id, NEW);
          },
          [],
        ],
        [
          'it was reported and then corrected',
          OLD,
          async (id) => {
            await report(id, OLD);
            await give(NEW);
          },
          [NEW],
        ],
      ];
    for (const when of ['before its attempt begins', 'while its message is under way'] as const)
      test(`the patient is told at the number of now, and nobody where there is none: changed ${when}`, async (t) => {
        const { phone: first } = await testbed.store.withOrg(TEST_ORGANIZATION, async (tx) => {
          const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
          assert.ok(row !== undefined);
          return row;
        });
        // The service never forgets what was said of a number, and takes the longer way from then on.
        const forget = () =>
          asOwner(async (owner) => {
            await sql`delete from wrong_number`.execute(owner);
          });
        t.after(async () => {
          await forget();
          await give(first);
        });
        for (const [what, signedWith, since, expected] of SINCE)
          await t.test(what, async () => {
            await forget();
            await give(signedWith);
            const { record, leave } = await order([LISINOPRIL]);
            if (when === 'before its attempt begins') await since(record.order.id);
            else meanwhile = since;
            const done = await leave();
            assert.deepEqual([meanwhile, done.order.state], [undefined, 'PLACED']);
            assert.deepEqual(await toldOf(done), expected);
          });
      });

    test('D4: an Error that comes before the acceptance is put down counts: it goes by fax, and a receipt then changes nothing', async () => {
      const { record, leave } = await order([LISINOPRIL]);
      const [fill] = record.fills;
      assert.ok(fill);
      const sentOf = async () =>
        (await testbed.delivery.transmissions(testbed.prescriber, [fill.id])).get(fill.id) ?? [];
      const say = (body: string): Promise<void> => testbed.hear(fill.id, 'new', body);
      meanwhile = () => say('<Error><Code>900</Code><DescriptionCode>4000</DescriptionCode></Error>');
      const done = await leave();
      assert.equal(done.fills[0]?.channel, 'fax');
      const states = async () => (await sentOf()).map(({ row }) => [row.channel, row.state]);
      const both = [
        ['script', 'rejected'],
        ['fax', 'accepted'],
      ];
      assert.deepEqual(await states(), both);
      await say('<Verify><VerifyStatus><Code>010</Code></VerifyStatus></Verify>');
      assert.deepEqual(await states(), both, 'the Error stands');
      assert.equal((await sentOf())[0]?.row.answer?.code, '900');
    });

    test('its state of the order is that of the rules, for every state in which it may be taken', () => {
      assert.ok(mayMoveFill('SENDING', 'SENT'));
      const others: readonly FillState[] = ['QUEUED', 'SENDING', 'SENT'];
      for (const second of others)
        for (const third of others) {
          const expected = [second, third].every((state) => state === 'SENT') ? 'PLACED' : 'PENDING';
          assert.equal(foldOrder(['SENT', second, third], true), expected);
        }
    });
  });
