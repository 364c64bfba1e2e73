// Goal: prescriptions join an order that waits, at its pharmacy and in its numbers, and an order that is leaving or has left
// takes none, by which nothing is lost (D9, W2, W5, W7, W8).
// Method: the real rooms on both stores; what leaves is begun as a node begins it, and the patient's pages are opened.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import { anId, failureOf, freshKey, TEST_ORGANIZATION, userActor } from '@pestle/testbed/practice/people';
import {
  anotherPatient,
  GABAPENTIN,
  LISINOPRIL,
  METFORMIN,
  PATIENT,
  PHARMACY,
  reviewedDraft,
} from '@pestle/testbed/practice/practice';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { openPatientChoice } from '@pestle/testbed/tracking/patient-choice';
import { sql } from 'kysely';
import { addPatient } from '../../directory/patient/patients.ts';
import { Failure } from '../../kernel/errors.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { createPrescribing } from '../prescribing.ts';
import type { OrderRecord } from '../records.ts';

for (const { name, skip, open } of BOTH_STORES) {
  describe(`combining on the ${name}`, { skip }, () => {
    let choice: Awaited<ReturnType<typeof openPatientChoice>>;
    let close: () => Promise<void>;
    before(async () => {
      const opened = await open();
      choice = await openPatientChoice(opened.store);
      close = async () => {
        await choice.close();
        await opened.close();
      };
    });
    after(() => close());

    const draft = (treatment = METFORMIN) => reviewedDraft(choice.practice, treatment);
    const rows = async <Row>(query: ReturnType<typeof sql>): Promise<Row[]> =>
      await choice.store.withOrg(
        TEST_ORGANIZATION,
        async (tx) => (await query.execute(tx)).rows as unknown as Row[],
      );
    const count = async (table: string): Promise<number> =>
      (await rows<{ count: number }>(sql`select count(*) as count from ${sql.table(table)}`))[0]?.count ?? -1;
    /** An order of lisinopril, with the departures that it told of. */
    const order = async (pharmacyId: typeof PHARMACY | null = PHARMACY): Promise<OrderRecord> =>
      await choice.practice.prescribing.createOrder(
        choice.practice.prescriber,
        { drafts: [await draft(LISINOPRIL)], pharmacyId },
        freshKey('createOrder'),
      );
    type Input = Parameters<typeof choice.practice.prescribing.combineOrder>[1];
    const combine = (input: Input, key = freshKey('combineOrder'), actor = choice.practice.prescriber) =>
      choice.practice.prescribing.combineOrder(actor, input, key);
    const combinable = async (): Promise<string[]> =>
      (await choice.practice.prescribing.combinableOrders(choice.practice.prescriber, PATIENT)).map(
        ({ order: { id } }) => id,
      );
    const announced = (from: number) => choice.practice.departures.slice(from);
    const saved = async (treatment = METFORMIN): Promise<string> => {
      const [one] = await choice.practice.prescribing.createPrescriptions(
        choice.practice.prescriber,
        { drafts: [await draft(treatment)] },
        freshKey('createPrescriptions'),
      );
      return one?.row.id ?? '';
    };
    /** What the first departure of a fill does before anything leaves. */
    const leave = (orderId: OrderId) =>
      rows(
        sql`update fill set state = 'SENDING', state_since = now(), revision = revision + 1 where order_id = ${orderId} and line = 1`,
      );
    /** The refusal, by which nothing was written and the draft stays: it can be sent as a new order. */
    const refused = async (input: Input, signed: { draftId: string; contentHash: string }) => {
      const before = [await count('prescription'), await count('fill'), await count('audit_entry')];
      const earlier = choice.practice.departures.length;
      const failure = await failureOf(combine(input));
      assert.deepEqual(
        [await count('prescription'), await count('fill'), await count('audit_entry')],
        before,
      );
      assert.deepEqual(announced(earlier), []);
      const repeated = await choice.practice.prescribing.createOrder(
        choice.practice.prescriber,
        { drafts: [signed], pharmacyId: PHARMACY },
        freshKey('createOrder'),
      );
      assert.equal(repeated.fills.length, 1);
      return failure;
    };

    test('D9: a queued order takes signed drafts as its next lines, at its pharmacy, and tells what leaves', async () => {
      const first = await order();
      assert.ok((await combinable()).includes(first.order.id));
      const signed = await draft();
      const earlier = choice.practice.departures.length;
      const { order: joined, fills } = await combine({ orderId: first.order.id, drafts: [signed] });
      assert.equal(joined.id, first.order.id);
      assert.equal(joined.state, 'PENDING');
      assert.equal(joined.revision, first.order.revision + 1, 'whoever follows orders sees it');
      const ulid = first.order.id.slice(4);
      assert.deepEqual(
        fills.map((fill) => [fill.line, fill.state, fill.pharmacy_id, fill.prescriber_order_number]),
        [
          [1, 'QUEUED', PHARMACY, `${ulid}-1`],
          [2, 'QUEUED', PHARMACY, `${ulid}-2`],
        ],
      );
      const waiting = await rows<{ id: string; subject_id: string }>(
        sql`select id, subject_id from outbox where subject_id in (${fills[0]?.id}, ${fills[1]?.id}) and kind = 'new'`,
      );
      assert.deepEqual(
        waiting.map((row) => row.subject_id).toSorted(),
        fills.map((fill) => fill.id).toSorted(),
        'one message for each fill',
      );
      assert.deepEqual(announced(earlier), [
        {
          id: waiting.find((row) => row.subject_id === fills[1]?.id)?.id,
          orgId: TEST_ORGANIZATION,
          lane: 'fax',
        },
      ]);
      const prescription = await choice.practice.prescribing.prescription(
        choice.practice.prescriber,
        fills[1]?.prescription_id ?? '',
      );
      assert.equal(prescription.row.content_hash, signed.contentHash);
      const history = await rows(
        sql`select number, event, to_state from fill_event where fill_id = ${fills[1]?.id}`,
      );
      assert.deepEqual(history, [{ number: 1, event: 'ordered', to_state: 'QUEUED' }]);
      const entries = await rows(
        sql`select actor_id, subject_id, outcome from audit_entry where action = 'order.combine' and subject_id = ${joined.id}`,
      );
      assert.deepEqual(entries, [
        { actor_id: choice.practice.prescriber.id, subject_id: joined.id, outcome: 'success' },
      ]);
    });

    test('D9: after another pharmacy the added line has the number of that pharmacy', async () => {
      const first = await order();
      await rows(sql`update orders set pharmacy_count = 2 where id = ${first.order.id}`);
      await combine({ orderId: first.order.id, drafts: [await draft()] });
      const { fills } = await combine({
        orderId: first.order.id,
        prescriptionIds: [await saved(GABAPENTIN)],
      });
      const ulid = first.order.id.slice(4);
      assert.deepEqual(
        fills.slice(1).map((fill) => fill.prescriber_order_number),
        [`${ulid}-2-2`, `${ulid}-3-2`],
      );
    });

    test("an order that waits for its patient's choice shows what was added behind the same link, and all of it goes to the pharmacy chosen", async () => {
      const { orderId, token } = await choice.waiting();
      const invitations = await count('outbox');
      assert.ok((await combinable()).includes(orderId));
      await combine({ orderId, drafts: [await draft()] });
      const { order: waiting, fills } = await combine({
        orderId,
        prescriptionIds: [await saved(GABAPENTIN)],
      });
      assert.equal(waiting.state, 'ROUTING');
      assert.deepEqual(
        fills.map((fill) => [fill.line, fill.state, fill.pharmacy_id, fill.prescriber_order_number]),
        [1, 2, 3].map((line) => [line, 'QUEUED', null, null]),
      );
      assert.equal(await count('outbox'), invitations, 'the patient is not asked twice');
      const telephone = choice.telephone();
      const visit = await telephone.enter(token);
      const page = (await telephone.get(visit)).text;
      for (const drug of ['lisinopril', 'metformin', 'gabapentin']) assert.match(page, new RegExp(drug, 'i'));
      await telephone.post(`${visit}/choose`, { pharmacy: PHARMACY });
      const chosen = await choice.practice.prescribing.order(choice.practice.prescriber, orderId);
      assert.deepEqual(
        chosen.fills.map((fill) => fill.prescriber_order_number),
        [1, 2, 3].map((line) => `${orderId.slice(4)}-${line}`),
      );
      assert.equal(chosen.order.state, 'PENDING');
    });

    test('W5: the same key again, once or ten at a time, adds once; also after the order has left', async () => {
      const first = await order();
      const orderId = first.order.id;
      for (const input of [
        { orderId, drafts: [await draft()] },
        { orderId, prescriptionIds: [await saved(GABAPENTIN)] },
      ]) {
        const key = freshKey('combineOrder');
        const before = (await choice.practice.prescribing.order(choice.practice.prescriber, orderId)).fills
          .length;
        const all = await Promise.all(Array.from({ length: 10 }, () => combine(input, key)));
        for (const { fills } of all) assert.equal(fills.length, before + 1);
        await leave(orderId);
        assert.equal((await combine(input, key)).fills.length, before + 1);
        await rows(sql`update fill set state = 'QUEUED', state_since = null where order_id = ${orderId}`);
      }
    });

    test('an order of which a fill is leaving, has left, came back or ended takes nothing; the drafts stay', async () => {
      for (const [what, set, state] of [
        ['leaving', sql`state = 'SENDING', state_since = now()`, 'PENDING'],
        ['came back to wait for another pharmacy', sql`state_since = now()`, 'PENDING'],
        ['being canceled', sql`cancel_requested_at = now()`, 'PENDING'],
        ['canceled', sql`state = 'CANCELED', state_since = now()`, 'CANCELED'],
        ['sent', sql`state = 'SENT', state_since = now()`, 'PLACED'],
        ['stuck', sql`state = 'STUCK', state_since = now()`, 'ERROR'],
        ['delivered', sql`state = 'DELIVERED', state_since = now()`, 'COMPLETED'],
      ] as const) {
        const { order: otherOrder } = await order();
        await rows(sql`update fill set ${set} where order_id = ${otherOrder.id}`);
        await rows(sql`update orders set state = ${state} where id = ${otherOrder.id}`);
        assert.ok(!(await combinable()).includes(otherOrder.id), what);
        const signed = await draft();
        const failure = await refused({ orderId: otherOrder.id, drafts: [signed] }, signed);
        assert.equal(failure.code, 'ORDER_TAKES_NO_MORE', what);
        assert.match(failure.message, new RegExp(`\\(${state}\\).*as a new order`), what);
      }
    });

    test('of two lines one that left is enough; the typed answer says state and reason', async () => {
      const { order: two } = await order();
      await combine({ orderId: two.id, drafts: [await draft()] });
      await leave(two.id);
      const prescriptionIds = [await saved(GABAPENTIN)];
      await assert.rejects(
        combine({ orderId: two.id, prescriptionIds }),
        (error) =>
          error instanceof Failure &&
          error.code === 'ORDER_TAKES_NO_MORE' &&
          error.detail.orderId === two.id &&
          error.detail.currentStatus === 'PENDING' &&
          error.detail.reason === 'NOT_WAITING',
      );
      const { fills } = await choice.practice.prescribing.createOrder(
        choice.practice.prescriber,
        { prescriptionIds, pharmacyId: PHARMACY },
        freshKey('createOrder'),
      );
      assert.equal(fills.length, 1, 'a saved prescription is still free');
    });

    test('an order holds 25 lines at most', async () => {
      const { order: full } = await order(null);
      await rows(
        sql`update fill set line = ${PRESCRIBING_LIMITS.prescriptionsPerOrderMax} where order_id = ${full.id}`,
      );
      const signed = await draft();
      const failure = await refused({ orderId: full.id, drafts: [signed] }, signed);
      assert.equal(failure.code, 'ORDER_TAKES_NO_MORE');
      assert.match(failure.message, /25 prescriptions at most/);
      assert.ok(!(await combinable()).includes(full.id));
    });

    test('W8: what waits beside what may not be sent any more would wait for ever', async () => {
      const { order: old } = await order(null);
      choice.clock.forward(PRESCRIBING_LIMITS.sendWithinMs + 1);
      const signed = await draft();
      const failure = await refused({ orderId: old.id, drafts: [signed] }, signed);
      assert.equal(failure.code, 'ORDER_TAKES_NO_MORE');
      assert.ok(!(await combinable()).includes(old.id));
    });

    test('W8: a saved prescription that is too old, or on an order, is added nowhere', async () => {
      const late = await saved(GABAPENTIN);
      choice.clock.forward(PRESCRIBING_LIMITS.sendWithinMs + 1);
      const { order: fresh } = await order();
      assert.equal(
        (await failureOf(combine({ orderId: fresh.id, prescriptionIds: [late] }))).code,
        'PRESCRIPTION_TOO_OLD',
      );
      const taken = (await order()).fills[0]?.prescription_id ?? '';
      assert.equal(
        (await failureOf(combine({ orderId: fresh.id, prescriptionIds: [taken] }))).code,
        'PRESCRIPTION_ON_OPEN_ORDER',
      );
    });

    test('W2: what is on the order already is added again for a stated reason only', async () => {
      const { practice } = choice;
      const { prescribing, prescriber } = practice;
      const patientId = await anotherPatient(practice);
      const mine = (more: object) => reviewedDraft(practice, LISINOPRIL, { patientId, ...more });
      const unexplained = await mine({ duplicateReason: null });
      const [kept] = await prescribing.createPrescriptions(
        prescriber,
        { drafts: [await mine({ duplicateReason: null })] },
        freshKey('createPrescriptions'),
      );
      const { order: first } = await prescribing.createOrder(
        prescriber,
        { drafts: [await mine({})], pharmacyId: PHARMACY },
        freshKey('createOrder'),
      );
      const add = (input: object) => combine({ orderId: first.id, ...input });
      for (const input of [{ drafts: [unexplained] }, { prescriptionIds: [kept?.row.id ?? ''] }])
        assert.equal((await failureOf(add(input))).code, 'SAME_TREATMENT_TWICE');
      assert.equal((await add({ drafts: [await mine({ repeatReason: 'A taper.' })] })).fills.length, 2);
      const another = await mine({});
      assert.equal(
        (await add({ drafts: [another] })).fills.length,
        3,
        'its reason is about what the order has',
      );
      const [saved] = await prescribing.createPrescriptions(
        prescriber,
        { drafts: [await mine({})] },
        freshKey('createPrescriptions'),
      );
      assert.equal((await add({ prescriptionIds: [saved?.row.id ?? ''] })).fills.length, 4);
    });

    test("W4, W5: what changed since the review, another patient's order and no order at all add nothing", async () => {
      const { order: first } = await order();
      const signed = await draft();
      const someoneElse = anId('pat');
      await choice.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        await addPatient(tx, choice.practice.deps.ports, {
          orgId: TEST_ORGANIZATION,
          actor: { kind: 'service', id: null },
          id: someoneElse,
          input: { firstName: 'Ann', lastName: 'Other', dateOfBirth: '1970-01-01', sex: 'FEMALE' },
        });
        await sql`update orders set patient_id = ${someoneElse} where id = ${first.id}`.execute(tx);
      });
      for (const [input, code] of [
        [{ orderId: first.id, drafts: [signed] }, 'INVALID_INPUT'],
        [{ orderId: first.id, prescriptionIds: [await saved(GABAPENTIN)] }, 'INVALID_INPUT'],
        [{ orderId: 'ord_01TEST0000000000000000000Z', drafts: [signed] }, 'NOT_FOUND'],
        [{ orderId: 'nothing', drafts: [signed] }, 'NOT_FOUND'],
        [{ orderId: first.id }, 'INVALID_INPUT'],
        [{ orderId: first.id, drafts: [signed], prescriptionIds: ['rx_1'] }, 'INVALID_INPUT'],
      ] as const)
        assert.equal((await failureOf(combine(input as Input))).code, code, JSON.stringify(input));
      const { order: own } = await order();
      const changed = { ...signed, contentHash: '0'.repeat(64) };
      const failure = await refused({ orderId: own.id, drafts: [changed] }, signed);
      assert.equal(failure.code, 'SIGNATURE_INVALIDATED');
    });

    test('A2: staff add nothing, nor does a prescriber without a fresh proof', async () => {
      const { order: first } = await order();
      const signed = await draft();
      const staff = userActor({ roles: ['staff'] });
      for (const input of [{ drafts: [signed] }, { prescriptionIds: [await saved(GABAPENTIN)] }]) {
        const asked = { orderId: first.id, ...input };
        assert.equal((await failureOf(combine(asked, freshKey('combineOrder'), staff))).code, 'FORBIDDEN');
        const stale = createPrescribing({
          ...choice.practice.deps,
          requireFreshProof: () => {
            throw new Failure('STEP_UP_REQUIRED', 'Prove it again.');
          },
        });
        const failure = await failureOf(
          stale.combineOrder(choice.practice.prescriber, asked, freshKey('combineOrder')),
        );
        assert.equal(failure.code, 'STEP_UP_REQUIRED');
      }
    });

    test('the pharmacy must still take orders, and the patient live (W8)', async () => {
      const { order: first } = await order();
      const signed = await draft();
      const prescriptionIds = [await saved(GABAPENTIN)];
      const open = (active: boolean) =>
        choice.store.asKeeper((tx) =>
          sql`update pharmacy set active = ${active} where id = ${PHARMACY}`.execute(tx),
        );
      await open(false);
      for (const input of [{ drafts: [signed] }, { prescriptionIds }])
        assert.equal(
          (await failureOf(combine({ orderId: first.id, ...input }))).code,
          'PHARMACY_NOT_SELECTABLE',
        );
      await open(true);
      await rows(sql`update patient set deceased = true where id = ${PATIENT}`);
      assert.equal(
        (await failureOf(combine({ orderId: first.id, prescriptionIds }))).code,
        'PATIENT_DECEASED',
      );
      assert.equal(
        (await failureOf(combine({ orderId: first.id, drafts: [signed] }))).code,
        'SIGNATURE_INVALIDATED',
      );
    });
  });
}
