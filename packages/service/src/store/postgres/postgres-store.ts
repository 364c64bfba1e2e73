// The production store: PostgreSQL through a pool whose login owns nothing and starts every session in role `app`.
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { flattenGroups, inScope } from '../kysely-store.ts';
import { STORE_LIMITS } from '../limits.ts';
import type { Connection, Row, Scope, Step, Store } from '../store.ts';
import { VALUE_PARSERS } from '../value-parsers.ts';
import { PipelinedQuery } from './pipelined-query.ts';

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    VALUE_PARSERS[oid] ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

export interface PostgresOptions {
  readonly connectionsMax?: number;
}

/** Opens the pool; connections are made when they are needed, so this does not fail when the server is away (`ping` does). */
export function openPostgresStore(url: string, options: PostgresOptions = {}): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connectionsMax ?? STORE_LIMITS.postgresConnectionsMax,
    connectionTimeoutMillis: STORE_LIMITS.connectionTimeoutMs,
    statement_timeout: STORE_LIMITS.statementTimeoutMs,
    idle_in_transaction_session_timeout: STORE_LIMITS.idleInTransactionTimeoutMs,
    options: '-c role=app -c timezone=UTC',
    keepAlive: true,
    types,
  });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const connection: Connection = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const scoped =
    (scope: Scope): Store['asDoor'] =>
    (work) =>
      inScope(connection, scope, work);
  let closing: Promise<void> | undefined;
  return {
    kind: 'postgres',
    withOrg: (orgId, work) => inScope(connection, { role: 'app', orgId }, work),
    asDoor: scoped({ role: 'door' }),
    asCourier: scoped({ role: 'courier' }),
    asKeeper: scoped({ role: 'keeper' }),
    pipeline: async (groups) => {
      const { steps, kept } = flattenGroups(groups);
      const results = await runPipeline(pool, steps);
      return kept.map((index) => results[index] ?? []);
    },
    ping: async () => {
      await pool.query('select 1');
    },
    close: () => (closing ??= connection.destroy()),
  };
}

async function runPipeline(pool: pg.Pool, steps: readonly Step[]): Promise<readonly (readonly Row[])[]> {
  const client = await pool.connect();
  try {
    return await new Promise((resolve, reject) => {
      client.query(new PipelinedQuery(steps, resolve, reject));
    });
  } finally {
    client.release();
  }
}

/** Opens one connection as the owner of the schema, for migrations (`MIGRATE_DATABASE_URL`). */
export async function withPostgresOwner<T>(
  url: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 2, types, options: '-c timezone=UTC' });
  // A server that stops right after the work tells connections that are closing already.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connection: Connection = new Kysely({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(connection);
  } finally {
    await connection.destroy();
  }
}
