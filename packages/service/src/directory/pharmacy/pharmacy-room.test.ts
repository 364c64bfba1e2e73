// Holds pharmacies to the contract: the nearest and the named ones, what an integration may say, imports and hook credentials.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { magicPartners, magicPharmacies } from '@pestle/sandbox/pharmacies/magic';
import { sql } from 'kysely';
import { addOrganizations, failureOf, TEST_ORGANIZATION, userActor } from '../../../test/support/people.ts';
import { openTestStore } from '../../../test/support/test-store.ts';
import { systemPorts } from '../../ports.ts';
import type { Store } from '../../store/store.ts';
import { createDirectory, type Directory } from '../directory.ts';
import { pharmacyEndpoint } from '../endpoints.ts';
import { findBearer, findSigningKeys, hashHookKey, speaksFor } from '../hook-credentials.ts';
import { newImportSession, type SourceRow } from '../import/import-session.ts';
import type { PharmacyInput } from '../keeper-input.ts';

const actor = userActor();
const baseUrl = 'http://127.0.0.1:8081';

let store: Store;
let directory: Directory;

before(async () => {
  store = await openTestStore();
  await addOrganizations(store);
  directory = createDirectory({ store, ports: systemPorts });
  const zips = [
    { zip: '02108', city: 'Boston', state: 'MA', county: 'Suffolk', lat: '42.3576', lon: '-71.0684' },
    { zip: '02139', city: 'Cambridge', state: 'MA', county: 'Middlesex', lat: '42.3647', lon: '-71.1042' },
    { zip: '00601', city: '', state: 'PR', county: '', lat: '18.18', lon: '-66.75' },
  ];
  await directory.keeper.importZips(newImportSession(), zips);
  for (const { id, name, endpoint } of magicPartners({ baseUrl })) {
    await directory.keeper.upsertPartner({ id: id as `ptn_${string}`, name, endpoint });
  }
});
after(() => store.close());

const BEACON: PharmacyInput = {
  npi: '1003000258',
  ncpdpId: '9900901',
  name: 'Beacon Pharmacy',
  kind: 'LOCAL_PICKUP',
  address: { street1: '1 Charles St', city: 'Boston', state: 'MA', postalCode: '02108' },
  latitude: 42.3576,
  longitude: -71.0684,
  phone: '617-555-0100',
  fax: '617-555-0101',
  integration: null,
};

describe('the sandbox’s pharmacies', () => {
  it('D6: every integration of theirs is one that the service accepts', async () => {
    for (const pharmacy of magicPharmacies({ baseUrl })) {
      const {
        id,
        ncpdpId,
        npi,
        name,
        kind,
        address,
        latitude,
        longitude,
        timeZone,
        phone,
        fax,
        openingHours,
      } = pharmacy;
      const written = await directory.keeper.upsertPharmacy({
        ...{
          id: id as `phr_${string}`,
          ncpdpId,
          npi,
          name,
          kind,
          address,
          latitude,
          longitude,
          timeZone,
          phone,
          fax,
        },
        openingHours: openingHours ?? null,
        integration: pharmacy.integration,
      });
      assert.equal(written, id);
      const endpoint = await store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, id));
      assert.deepEqual(endpoint?.integration, pharmacy.integration ?? undefined);
      assert.equal(endpoint?.partner?.id, pharmacy.integration?.partnerId);
    }
  });

  it('writing one again changes nothing', async () => {
    const [first] = magicPharmacies({ baseUrl });
    assert.ok(first?.integration);
    const before = await directory.pharmacy(actor, first.id);
    const { id, ncpdpId, npi, name, kind, address, latitude, longitude, timeZone, phone, fax, openingHours } =
      first;
    await directory.keeper.upsertPharmacy({
      ...{
        id: id as `phr_${string}`,
        ncpdpId,
        npi,
        name,
        kind,
        address,
        latitude,
        longitude,
        timeZone,
        phone,
        fax,
      },
      openingHours: openingHours ?? null,
      integration: first.integration,
    });
    assert.deepEqual(await directory.pharmacy(actor, first.id), before);
    const endpoint = await store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, first.id));
    assert.equal(endpoint?.revision, 1);
  });
});

describe('an integration', () => {
  const live = magicPharmacies({ baseUrl })[0]?.integration;
  const write = (change: object) =>
    directory.keeper.upsertPharmacy({ ...BEACON, integration: { ...live, ...change } as never });

  it('D6: needs a technical contact from testing on, and a passed run for live', async () => {
    assert.ok(live);
    const { technicalContact: _, conformancePassedAt: __, ...bare } = live;
    await directory.keeper.upsertPharmacy({ ...BEACON, integration: { ...bare, stage: 'scoping' } });
    for (const [stage, says] of [
      ['testing', /technical contact/],
      ['live', /conformance run|technical contact/],
    ] as const) {
      const failure = await failureOf(
        directory.keeper.upsertPharmacy({ ...BEACON, integration: { ...bare, stage } }),
      );
      assert.equal(failure.code, 'INVALID_INPUT');
      assert.match(failure.message, says);
    }
    const { conformancePassedAt: ___, ...untested } = live;
    assert.equal(
      (await failureOf(directory.keeper.upsertPharmacy({ ...BEACON, integration: untested }))).code,
      'INVALID_INPUT',
    );
  });

  it('D6: takes prescriptions only when live', async () => {
    const endpointOf = async (change: object) => {
      const id = await write(change);
      return store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, id));
    };
    assert.equal((await endpointOf({}))?.takesPrescriptions, true);
    assert.equal((await endpointOf({ stage: 'testing' }))?.takesPrescriptions, false);
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

describe('finding pharmacies', () => {
  it('the nearest first, with their distances, page by page', async () => {
    const near = { postalCode: '02139-1234' };
    const all = await directory.searchPharmacies(actor, { near, first: 100 });
    const distances = all.items.map(({ distanceKm }) => distanceKm ?? Number.NaN);
    assert.ok(distances.length > 5);
    assert.deepEqual(
      distances,
      distances.toSorted((a, b) => a - b),
    );
    const paged: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page = await directory.searchPharmacies(actor, { near, first: 2, after });
      paged.push(...page.items.map(({ pharmacy }) => pharmacy.id));
      ({ endCursor: after, hasNextPage: more } = page);
    }
    assert.deepEqual(
      paged,
      all.items.map(({ pharmacy }) => pharmacy.id),
    );
  });

  it('sees a pharmacy that was just written, and no longer one that was closed', async () => {
    const near = { latitude: 10, longitude: 10 };
    const found = async () =>
      (await directory.searchPharmacies(actor, { near, radiusKm: 1 })).items.map(
        ({ pharmacy }) => pharmacy.name,
      );
    assert.deepEqual(await found(), []);
    const far: PharmacyInput = {
      ...BEACON,
      npi: '1003001934',
      ncpdpId: null,
      name: 'Far Away',
      latitude: 10,
      longitude: 10,
    };
    await directory.keeper.upsertPharmacy(far);
    assert.deepEqual(await found(), ['Far Away']);
    await directory.keeper.upsertPharmacy({ ...far, active: false });
    assert.deepEqual(await found(), []);
  });

  it('contract 12: those that serve no public are left out unless asked for', async () => {
    const near = { latitude: 20, longitude: 20 };
    const closed: PharmacyInput = {
      ...BEACON,
      npi: '1003003823',
      ncpdpId: null,
      name: 'Ward Only',
      servesPublic: false,
      latitude: 20,
      longitude: 20,
    };
    await directory.keeper.upsertPharmacy(closed);
    assert.deepEqual((await directory.searchPharmacies(actor, { near })).items, []);
    assert.deepEqual((await directory.searchPharmacies(actor, { text: 'ward only' })).items, []);
    for (const search of [{ near }, { text: 'ward only' }]) {
      const page = await directory.searchPharmacies(actor, { ...search, publicOnly: false });
      assert.deepEqual(
        page.items.map(({ pharmacy }) => pharmacy.name),
        ['Ward Only'],
      );
    }
  });

  it('by beginnings of words, near or not, by kind and by town', async () => {
    const names = async (search: object) =>
      (await directory.searchPharmacies(actor, search)).items.map(({ pharmacy }) => pharmacy.name);
    assert.deepEqual(await names({ text: 'beac bost' }), ['Beacon Hill Apothecary', 'Beacon Pharmacy']);
    assert.deepEqual(await names({ text: 'beac hill', near: { city: 'boston', state: 'Massachusetts' } }), [
      'Beacon Hill Apothecary',
    ]);
    assert.deepEqual(await names({ text: '9900101' }), ['Beacon Hill Apothecary']);
    assert.deepEqual(await names({ text: "beac' | (x" }), []);
    const mail = await directory.searchPharmacies(actor, { kinds: ['MAIL_ORDER'] });
    assert.ok(mail.items.length > 0 && mail.items.every(({ pharmacy }) => pharmacy.kind === 'MAIL_ORDER'));
    assert.deepEqual(await names({ text: 'beac', state: 'OH' }), []);
  });

  it('pages by name', async () => {
    const all = await directory.searchPharmacies(actor, { first: 100 });
    const first = await directory.searchPharmacies(actor, { first: 3 });
    const second = await directory.searchPharmacies(actor, { first: 97, after: first.endCursor });
    assert.deepEqual([...first.items, ...second.items], all.items);
  });

  it('says which place it does not know', async () => {
    for (const near of [
      { postalCode: '99999' },
      { postalCode: 'x' },
      { city: 'Nowhere', state: 'MA' },
      {},
      { latitude: 91, longitude: 0 },
    ]) {
      assert.equal((await failureOf(directory.searchPharmacies(actor, { near }))).code, 'INVALID_INPUT');
    }
    for (const radiusKm of [0, -1, 1_001]) {
      assert.equal((await failureOf(directory.searchPharmacies(actor, { radiusKm }))).code, 'INVALID_INPUT');
    }
  });

  it('answers NOT_FOUND for an unknown id', async () => {
    assert.equal(
      (await failureOf(directory.pharmacy(actor, 'phr_00000000000000000000000000'))).code,
      'NOT_FOUND',
    );
  });
});

describe('importing pharmacies', () => {
  const row: SourceRow = {
    npi: '1003389768',
    ncpdp_id: '5634515',
    legal_name: 'MIMED PHARMACY, LLC',
    dba_name: '',
    address1: '7758 NW 46TH ST',
    address2: '',
    city: 'Doral',
    state: 'FL',
    zip: '33166',
    zip4: '5460',
    phone: '3059298473',
    fax: '7864097838',
    pharmacy_type: 'community_retail',
    lat: '25.824907',
    lon: '-80.310665',
    zip_check: 'ok',
  };
  const run = async (...rows: SourceRow[]) => directory.keeper.importPharmacies(newImportSession(), rows);

  it('twice changes nothing the second time, and a change is seen', async () => {
    const outcomes = async (change: SourceRow) =>
      (await run({ ...row, ...change })).map(({ outcome }) => outcome);
    assert.deepEqual(await outcomes({}), ['imported']);
    assert.deepEqual(await outcomes({}), ['unchanged']);
    assert.deepEqual(await outcomes({ fax: '7864097839' }), ['imported']);
    const page = await directory.searchPharmacies(actor, { text: 'mimed' });
    assert.equal(page.items[0]?.pharmacy.fax, '7864097839');
    assert.equal(page.items[0]?.pharmacy.time_zone, 'America/New_York');
    assert.equal(page.items[0]?.pharmacy.postal_code, '33166-5460');
  });

  it('keeps the id, the endpoint and the hours of a pharmacy that is known', async () => {
    const id = await directory.keeper.upsertPharmacy({
      ...BEACON,
      openingHours: [{ days: ['MON'], opens: '09:00', closes: '17:00' }],
      integration: magicPharmacies({ baseUrl })[0]?.integration ?? null,
    });
    const [verdict] = await run({
      ...row,
      npi: BEACON.npi ?? '',
      ncpdp_id: '',
      legal_name: 'BEACON, NEW NAME',
    });
    assert.equal(verdict?.outcome, 'imported');
    const after = await directory.pharmacy(actor, id);
    assert.equal(after.name, 'BEACON, NEW NAME');
    assert.equal(after.opening_hours?.length, 1);
    const endpoint = await store.withOrg(TEST_ORGANIZATION, (tx) => pharmacyEndpoint(tx, id));
    assert.equal(endpoint?.takesPrescriptions, true);
  });

  const refusals: readonly [change: SourceRow, code: string][] = [
    [{ npi: '1003389769' }, 'NPI_INVALID'],
    [{ npi: '1407842343', ncpdp_id: '12' }, 'NCPDP_ID_INVALID'],
    [{ npi: '1801843339' }, 'NCPDP_ID_TAKEN'],
    [{ legal_name: '' }, 'NAME_MISSING'],
    [{ dba_name: 'x'.repeat(71) }, 'NAME_TOO_LONG'],
    [{ pharmacy_type: 'corner_shop' }, 'PHARMACY_TYPE_UNKNOWN'],
    [{ zip: '3316' }, 'ADDRESS_INCOMPLETE'],
    [{ state: 'XX' }, 'ADDRESS_INCOMPLETE'],
    [{ city: '' }, 'ADDRESS_INCOMPLETE'],
  ];
  for (const [change, code] of refusals) {
    it(`refuses a row: ${code} (${Object.keys(change).join(', ')})`, async () => {
      await run(row);
      const npi = change.npi === '1407842343' ? '1801843339' : (change.npi ?? row.npi ?? '');
      const [verdict] = await run({ ...row, ...change, npi });
      assert.equal(verdict?.outcome === 'refused' && verdict.code, code);
    });
  }

  it('refuses the second row of one NPI in a file, and imports the rest', async () => {
    const verdicts = await run(row, { ...row, city: 'Miami' }, { ...row, npi: '1770718041', ncpdp_id: '' });
    assert.deepEqual(
      verdicts.map((verdict) => (verdict.outcome === 'refused' ? verdict.code : verdict.outcome)),
      ['unchanged', 'DUPLICATE_IN_FILE', 'imported'],
    );
  });

  it('leaves out a number that cannot be dialed and a place that contradicts itself, and says so', async () => {
    const [verdict] = await run({
      ...row,
      npi: '1124064670',
      ncpdp_id: '',
      fax: '123',
      zip_check: 'state_mismatch',
    });
    assert.deepEqual(verdict?.outcome === 'imported' && verdict.warnings, [
      'FAX_UNUSABLE',
      'LOCATION_UNCERTAIN',
    ]);
  });
});

describe('importing ZIP codes', () => {
  it('refuses what is no ZIP, no state or no place', async () => {
    const zip = { zip: '02140', city: 'Cambridge', state: 'MA', county: '', lat: '42.39', lon: '-71.13' };
    const session = newImportSession();
    const rows = [
      zip,
      zip,
      { ...zip, zip: '2140' },
      { ...zip, zip: '02141', state: 'ZZ' },
      { ...zip, zip: '02142', lat: '' },
    ];
    const verdicts = await directory.keeper.importZips(session, rows);
    assert.deepEqual(
      verdicts.map((verdict) => (verdict.outcome === 'refused' ? verdict.code : verdict.outcome)),
      ['imported', 'DUPLICATE_IN_FILE', 'ZIP_INVALID', 'STATE_UNKNOWN', 'COORDINATES_INVALID'],
    );
    const [again] = await directory.keeper.importZips(newImportSession(), [zip]);
    assert.equal(again?.outcome, 'unchanged');
  });
});

describe('credentials of the status hook', () => {
  const now = () => new Date().toISOString();

  it('H1: a bearer key belongs to its pharmacy, and no longer once it ended', async () => {
    const pharmacyId = await directory.keeper.upsertPharmacy(BEACON);
    const key = 'a-key-of-the-pharmacy';
    const id = await directory.keeper.addHookCredential({ kind: 'bearer', key, pharmacyId });
    assert.equal(await directory.keeper.addHookCredential({ kind: 'bearer', key, pharmacyId }), id);
    const found = await store.asDoor((tx) => findBearer(tx, hashHookKey(key), now()));
    assert.deepEqual(found, { id, pharmacyId, partnerId: null });
    assert.equal(await store.asDoor((tx) => findBearer(tx, hashHookKey('another'), now())), undefined);
    await directory.keeper.endHookCredential(id);
    const later = new Date(Date.now() + 60_000).toISOString();
    assert.equal(await store.asDoor((tx) => findBearer(tx, hashHookKey(key), later)), undefined);
  });

  it('H1: two secrets of one key id are valid while they rotate', async () => {
    const partnerId = magicPartners({ baseUrl })[0]?.id as `ptn_${string}`;
    const secrets = ['A', 'B'].map((letter) => `whsec_${letter.repeat(43)}=`);
    for (const secret of secrets) {
      await directory.keeper.addHookCredential({
        kind: 'standard-webhooks',
        keyId: 'net-1',
        secret,
        partnerId,
      });
    }
    const keys = await store.asDoor((tx) => findSigningKeys(tx, 'net-1', now()));
    assert.deepEqual(keys.map(({ secret }) => secret).toSorted(), secrets);
  });

  it('H1: a partner speaks for its own pharmacies only, in their words', async () => {
    const pharmacies = magicPharmacies({ baseUrl });
    const through = pharmacies.find(({ integration }) => integration?.partnerId !== undefined);
    const direct = pharmacies.find(
      ({ integration }) => integration !== null && integration.partnerId === undefined,
    );
    assert.ok(through !== undefined && direct !== undefined);
    const credential = { id: 'hkc_x', pharmacyId: null, partnerId: through.integration?.partnerId ?? null };
    const asked = (id: string) => store.asDoor((tx) => speaksFor(tx, credential, id));
    assert.deepEqual(await asked(through.id), { statusWords: {} });
    assert.equal(await asked(direct.id), undefined);
    assert.equal(await asked('phr_00000000000000000000000000'), undefined);
  });

  it('refuses a key that somebody else uses, and one that belongs to nobody or to two', async () => {
    const key = 'one-key-for-two-owners';
    const pharmacyId = await directory.keeper.upsertPharmacy(BEACON);
    const partnerId = magicPartners({ baseUrl })[0]?.id as `ptn_${string}`;
    await directory.keeper.addHookCredential({ kind: 'bearer', key, pharmacyId });
    for (const owner of [{ partnerId }, {}, { pharmacyId, partnerId }]) {
      const failure = await failureOf(directory.keeper.addHookCredential({ kind: 'bearer', key, ...owner }));
      assert.equal(failure.code, 'INVALID_INPUT');
    }
  });
});

it('no role that serves organizations can read a hook secret, and the door no endpoint', async () => {
  const query = (table: string) => sql`select 1 from ${sql.table(table)}`;
  await assert.rejects(
    store.withOrg(TEST_ORGANIZATION, (tx) => query('hook_credential').execute(tx)),
    { code: '42501' },
  );
  await assert.rejects(
    store.asDoor((tx) => query('pharmacy_endpoint').execute(tx)),
    { code: '42501' },
  );
  await assert.rejects(
    store.asCourier((tx) => query('pharmacy_endpoint').execute(tx)),
    { code: '42501' },
  );
  await assert.rejects(
    store.withOrg(TEST_ORGANIZATION, (tx) => sql`update pharmacy set fax = null`.execute(tx)),
    { code: '42501' },
  );
});
