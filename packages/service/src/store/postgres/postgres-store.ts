// The production store: PostgreSQL through a pool whose login owns nothing and starts every session in role `app`.
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { isUnavailable } from '../../kernel/failures/sql-errors.ts';
import { flattenGroups, inScope } from '../kysely-store.ts';
import { STORE_LIMITS } from '../limits.ts';
import type { Connection, Row, Scope, Statement, Step, Store } from '../store.ts';
import { VALUE_PARSERS } from '../values/parsers.ts';
import type { Connections } from './connections.ts';
import { openConnections } from './connections.ts';

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    VALUE_PARSERS[oid] ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

export interface PostgresOptions {
  readonly connectionsMax?: number;
  /** For tests; `connectionSilenceMs` of the limits otherwise. */
  readonly silenceMs?: number;
  /** For tests; `lockTimeoutMs` of the limits otherwise. */
  readonly lockTimeoutMs?: number;
}

/** Opens the pool; connections are made when they are needed, so this does not fail when the server is away (`ping` does). */
export function openPostgresStore(url: string, options: PostgresOptions = {}): Store {
  const connections = openConnections(
    {
      connectionString: url,
      max: options.connectionsMax ?? STORE_LIMITS.postgresConnectionsMax,
      statement_timeout: STORE_LIMITS.statementTimeoutMs,
      lock_timeout: options.lockTimeoutMs ?? STORE_LIMITS.lockTimeoutMs,
      idle_in_transaction_session_timeout: STORE_LIMITS.idleInTransactionTimeoutMs,
      options: '-c role=app -c timezone=UTC',
      types,
    },
    options.silenceMs ?? STORE_LIMITS.connectionSilenceMs,
  );
  const connection: Connection = throughKysely(connections);
  const scoped =
    (scope: Scope): Store['asDoor'] =>
    (work) =>
      inScope(connection, scope, work);
  return {
    kind: 'postgres',
    withOrg: (orgId, work, also) => inScope(connection, { role: 'app', orgId }, work, also),
    asDoor: scoped({ role: 'door' }),
    asCourier: scoped({ role: 'courier' }),
    asKeeper: scoped({ role: 'keeper' }),
    pipeline: async (groups) => {
      const { steps, kept } = flattenGroups(groups);
      const results = await runPipeline(connections, steps);
      return kept.map((index) => results[index] ?? []);
    },
    load: () => connections.load(),
    ping: async () => {
      await runPipeline(connections, [{ statement: PING, values: [] }]);
    },
    // Not through Kysely, which afterwards would say in words alone that it is closed.
    close: () => connections.end(),
  };
}

/** Kysely would also take cursors; nothing here reads with one. */
function throughKysely(connections: Connections): Connection {
  return new Kysely({ dialect: new PostgresDialect({ pool: connections as unknown as PostgresPool }) });
}

async function runPipeline(
  connections: Connections,
  steps: readonly Step[],
): Promise<readonly (readonly Row[])[]> {
  const connection = await connections.connect();
  let lost = false;
  try {
    return await connection.pipeline(steps);
  } catch (error) {
    // The server may have said goodbye, and the connection not have noticed: nobody else gets it.
    lost = isUnavailable(error);
    throw error;
  } finally {
    connection.release(lost);
  }
}

const PING: Statement = { name: 'pestle_ping', text: 'select 1' };

/** Opens one connection as the owner of the schema, for migrations (`MIGRATE_DATABASE_URL`). */
export async function withPostgresOwner<T>(
  url: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connections = openConnections(
    { connectionString: url, max: 2, types, options: '-c timezone=UTC' },
    null,
  );
  const connection: Connection = throughKysely(connections);
  try {
    return await work(connection);
  } finally {
    await connection.destroy();
  }
}
