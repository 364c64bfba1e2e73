// Holds the administration of the directory to its rules: what an integration may say (D6, D7), and whose a hook credential is (H1).
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  BEACON,
  fillDirectory,
  MAGIC_PARTNERS,
  MAGIC_PHARMACIES,
  recordOf,
} from '@pestle/testbed/network/pharmacies';
import { failureOf, TEST_ORGANIZATION, userActor } from '@pestle/testbed/practice/people';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import { networkKeysFor } from '../../vault/vault.ts';
import {
  findBearers,
  findSigningKeys,
  hashHookKey,
  openSigningKeys,
} from '../credentials/hook-credentials.ts';
import { openIntegration } from '../credentials/sealed-credentials.ts';
import type { Directory } from '../directory.ts';
import type { ElectronicFacts } from '../electronic.ts';
import { takesPrescriptions, takesPrescriptionsSql } from '../electronic.ts';
import { electronicAmong, pharmacyEndpoint } from '../endpoints.ts';

const actor = userActor();

let store: Store;
let directory: Directory;

before(async () => {
  store = await openTestStore();
  directory = await fillDirectory(store);
});
after(() => store.close());

describe('the sandbox’s pharmacies', () => {
  it('D6: every integration of theirs is one that the service accepts', async () => {
    for (const pharmacy of MAGIC_PHARMACIES) {
      const written = await directory.administration.upsertPharmacy(recordOf(pharmacy));
      assert.equal(written, pharmacy.id);
      const endpoint = await store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, pharmacy.id));
      const network = await networkKeysFor(store);
      assert.deepEqual(
        endpoint === undefined ? null : openIntegration(network, pharmacy.id, endpoint.integration),
        pharmacy.integration,
      );
      assert.equal(endpoint?.partner?.id, pharmacy.integration?.partnerId);
    }
  });

  it('writing one again changes nothing', async () => {
    const [first] = MAGIC_PHARMACIES;
    assert.ok(first?.integration);
    const before = await directory.pharmacy(actor, first.id);
    await directory.administration.upsertPharmacy(recordOf(first));
    assert.deepEqual(await directory.pharmacy(actor, first.id), before);
    const endpoint = await store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, first.id));
    assert.equal(endpoint?.revision, 1);
  });
});

describe('an integration', () => {
  const live = MAGIC_PHARMACIES[0]?.integration;
  const write = (change: object) =>
    directory.administration.upsertPharmacy({ ...BEACON, integration: { ...live, ...change } as never });

  it('D6: needs a technical contact from testing on, and a passed run for live', async () => {
    assert.ok(live);
    const { technicalContact: _, conformancePassedAt: __, ...bare } = live;
    await directory.administration.upsertPharmacy({ ...BEACON, integration: { ...bare, stage: 'scoping' } });
    for (const [stage, says] of [
      ['testing', /technical contact/],
      ['live', /conformance run|technical contact/],
    ] as const) {
      const failure = await failureOf(
        directory.administration.upsertPharmacy({ ...BEACON, integration: { ...bare, stage } }),
      );
      assert.equal(failure.code, 'INVALID_INPUT');
      assert.match(failure.message, says);
    }
    const { conformancePassedAt: ___, ...untested } = live;
    assert.equal(
      (await failureOf(directory.administration.upsertPharmacy({ ...BEACON, integration: untested }))).code,
      'INVALID_INPUT',
    );
  });

  it('D7: names every setting that a message could not carry, and takes identifiers for the pharmacy’s own use', async () => {
    const script = live?.script;
    const account = 'Body/NewRx/Patient/HumanPatient/Identification/PatientAccountNumber';
    const phone = 'Body/NewRx/Pharmacy/CommunicationNumbers/PrimaryTelephone';
    await write({ script: { ...script, set: { [account]: 'ACCT-42' }, noteLines: ['Acct 42'] } });
    const problemsOf = async (change: object, over: object = {}) => {
      const integration = { ...live, script: { ...script, ...change } } as never;
      const failure = await failureOf(
        directory.administration.upsertPharmacy({ ...BEACON, ...over, integration }),
      );
      assert.equal(failure.code, 'INVALID_INPUT');
      return failure.paths.map((path) => path.replace('integration.script.', ''));
    };
    for (const [change, at] of [
      [{ set: { 'Body/NewRx/MedicationPrescribed/Note': 'x' } }, 'set.Body/NewRx/MedicationPrescribed/Note'],
      [{ set: { 'Header/Foo': 'x' } }, 'set.Header/Foo'],
      [{ set: { 'Header/RxReferenceNumber': 'x'.repeat(36) } }, 'set.Header/RxReferenceNumber'],
      [{ set: { 'Header/TestMessage': '1' } }, 'set.Header/TestMessage'],
      [{ drop: ['Header/Mailbox', phone] }, 'drop.1'],
      [{ drop: ['Header/Mailbox'] }, 'drop.0'],
      [{ noteLines: ['x'.repeat(200), 'y'.repeat(20)] }, 'noteLines'],
      [{ noteLines: ['½'] }, 'noteLines'],
      [{ senderTertiaryId: 'é' }, 'senderTertiaryId'],
      [{ versionAttributes: 'é' }, 'versionAttributes'],
      [{ form: 'json', versionAttributes: '20170712' }, 'versionAttributes'],
    ] as const)
      assert.deepEqual(await problemsOf(change), [at], at);
    const specialty = { set: { 'Body/NewRx/Pharmacy/Specialty': 'MAIL' } };
    await write({ script: { ...script, ...specialty } });
    assert.deepEqual(
      await problemsOf(specialty, { phone: null }),
      ['set.Body/NewRx/Pharmacy/Specialty'],
      'a pharmacy without telephone is left out of messages',
    );
  });

  it('D8: takes a mapping of the pharmacy’s own API only where every body can be made', async () => {
    const own = MAGIC_PHARMACIES.find(({ integration }) => integration?.channel === 'api')?.integration;
    assert.ok(own?.api);
    const { newRx, cancelRx } = own.api;
    await write({ ...own });
    for (const [api, path] of [
      [{ newRx: { ...newRx, body: '{ "a": ' } }, 'newRx.body'],
      [{ newRx: { ...newRx, accepted: 'status = ' } }, 'newRx.accepted'],
      [{ newRx: { ...newRx, duplicate: '' } }, 'newRx.duplicate'],
      [{ newRx: { ...newRx, body: 'prescription.instructions' } }, 'newRx.body'],
      [{ newRx: { ...newRx, body: '{ "a": $number(prescription.instructions) }' } }, 'newRx.body'],
      [{ newRx: { ...newRx, body: '{ "phone": $substring(patient.phone, 0, 3) }' } }, 'newRx.body'],
      [{ newRx, cancelRx: { ...cancelRx, body: '{ "a": $uppercase(pharmacy.npi) }' } }, 'cancelRx.body'],
    ] as const) {
      const failure = await failureOf(write({ ...own, api }));
      assert.deepEqual([failure.code, ...failure.paths], ['INVALID_INPUT', `integration.api.${path}`]);
    }
  });

  it('D6: takes prescriptions only when live', async () => {
    const endpointOf = async (change: object) => {
      const id = await write(change);
      return store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, id));
    };
    assert.equal((await endpointOf({}))?.takesPrescriptions, true);
    assert.equal((await endpointOf({ stage: 'testing' }))?.takesPrescriptions, false);
  });

  it('D6: every case is answered alike by the function and by the SQL', async () => {
    const { technicalContact, conformancePassedAt } = MAGIC_PHARMACIES[0]?.integration ?? assert.fail();
    const integrations = [
      null,
      ...(['scoping', 'testing', 'live'] as const).flatMap((stage) => [
        { stage },
        { stage, technicalContact },
        { stage, conformancePassedAt },
        { stage, technicalContact, conformancePassedAt },
      ]),
    ];
    const taken: object[] = [];
    for (const active of [true, false])
      for (const ncpdpId of ['2200001', null])
        for (const partnerActive of [true, false, null])
          for (const integration of integrations) {
            const facts = { active, ncpdpId, integration, partnerActive } as ElectronicFacts;
            const { rows } = await store.asKeeper((tx) =>
              sql<{ takes: boolean }>`select ${sql.raw(
                takesPrescriptionsSql({ pharmacy: 'ph', endpoint: 'e', partner: 'n' }),
              )} as takes
              from (select ${active}::boolean as active, ${ncpdpId}::text as ncpdp_id) ph
              left join (select ${integration === null ? null : JSON.stringify(integration)}::jsonb as integration) e on e.integration is not null
              left join (select ${partnerActive}::boolean as active) n on n.active is not null`.execute(tx),
            );
            assert.equal(rows[0]?.takes, takesPrescriptions(facts), JSON.stringify(facts));
            if (takesPrescriptions(facts)) taken.push({ ...facts, integration: integration?.stage });
          }
    assert.deepEqual(taken, [
      { active: true, ncpdpId: '2200001', integration: 'live', partnerActive: true },
      { active: true, ncpdpId: '2200001', integration: 'live', partnerActive: null },
    ]);
  });

  it('D6: a live pharmacy without an NCPDP id is shown as reached by fax, as it is', async () => {
    const [live] = MAGIC_PHARMACIES;
    assert.ok(live !== undefined);
    const answers = async (ncpdpId: string | null) => {
      const id = await directory.administration.upsertPharmacy({ ...recordOf(live), ncpdpId });
      return await store.withOrg(TEST_ORGANIZATION, async (tx) => [
        (await pharmacyEndpoint(tx, id))?.takesPrescriptions,
        (await electronicAmong(tx, [id])).get(id),
      ]);
    };
    assert.deepEqual(await answers(null), [false, false]);
    assert.deepEqual(await answers(recordOf(live).ncpdpId ?? ''), [true, true]);
  });

  const refused: readonly [string, object][] = [
    [
      'plain HTTP to another machine',
      { endpoint: { url: 'http://pharmacy.example/script', auth: { kind: 'none' } } },
    ],
    [
      'credentials in the URL',
      { endpoint: { url: 'https://a:b@pharmacy.example/', auth: { kind: 'none' } } },
    ],
    ['another protocol', { endpoint: { url: 'file:///etc/hosts', auth: { kind: 'none' } } }],
    [
      'a header that the transport sets',
      { endpoint: { url: 'https://p.example/', auth: { kind: 'none' }, headers: { Host: 'x' } } },
    ],
    [
      'a header with a line break',
      { endpoint: { url: 'https://p.example/', auth: { kind: 'none' }, headers: { 'x-a': 'b\r\nc: d' } } },
    ],
    ['an unknown way to sign in', { endpoint: { url: 'https://p.example/', auth: { kind: 'kerberos' } } }],
    ['no profile for its channel', { channel: 'api' }],
    ['attempts that go back in time', { attempts: { offsetsMs: [0, 5_000, 2_000] } }],
    [
      'a window that ends before it starts',
      { maintenance: [{ start: '2026-01-02T00:00:00Z', end: '2026-01-01T00:00:00Z' }] },
    ],
    ['an unknown field', { surprise: true }],
    ['an unknown partner', { partnerId: 'ptn_00000000000000000000000000' }],
  ];
  for (const [what, change] of refused) {
    it(`refuses ${what}`, async () => {
      assert.equal((await failureOf(write(change))).code, 'INVALID_INPUT');
    });
  }

  it('D7: may not set or drop what was signed', async () => {
    assert.ok(live?.script);
    const path = 'Body/NewRx/MedicationPrescribed/Sig/SigText';
    assert.equal(
      (await failureOf(write({ script: { ...live.script, set: { [path]: 'x' } } }))).code,
      'INVALID_INPUT',
    );
    assert.equal(
      (await failureOf(write({ script: { ...live.script, drop: [path] } }))).code,
      'INVALID_INPUT',
    );
    await write({ script: { ...live.script, set: { 'Header/RxReferenceNumber': 'R1' } } });
  });
});

describe('credentials of the status hook', () => {
  const now = () => new Date().toISOString();

  it('H1: a bearer key belongs to its pharmacy, and no longer once it ended', async () => {
    const pharmacyId = await directory.administration.upsertPharmacy(BEACON);
    const key = 'a-key-of-the-pharmacy';
    const id = await directory.administration.addHookCredential({ kind: 'bearer', key, pharmacyId });
    assert.equal(await directory.administration.addHookCredential({ kind: 'bearer', key, pharmacyId }), id);
    const hash = hashHookKey(key);
    const found = await findBearers(store, [hash, hashHookKey('another')], now());
    assert.deepEqual([...found], [[hash, { id, pharmacyId, partnerId: null }]]);
    await directory.administration.endHookCredential(id);
    const later = new Date(Date.now() + 60_000).toISOString();
    assert.equal((await findBearers(store, [hash], later)).size, 0);
  });

  it('H1: two secrets of one key id are valid while they rotate', async () => {
    const partnerId = MAGIC_PARTNERS[0]?.id as `ptn_${string}`;
    const secrets = ['A', 'B'].map((letter) => `whsec_${letter.repeat(43)}=`);
    for (const secret of secrets) {
      await directory.administration.addHookCredential({
        kind: 'standard-webhooks',
        keyId: 'net-1',
        secret,
        partnerId,
      });
    }
    const found = await store.asDoor((tx) => findSigningKeys(tx, 'net-1', now()));
    const keys = await openSigningKeys(store, found);
    assert.deepEqual(keys.map(({ secret }) => secret).toSorted(), secrets);
  });

  it('refuses a key that somebody else uses, and one that belongs to nobody or to two', async () => {
    const key = 'one-key-for-two-owners';
    const pharmacyId = await directory.administration.upsertPharmacy(BEACON);
    const partnerId = MAGIC_PARTNERS[0]?.id as `ptn_${string}`;
    await directory.administration.addHookCredential({ kind: 'bearer', key, pharmacyId });
    for (const owner of [{ partnerId }, {}, { pharmacyId, partnerId }]) {
      const failure = await failureOf(
        directory.administration.addHookCredential({ kind: 'bearer', key, ...owner }),
      );
      assert.equal(failure.code, 'INVALID_INPUT');
    }
  });
});

it('no role that serves organizations can read a hook secret, the door no endpoint, and neither the keys that open them', async () => {
  const query = (table: string) => sql`select 1 from ${sql.table(table)}`;
  await assert.rejects(
    store.withOrg(TEST_ORGANIZATION, (tx) => query('hook_credential').execute(tx)),
    { code: '42501' },
  );
  await assert.rejects(
    store.asDoor((tx) => query('pharmacy_endpoint').execute(tx)),
    { code: '42501' },
  );
  for (const attempt of [
    store.withOrg(TEST_ORGANIZATION, (tx) => query('network_key').execute(tx)),
    store.asDoor((tx) => query('network_key').execute(tx)),
    store.asCourier((tx) => query('network_key').execute(tx)),
  ])
    await assert.rejects(attempt, { code: '42501' });
  await assert.rejects(
    store.asCourier((tx) => query('pharmacy_endpoint').execute(tx)),
    { code: '42501' },
  );
  await assert.rejects(
    store.withOrg(TEST_ORGANIZATION, (tx) => sql`update pharmacy set fax = null`.execute(tx)),
    { code: '42501' },
  );
});
