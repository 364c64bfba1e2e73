// Goal: what is signed is what was reviewed, and one submit makes exactly one order whatever happens (W4, W5).
// Method: the real room on both stores, with concurrent and repeated submits.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DraftId } from '@pestle/rules/ids';
import {
  failureOf,
  freshKey,
  machineActor,
  TEST_ORGANIZATION,
  userActor,
} from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import {
  LISINOPRIL,
  METFORMIN,
  OXYCODONE,
  openPractice,
  PATIENT,
  PHARMACY,
  PRESCRIBER,
  reviewedDraft,
} from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { addPatient } from '../../directory/patient/patients.ts';
import { Failure } from '../../kernel/errors.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { keysOf } from '../../vault/vault.ts';
import { createPrescribing } from '../prescribing.ts';
import { openDraft, sealDraft } from '../sealed-rows.ts';
import type { PrescribingTables } from '../tables.ts';

for (const { name, skip, open } of BOTH_STORES) {
  describe(`signing on the ${name}`, { skip }, () => {
    let practice: Practice;
    let close: () => Promise<void>;
    let asOwner: OpenedStore['asOwner'];
    before(async () => {
      const opened = await open();
      ({ close, asOwner } = opened);
      practice = await openPractice(opened.store);
    });
    after(() => close());

    const count = async (table: string): Promise<number> =>
      await practice.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const { rows } = await sql<{
          count: number;
        }>`select count(*) as count from ${sql.table(table)}`.execute(tx);
        return rows[0]?.count ?? -1;
      });

    test('a reviewed draft becomes a prescription on an order, and the draft is gone', async () => {
      const draft = await reviewedDraft(practice);
      const order = await practice.prescribing.createOrder(
        practice.prescriber,
        { drafts: [draft], pharmacyId: PHARMACY, externalId: 'EHR-0012345678901234567890' },
        freshKey('createOrder'),
      );
      assert.equal(order.order.state, 'PENDING');
      assert.equal(order.order.external_id, 'EHR-0012345678901234567890');
      const [fill] = order.fills;
      assert.equal(fill?.state, 'QUEUED');
      assert.equal(fill?.prescriber_order_number, `${order.order.id.slice(4)}-1`);
      const read = await practice.prescribing.order(practice.prescriber, order.order.id);
      assert.deepEqual(read, order, 'what the write answered is what is read afterwards');
      const prescription = await practice.prescribing.prescription(
        practice.prescriber,
        fill?.prescription_id ?? '',
      );
      assert.equal(prescription.row.content_hash, draft.contentHash);
      assert.equal(prescription.content.patient.firstName, 'José');
      assert.equal(
        (await failureOf(practice.prescribing.draft(practice.prescriber, draft.draftId))).code,
        'NOT_FOUND',
      );
      assert.deepEqual(
        practice.departures.at(-1)?.lane,
        'fax',
        'a pharmacy that is not integrated gets a fax (D3)',
      );
    });

    test('W5: the same key again gives the same order, once or fifty times at once', async () => {
      const draft = await reviewedDraft(practice);
      const key = freshKey('createOrder');
      const before = await count('orders');
      const submit = () =>
        practice.prescribing.createOrder(practice.prescriber, { drafts: [draft], pharmacyId: PHARMACY }, key);
      const orders = await Promise.all(Array.from({ length: 50 }, submit));
      orders.push(await submit());
      assert.equal(new Set(orders.map(({ order }) => order.id)).size, 1);
      assert.equal(await count('orders'), before + 1);
    });

    test('W5: two tabs with keys of their own make one order; the other learns why', async () => {
      const draft = await reviewedDraft(practice);
      const before = await count('prescription');
      const results = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((tab) =>
          practice.prescribing.createOrder(
            practice.prescriber,
            { drafts: [draft], pharmacyId: PHARMACY },
            freshKey(`createOrder-${tab}`),
          ),
        ),
      );
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const result of results) {
        if (result.status === 'rejected')
          assert.equal((result.reason as { code: string }).code, 'SIGNATURE_INVALIDATED');
      }
      assert.equal(await count('prescription'), before + 1);
    });

    test('W6: a diagnosis without description, as drafts of earlier versions have it, is completed before it is signed', async () => {
      const { prescribing, prescriber } = practice;
      const { draftId } = await reviewedDraft(practice);
      const id = draftId as DraftId;
      const described = {
        code: 'I10',
        type: 'ICD10' as const,
        description: 'Essential (primary) hypertension',
      };
      const change = async (diagnosisCodes: readonly (typeof described)[]): Promise<void> => {
        const { revision } = await prescribing.draft(prescriber, id);
        const update = { id, revision, diagnosisCodes: [...diagnosisCodes] };
        await prescribing.updateDraft(prescriber, update, freshKey('updateDraft'));
      };
      const review = async () => (await prescribing.reviewDrafts(prescriber, { draftIds: [id] })).drafts[0];
      await practice.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const tables = tx.withTables<PrescribingTables>();
        const stored = await tables
          .selectFrom('draft')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const old = {
          ...openDraft(keysOf(tx), stored),
          diagnosis_codes: [{ code: 'I10', type: 'ICD10' as const }],
        };
        const { sealed } = sealDraft(keysOf(tx), old);
        await tables.updateTable('draft').set({ sealed }).where('id', '=', id).execute();
      });
      assert.deepEqual((await prescribing.draft(prescriber, id)).diagnosis_codes, [
        { code: 'I10', type: 'ICD10' },
      ]);
      const old = await review();
      assert.equal(old?.contentHash, null);
      assert.deepEqual(
        old?.problems.map(({ path, code }) => [path, code]),
        [['draft.diagnosisCodes', 'DIAGNOSIS_NOT_DESCRIBED']],
      );
      await change([{ ...described, description: 'Sj\u00f6gren syndrome' }]);
      assert.equal((await review())?.problems[0]?.code, 'UNSENDABLE_CHARACTER');
      await change([described]);
      const complete = await review();
      assert.deepEqual(complete?.problems, []);
      assert.deepEqual(complete?.content?.diagnosisCodes, [described], 'it is part of what is signed');
      await change([{ ...described, description: 'Hypertension' }]);
      assert.notEqual((await review())?.contentHash, complete?.contentHash);
    });

    test('W4: a draft changed after the review cannot be signed with the old hash', async () => {
      const draft = await reviewedDraft(practice);
      await practice.prescribing.updateDraft(
        practice.prescriber,
        { id: draft.draftId as DraftId, revision: 1, dispenseQuantity: '60' },
        freshKey('updateDraft'),
      );
      const failure = await failureOf(
        practice.prescribing.createOrder(
          practice.prescriber,
          { drafts: [draft], pharmacyId: PHARMACY },
          freshKey('createOrder'),
        ),
      );
      assert.equal(failure.code, 'SIGNATURE_INVALIDATED');
      assert.equal(
        (await practice.prescribing.draft(practice.prescriber, draft.draftId)).dispense_quantity,
        '60',
      );
    });

    test('W4: a patient or prescriber changed after the review invalidates it', async () => {
      for (const table of ['patient', 'app_user']) {
        const draft = await reviewedDraft(practice);
        const id = table === 'patient' ? PATIENT : PRESCRIBER;
        await practice.store.withOrg(TEST_ORGANIZATION, (tx) =>
          sql`update ${sql.table(table)} set revision = revision + 1 where id = ${id}`.execute(tx),
        );
        const failure = await failureOf(
          practice.prescribing.createOrder(
            practice.prescriber,
            { drafts: [draft], pharmacyId: PHARMACY },
            freshKey('createOrder'),
          ),
        );
        assert.equal(failure.code, 'SIGNATURE_INVALIDATED', table);
      }
    });

    test('W5: one invalid draft among several leaves nothing written', async () => {
      const first = await reviewedDraft(practice);
      const second = await reviewedDraft(practice, METFORMIN);
      const before = await count('prescription');
      const failure = await failureOf(
        practice.prescribing.createOrder(
          practice.prescriber,
          { drafts: [first, { ...second, contentHash: '0'.repeat(64) }], pharmacyId: PHARMACY },
          freshKey('createOrder'),
        ),
      );
      assert.equal(failure.code, 'SIGNATURE_INVALIDATED');
      assert.equal(await count('prescription'), before);
    });

    test('W2: the same treatment twice needs a stated reason', async () => {
      const drafts = [await reviewedDraft(practice), await reviewedDraft(practice)];
      const failure = await failureOf(
        practice.prescribing.createOrder(
          practice.prescriber,
          { drafts, pharmacyId: PHARMACY },
          freshKey('createOrder'),
        ),
      );
      assert.equal(failure.code, 'SAME_TREATMENT_TWICE');
    });

    test('without a pharmacy the order waits in ROUTING, and only the invitation to its patient leaves', async () => {
      const draft = await reviewedDraft(practice);
      const departures = practice.departures.length;
      const { order } = await practice.prescribing.createOrder(
        practice.prescriber,
        { drafts: [draft] },
        freshKey('createOrder'),
      );
      assert.equal(order.state, 'ROUTING');
      const id = `txt_${order.id.slice(4)}`;
      assert.deepEqual(practice.departures.slice(departures), [{ id, orgId: order.org_id, lane: 'text' }]);
      const waiting = await practice.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const { rows } = await sql`select id, kind, lane from outbox where subject_id = ${order.id}`.execute(
          tx,
        );
        return rows;
      });
      assert.deepEqual(waiting, [{ id, kind: 'invitation', lane: 'text' }]);
    });

    test('saved prescriptions are ordered later, each on one open order at most', async () => {
      const draft = await reviewedDraft(practice);
      const [prescription] = await practice.prescribing.createPrescriptions(
        practice.prescriber,
        { drafts: [draft] },
        freshKey('createPrescriptions'),
      );
      const prescriptionIds = [prescription?.row.id ?? ''];
      const order = () =>
        practice.prescribing.createOrder(
          practice.prescriber,
          { prescriptionIds, pharmacyId: PHARMACY },
          freshKey('createOrder'),
        );
      const before = await count('orders');
      const atOnce = await Promise.allSettled([order(), order(), order()]);
      const made = atOnce.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      assert.deepEqual(
        made.map(({ fills }) => fills.map((fill) => fill.prescription_id)),
        [prescriptionIds],
        'of three at once under keys of their own one is made',
      );
      assert.equal(await count('orders'), before + 1);
      for (const one of atOnce)
        if (one.status === 'rejected')
          assert.equal((one.reason as { code?: string }).code, 'PRESCRIPTION_ON_OPEN_ORDER');
      const repeated = await failureOf(order());
      assert.equal(repeated.code, 'PRESCRIPTION_ON_OPEN_ORDER');
    });

    test('W5: the same key ten times at once sends saved prescriptions once, and all learn of the one order', async () => {
      const [prescription] = await practice.prescribing.createPrescriptions(
        practice.prescriber,
        { drafts: [await reviewedDraft(practice)] },
        freshKey('createPrescriptions'),
      );
      const key = freshKey('createOrder');
      const input = { prescriptionIds: [prescription?.row.id ?? ''], pharmacyId: PHARMACY };
      const orders = await Promise.all(
        Array.from({ length: 10 }, () => practice.prescribing.createOrder(practice.prescriber, input, key)),
      );
      const ids = new Set(orders.map(({ order }) => order.id));
      assert.equal(ids.size, 1);
      // Beside this node one of an earlier version may have done it, which kept the order's id alone.
      const { numAffectedRows } = await asOwner((owner) =>
        sql`update idempotency_key set result = result - 'prescriptionIds' where key = ${key.key}`.execute(
          owner,
        ),
      );
      assert.equal(numAffectedRows, 1n);
      const repeated = await practice.prescribing.createOrder(practice.prescriber, input, key);
      assert.ok(ids.has(repeated.order.id));
    });

    test('A2: staff and machines cannot sign', async () => {
      const draft = await reviewedDraft(practice);
      for (const actor of [userActor({ roles: ['staff'] }), machineActor()]) {
        const failure = await failureOf(
          practice.prescribing.createOrder(
            actor,
            { drafts: [draft], pharmacyId: PHARMACY },
            freshKey('createOrder'),
          ),
        );
        assert.equal(failure.code, 'FORBIDDEN');
      }
    });

    test('A2: signing asks for a fresh proof of the person, and without it signs nothing', async () => {
      const draft = await reviewedDraft(practice);
      const before = await count('prescription');
      const stale = createPrescribing({
        ...practice.deps,
        requireFreshProof: () => {
          throw new Failure('STEP_UP_REQUIRED', 'Prove it again.');
        },
      });
      const failure = await failureOf(
        stale.createOrder(
          practice.prescriber,
          { drafts: [draft], pharmacyId: PHARMACY },
          freshKey('createOrder'),
        ),
      );
      assert.equal(failure.code, 'STEP_UP_REQUIRED');
      assert.equal(await count('prescription'), before);
    });

    test('W7: a controlled substance is refused when the draft is made', async () => {
      const failure = await failureOf(reviewedDraft(practice, OXYCODONE));
      assert.equal(failure.code, 'CONTROLLED_SUBSTANCE');
    });

    test("W7: what the pharmacy's state schedules is named in the review; without a state it is in doubt", async () => {
      const { store, prescribing, prescriber } = practice;
      const move = (state: string) =>
        store.asKeeper(async (tx) => {
          await sql`update treatment set ingredients = ${state === 'KY' ? '{gabapentin}' : '{metformin}'}
            where id = ${METFORMIN}`.execute(tx);
          await sql`update pharmacy set state = ${state} where id = ${PHARMACY}`.execute(tx);
        });
      const { draftId } = await reviewedDraft(practice, METFORMIN);
      await move('KY');
      const codes = async (pharmacyId?: string) => {
        const { drafts } = await prescribing.reviewDrafts(prescriber, { draftIds: [draftId], pharmacyId });
        return drafts[0]?.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      };
      assert.deepEqual(await codes(), []);
      assert.deepEqual(await codes(PHARMACY), ['CONTROLLED_SUBSTANCE']);
      const patientId = await store.withOrg(TEST_ORGANIZATION, (tx) =>
        addPatient(tx, systemPorts, {
          orgId: TEST_ORGANIZATION,
          actor: { kind: 'service', id: null },
          input: { firstName: 'No', lastName: 'Address', dateOfBirth: '1980-01-01', sex: 'UNKNOWN' },
        }),
      );
      const nowhere = { patientId, treatmentId: METFORMIN };
      const refusal = await failureOf(prescribing.createDraft(prescriber, nowhere, freshKey('createDraft')));
      assert.equal(refusal.code, 'CONTROL_UNKNOWN');
      await move('MA');
      assert.deepEqual(await codes(PHARMACY), []);
    });

    test('W8: nothing is prescribed for a deceased patient', async () => {
      const draft = await reviewedDraft(practice, LISINOPRIL);
      await practice.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update patient set deceased = true where id = ${PATIENT}`.execute(tx),
      );
      const signing = await failureOf(
        practice.prescribing.createOrder(
          practice.prescriber,
          { drafts: [draft], pharmacyId: PHARMACY },
          freshKey('createOrder'),
        ),
      );
      assert.equal(signing.code, 'SIGNATURE_INVALIDATED');
      assert.equal((await failureOf(reviewedDraft(practice))).code, 'PATIENT_DECEASED');
    });
  });
}
