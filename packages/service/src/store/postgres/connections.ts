// The connections to PostgreSQL: how they begin and end. The end of one is an answer to whoever used it, and never the end of the process.
import pg from 'pg';
import { STORE_LIMITS } from '../limits.ts';

/** PostgreSQL could not be reached, or gave no connection in time; `cause` says why. */
export class StoreAwayError extends Error {
  /** SQLSTATE of a client that cannot connect. */
  readonly code = '08001';

  constructor(cause: unknown) {
    super('PostgreSQL gave no connection', { cause });
    this.name = 'StoreAwayError';
  }
}

/** Connections as Kysely wants them. */
export interface Connections {
  /** Serving, throws StoreAwayError, whatever the reason. */
  connect(): Promise<pg.PoolClient>;
  /** Ends them when they are given back; those that are still in use after `closeGraceMs`, at once. May be called again. */
  end(): Promise<void>;
  readonly options: object;
}

/**
 * An emitter without a listener for `error` throws, and a thrown error that nobody can catch ends the process. The pool
 * listens to idle connections only; one that is in use can end between two statements, when no query is there to be told.
 * The next statement on it fails, and giving it back removes it.
 */
class ServingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/**
 * With `silenceMs` they serve requests, which must not wait for long: a connection that says nothing for so long is ended.
 * The owner's own work, such as a migration, takes its time and hears why it failed.
 */
export function openConnections(config: pg.PoolConfig, silenceMs: number | null): Connections {
  const pool = new pg.Pool({
    connectionTimeoutMillis: STORE_LIMITS.connectionTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: STORE_LIMITS.keepAliveDelayMs,
    ...config,
    Client: ServingClient,
  });
  const open = new Set<ServingClient>();
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    open.add(client);
    if (silenceMs !== null) endWhenSilent(client, silenceMs);
  });
  pool.on('remove', (client) => open.delete(client));
  let ended: Promise<void> | undefined;
  const endAll = async (): Promise<void> => {
    const cut = setTimeout(() => {
      for (const client of open) streamOf(client).destroy();
    }, STORE_LIMITS.closeGraceMs);
    await pool.end();
    clearTimeout(cut);
  };
  return {
    connect: async () => {
      try {
        return await pool.connect();
      } catch (error) {
        throw silenceMs === null ? error : new StoreAwayError(error);
      }
    },
    end: () => (ended ??= endAll()),
    options: pool.options,
  };
}

/** A network that swallows packets says nothing at all: the server's own time-outs cannot reach us then. */
function endWhenSilent(client: ServingClient, silenceMs: number): void {
  const stream = streamOf(client);
  stream.setTimeout(silenceMs, () => {
    stream.destroy(Object.assign(new Error('PostgreSQL is silent'), { code: 'ETIMEDOUT' }));
  });
}

function streamOf(client: pg.Client): import('node:net').Socket {
  return (client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream;
}
