// The table of accounts: people who sign in, across organizations. Read and written in the role `door` only.

import type { OrganizationId, UserId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { Role } from '../../kernel/actor.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import { organizationNameSql, staffSecondFactorSql } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';

export type AccountTable = {
  id: string;
  email: string;
  password_hash: string | null;
  active: boolean;
  tokens_not_before: string;
  totp_secret: Uint8Array | null;
  totp_confirmed_at: string | null;
  totp_last_step: number;
  created_at: string;
};

export type AccountTables = {
  account: AccountTable;
  app_user: {
    org_id: string;
    id: string;
    account_id: string;
    email: string;
    first_name: string;
    last_name: string;
    roles: Role[];
    active: boolean;
    second_factor: boolean;
    revision: number;
  };
};

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly active: boolean;
  /** ISO time; sessions and tokens from before it are dead. */
  readonly tokensNotBefore: string;
  readonly totpSecret: Uint8Array | null;
  readonly totpConfirmed: boolean;
  readonly totpLastStep: number;
}

/** One of the places of an account: what a sign-in needs to choose an organization. */
export interface Membership {
  readonly orgId: OrganizationId;
  readonly organizationName: string;
  readonly userId: UserId;
  readonly accountId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly Role[];
  readonly active: boolean;
  /** Its organization asks its staff for a second factor. */
  readonly staffSecondFactor: boolean;
}

/** Lower case and trimmed: how an e-mail address is kept and found. */
export function normalizeEmail(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

export async function findAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const row = await tx
    .withTables<AccountTables>()
    .selectFrom('account')
    .selectAll()
    .where('email', '=', normalizeEmail(email))
    .executeTakeFirst();
  return row === undefined ? undefined : toAccount(row);
}

export async function findAccountById(tx: Tx, id: string): Promise<Account | undefined> {
  const row = await tx
    .withTables<AccountTables>()
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : toAccount(row);
}

/** Locks the account's row until the end of the transaction. */
export async function lockAccount(tx: Tx, id: string): Promise<void> {
  await tx
    .withTables<AccountTables>()
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

/** The account with this e-mail address, made when there is none. An existing one keeps its password. */
export async function ensureAccount(
  tx: Tx,
  ports: Ports,
  email: string,
  passwordHash: string | null,
): Promise<string> {
  const normalized = normalizeEmail(email);
  await tx
    .withTables<{ account: { id: string; email: string; password_hash: string | null } }>()
    .insertInto('account')
    .values({ id: makeId(ports, 'acc'), email: normalized, password_hash: passwordHash })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const { id } = await tx
    .withTables<AccountTables>()
    .selectFrom('account')
    .select('id')
    .where('email', '=', normalized)
    .executeTakeFirstOrThrow();
  return id;
}

export async function setPasswordHash(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await tx
    .withTables<AccountTables>()
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .execute();
}

/** Ends every session and token that was given before `at`; a moment that is past already changes nothing. */
export async function endTokensBefore(tx: Tx, accountId: string, at: string): Promise<void> {
  await tx
    .withTables<AccountTables>()
    .updateTable('account')
    .set({ tokens_not_before: at })
    .where('id', '=', accountId)
    .where('tokens_not_before', '<', at)
    .execute();
}

const memberships = (tx: Tx) =>
  tx
    .withTables<AccountTables>()
    .selectFrom('app_user')
    .innerJoin('account', 'account.id', 'app_user.account_id')
    .select([
      'app_user.org_id',
      sql<string>`${sql.raw(organizationNameSql('app_user.org_id'))}`.as('organization_name'),
      'app_user.id',
      'app_user.account_id',
      'app_user.email',
      'app_user.first_name',
      'app_user.last_name',
      'app_user.roles',
      sql<boolean>`app_user.active and account.active`.as('active'),
      sql<boolean>`${sql.raw(staffSecondFactorSql('app_user.org_id'))}`.as('staff_second_factor'),
      'account.tokens_not_before',
    ]);

/** The places of an account, by the organization's name. */
export async function membershipsOf(tx: Tx, accountId: string): Promise<Membership[]> {
  const rows = await memberships(tx)
    .where('app_user.account_id', '=', accountId)
    .orderBy('organization_name')
    .orderBy('app_user.org_id')
    .execute();
  return rows.map(toMembership);
}

/** A user by id alone, as the provider knows people, with the moment before which their tokens are dead. */
export async function findMembership(
  tx: Tx,
  userId: string,
): Promise<(Membership & { readonly tokensNotBefore: string }) | undefined> {
  const row = await memberships(tx).where('app_user.id', '=', userId).executeTakeFirst();
  return row === undefined ? undefined : { ...toMembership(row), tokensNotBefore: row.tokens_not_before };
}

interface MembershipRow {
  org_id: string;
  organization_name: string;
  id: string;
  account_id: string;
  email: string;
  first_name: string;
  last_name: string;
  roles: Role[];
  active: boolean;
  staff_second_factor: boolean;
}

function toMembership(row: MembershipRow): Membership {
  return {
    orgId: row.org_id as OrganizationId,
    organizationName: row.organization_name,
    userId: row.id as UserId,
    accountId: row.account_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    roles: row.roles,
    active: row.active,
    staffSecondFactor: row.staff_second_factor,
  };
}

function toAccount(row: AccountTable): Account {
  return {
    id: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    active: row.active,
    tokensNotBefore: row.tokens_not_before,
    totpSecret: row.totp_secret,
    totpConfirmed: row.totp_confirmed_at !== null,
    totpLastStep: row.totp_last_step,
  };
}
