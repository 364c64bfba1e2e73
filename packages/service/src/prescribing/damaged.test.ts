// Goal: one damaged row of a patient never hides the others, and never makes a review say that nothing was prescribed before (W2, W6, I2).
// Method: sealed bytes are turned in the store, on both stores; the real room reads.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { freshKey } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import {
  anotherPatient,
  GABAPENTIN,
  LISINOPRIL,
  METFORMIN,
  openPractice,
  PHARMACY,
  reviewedDraft,
} from '@pestle/testbed/practice/practice';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { DamagedError } from '../kernel/failures/damaged.ts';

const REASON = 'Lost or stolen';

for (const { name, skip, open } of BOTH_STORES)
  describe(`damaged rows on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    before(async () => {
      opened = await open();
      practice = await openPractice(opened.store);
    });
    after(() => opened.close());

    const mended: (() => Promise<unknown>)[] = [];
    afterEach(async () => {
      for (const mend of mended.splice(0)) await mend();
    });
    const damage = async (table: string, id: string): Promise<void> => {
      const turn = (): Promise<unknown> =>
        opened.asOwner((tx) =>
          sql`update ${sql.table(table)} set sealed = set_byte(sealed, octet_length(sealed) - 1,
            255 - get_byte(sealed, octet_length(sealed) - 1)) where id = ${id}`.execute(tx),
        );
      await turn();
      mended.push(turn);
    };
    const order = async (
      patientId: Awaited<ReturnType<typeof anotherPatient>>,
      treatmentId = LISINOPRIL,
      more: object = {},
    ) => {
      const { prescribing, prescriber } = practice;
      const draft = await reviewedDraft(practice, treatmentId, { patientId, duplicateReason: null });
      const record = await prescribing.createOrder(
        prescriber,
        { drafts: [draft], pharmacyId: PHARMACY, ...more },
        freshKey('createOrder'),
      );
      const prescriptionId = record.fills[0]?.prescription_id ?? '';
      const { row } = await prescribing.prescription(prescriber, prescriptionId);
      return { record, prescriptionId, signableId: row.signable_id };
    };
    const draftFor = (
      patientId: Awaited<ReturnType<typeof anotherPatient>>,
      treatmentId = LISINOPRIL,
      more: object = {},
    ) =>
      practice.prescribing.createDraft(
        practice.prescriber,
        {
          patientId,
          treatmentId,
          dispenseQuantity: 30,
          dispenseUnit: 'Tablet',
          daysSupply: 30,
          instructions: 'Take one tablet by mouth once daily.',
          ...more,
        },
        freshKey('createDraft'),
      );
    const review = async (...draftIds: string[]) =>
      (await practice.prescribing.reviewDrafts(practice.prescriber, { draftIds })).drafts;

    test('W6: a damaged earlier prescription counts as a duplicate, and the review says that it could not be read', async () => {
      const patientId = await anotherPatient(practice);
      const damaged = await order(patientId);
      const whole = await order(patientId, GABAPENTIN);
      await damage('signable', damaged.signableId);
      const same = await draftFor(patientId);
      const alike = await draftFor(patientId, GABAPENTIN);
      const other = await draftFor(patientId, METFORMIN);
      const found = await practice.prescribing.likelyDuplicates(practice.prescriber, [
        same.id,
        alike.id,
        other.id,
      ]);
      const told = (id: string) =>
        found.get(id)?.map(({ prescriptionId, unreadable }) => [prescriptionId, unreadable]);
      assert.deepEqual(told(same.id), [[damaged.prescriptionId, true]]);
      assert.deepEqual(told(alike.id), [[whole.prescriptionId, false]], 'the others are compared');
      assert.equal(told(other.id), undefined);

      const [first, second, third] = await review(same.id, alike.id, other.id);
      const said = (one: typeof first) => one?.problems.map(({ code, severity }) => [code, severity]);
      assert.deepEqual(said(first), [
        ['EARLIER_UNREADABLE', 'warning'],
        ['LIKELY_DUPLICATE', 'error'],
      ]);
      assert.deepEqual(said(second), [['LIKELY_DUPLICATE', 'error']]);
      assert.deepEqual(said(third), []);
    });

    test('with a reason it is signed, the warning stays, and it names what it answers', async () => {
      const patientId = await anotherPatient(practice);
      const damaged = await order(patientId);
      await damage('signable', damaged.signableId);
      const again = await draftFor(patientId, LISINOPRIL, { duplicateReason: REASON });
      const [reviewed] = await review(again.id);
      assert.deepEqual(
        reviewed?.problems.map(({ code }) => code),
        ['EARLIER_UNREADABLE'],
      );
      assert.deepEqual(reviewed?.content?.reasons?.duplicateOf, [damaged.prescriptionId]);
      await practice.prescribing.createOrder(
        practice.prescriber,
        { drafts: [{ draftId: again.id, contentHash: reviewed?.contentHash ?? '' }], pharmacyId: PHARMACY },
        freshKey('createOrder'),
      );
    });

    test('the supply of what cannot be read lasts for as long as a prescription is valid, and what never left is no duplicate', async () => {
      const patientId = await anotherPatient(practice);
      const old = await order(patientId);
      await opened.asOwner((tx) =>
        sql`update prescription set written_at = now() - interval '200 days' where id = ${old.prescriptionId}`.execute(
          tx,
        ),
      );
      await opened.asOwner((tx) =>
        sql`update fill set state = 'SENT', sent_at = now() - interval '200 days' where prescription_id = ${old.prescriptionId}`.execute(
          tx,
        ),
      );
      const draft = await draftFor(patientId);
      const of = async () =>
        (await practice.prescribing.likelyDuplicates(practice.prescriber, [draft.id])).get(draft.id)
          ?.length ?? 0;
      assert.equal(await of(), 0, 'its 30 days are over');
      await damage('signable', old.signableId);
      assert.equal(await of(), 1, 'nobody knows for how many days it was');
    });

    test('history and lists name what cannot be read and show the rest; alone it is refused', async () => {
      const { prescribing, prescriber } = practice;
      const patientId = await anotherPatient(practice);
      const first = await order(patientId);
      const second = await order(patientId, METFORMIN, {
        address: { street1: '9 Elm St', city: 'Boston', state: 'MA', postalCode: '02108' },
      });
      await damage('signable', first.signableId);
      const page = await prescribing.prescriptions(prescriber, { patientId });
      assert.deepEqual(
        page.items.map(({ row }) => row.id),
        [second.prescriptionId],
      );
      assert.deepEqual(page.unreadable, [first.prescriptionId]);
      const byId = await prescribing.prescriptionsByIds(prescriber, [
        first.prescriptionId,
        second.prescriptionId,
      ]);
      assert.deepEqual([...byId.keys()], [second.prescriptionId]);
      await assert.rejects(prescribing.prescription(prescriber, first.prescriptionId), DamagedError);
      const fills = [...first.record.fills, ...second.record.fills].map(({ id }) => id);
      assert.equal((await prescribing.aroundFills(prescriber, fills)).size, 2);
      assert.equal((await prescribing.sendObstacles(prescriber, [first.prescriptionId])).size, 0);
      const combinable = async () =>
        (await prescribing.combinableOrders(prescriber, patientId)).map((one) => one.order.id);
      assert.deepEqual(await combinable(), [second.record.order.id], 'nothing joins what cannot be sent');

      await damage('orders', second.record.order.id);
      const orders = await prescribing.orders(prescriber, { patientId });
      assert.deepEqual(
        orders.items.map((one) => one.order.id),
        [first.record.order.id],
      );
      assert.deepEqual(orders.unreadable, [second.record.order.id]);
      const ids = [first.record.order.id, second.record.order.id];
      assert.deepEqual([...(await prescribing.ordersByIds(prescriber, ids)).keys()], [first.record.order.id]);
      await assert.rejects(prescribing.order(prescriber, second.record.order.id), DamagedError);
    });

    test('a damaged draft is there and blank, is not signed, and is written again or deleted', async () => {
      const { prescribing, prescriber } = practice;
      const patientId = await anotherPatient(practice);
      const broken = await draftFor(patientId);
      const whole = await draftFor(patientId, METFORMIN);
      await damage('draft', broken.id);
      const listed = await prescribing.drafts(prescriber, { patientId });
      assert.deepEqual(
        listed.map(({ id, instructions, unreadable }) => [id, instructions, unreadable === true]),
        [
          [broken.id, '', true],
          [whole.id, 'Take one tablet by mouth once daily.', false],
        ],
      );
      const [first, second] = await review(broken.id, whole.id);
      assert.equal(first?.contentHash, null);
      assert.equal(typeof second?.contentHash, 'string', 'the other one is signed without it');
      const key = freshKey('updateDraft');
      const { id } = broken;
      const fields = { dispenseQuantity: 30, dispenseUnit: 'Tablet', instructions: 'Take one tablet daily.' };
      const written = await prescribing.updateDraft(prescriber, { id, revision: 1, ...fields }, key);
      mended.pop();
      assert.deepEqual([written.instructions, written.unreadable], ['Take one tablet daily.', undefined]);
      await damage('draft', id);
      await prescribing.deleteDraft(prescriber, id, freshKey('deleteDraft'));
      mended.pop();
      assert.deepEqual(
        (await prescribing.drafts(prescriber, { patientId })).map((one) => one.id),
        [whole.id],
      );
    });
  });
