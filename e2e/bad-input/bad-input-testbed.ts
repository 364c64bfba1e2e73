// Two practices on one service over real HTTP, with a clock that tests move and a digest of every row that a write could leave.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '@pestle/cli/sandbox/seed';
import type { OrganizationId, UserId } from '@pestle/rules/ids';
import type { Peers } from '@pestle/sandbox/peers';
import { startPeers } from '@pestle/sandbox/peers';
import { applications, organization, users } from '@pestle/sandbox/seed';
import type { Service } from '@pestle/service';
import { createService } from '@pestle/service';
import type { Config } from '@pestle/service/config';
import { NO_PEOPLE_CONFIG } from '@pestle/service/config';
import { DEFAULT_ATTESTATION } from '@pestle/service/for-tests/identity';
import { PERSON_SCOPES } from '@pestle/service/identity';
import { createLog, systemPorts } from '@pestle/service/kernel';
import { type EmbeddedStore, openEmbeddedStore } from '@pestle/service/store';
import { type Ask, askWith, dataOf, signInMachine, signInPerson } from '@pestle/testbed/api/api';
import { freePort } from '@pestle/testbed/network/free-port';
import { eventually, until } from '@pestle/testbed/patience';
import { configFor } from '@pestle/testbed/processes/service-process';
import { layMigratedStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';

export const OTHER_ORGANIZATION = 'org_0H111S1DE00000000000000000' as OrganizationId;
/** The oldest proof that is good for signing: no test takes so long, and an access token lives longer. */
export const PROOF_AGE_SECONDS = 480;
/** Of the other practice's prescriber. */
export const OTHER_NPI = '2990000269';
const OTHER_PASSWORD = 'four geese under a slow lamp';
const OTHER_APPLICATION = 'app_0H111S1DE0PAGE000000000000';
export const SCOPE = `openid ${PERSON_SCOPES.join(' ')}`;
export const MACHINE_SCOPE =
  'read:order read:patient write:patient read:prescription read:pharmacy read:treatment';

/** Who may ask, each with a token of their own. */
export interface Callers {
  readonly prescriber: Ask;
  readonly staff: Ask;
  readonly admin: Ask;
}

export interface BadInputTestbed extends Callers {
  readonly baseUrl: string;
  readonly config: Config;
  readonly service: Service;
  readonly store: EmbeddedStore;
  readonly peers: Peers;
  /** A screening service of the organization's own, which offers something and finds nothing. */
  readonly screeningUrl: string;
  readonly machine: Ask;
  /** A prescriber and an administrator of another organization. */
  readonly others: Omit<Callers, 'staff'> & { readonly prescriberId: string };
  /** Moves the service's clock. */
  readonly clock: { aheadMs: number };
  readonly token: (role: 'prescriber' | 'staff' | 'admin') => Promise<string>;
  /** Fails unless every row of the service is the same after `work` as it was before. */
  readonly unchanged: (work: () => Promise<unknown>) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function openBadInputTestbed(): Promise<BadInputTestbed> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-bad-input-'));
  const clock = { aheadMs: 0 };
  const ports = { ...systemPorts, clock: { now: () => Date.now() + clock.aheadMs } };
  const peers = await startPeers();
  const directory = join(folder, 'store');
  const config: Config = {
    ...configFor({ kind: 'embedded', directory }, await freePort(), peers, 'error'),
    people: {
      ...NO_PEOPLE_CONFIG,
      attestation: DEFAULT_ATTESTATION,
      signingProofAgeSeconds: PROOF_AGE_SECONDS,
    },
  };
  const { baseUrl } = config;
  const screeningPeer = createServer((request, response) => {
    request.resume();
    const services = [{ id: 'check', hook: 'order-sign' }];
    response.end(JSON.stringify(request.method === 'GET' ? { services } : { cards: [] }));
  });
  await new Promise<void>((resolve) => void screeningPeer.listen(0, '127.0.0.1', resolve));
  peers.setStatusHookUrl(`${baseUrl}/v1/hooks/pharmacy`);
  await layMigratedStore(directory);
  const store = await openEmbeddedStore(directory);
  const log = createLog({
    level: 'error',
    destination: { write: (line) => void process.stderr.write(line) },
  });
  const service = await createService(config, { ports, store, log });
  await seed({ service, peers, baseUrl });
  // What is written by hand is spoiled as well.
  await service.store.withOrg(organization.id as OrganizationId, (tx) =>
    sql`update organization set settings = settings || '{"writtenTreatments": true}'`.execute(tx),
  );
  await service.listen();
  const otherPrescriberId = await addOtherPractice(service, baseUrl);

  const token: BadInputTestbed['token'] = async (role) => {
    const user = users.find((one) => one.role === role);
    assert.ok(user !== undefined);
    const { email, password } = user;
    return await signInPerson({
      baseUrl,
      clientId: applications.public.id,
      email,
      password,
      scope: SCOPE,
    });
  };
  const other = async (email: string): Promise<Ask> =>
    askWith(
      baseUrl,
      await signInPerson({
        baseUrl,
        clientId: OTHER_APPLICATION,
        email,
        password: OTHER_PASSWORD,
        scope: SCOPE,
      }),
    );
  return {
    screeningUrl: `http://127.0.0.1:${(screeningPeer.address() as AddressInfo).port}`,
    baseUrl,
    config,
    service,
    store,
    peers,
    clock,
    token,
    prescriber: askWith(baseUrl, await token('prescriber')),
    staff: askWith(baseUrl, await token('staff')),
    admin: askWith(baseUrl, await token('admin')),
    machine: askWith(
      baseUrl,
      await signInMachine(baseUrl, { ...applications.machine, scope: MACHINE_SCOPE }),
    ),
    others: {
      prescriber: await other('prescriber@hillside.example'),
      admin: await other('admin@hillside.example'),
      prescriberId: otherPrescriberId,
    },
    unchanged: async (work) => {
      const before = await digest(store);
      await work();
      assert.deepEqual(await digest(store), before, 'a refused request left something behind');
    },
    close: async () => {
      await service.close();
      await peers.close();
      screeningPeer.closeAllConnections();
      await new Promise((resolve) => void screeningPeer.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function addOtherPractice(service: Service, baseUrl: string): Promise<UserId> {
  const { organization, identity } = service.rooms;
  await organization.administration.upsert({
    id: OTHER_ORGANIZATION,
    name: 'Hillside Clinic',
    phone: '6175550170',
    timeZone: 'America/New_York',
    environment: 'sandbox',
  });
  const practice = {
    name: 'Hillside Clinic',
    street1: '1 Hill St',
    city: 'Boston',
    state: 'MA',
    postalCode: '02116',
  };
  const person = { firstName: 'Olive', lastName: 'Hill', phone: '6175550171', password: OTHER_PASSWORD };
  const prescriberId = await identity.createUser(OTHER_ORGANIZATION, {
    ...person,
    email: 'prescriber@hillside.example',
    roles: ['prescriber'],
    npi: OTHER_NPI,
    practice,
    licenceStates: ['MA'],
  });
  await identity.createUser(OTHER_ORGANIZATION, {
    ...person,
    email: 'admin@hillside.example',
    roles: ['admin'],
  });
  await identity.createApplication(OTHER_ORGANIZATION, {
    id: OTHER_APPLICATION,
    name: 'Hillside page',
    kind: 'public',
    callbackUrls: [`${baseUrl}/callback`],
    origins: [baseUrl],
  });
  return prescriberId;
}

/** What requests write. Tables of sign-in are left out: they change with every token. */
const TABLES = [
  'patient',
  'patient_token',
  'template',
  'catalog',
  'catalog_treatment',
  'disabled_treatment',
  'draft',
  'signable',
  'prescription',
  'orders',
  'fill',
  'fill_event',
  'outbox',
  'transmission',
  'audit_entry',
  'idempotency_key',
];

/** That somebody was refused, or read a record, is always noted. */
const OWN_ENTRIES = sql`action <> 'access.refuse' and action not like '%.read'`;

/** Of each table the number of its rows and a hash of what they hold. */
async function digest(store: EmbeddedStore): Promise<Record<string, string>> {
  const counted = TABLES.map(
    (table) =>
      sql`select ${sql.lit(table)} as name,
        count(*) || ' rows ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as content
        from ${sql.table(table)} t where ${table === 'audit_entry' ? OWN_ENTRIES : sql`true`}`,
  );
  const { rows } = await store.asOwner((owner) =>
    sql<{ name: string; content: string }>`${sql.join(counted, sql` union all `)}`.execute(owner),
  );
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

/** Reads the order until it is with its pharmacy, and nothing has yet to leave: the patient is told after the pharmacy. */
export async function settled(
  testbed: BadInputTestbed,
  orderId: string,
): Promise<{ body: string; contentType: string }> {
  let state = '';
  return await eventually(
    async () => {
      const { order } = dataOf(
        await testbed.machine<{
          order: { state: string; fills: { transmissions: { body: string; contentType: string }[] }[] };
        }>('query($id: ID!) { order(id: $id) { state fills { transmissions { body contentType } } } }', {
          id: orderId,
        }),
      );
      ({ state } = order);
      const [transmission] = order.fills[0]?.transmissions ?? [];
      return state === 'PLACED' && (await hasAllLeft(testbed.store)) ? transmission : undefined;
    },
    () => `the order stayed ${state}`,
  );
}

/** Waits until nothing has to leave, and no patient is to be told of anything this moment. */
export async function quiet(testbed: BadInputTestbed): Promise<void> {
  await until(
    async () => (await hasAllLeft(testbed.store)) && !(await isPatientDue(testbed.store)),
    'something had still to leave',
  );
}

async function isPatientDue(store: EmbeddedStore): Promise<boolean> {
  const { rows } = await store.asOwner((owner) =>
    sql`select from patient_timer where due_at <= now() limit 1`.execute(owner),
  );
  return rows.length > 0;
}

async function hasAllLeft(store: EmbeddedStore): Promise<boolean> {
  const { rows } = await store.asOwner((owner) => sql`select from outbox limit 1`.execute(owner));
  return rows.length === 0;
}
