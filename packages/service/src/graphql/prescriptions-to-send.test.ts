// Goal: what was signed and saved is seen over all patients until it is ordered or too old, by its own practice and by nobody else (W8).
// Method: the API on both stores, two organizations with the same records; what is old is dated back in the store.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { recordsOf } from '@pestle/testbed/graphql/graphql-records';
import type { GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openGraphTestbed, SECOND_PHARMACY } from '@pestle/testbed/graphql/graphql-testbed';
import { LISINOPRIL } from '@pestle/testbed/practice/practice';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { userIdsOf } from '../identity/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import { neverOrdered } from '../prescribing/prescriptions/to-send.ts';
import type { Store } from '../store/store.ts';

const HOUR_MS = 3_600_000;
const CREATE = 'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }';
const REVIEW = 'mutation($ids: [ID!]!) { reviewDrafts(draftIds: $ids) { drafts { draftId contentHash } } }';
const SAVE =
  'mutation($drafts: [SignedDraftInput!]!) { createPrescriptions(drafts: $drafts) { id writtenAt sendUntil } }';
const LIST = `query($prescriber: ID, $first: Int! = 20, $after: String) {
  prescriptionsToSend(prescriberId: $prescriber, first: $first, after: $after) {
    nodes { id sendObstacle { code } patient { lastName } } pageInfo { endCursor hasNextPage } } }`;

interface Listed {
  readonly prescriptionsToSend: {
    readonly nodes: readonly { readonly id: string; readonly sendObstacle: unknown }[];
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  };
}

for (const { name, skip, open } of BOTH_STORES) {
  describe(`what was signed and not sent, on the ${name}`, { skip }, () => {
    let testbed: GraphTestbed;
    let store: Store;
    let close: () => Promise<void>;
    let asOwner: Awaited<ReturnType<typeof open>>['asOwner'];
    before(async () => {
      const opened = await open();
      ({ store, asOwner } = opened);
      testbed = await openGraphTestbed(store, 'Riverside');
      close = async () => {
        await testbed.close();
        await opened.close();
      };
    });
    after(() => close());

    const save = async (clinic: GraphTestbed['a'], surname: string) => {
      const signer = clinic.as('prescriber');
      const input = {
        patientId: await recordsOf(testbed, clinic, surname).get('patient'),
        treatmentId: LISINOPRIL,
        prescriberId: signer.id,
        dispenseQuantity: 30,
        dispenseUnit: 'Tablet',
        daysSupply: 30,
        instructions: 'Take one tablet by mouth once daily.',
        duplicateReason: 'Lost or stolen',
      };
      const { createDraft } = await testbed.data<{ createDraft: { id: string } }>(signer, CREATE, { input });
      const { reviewDrafts } = await testbed.data<{ reviewDrafts: { drafts: object[] } }>(signer, REVIEW, {
        ids: [createDraft.id],
      });
      const saved = await testbed.data<{
        createPrescriptions: { id: string; writtenAt: string; sendUntil: string }[];
      }>(signer, SAVE, { drafts: reviewDrafts.drafts });
      const [made] = saved.createPrescriptions;
      assert.ok(made !== undefined);
      return made;
    };
    const listed = async (actor: Actor, variables: Record<string, unknown> = {}): Promise<string[]> =>
      (await testbed.data<Listed>(actor, LIST, variables)).prescriptionsToSend.nodes.map(({ id }) => id);

    test('its prescriber and staff see it until it is ordered; another prescriber, another organization never do', async () => {
      const prescriber = testbed.a.as('prescriber');
      const first = await save(testbed.a, 'Quimby');
      assert.equal(Date.parse(first.sendUntil) - Date.parse(first.writtenAt), 72 * HOUR_MS);
      const second = await save(testbed.a, 'Quimby');
      const elsewhere = await save(testbed.b, 'Hillside');
      for (const actor of [prescriber, testbed.a.as('staff')])
        assert.deepEqual(await listed(actor), [first.id, second.id], 'what grows too old first comes first');
      assert.deepEqual(await listed(testbed.a.everything), [], 'another prescriber has signed none');
      assert.deepEqual(await listed(testbed.b.as('staff')), [elsewhere.id]);
      // The attack: whose they are is named from the other organization.
      assert.deepEqual(await listed(testbed.b.as('staff'), { prescriber: prescriber.id }), []);
      assert.deepEqual(await listed(testbed.b.as('prescriber'), { prescriber: prescriber.id }), []);
      await assert.rejects(listed(prescriber, { prescriber: 'nobody' }), { code: 'NOT_FOUND' });
      const paged: string[] = [];
      let after: string | null = null;
      do {
        const { prescriptionsToSend }: Listed = await testbed.data<Listed>(prescriber, LIST, {
          first: 1,
          after,
        });
        paged.push(...prescriptionsToSend.nodes.map(({ id }) => id));
        after = prescriptionsToSend.pageInfo.hasNextPage ? prescriptionsToSend.pageInfo.endCursor : null;
      } while (after !== null);
      assert.deepEqual(paged, [first.id, second.id]);
      await testbed.data(
        prescriber,
        'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
        { input: { prescriptionIds: [first.id], pharmacyId: SECOND_PHARMACY } },
      );
      assert.deepEqual(await listed(prescriber), [second.id], 'what was ordered is at its order');
      await store.withOrg(testbed.a.orgId, (tx) =>
        sql`update prescription set written_at = written_at - interval '73 hours' where id = ${second.id}`.execute(
          tx,
        ),
      );
      assert.deepEqual(await listed(prescriber), [], 'what is too old is signed anew');
    });

    test('its page is read by what was signed these days, however much was signed before', async () => {
      const { id } = await save(testbed.a, 'Quimby');
      await asOwner(async (owner) => {
        const copies = sql`generate_series(1, 3000) n`;
        await sql`insert into signable (org_id, id, draft_id, draft_revision, patient_id, patient_revision, prescriber_id, prescriber_revision,
            sealed, content_hash, signed_at)
          select s.org_id, 'sgn_0' || lpad(n::text, 25, '0'), 'drf_0' || lpad(n::text, 25, '0'), 1, s.patient_id, 1, s.prescriber_id, 1,
            s.sealed, s.content_hash, s.signed_at
          from signable s join prescription p on p.signable_id = s.id, ${copies} where p.id = ${id}`.execute(
          owner,
        );
        await sql`insert into prescription (org_id, id, patient_id, prescriber_id, treatment_id, signable_id, content_hash, written_at,
            expiration_date, prepared_by)
          select org_id, 'rx_0' || lpad(n::text, 25, '0'), patient_id, prescriber_id, treatment_id, 'sgn_0' || lpad(n::text, 25, '0'),
            content_hash, written_at - interval '4 days' - n * interval '1 minute', expiration_date, prepared_by
          from prescription, ${copies} where id = ${id}`.execute(owner);
        await sql`analyze`.execute(owner);
      });
      for (const actor of [testbed.a.as('prescriber'), testbed.a.as('staff')])
        assert.deepEqual(await listed(actor), [id]);
      const { orgId } = testbed.a;
      const since = new Date(Date.now() - 72 * HOUR_MS).toISOString();
      const plan = await store.withOrg(orgId, async (tx) =>
        JSON.stringify(
          await neverOrdered(tx, orgId, { signers: await userIdsOf(tx, orgId), since }).explain('json'),
        ),
      );
      assert.match(plan, /Index Cond":"[^"]*written_at >=/);
    });
  });
}
