// I7: every change has its entry. Each mutation of the schema is called and succeeds, and the trail names who did it to what;
// sent again under its key it does nothing more. A mutation that is added is covered when it appears, or fails here.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Records } from '@pestle/testbed/graphql/graphql-records';
import { recordsOf } from '@pestle/testbed/graphql/graphql-records';
import type { GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { digestOf, openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { argumentsOf, documentOf, rootFields } from '@pestle/testbed/graphql/schema-walk';
import { PHARMACY } from '@pestle/testbed/practice/practice';
import { type CdsPeer, startCdsPeer } from '@pestle/testbed/screening/cds-peer';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { attestationHash, DEFAULT_ATTESTATION } from '../identity/identity.ts';
import type { EmbeddedStore } from '../store/embedded/embedded-store.ts';
import { schema } from './schema/schema.ts';

interface Entry {
  readonly action: string;
  readonly actor_id: string | null;
  readonly subject_id: string | null;
  readonly outcome: string;
}

const HL7 = 'http://terminology.hl7.org/CodeSystem';
/** An allergy as a hospital's record says it. */
const PENICILLIN = JSON.stringify({
  resourceType: 'AllergyIntolerance',
  clinicalStatus: { coding: [{ system: `${HL7}/allergyintolerance-clinical`, code: 'active' }] },
  verificationStatus: { coding: [{ system: `${HL7}/allergyintolerance-verification`, code: 'confirmed' }] },
  code: {
    coding: [{ system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: '7980' }],
    text: 'penicillin G',
  },
  patient: { reference: 'Patient/1' },
});

/** A strength that no drug file holds. */
const METFORMIN = {
  kind: 'MEDICATION',
  ingredients: [{ name: 'metformin', strength: '625 mg' }],
  doseForm: 'Oral Tablet',
  dispenseUnit: 'Tablet',
};

describe('I7: the audit trail of changes', () => {
  let store: EmbeddedStore;
  let testbed: GraphTestbed;
  let peer: CdsPeer;
  before(async () => {
    store = await openTestStore();
    testbed = await openGraphTestbed(store, 'Riverside');
    peer = await startCdsPeer();
  });
  after(async () => {
    await peer.close();
    await testbed.close();
    await store.close();
  });

  const entries = (): Promise<Entry[]> =>
    store.withOrg(testbed.b.orgId, async (tx) => {
      const { rows } = await sql<Entry>`select action, actor_id, subject_id, outcome from audit_entry
        where org_id = ${testbed.b.orgId} order by at, id`.execute(tx);
      return rows;
    });
  /** Rows of the organization by table, without the trail itself. */
  const rows = async (): Promise<string> => {
    const digests = await store.asOwner((owner) => digestOf(owner, testbed.b.orgId));
    return JSON.stringify(Object.entries(digests).filter(([table]) => !table.startsWith('audit_')));
  };

  /** What the walk cannot know from types. */
  const special = async (name: string, own: Records): Promise<object> => {
    if (name === 'agreeToAttestation')
      return { version: DEFAULT_ATTESTATION.version, hash: attestationHash(DEFAULT_ATTESTATION) };
    if (name === 'updateOrganization') return { input: { revision: 1, patientReentry: true } };
    if (name === 'createOrder')
      return {
        input: {
          drafts: [{ draftId: await own.get('draft'), contentHash: await own.get('contentHash') }],
          pharmacyId: PHARMACY,
        },
      };
    if (name === 'combineOrder')
      return {
        input: {
          orderId: await own.get('combinableOrder'),
          drafts: [{ draftId: await own.get('draft'), contentHash: await own.get('contentHash') }],
        },
      };
    if (name === 'importPatientContext') return { bundle: PENICILLIN };
    if (name === 'setScreeningService') return { url: peer.url };
    if (name === 'removeScreeningService')
      await testbed.rooms.screening.serviceAdministration?.set(testbed.b.orgId, { url: peer.url }, 'tests');
    if (name === 'writeTreatment') {
      await store.withOrg(testbed.b.orgId, (tx) =>
        sql`update organization set settings = settings || '{"writtenTreatments": true}'`.execute(tx),
      );
      return { input: METFORMIN };
    }
    if (name === 'discontinueRefills' || name === 'askForNoMoreRefills') await deliver(await own.get('fill'));
    if (name === 'resendFill') await deliver(await own.get('fill'));
    return {};
  };
  /** No pharmacy listens here: what its answer would have left. */
  const deliver = (fillId: string): Promise<void> =>
    store.asOwner(async (owner) => {
      const org = testbed.b.orgId;
      await sql`insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id,
          prescriber_order_number, state) select org_id, 'trm_' || substr(id, 5), order_id, id, pharmacy_id,
          'new', 'fax', substr(id, 5), prescriber_order_number, 'accepted' from fill where org_id = ${org} and id = ${fillId}`.execute(
        owner,
      );
      await sql`delete from outbox where org_id = ${org} and subject_id = ${fillId}`.execute(owner);
      await sql`update fill set state = 'SENT' where org_id = ${org} and id = ${fillId}`.execute(owner);
    });

  for (const root of rootFields(schema).filter(({ operation }) => operation === 'mutation')) {
    test(`mutation ${root.name}`, async () => {
      const own = recordsOf(testbed, testbed.b, 'Hillside');
      const variables = {
        ...(await argumentsOf(root, { own, from: own })),
        ...(await special(root.name, own)),
      };
      const [before, content] = [(await entries()).length, await rows()];
      const send = () =>
        testbed.ask(testbed.b.everything, documentOf(root, 2), variables, `once-${root.name}`);
      const { errors } = await send();
      assert.equal(errors, undefined, 'the call proves nothing when it fails');
      const made = (await entries()).slice(before);
      const changed = (await rows()) !== content;
      const byCaller = made.filter(
        ({ actor_id: actor, outcome }) => actor === testbed.b.everything.id && outcome === 'success',
      );
      assert.ok(!changed || byCaller.length > 0, `${root.name} changed rows without an entry`);
      assert.ok(changed || made.length > 0, `${root.name} changed nothing: the call proves nothing`);
      assert.ok(byCaller.every(({ action, subject_id: subject }) => action !== '' && subject !== null));
      const once = await rows();
      // A review says what is so now, each time it is asked: it signs nothing.
      assert.equal((await send()).errors, undefined, 'sent again it is refused');
      if (root.name !== 'reviewDrafts') assert.equal(await rows(), once, 'sent again it is done again');
    });
  }

  test('a request whose answer was lost, and that comes again after somebody has done otherwise, undoes nothing', async () => {
    const ask = async (source: string, key: string, timeoutMs?: number) => {
      const { data, errors } = await testbed.ask(
        testbed.b.everything,
        source,
        { url: peer.url, timeoutMs },
        key,
      );
      return errors?.map(({ message }) => message) ?? JSON.stringify(data);
    };
    const set =
      'mutation($url: String!, $timeoutMs: Int) { setScreeningService(url: $url, timeoutMs: $timeoutMs) { timeoutMs } }';
    const remove = 'mutation { removeScreeningService }';
    const nine = JSON.stringify({ setScreeningService: { timeoutMs: 900 } });
    await ask(set, 'set-7', 700);
    await ask(remove, 'removed');
    assert.equal(await ask(set, 'set-9', 900), nine);
    await ask(remove, 'removed');
    assert.equal(await ask(set, 'set-7', 700), nine);
    await ask(remove, 'removed-later');
    assert.deepEqual(await ask(set, 'set-9', 900), ['There is no screening service with this id.']);
  });
});
