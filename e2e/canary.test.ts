// Plants a patient and a pharmacy's credentials whose values are found nowhere else, lets prescriptions travel every way there is, and looks for them everywhere.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { seed } from '@pestle/cli/sandbox/seed';
import { type Peers, startPeers } from '@pestle/sandbox/peers';
import { applications, users } from '@pestle/sandbox/seed';
import type { Service } from '@pestle/service';
import { createService } from '@pestle/service';
import type { Config } from '@pestle/service/config';
import { sealIntegration } from '@pestle/service/directory';
import { openIntegration, type StoredIntegration } from '@pestle/service/for-tests/directory';
import { IDENTITY_LIMITS } from '@pestle/service/for-tests/identity';
import { resealRound, SEALED_COLUMNS } from '@pestle/service/for-tests/vault';
import { PERSON_SCOPES } from '@pestle/service/identity';
import { createLog, type Log, systemPorts } from '@pestle/service/kernel';
import { type EmbeddedStore, openEmbeddedStore } from '@pestle/service/store';
import { networkKeysFor, rotateDataKeys } from '@pestle/service/vault';
import { type Ask, askWith, dataOf, signInPerson } from '@pestle/testbed/api/api';
import { freePort } from '@pestle/testbed/network/free-port';
import { until } from '@pestle/testbed/patience';
import { configFor } from '@pestle/testbed/processes/service-process';
import { layMigratedStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { CANARY, CREDENTIALS, tracesIn } from './canary/canaries.ts';
import { CALLERS_TRACE, type Collector, openCollector, placesInTraces } from './canary/collector.ts';
import { askCoverage } from './canary/coverage.ts';
import { workAtDesk } from './canary/desk.ts';
import { openFaxLink } from './canary/fax-link.ts';
import { askForRenewal, askToStopRefills, stopRefills } from './canary/requests.ts';
import { nameOwnService, sendSaved } from './canary/screening.ts';
import { lookAtFiles, lookAtRows } from './canary/store-search.ts';

const PHARMACIES = {
  script: 'phr_0ACCEPTS020170710XM1000000',
  json: 'phr_0ACCEPTS020230110JS0N00000',
  api: 'phr_0PR0PR1ETARY0AP10000000000',
  fax: 'phr_0FAX00N1Y00000000000000000',
  rejects: 'phr_0REJECTS000000000000000000',
} as const;

const folder = mkdtempSync(join(tmpdir(), 'pestle-canary-'));
const lines: string[] = [];
/** Everything that the service said to somebody for whom the values were not meant. */
const refusals: string[] = [];
/** Every address that was asked for. */
const addresses: string[] = [];
const orderIds: Record<string, string> = {};

const clock = { aheadMs: 0, now: (): number => Date.now() + clock.aheadMs };
let collector: Collector;
let peers: Peers;
let config: Config;
let store: EmbeddedStore;
let log: Log;
let service: Service;
let adminUrl: string;
let prescriber: Ask;
let patientId: string;
let metrics = '';

before(async () => {
  collector = await openCollector();
  peers = await startPeers({ pace: { slowAnswerMs: 50, faxDeliveryMs: 20, routineStepMs: 20 } });
  const base = configFor(
    { kind: 'embedded', directory: join(folder, 'store') },
    await freePort(),
    peers,
    'debug',
  );
  const { url } = collector;
  const traces = {
    url,
    headers: {},
    serviceName: 'pestle',
    sampler: 'parentbased_always_on',
    ratio: 1,
  } as const;
  config = { ...base, admin: { host: '127.0.0.1', port: 0 }, traces };
  await layMigratedStore(join(folder, 'store'));
  store = await openEmbeddedStore(join(folder, 'store'));
  log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
  service = await createService(config, { store, log, ports: { ...systemPorts, clock } });
  await seed({ service, peers, baseUrl: config.baseUrl });
  adminUrl = (await service.listen()).adminUrl ?? assert.fail('no admin listener');
  peers.setStatusHookUrl(`${config.baseUrl}/v1/hooks/pharmacy`);
  peers.setScriptInboxUrl(`${config.baseUrl}/v1/hooks/script`);
  const token = await signIn('prescriber');
  prescriber = askWith(config.baseUrl, token);
  await plantCredentials();
  await live();
  await refuse(token);
  metrics = await (await fetch(`${adminUrl}/metrics`)).text();
});
after(async () => {
  await service.close();
  await collector.close();
  await peers.close();
  rmSync(folder, { recursive: true, force: true });
});

async function signIn(wanted: 'prescriber' | 'staff'): Promise<string> {
  const { email, password } = users.find(({ role }) => role === wanted) ?? assert.fail();
  const scope = `openid ${PERSON_SCOPES.join(' ')}`;
  const { baseUrl } = config;
  return await signInPerson({ baseUrl, clientId: applications.public.id, email, password, scope });
}

/** A header that only this pharmacy gets, and a secret that signs its reports. */
async function plantCredentials(): Promise<void> {
  const id = PHARMACIES.script;
  const network = await networkKeysFor(service.store);
  await service.store.asKeeper(async (tx) => {
    const { rows } = await sql<{ plain: StoredIntegration; sealed: Uint8Array | null }>`
      select integration as plain, sealed from pharmacy_endpoint where pharmacy_id = ${id}`.execute(tx);
    const integration = openIntegration(network, id, rows[0] ?? assert.fail('not integrated'));
    const endpoint = { ...integration.endpoint, headers: { 'x-canary': CREDENTIALS.header } };
    const { plain, sealed } = sealIntegration(network, id, { ...integration, endpoint });
    await sql`update pharmacy_endpoint set integration = ${JSON.stringify(plain)}::jsonb, sealed = ${sealed}
      where pharmacy_id = ${id}`.execute(tx);
  });
  await service.rooms.directory.administration.addHookCredential({
    kind: 'standard-webhooks',
    keyId: 'canary',
    secret: CREDENTIALS.hookSecret,
    pharmacyId: id,
  });
}

/** The patient's way through the service, by every channel and back. */
async function live(): Promise<void> {
  const { createPatient } = dataOf(
    await prescriber<{ createPatient: { id: string; revision: number } }>(
      'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id revision } }',
      { input: { ...CANARY.patient, sex: 'FEMALE', weight: { value: '71.5', unit: 'kg' } } },
    ),
  );
  patientId = createPatient.id;
  dataOf(
    await prescriber(
      `mutation($id: ID!, $changes: UpdatePatientInput!) {
        updatePatient(id: $id, expectedRevision: 1, changes: $changes) { revision } }`,
      {
        id: CANARY.patient.externalId,
        changes: { suffix: CANARY.patient.suffix, phone: CANARY.patient.phone },
      },
    ),
  );
  const { treatments } = dataOf(
    await prescriber<{ treatments: { hits: { nodes: { id: string }[] } } }>(
      'query($text: String!) { treatments(text: $text, first: 1) { hits { nodes { id } } } }',
      { text: 'lisinopril 10 mg oral tablet' },
    ),
  );
  const treatmentId = treatments.hits.nodes[0]?.id ?? assert.fail('no treatment');
  for (const [name, pharmacyId] of Object.entries(PHARMACIES))
    orderIds[name] = await order(treatmentId, name, pharmacyId);
  for (const id of Object.values(orderIds)) await settled(id);
  const npi = peers.pharmacies.find(({ id }) => id === PHARMACIES.fax)?.npi ?? assert.fail();
  const seen = await openFaxLink(config, prescriber, { orderId: orderIds['fax'] ?? assert.fail(), npi });
  refusals.push(...seen.refusals);
  addresses.push(...seen.addresses);
  const reported = await peers.report({
    pharmacyId: PHARMACIES.script,
    orderId: orderIds['script'] ?? assert.fail(),
    status: 'FILLING',
  });
  assert.ok(reported.status < 300, reported.text);
  refusals.push(reported.text);
  dataOf(
    await prescriber('mutation($input: CancelOrderInput!) { cancelOrder(input: $input) { order { id } } }', {
      input: { orderId: orderIds['json'] },
    }),
  );
  const staff = askWith(config.baseUrl, await signIn('staff'));
  const asked = await staff(
    'mutation($input: CancelOrderInput!) { cancelOrder(input: $input) { order { id } } }',
    { input: { orderId: orderIds['script'], reason: CANARY.reasons.repeatReason } },
  );
  dataOf(asked);
  await workAtDesk(prescriber, staff, {
    asked: orderIds['fax'] ?? assert.fail(),
    phoned: orderIds['rejects'] ?? assert.fail(),
  });
  refusals.push(await askForRenewal(config, peers, PHARMACIES.script, prescriber));
  await stopRefills(prescriber, orderIds['script'] ?? assert.fail());
  await askToStopRefills(staff, prescriber, orderIds);
  await sendSaved(prescriber, await draft(treatmentId, 'saved'), PHARMACIES.script);
  await nameOwnService(service);
  // One draft stays, unsigned.
  await askCoverage(prescriber, await draft(treatmentId, 'waits'));
}

async function draft(treatmentId: string, name: string): Promise<string> {
  const { createDraft } = dataOf(
    await prescriber<{ createDraft: { id: string } }>(
      'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
      {
        input: {
          patientId: CANARY.patient.externalId,
          treatmentId,
          externalId: CANARY.draftExternalId,
          dispenseQuantity: 30,
          dispenseUnit: 'Tablet',
          daysSupply: 30,
          fillsAllowed: 3,
          instructions: CANARY.instructions,
          notes: CANARY.notes,
          diagnosisCodes: [{ ...CANARY.diagnosis, type: 'ICD10' }],
          ...CANARY.reasons,
          source: `${CANARY.source}-${name}`,
        },
      },
    ),
  );
  return createDraft.id;
}

async function order(treatmentId: string, name: string, pharmacyId: string): Promise<string> {
  const draftId = await draft(treatmentId, name);
  const { reviewDrafts } = dataOf(
    await prescriber<{ reviewDrafts: { drafts: { contentHash: string | null; problems: unknown[] }[] } }>(
      `mutation($ids: [ID!]!, $pharmacy: ID) { reviewDrafts(draftIds: $ids, pharmacyId: $pharmacy) {
        drafts { contentHash problems { path message } } } }`,
      { ids: [draftId], pharmacy: pharmacyId },
    ),
  );
  const { contentHash } = reviewDrafts.drafts[0] ?? assert.fail();
  assert.ok(contentHash !== null, JSON.stringify(reviewDrafts));
  const { createOrder } = dataOf(
    await prescriber<{ createOrder: { id: string } }>(
      'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
      {
        input: {
          drafts: [{ draftId, contentHash }],
          pharmacyId,
          externalId: `${CANARY.orderExternalId}-${name}`,
          address: { ...CANARY.patient.address, street1: CANARY.orderStreet },
        },
      },
    ),
  );
  return createOrder.id;
}

async function settled(id: string): Promise<void> {
  let state = '';
  await until(
    async () => {
      const { order } = dataOf(
        await prescriber<{ order: { state: string } }>('query($id: ID!) { order(id: $id) { state } }', {
          id,
        }),
      );
      ({ state } = order);
      return state !== 'ROUTING' && state !== 'PENDING';
    },
    () => `the order stayed ${state}`,
  );
}

/** Requests that fail, each carrying the values. */
async function refuse(token: string): Promise<void> {
  const post = async (path: string, body: string, headers: Record<string, string>): Promise<void> => {
    const answer = await fetch(`${config.baseUrl}${path}`, { method: 'POST', body, headers });
    refusals.push(await answer.text(), JSON.stringify([...answer.headers]));
  };
  const json = {
    'content-type': 'application/json',
    'idempotency-key': 'canary-refusals',
    traceparent: `00-${CALLERS_TRACE}-${'b'.repeat(16)}-01`,
    tracestate: `pestle=${CANARY.patient.lastName}`,
    baggage: `patient=${CANARY.patient.lastName}`,
  };
  const authorized = { ...json, authorization: `Bearer ${token}` };
  const input = { ...CANARY.patient, sex: 'FEMALE' };
  const create = 'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }';
  const graphql = (query: string, variables: object = {}): string => JSON.stringify({ query, variables });
  // Without a token, with a changed one, with one that was never ours.
  await post('/graphql', graphql(create, { input }), json);
  await post('/graphql', graphql(create, { input }), { ...json, authorization: `Bearer ${token}x` });
  await post('/graphql', graphql(create, { input }), {
    ...json,
    authorization: `Bearer ${CANARY.patient.email}`,
  });
  // One that was good until now.
  clock.aheadMs = (IDENTITY_LIMITS.accessTokenSeconds + 1) * 1000;
  await post('/graphql', graphql(create, { input }), authorized);
  clock.aheadMs = 0;
  assert.match(refusals.at(-2) ?? '', /TOKEN_EXPIRED/);
  // Malformed: not GraphQL, not JSON, wrong types, unknown fields, too deep, a taken external id, a wrong value.
  await post('/graphql', graphql(`query { ${CANARY.patient.firstName}`), authorized);
  await post('/graphql', graphql(`query ${CANARY.patient.lastName} { drafts { id } }`), authorized);
  await post(
    '/graphql',
    graphql(`query { patients(text: "${CANARY.patient.lastName}") { nope } }`),
    authorized,
  );
  await post('/graphql', `{"query": "${CANARY.patient.lastName}`, authorized);
  await post('/graphql', CANARY.patient.lastName, { ...authorized, 'content-type': 'text/plain' });
  await post('/graphql', graphql(create, { input: { ...input, sex: CANARY.patient.lastName } }), authorized);
  await post('/graphql', graphql(create, { input: { ...input, [CANARY.patient.lastName]: 1 } }), authorized);
  await post('/graphql', graphql(create, { input: { ...input, dateOfBirth: '1931-07-23T00' } }), authorized);
  await post('/graphql', graphql(create, { input }), authorized);
  await post('/graphql', graphql(create, { input: { ...input, phone: '6179413287000' } }), {
    ...authorized,
    'idempotency-key': 'canary-another',
  });
  await post('/v1/hooks/pharmacy', JSON.stringify(input), { ...json, authorization: 'Bearer wrong' });
  await post('/v1/hooks/script', `<Message>${CANARY.patient.lastName}</Message>`, {
    'content-type': 'application/xml',
    authorization: 'Bearer wrong',
  });
  for (const path of [
    `/patients/${CANARY.patient.lastName}`,
    `/graphql?query={${CANARY.patient.firstName}}`,
    `/rx/${CANARY.patient.lastName}`,
  ]) {
    const answer = await fetch(`${config.baseUrl}${path}`);
    refusals.push(await answer.text());
  }
}

describe('a patient’s values', () => {
  it('are shown to those for whom they are meant, and found by search as you type', async () => {
    for (const search of ['vexelth', 'qza vex', '1931-07-23', 'wren 7/23/1931']) {
      const { patients } = dataOf(
        await prescriber<{ patients: { nodes: { id: string; lastName: string }[] } }>(
          'query($search: String) { patients(text: $search) { nodes { id lastName } } }',
          { search },
        ),
      );
      assert.deepEqual(patients.nodes, [{ id: patientId, lastName: CANARY.patient.lastName }], search);
    }
    assert.ok(peers.log().some(({ accepted }) => accepted));
    assert.ok(peers.faxes().length > 0 && peers.texts().length > 0);
  });

  it('I9: are in no line of the log, no figure, no answer to somebody else and no address', () => {
    assert.ok(lines.length > 50, 'the log has something to say');
    for (const line of lines) assert.deepEqual(tracesIn(line), [], line);
    assert.match(metrics, /coverage_check_duration_seconds_count\{payer="Plan lists",state="NO_DATA"\} 1/);
    assert.deepEqual(tracesIn(metrics), []);
    assert.ok(refusals.length > 30);
    for (const text of refusals) assert.deepEqual(tracesIn(text), [], text);
    for (const address of addresses) assert.deepEqual(tracesIn(address), [], address);
  });

  it('I9: are in no trace, in which each request, signing, transaction, delivery and report has its place', async () => {
    await placesInTraces(collector, orderIds['script'] ?? assert.fail());
    for (const message of collector.messages) assert.deepEqual(tracesIn(message), [], message);
  });

  it('are in no row of any table: messages, answers, texts, outbox, audit and idempotency keys included', async () => {
    const { found, bytes } = await lookAtRows(store);
    assert.ok(bytes > 200_000, `only ${bytes} bytes of rows were looked at`);
    assert.deepEqual(found, []);
  });

  it('are in no file of the store while it runs, the write-ahead log included', async () => {
    const { found, bytes } = await lookAtFiles(join(folder, 'store'));
    assert.ok(bytes > 10_000_000, 'the files were looked at');
    assert.deepEqual(found, []);
  });

  it('are in no file after a checkpoint has written every page', async () => {
    await store.asOwner((owner) => sql`checkpoint`.execute(owner));
    assert.deepEqual((await lookAtFiles(join(folder, 'store'))).found, []);
  });

  it('stay readable when the keys rotate and every row is sealed anew, and are still nowhere', async () => {
    const read = async () =>
      dataOf(
        await prescriber(
          `query($patient: String!) {
            patients(text: $patient) { nodes { firstName lastName dateOfBirth phone externalId } }
            drafts { instructions notes externalId }
            ${Object.entries(orderIds)
              .map(
                ([name, id]) => `${name}: order(id: "${id}") { externalId address { street1 } fills {
                prescription { contentHash content { salt instructions } }
                transmissions { body attempts { answer } } } }`,
              )
              .join('\n')}
          }`,
          { patient: 'vexel' },
        ),
      );
    const before = await read();
    assert.ok(tracesIn(JSON.stringify(before)).length > 10);
    await rotateDataKeys(service.store, 0);
    assert.ok((await resealRound(service.store, 0)) > 20);
    assert.deepEqual(await read(), before);
    const versions = await store.asOwner(async (owner) => {
      const kinds = Object.values(SEALED_COLUMNS).map(
        ({ table, column }) =>
          sql`select ${sql.lit(`${table}.${column}`)} as place, min(get_byte(${sql.ref(column)}, 4)) as version
            from ${sql.table(table)} where ${sql.ref(column)} is not null`,
      );
      const { rows } = await sql<{
        place: string;
        version: number | null;
      }>`${sql.join(kinds, sql` union all `)}`.execute(owner);
      return rows;
    });
    for (const { place, version } of versions) assert.equal(version, 2, place);
    assert.deepEqual((await lookAtRows(store)).found, []);
  });

  it('would be found: a value planted unsealed is seen in row, file and log', async () => {
    await store.asOwner((owner) => sql`create table planted (text text, bytes bytea)`.execute(owner));
    await store.asOwner((owner) =>
      sql`insert into planted values ('Mrs. VEXELTHORPE', ${Buffer.from('qz.canary')})`.execute(owner),
    );
    const { found: rows } = await lookAtRows(store);
    assert.deepEqual(
      rows.map(({ where, traces }) => [where, traces.toSorted()]),
      [['planted', ['qz.canary', 'vexelthor', 'vexelthorpe']]],
    );
    assert.ok((await lookAtFiles(join(folder, 'store'))).found.length > 0, 'seen in the write-ahead log');
    const before = lines.length;
    log.warn({ patient: CANARY.patient.email }, 'planted');
    assert.ok(lines.slice(before).flatMap(tracesIn).length > 0);
    await store.asOwner((owner) => sql`drop table planted`.execute(owner));
  });
});
