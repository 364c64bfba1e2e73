// Goal: whoever reads a patient's record or is refused leaves an entry before the answer is there, and no answer leaves without.
// Method: the real schema over HTTP on the real rooms of one practice; entries are read back by the courier.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type OpenedRooms, openRooms } from '@pestle/testbed/graphql/rooms';
import { insertTransmission } from '@pestle/testbed/practice/order-rows';
import { anId, freshKey, machineActor, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import {
  LISINOPRIL,
  openPractice,
  PATIENT,
  PHARMACY,
  reviewedDraft,
} from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { sql } from 'kysely';
import type { AuditTrail } from './audit/trail/trail.ts';
import { createAuditTrail } from './audit/trail/trail.ts';
import { auditedRooms } from './audited-rooms.ts';
import { createDirectory } from './directory/directory.ts';
import type { Rooms } from './graphql/context.ts';
import { graphqlRoutes } from './graphql/request/routes.ts';
import { schema } from './graphql/schema/schema.ts';
import type { Actor } from './kernel/actor.ts';
import { Failure } from './kernel/errors.ts';
import { makeId, systemPorts } from './kernel/ports.ts';
import { StoreAwayError } from './store/away.ts';
import type { EmbeddedStore } from './store/embedded/embedded-store.ts';
import type { Store } from './store/store.ts';

interface Entry {
  readonly actor_id: string;
  readonly action: string;
  readonly subject_id: string;
  readonly outcome: string;
  readonly purpose: string;
  readonly source_ip: string | null;
  readonly request_id: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

const ORIGIN = 'https://elsewhere.example';

let store: EmbeddedStore;
let practice: Practice;
let opened: OpenedRooms;
let rooms: Rooms;
let app: FastifyInstance;
let orderId: string;
let prescriptionId: string;
let away = false;

const actors: Record<string, Actor> = {};

before(async () => {
  store = await openTestStore();
  practice = await openPractice(store);
  const ports = systemPorts;
  opened = await openRooms(store, practice);
  // The trail writes to a store that can be taken away; the rooms read from the real one.
  const leaving: Pick<Store, 'pipeline'> = {
    pipeline: (groups) =>
      away
        ? Promise.reject(new StoreAwayError('the connection to PostgreSQL ended'))
        : store.pipeline(groups),
  };
  const trail: AuditTrail = createAuditTrail({ store: { ...store, ...leaving }, ports });
  rooms = auditedRooms(opened.rooms, trail, (error) => {
    throw error;
  });
  app = fastify();
  await app.register(
    graphqlRoutes({
      schema,
      rooms,
      authenticate: async ({ headers }) => {
        const actor = actors[String(headers.authorization)];
        if (actor === undefined) throw new Failure('UNAUTHENTICATED', 'Sign in.');
        return actor;
      },
      isOriginAllowed: async (origin) => origin !== ORIGIN,
      trail,
      introspection: false,
    }),
  );
  actors['prescriber'] = practice.prescriber;
  actors['machine'] = machineActor();
  actors['narrow'] = { ...machineActor(), scopes: new Set(['read:pharmacy']) };
  const drafts = [await reviewedDraft(practice)];
  const { order, fills } = await practice.prescribing.createOrder(
    practice.prescriber,
    { drafts, pharmacyId: PHARMACY },
    freshKey('createOrder'),
  );
  const [fill] = fills;
  assert.ok(fill !== undefined);
  orderId = order.id;
  prescriptionId = fill.prescription_id;
  await store.withOrg(TEST_ORGANIZATION, (tx) =>
    insertTransmission(tx, {
      orgId: TEST_ORGANIZATION,
      orderId: order.id,
      fillId: fill.id,
      pharmacyId: PHARMACY,
      channel: 'script',
      id: makeId(ports, 'trm'),
      messageId: 'M1',
      orderNumber: fill.prescriber_order_number ?? '',
    }),
  );
});
after(async () => {
  await app.close();
  await opened.close();
  await store.close();
});

let known = new Set<string>();
const news = async (): Promise<Entry[]> => {
  const { rows } = await store.asCourier((tx) =>
    sql<Entry & { id: string }>`select * from audit_entry order by at, id`.execute(tx),
  );
  const fresh = rows.filter(({ id }) => !known.has(id));
  known = new Set(rows.map(({ id }) => id));
  return fresh;
};
beforeEach(async () => {
  away = false;
  await news();
});

const post = async (
  who: string,
  query: string,
  more: { key?: string; origin?: string; variables?: object } = {},
) => {
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    remoteAddress: '203.0.113.9',
    headers: {
      authorization: who,
      'content-type': 'application/json',
      ...(more.key === undefined ? {} : { 'idempotency-key': `"${more.key}"` }),
      ...(more.origin === undefined ? {} : { origin: more.origin }),
    },
    payload: { query, ...(more.variables === undefined ? {} : { variables: more.variables }) },
  });
  return {
    status: response.statusCode,
    ...(response.json() as { data?: unknown; errors?: { extensions: { code: string } }[] }),
  };
};

const reads = (entries: readonly Entry[]): string[] =>
  entries.map(({ action, subject_id: id, detail }) => `${action} ${id} ${String(detail['records'])}`);

describe('reads of a patient leave one entry for each request and patient', () => {
  const cases: readonly [name: string, query: () => string, records: string][] = [
    ['a patient', () => `{ patient(id: "${PATIENT}") { lastName } }`, 'patient'],
    ['a search', () => '{ patients(text: "doe") { nodes { id } } }', 'patient-list'],
    ['prescriptions', () => `{ prescriptions(patientId: "${PATIENT}") { nodes { id } } }`, 'prescription'],
    ['a prescription', () => `{ prescription(id: "${prescriptionId}") { id } }`, 'prescription'],
    ['an order', () => `{ order(id: "${orderId}") { state } }`, 'order'],
    ['orders', () => '{ orders { nodes { id } } }', 'order'],
    [
      'an order with everything',
      () =>
        `{ order(id: "${orderId}") { patient { lastName } fills { prescription { patient { id } } transmissions { body } } } }`,
      'order patient prescription transmission',
    ],
    [
      'the same patient by two ways',
      () => `{ patient(id: "${PATIENT}") { id } orders { nodes { patient { id } } } }`,
      'order patient',
    ],
  ];
  for (const [name, query, records] of cases) {
    test(name, async () => {
      const answer = await post('machine', query());
      assert.equal(answer.errors, undefined);
      const entries = await news();
      assert.deepEqual(reads(entries), [`patient.read ${PATIENT} ${records}`]);
      assert.partialDeepStrictEqual(entries[0], {
        actor_id: machineActor().id,
        outcome: 'success',
        purpose: 'TREAT',
        source_ip: '203.0.113.9',
      });
      assert.ok((entries[0]?.request_id ?? '').length > 0);
    });
  }

  test('a coverage check, and none for a patient whose draft is not there', async () => {
    const { id } = await practice.prescribing.createDraft(
      practice.prescriber,
      { patientId: PATIENT, treatmentId: LISINOPRIL },
      freshKey('createDraft'),
    );
    await news();
    const check = (draftId: string): string =>
      `{ coverageCheck(patientId: "${PATIENT}", draftIds: ["${draftId}"]) { drafts { state } } }`;
    assert.equal((await post('machine', check(id))).errors, undefined);
    assert.deepEqual(reads(await news()), [`patient.read ${PATIENT} coverage`]);
    assert.equal((await post('machine', check(anId('drf')))).errors?.[0]?.extensions.code, 'NOT_FOUND');
    assert.deepEqual(await news(), []);
  });

  test('drafts, their creation, and the same creation again', async () => {
    const create = `mutation { createDraft(input: {patientId: "${PATIENT}", treatmentId: "${LISINOPRIL}"}) { id } }`;
    const made = await post('prescriber', create, { key: 'draft-key-1' });
    assert.equal(made.errors, undefined);
    assert.deepEqual(
      (await news()).map(({ action, source_ip: from }) => `${action} ${from}`),
      ['draft.create 203.0.113.9'],
    );
    await post('prescriber', create, { key: 'draft-key-1' });
    assert.deepEqual(reads(await news()), [`patient.read ${PATIENT} draft`]);
    await post('prescriber', '{ drafts { id } }');
    assert.deepEqual(reads(await news()), [`patient.read ${PATIENT} draft`]);
    const { id } = (made.data as { createDraft: { id: string } }).createDraft;
    await post('prescriber', `{ draft(id: "${id}") { id } }`);
    assert.deepEqual(reads(await news()), [`patient.read ${PATIENT} draft`]);
  });

  test('a list of a hundred patients is a hundred entries in one statement', async () => {
    const directory = createDirectory({ store, ports: systemPorts });
    for (let index = 0; index < 100; index += 1)
      await directory.createPatient(
        practice.prescriber,
        { firstName: 'Many', lastName: `Person`, dateOfBirth: '1980-01-01', sex: 'FEMALE' },
        freshKey('createPatient'),
      );
    await news();
    const answer = await post('machine', '{ patients(text: "many", first: 100) { nodes { id } } }');
    const shown = (answer.data as { patients: { nodes: { id: string }[] } }).patients.nodes;
    const entries = await news();
    assert.equal(shown.length, 100);
    assert.deepEqual(
      entries.map(({ subject_id: id }) => id).toSorted(),
      shown.map(({ id }) => id).toSorted(),
    );
    const { rows } = await store.asCourier((tx) =>
      sql<{ count: number }>`select count(distinct xmin::text) as count from audit_entry
        where request_id = ${entries[0]?.request_id ?? ''}`.execute(tx),
    );
    assert.equal(rows[0]?.count, 1);
  });

  test('requests at the same time keep their own entries', async () => {
    await Promise.all(
      Array.from({ length: 30 }, () => post('machine', `{ patient(id: "${PATIENT}") { id } }`)),
    );
    const entries = await news();
    assert.equal(entries.length, 30);
    assert.equal(new Set(entries.map(({ request_id: id }) => id)).size, 30);
  });

  test('what is no record of a patient leaves none', async () => {
    await post('machine', '{ organization { name } pharmacies { nodes { pharmacy { name } } } }');
    await post('machine', '{ patient(id: "pat_01TEST0000000000000000000Z") { id } }');
    assert.deepEqual(await news(), []);
  });

  test('no entry holds health information', async () => {
    const answer = await post('machine', `{ patients(text: "Jose Doe 1980-02-29") { nodes { lastName } } }`);
    assert.equal(answer.errors, undefined);
    const entries = await news();
    assert.equal(entries.length, 1);
    assert.doesNotMatch(JSON.stringify(entries), /jos|doe|1980|lisinopril/i);
  });

  test('a call that comes from inside has its entry when it returns', async () => {
    await rooms.directory.patient(machineActor(), PATIENT);
    const [entry] = await news();
    assert.partialDeepStrictEqual(entry, { action: 'patient.read', source_ip: null, request_id: null });
  });
});

describe('an entry that cannot be written', () => {
  test('keeps the answer back', async () => {
    away = true;
    const answer = await post('machine', `{ patient(id: "${PATIENT}") { lastName } }`);
    assert.equal(answer.status, 503);
    assert.equal(answer.errors?.[0]?.extensions.code, 'UNAVAILABLE');
    assert.doesNotMatch(JSON.stringify(answer), /Doe/);
    away = false;
    assert.deepEqual(await news(), []);
    assert.equal((await post('machine', `{ patient(id: "${PATIENT}") { lastName } }`)).status, 200);
  });

  test('does not keep back what shows no record', async () => {
    away = true;
    assert.equal((await post('machine', '{ organization { name } }')).status, 200);
  });
});

describe('refusals leave an entry', () => {
  // The fields of one query resolve side by side, so their entries stand in no order among themselves.
  const refusals = (entries: readonly Entry[]) =>
    entries
      .map(({ action, outcome, subject_id: id, detail }) => [action, outcome, id, detail['code']])
      .sort((left, right) => String(left[2]).localeCompare(String(right[2])));

  test('a scope or role that is missing', async () => {
    const answer = await post('narrow', `{ patient(id: "${PATIENT}") { id } orders { nodes { id } } }`);
    assert.equal(answer.errors?.[0]?.extensions.code, 'FORBIDDEN');
    const entries = await news();
    assert.deepEqual(refusals(entries), [
      ['access.refuse', 'refused', 'directory.patient', 'FORBIDDEN'],
      ['access.refuse', 'refused', 'prescribing.orders', 'FORBIDDEN'],
    ]);
    assert.partialDeepStrictEqual(entries[0], { purpose: 'HSYSADMIN', source_ip: '203.0.113.9' });
  });

  test('a machine that would write a draft, and messages that it may not see', async () => {
    await post(
      'machine',
      `mutation { createDraft(input: {patientId: "${PATIENT}", treatmentId: "${LISINOPRIL}"}) { id } }`,
      { key: 'machine-key-1' },
    );
    assert.deepEqual(refusals(await news()), [
      ['access.refuse', 'refused', 'prescribing.createDraft', 'FORBIDDEN'],
    ]);
    await assert.rejects(async () =>
      rooms.delivery.transmissions({ ...machineActor(), scopes: new Set() }, []),
    );
    // Refused before anything was asked of the store: the entry is written without anybody waiting.
    for (let tries = 0; tries < 100; tries += 1) {
      const entries = await news();
      if (entries.length === 0) continue;
      assert.deepEqual(refusals(entries), [
        ['access.refuse', 'refused', 'delivery.transmissions', 'FORBIDDEN'],
      ]);
      return;
    }
    assert.fail('no entry was written');
  });

  test('a page of a foreign origin', async () => {
    const answer = await post('machine', '{ organization { name } }', { origin: ORIGIN });
    assert.equal(answer.status, 403);
    assert.deepEqual(refusals(await news()), [['access.refuse', 'refused', 'graphql.origin', 'FORBIDDEN']]);
  });
});
