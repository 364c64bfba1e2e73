// The whole schema over the real rooms on one store: two organizations whose records are made as their people make them.
import assert from 'node:assert/strict';
import type { ApplicationId, OrganizationId, UserId } from '@pestle/rules/ids';
import { newId } from '@pestle/rules/ids';
import type { GraphContext, Rooms } from '@pestle/service/for-tests/graphql';
import { PERMISSIONS } from '@pestle/service/for-tests/identity';
import type { Actor, Role } from '@pestle/service/for-tests/kernel';
import { schema } from '@pestle/service/graphql';
import { systemPorts } from '@pestle/service/kernel';
import type { Connection, Store } from '@pestle/service/store';
import type { ExecutionResult } from 'graphql';
import { graphql } from 'graphql';
import { sql } from 'kysely';
import { OTHER_ORGANIZATION, TEST_ORGANIZATION } from '../practice/people.ts';
import { addPharmacy, openPractice } from '../practice/practice.ts';
import { openRooms } from './rooms.ts';

const ALL_SCOPES: ReadonlySet<string> = new Set(Object.values(PERMISSIONS).map(({ scope }) => scope));
/** Orders go to `PHARMACY`; what is rerouted or chosen later, here. */
export const SECOND_PHARMACY = 'phr_01TEST0000000000000000000B';

/** A practice with somebody who has every role there, and one person per role. */
export interface Clinic {
  readonly orgId: OrganizationId;
  readonly everything: Actor;
  readonly as: (caller: Role | 'machine') => Actor;
}

export interface GraphTestbed {
  readonly rooms: Rooms;
  readonly store: Store;
  readonly a: Clinic;
  readonly b: Clinic;
  /** Runs a document as it is over HTTP, with an Idempotency-Key of its own unless one is given. */
  ask(
    actor: Actor,
    source: string,
    variables?: Record<string, unknown>,
    key?: string,
  ): Promise<ExecutionResult>;
  /** The data, or the first error thrown. */
  data<T>(actor: Actor, source: string, variables?: Record<string, unknown>): Promise<T>;
  close(): Promise<void>;
}

/** Opens both practices on a store, which the caller closes. `name` begins every name of the first practice's records. */
export async function openGraphTestbed(store: Store, name: string): Promise<GraphTestbed> {
  await openPractice(store);
  await store.asKeeper((tx) => addPharmacy(tx, SECOND_PHARMACY, '0123457'));
  const { rooms, close } = await openRooms(store);
  let requests = 0;
  const ask: GraphTestbed['ask'] = (actor, source, variableValues, key) => {
    requests += 1;
    const contextValue: GraphContext = {
      actor,
      rooms,
      idempotencyKey: key ?? `request-${requests}`,
      requestId: `request-${requests}`,
      ip: '127.0.0.1',
    };
    return graphql({
      schema,
      source,
      contextValue,
      ...(variableValues === undefined ? {} : { variableValues }),
    });
  };
  return {
    rooms,
    store,
    a: await openClinic(rooms, TEST_ORGANIZATION, name),
    b: await openClinic(rooms, OTHER_ORGANIZATION, 'Hillside'),
    ask,
    data: async <T>(actor: Actor, source: string, variables?: Record<string, unknown>) => {
      const { data, errors } = await ask(actor, source, variables);
      if (errors?.[0] !== undefined) throw errors[0].originalError ?? errors[0];
      return data as T;
    },
    close,
  };
}

let npis = 0;
const NPIS = ['1234567893', '2990000251', '2990000269'] as const;

async function openClinic(rooms: Rooms, orgId: OrganizationId, name: string): Promise<Clinic> {
  const { identity } = rooms;
  const profile = {
    lastName: name,
    phone: '6175550171',
    practice: { name, street1: '1 Hill St', city: 'Boston', state: 'MA', postalCode: '02116' },
    licenceStates: ['MA'],
  };
  const person = async (firstName: string, roles: readonly Role[]): Promise<UserId> =>
    await identity.createUser(orgId, {
      ...profile,
      email: `${firstName}@${name}.example`.toLowerCase(),
      firstName,
      roles: [...roles],
      npi: NPIS[(npis += 1) % NPIS.length] ?? NPIS[0],
    });
  const ids: Record<Role, UserId> = {
    prescriber: await person('Prescriber', ['prescriber']),
    staff: await person('Staff', ['staff']),
    admin: await person('Admin', ['admin']),
    operator: await person('Operator', ['operator']),
  };
  const clientId = newId('app', Date.now(), systemPorts.random.bytes(10)) as ApplicationId;
  const actorOf = (id: UserId, roles: readonly Role[]): Actor => ({
    kind: 'user',
    orgId,
    id,
    clientId,
    roles: new Set(roles),
    scopes: ALL_SCOPES,
    authTimeSeconds: Math.floor(Date.now() / 1000),
    methods: ['pwd', 'mfa'],
  });
  const everything = actorOf(await person('Everything', ['prescriber', 'staff', 'admin']), [
    'prescriber',
    'staff',
    'admin',
  ]);
  const { attestation } = identity.users;
  for (const actor of [everything, actorOf(ids.prescriber, ['prescriber'])]) {
    assert.ok(attestation !== null);
    const { version, hash } = attestation;
    const write = { key: `attest-${actor.id}`, operation: 'attest', fingerprint: '' };
    await identity.users.attest(actor, { version, hash }, write);
  }
  return {
    orgId,
    everything,
    as: (caller) =>
      caller === 'machine'
        ? { kind: 'machine', orgId, clientId, id: clientId, scopes: ALL_SCOPES }
        : actorOf(ids[caller], [caller]),
  };
}

/** Of each table with an organization, a hash of the rows that are one organization's. Run as the owner of the schema. */
export async function digestOf(owner: Connection, orgId: OrganizationId): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'org_id' and t.table_type = 'BASE TABLE'`.execute(
    owner,
  );
  const counted = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} as name,
      count(*) || ' rows ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as content
      from ${sql.table(name)} t where org_id = ${orgId}`,
  );
  const { rows } = await sql<{
    name: string;
    content: string;
  }>`${sql.join(counted, sql` union all `)}`.execute(owner);
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}
