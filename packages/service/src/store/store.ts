// The only way from a room to the database, always as a narrow role and, for tenant data, for one organization.

import type { Id } from '@pestle/rules/ids';
import type { Kysely, Transaction } from 'kysely';
import type { Load } from '../kernel/concurrency/limit.ts';

/**
 * A transaction as seen by a room. A room names its own tables with `tx.withTables<RoomTables>()`.
 * Timestamps come back as ISO 8601 UTC text with up to microseconds, dates as `YYYY-MM-DD`, `bigint` as a
 * safe integer, `numeric` as text, `bytea` as `Uint8Array`: the same on both stores.
 */
// biome-ignore lint/complexity/noBannedTypes: an empty schema; rooms add theirs with withTables
export type Tx = Transaction<{}>;
// biome-ignore lint/complexity/noBannedTypes: see Tx
export type Connection = Kysely<{}>;

/**
 * Whose eyes a statement has.
 * - `app`: one organization's rows, enforced by row-level security; a statement without it is refused by the store.
 * - `courier`: the outbox and its lanes, no health information.
 * - `door`: lookups that come before an organization is known (order id, token hash, client id → organization) and the sign-in artifacts.
 * - `keeper`: the network's own reference data (pharmacies, treatments, ZIPs, organizations), written by imports and operators.
 */
export type Scope =
  | { readonly role: 'app'; readonly orgId: Id<'org'> }
  | { readonly role: 'courier' | 'door' | 'keeper' };

/** One prepared statement: `name` must be unique per text; values are positional (`$1` …). */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /**
   * Rows are found by keys whatever the values, so that one plan serves all: it is made once per connection. Others are
   * planned anew for the first executions on each connection, which costs many times what they do.
   */
  readonly onePlan?: true;
}

export interface Step {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

export type Row = Readonly<Record<string, unknown>>;

/** Steps that share a scope, in a pipeline that may change scope between groups. */
export interface StepGroup {
  readonly scope: Scope;
  readonly steps: readonly Step[];
}

export interface TenantStore {
  /**
   * Runs `work` in one transaction that sees only this organization. Retried on serialization failures: `work` must have no other effects.
   * `also` says what other roles write because of it, in the same transaction, last: an operator's act on an organization leaves its entry
   * in the network's trail as well, which no role of an organization may write.
   */
  withOrg<T>(orgId: Id<'org'>, work: (tx: Tx) => Promise<T>, also?: Also<T>): Promise<T>;
}

/** What other roles write in the transaction of a work, by what that answered. */
export type Also<T> = (done: T) => readonly StepGroup[];

/** Transactions and pipelines: how many have the store, how many wait for it, and how many may have it at a time. */
export interface StoreLoad extends Load {
  readonly most: number;
}

export interface Store extends TenantStore {
  readonly kind: 'postgres' | 'embedded';
  asDoor<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  asCourier<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  asKeeper<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Sends all steps in one round trip as one implicit transaction and returns the rows of each step, in order.
   * All of it commits or none of it does. Each step sees what the steps before it wrote.
   */
  pipeline(groups: readonly StepGroup[]): Promise<readonly (readonly Row[])[]>;
  /** How much of it is used at this moment. */
  load(): StoreLoad;
  /** Throws when the store cannot answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The settings that put a transaction into a scope; local to it. */
export const SCOPE_STATEMENT: Statement = {
  name: 'pestle_scope',
  text: "select set_config('role', $1, true), set_config('pestle.org', $2, true)",
};

/**
 * The same for statements that say `onePlan`. A plan that was made while tables were empty is kept until somebody counts their rows: then whole
 * tables cost nothing, and a plan that reads them looks as good as one by keys. So other ways than by keys are shut.
 */
export const ONE_PLAN_SCOPE_STATEMENT: Statement = {
  name: 'pestle_scope_one_plan',
  text: `select set_config('role', $1, true), set_config('pestle.org', $2, true), set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('jit', 'off', true)`,
};

export function scopeValues(scope: Scope): readonly [string, string] {
  return [scope.role, scope.role === 'app' ? scope.orgId : ''];
}
