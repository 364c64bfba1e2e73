// Makes the callers of a test: organizations in a store, actors of them, keys for writes, and ports that tests hold.
import type { ApplicationId, OrganizationId, UserId } from '@pestle/rules/ids';
import { newId } from '@pestle/rules/ids';
import { writeKey } from '@pestle/service/audit';
import type { WriteKey } from '@pestle/service/for-tests/audit';
import { PERMISSIONS } from '@pestle/service/for-tests/identity';
import type { Actor, MachineActor, Role } from '@pestle/service/for-tests/kernel';
import { type Ports, systemPorts, type UserActor } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { sql } from 'kysely';

export const TEST_ORGANIZATION = 'org_01TEST0000000000000000000A' as OrganizationId;
export const OTHER_ORGANIZATION = 'org_01TEST0000000000000000000B' as OrganizationId;

const ALL_SCOPES: ReadonlySet<string> = new Set(Object.values(PERMISSIONS).map(({ scope }) => scope));

/** Adds the two test organizations. They have stated that they do not use screening, for which a test's store has no data. */
export async function addOrganizations(store: Store): Promise<void> {
  await store.asKeeper((tx) =>
    sql`insert into organization (org_id, name, environment, screening_off_at, screening_off_by) values
      (${TEST_ORGANIZATION}, 'Riverside', 'sandbox', now(), 'tests'),
      (${OTHER_ORGANIZATION}, 'Hillside', 'sandbox', now(), 'tests')`.execute(tx),
  );
}

/** The test organization uses screening, as every organization does at first. */
export async function useScreening(store: Store): Promise<void> {
  await store.withOrg(TEST_ORGANIZATION, (tx) =>
    sql`update organization set screening_off_at = null, screening_off_by = null`.execute(tx),
  );
}

export interface UserOptions {
  readonly orgId?: OrganizationId;
  readonly id?: string;
  readonly roles?: readonly Role[];
  readonly scopes?: readonly string[];
}

/** A signed-in person; a prescriber of the test organization with every scope unless told otherwise. */
export function userActor(options: UserOptions = {}): UserActor {
  return {
    kind: 'user',
    orgId: options.orgId ?? TEST_ORGANIZATION,
    clientId: 'app_01TEST0000000000000000000P' as ApplicationId,
    id: (options.id ?? 'usr_01TEST0000000000000000000D') as UserId,
    roles: new Set(options.roles ?? ['prescriber']),
    scopes: options.scopes === undefined ? ALL_SCOPES : new Set(options.scopes),
    authTimeSeconds: Math.floor(Date.now() / 1000),
    methods: ['pwd'],
  };
}

/** A machine client with every scope. */
export function machineActor(orgId: OrganizationId = TEST_ORGANIZATION): MachineActor {
  const id = 'app_01TEST0000000000000000000M' as ApplicationId;
  return { kind: 'machine', orgId, clientId: id, id, scopes: ALL_SCOPES };
}

let keys = 0;

/** A write key of its own for each call. */
export function freshKey(operation: string): WriteKey {
  keys += 1;
  return writeKey(`test-key-${keys}`, operation, {});
}

/** What `work` rejects with, as its code, message and detail. */
export async function failureOf(
  work: Promise<unknown>,
): Promise<{ code: string; message: string; paths: readonly string[] }> {
  try {
    await work;
  } catch (error) {
    const { code, message, detail } = error as {
      code: string;
      message: string;
      detail?: { fields?: readonly { path: string }[] };
    };
    return { code, message, paths: detail?.fields?.map(({ path }) => path) ?? [] };
  }
  throw new Error('It was accepted.');
}

/** The system's chance, and a clock that stands at an instant. */
export function portsAt(instant: string): Ports {
  return { ...systemPorts, clock: { now: () => Date.parse(instant) } };
}

/** A new id of a kind, made now. */
export function anId<P extends string>(prefix: P): ReturnType<typeof newId<P>> {
  return newId(prefix, Date.now(), systemPorts.random.bytes(10));
}

export type { Actor };
