// The table of users: a person's place in one organization, with the roles and the prescriber profile that signing rests on.

import type { OrganizationId, UserId } from '@pestle/rules/ids';
import type { Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Role } from '../../kernel/actor.ts';
import { createAhead } from '../../kernel/ahead.ts';
import { staffSecondFactorSql } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';

export type UserTable = {
  org_id: string;
  id: string;
  account_id: string;
  email: string;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  name_suffix: string | null;
  roles: Role[];
  active: boolean;
  second_factor: boolean;
  npi: string | null;
  credentials: string | null;
  phone: string | null;
  phone_extension: string | null;
  fax: string | null;
  practice_name: string | null;
  practice_street1: string | null;
  practice_street2: string | null;
  practice_city: string | null;
  practice_state: string | null;
  practice_postal_code: string | null;
  licence_states: string[];
  attestation_version: string | null;
  attestation_hash: string | null;
  attested_at: string | null;
  revision: number;
  created_at: string;
  updated_at: string;
  deactivated_at: string | null;
};

export type UserTables = { app_user: UserTable };

export interface PracticeLocation {
  readonly name: string;
  readonly street1: string;
  readonly street2: string | null;
  readonly city: string;
  readonly state: string;
  /** `02139` or `02139-1234`. */
  readonly postalCode: string;
}

/** A user of an organization as the rooms see it. */
export interface User {
  readonly orgId: OrganizationId;
  readonly id: UserId;
  readonly accountId: string;
  readonly email: string;
  readonly firstName: string;
  readonly middleName: string | null;
  readonly lastName: string;
  readonly nameSuffix: string | null;
  readonly roles: readonly Role[];
  readonly active: boolean;
  /** True once the person has enrolled a second factor. */
  readonly secondFactor: boolean;
  /** The organization asks its staff for one. */
  readonly staffSecondFactor: boolean;
  readonly npi: string | null;
  /** Letters after the name, such as `MD`. */
  readonly credentials: string | null;
  /** Ten digits. */
  readonly phone: string | null;
  readonly phoneExtension: string | null;
  /** Ten digits. */
  readonly fax: string | null;
  readonly practice: PracticeLocation | null;
  readonly licenceStates: readonly string[];
  /** The signature attestation agreed to last. */
  readonly attestation: { readonly version: string; readonly hash: string; readonly at: string } | null;
  /** Grows with every change of the row: what was checked can be guarded when it is used. */
  readonly revision: number;
  readonly createdAt: string;
}

const staffSecondFactor = sql<boolean>`${sql.raw(staffSecondFactorSql('app_user.org_id'))}`.as(
  'staff_second_factor',
);

type FoundUser = Selectable<UserTable> & { readonly staff_second_factor: boolean };

/** The user, or undefined when the organization has none with this id. Runs in an `app` transaction. */
export async function selectUser(tx: Tx, orgId: string, id: string): Promise<User | undefined> {
  return await users.once(tx, id, async () => {
    const row = await tx
      .withTables<UserTables>()
      .selectFrom('app_user')
      .selectAll()
      .select(staffSecondFactor)
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? undefined : toUser(row);
  });
}

const users = createAhead<User | undefined>();

/** The organization's user with this account, or undefined. */
export async function selectUserOfAccount(
  tx: Tx,
  orgId: string,
  accountId: string,
): Promise<User | undefined> {
  const row = await tx
    .withTables<UserTables>()
    .selectFrom('app_user')
    .selectAll()
    .select(staffSecondFactor)
    .where('org_id', '=', orgId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? undefined : toUser(row);
}

/** The users with these ids, in no order; ids of nobody are left out. */
export async function selectUsers(tx: Tx, orgId: string, ids: readonly string[]): Promise<User[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .withTables<UserTables>()
    .selectFrom('app_user')
    .selectAll()
    .select(staffSecondFactor)
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(toUser);
}

/** One page of the organization's users by last name, first name and id; starts after the given key. */
export async function selectUsersPage(
  tx: Tx,
  orgId: string,
  page: { readonly limit: number; readonly after: readonly [string, string, string] | null },
): Promise<User[]> {
  let query = tx
    .withTables<UserTables>()
    .selectFrom('app_user')
    .selectAll()
    .select(staffSecondFactor)
    .where('org_id', '=', orgId)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(page.limit);
  if (page.after !== null) {
    const [lastName, firstName, id] = page.after;
    query = query.where(sql<boolean>`(last_name, first_name, id) > (${lastName}, ${firstName}, ${id})`);
  }
  return (await query.execute()).map(toUser);
}

export type NewUserRow = Omit<
  UserTable,
  | 'active'
  | 'revision'
  | 'created_at'
  | 'updated_at'
  | 'deactivated_at'
  | 'second_factor'
  | 'attestation_version'
  | 'attestation_hash'
  | 'attested_at'
> & { second_factor?: boolean };

export async function insertUser(tx: Tx, row: NewUserRow): Promise<void> {
  await tx.withTables<{ app_user: NewUserRow }>().insertInto('app_user').values(row).execute();
}

export type UserChange = Omit<
  Updateable<UserTable>,
  'org_id' | 'id' | 'account_id' | 'email' | 'revision' | 'created_at' | 'updated_at' | 'second_factor'
>;

/** Changes a user and raises its revision. Answers whether there was one at the expected revision (any, when it is null). */
export async function updateUser(
  tx: Tx,
  key: { readonly orgId: string; readonly id: string; readonly revision: number | null },
  change: UserChange,
  at: string,
): Promise<boolean> {
  let query = tx
    .withTables<UserTables>()
    .updateTable('app_user')
    .set({ ...change, updated_at: at, revision: sql<number>`revision + 1` })
    .where('org_id', '=', key.orgId)
    .where('id', '=', key.id);
  if (key.revision !== null) query = query.where('revision', '=', key.revision);
  const result = await query.executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Locks the administrators until the end of the transaction: of two that take away the last two at once, the second sees the first. */
export async function lockAdmins(tx: Tx, orgId: string): Promise<void> {
  await tx
    .withTables<UserTables>()
    .selectFrom('app_user')
    .select('id')
    .where('org_id', '=', orgId)
    .where(sql<boolean>`roles @> array['admin']`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Active administrators of an organization; there must be one. */
export async function countActiveAdmins(tx: Tx, orgId: string): Promise<number> {
  const rows = await tx
    .withTables<UserTables>()
    .selectFrom('app_user')
    .select('id')
    .where('org_id', '=', orgId)
    .where('active', '=', true)
    .where(sql<boolean>`roles @> array['admin']`)
    .execute();
  return rows.length;
}

function toUser(row: FoundUser): User {
  return {
    orgId: row.org_id as OrganizationId,
    id: row.id as UserId,
    accountId: row.account_id,
    email: row.email,
    firstName: row.first_name,
    middleName: row.middle_name,
    lastName: row.last_name,
    nameSuffix: row.name_suffix,
    roles: row.roles,
    active: row.active,
    secondFactor: row.second_factor,
    staffSecondFactor: row.staff_second_factor,
    npi: row.npi,
    credentials: row.credentials,
    phone: row.phone,
    phoneExtension: row.phone_extension,
    fax: row.fax,
    practice: toPractice(row),
    licenceStates: row.licence_states,
    attestation:
      row.attestation_version === null || row.attestation_hash === null || row.attested_at === null
        ? null
        : { version: row.attestation_version, hash: row.attestation_hash, at: row.attested_at },
    revision: row.revision,
    createdAt: row.created_at,
  };
}

/** A practice location counts only when it is complete. */
function toPractice(row: Selectable<UserTable>): PracticeLocation | null {
  const { practice_name: name, practice_street1: street1, practice_city: city } = row;
  const { practice_state: state, practice_postal_code: postalCode } = row;
  if (name === null || street1 === null || city === null || state === null || postalCode === null)
    return null;
  return { name, street1, street2: row.practice_street2, city, state, postalCode };
}

/** The ids of everybody who is or was in the organization. */
export async function userIdsOf(tx: Tx, orgId: OrganizationId): Promise<readonly UserId[]> {
  const rows = await tx
    .withTables<UserTables>()
    .selectFrom('app_user')
    .select('id')
    .where('org_id', '=', orgId)
    .execute();
  return rows.map(({ id }) => id as UserId);
}
