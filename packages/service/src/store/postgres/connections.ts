// The connections to PostgreSQL: how they begin and end. The end of one is an answer to whoever used it, and never the end of the process.
import type { PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { isUnwritable } from '../../kernel/failures/sql-errors.ts';
import { NoConnectionError, StoreAwayError } from '../away.ts';
import { STORE_LIMITS } from '../limits.ts';
import type { Row, Step, StoreLoad } from '../store.ts';
import { CONFIRMED_WRITE } from './confirmed-write-sql.ts';
import type { Backend, Watched } from './half-open.ts';
import { watchHalfOpen } from './half-open.ts';
import { PipelinedQuery } from './pipelined-query.ts';

/** Connections as Kysely wants them. */
export interface Connections {
  /** Serving, throws StoreAwayError, whatever the reason. */
  connect(): Promise<ConnectionInUse>;
  /** Ends them when they are given back; those that are still in use after `closeGraceMs`, at once. May be called again. */
  end(): Promise<void>;
  readonly options: object;
  load(): StoreLoad;
}

/**
 * An emitter without a listener for `error` throws, and a thrown error that nobody can catch ends the process. The pool
 * listens to idle connections only; one that is in use can end between two statements, when no query is there to be told.
 * The next statement on it fails, and giving it back removes it.
 */
class ServingClient extends pg.Client implements Watched {
  backend: Backend | undefined;
  askedAt = 0;
  #lost = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {
      this.#lost = true;
    });
  }

  /** The server said goodbye or hung up, or we did. */
  get hasEnded(): boolean {
    return this.#lost || !streamOf(this).writable;
  }

  /** What a server that follows another is to whoever connects: nothing of it is asked, because it may be behind. */
  followed(): Error | null {
    return new NoConnectionError('the server follows another, or recovers');
  }

  giveUp(): void {
    streamOf(this).destroy(
      Object.assign(new Error('PostgreSQL has lost the connection'), { code: 'ETIMEDOUT' }),
    );
  }

  /** As the pool calls it. The server's refusals and the system's have a code; a server that only hung up said nothing. */
  override connect(): Promise<pg.Client>;
  override connect(done: (error: Error | null) => void): void;
  override connect(done?: (error: Error | null) => void): Promise<pg.Client> | void {
    if (done === undefined) return super.connect();
    const answer = (error: Error | null): void =>
      done(error !== null && hasNoCode(error) && streamOf(this).destroyed ? connectionEnded(error) : error);
    super.connect((error: Error | null) => {
      if (error === null)
        this.query<Confirmed>(CONFIRMED_WRITE.text, (failed, confirmed) => {
          const refused = failed ?? (confirmed.rows[0]?.written === null ? this.followed() : null);
          this.backend = ownBackend(this, confirmed?.rows[0]);
          if (refused === null || isUnwritable(refused)) return answer(null);
          // The pool holds whoever fails here for gone, and would leave it open: a server that is about to recover soon had no place left.
          streamOf(this).destroy();
          answer(refused);
        });
      else answer(error);
    });
  }
}

type Confirmed = Backend & { readonly written: string | null };

/** Behind a pooler the process is another one's soon: nothing is known of it then. */
function ownBackend(client: pg.Client, said: Backend | undefined): Backend | undefined {
  return said?.pid === String((client as unknown as { processID: number | null }).processID)
    ? said
    : undefined;
}

/** The owner may look at a standby, and is told by each statement what it cannot do there. */
class OwnerClient extends ServingClient {
  override followed(): null {
    return null;
  }
}

type ServingPoolClient = ServingClient & Pick<pg.PoolClient, 'release'>;

/** A connection as Kysely and pipelines use it. What fails because the connection ended, which `pg` says in words alone, throws StoreAwayError. */
export class ConnectionInUse {
  readonly #client: ServingPoolClient;
  readonly #named: boolean;

  constructor(client: ServingPoolClient, named: boolean) {
    this.#client = client;
    this.#named = named;
  }

  async query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    this.#client.askedAt = performance.now();
    try {
      return (await this.#client.query(text, [...values])) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      // The server has undone what was not committed when the connection ended.
      if (text === 'rollback' && this.#client.hasEnded) return NOTHING_TO_UNDO;
      throw this.#said(error);
    } finally {
      this.#client.askedAt = 0;
    }
  }

  /** All steps as one transaction. */
  async pipeline(steps: readonly Step[]): Promise<readonly (readonly Row[])[]> {
    this.#client.askedAt = performance.now();
    try {
      return await new Promise((resolve, reject) => {
        this.#client.query(new PipelinedQuery(steps, this.#named, resolve, reject));
      });
    } catch (error) {
      throw this.#said(error);
    } finally {
      this.#client.askedAt = 0;
    }
  }

  /** Gives it back, or with `lost` ends it. */
  release(lost?: boolean): void {
    this.#client.release(lost);
  }

  #said(error: unknown): unknown {
    return this.#client.hasEnded && hasNoCode(error) ? connectionEnded(error) : error;
  }
}

const NOTHING_TO_UNDO: PostgresQueryResult<never> = { command: 'ROLLBACK', rowCount: 0, rows: [] };

function hasNoCode(error: unknown): boolean {
  return !(error instanceof Error && 'code' in error && error.code !== undefined);
}

function connectionEnded(cause: unknown): StoreAwayError {
  return new StoreAwayError('the connection to PostgreSQL ended', { cause });
}

/**
 * Of the connection string: `?statements=unnamed` where a pooler that knows no prepared statements stands before the server. `pg` takes
 * no notice of it.
 */
const UNNAMED = /[?&]statements=unnamed(?:&|$)/;

/**
 * With `silenceMs` they serve requests, which must not wait for long: a connection that says nothing for so long is ended.
 * The owner's own work, such as a migration, takes its time and hears why it failed.
 */
export function openConnections(
  config: pg.PoolConfig & { readonly connectionString: string },
  silenceMs: number | null,
): Connections {
  const named = !UNNAMED.test(config.connectionString);
  const pool = new pg.Pool({
    connectionTimeoutMillis: STORE_LIMITS.connectionTimeoutMs,
    idleTimeoutMillis: STORE_LIMITS.connectionIdleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: STORE_LIMITS.keepAliveDelayMs,
    ...config,
    Client: silenceMs === null ? OwnerClient : ServingClient,
  });
  const open = new Set<ServingClient>();
  const inUse = new WeakMap<ServingClient, ConnectionInUse>();
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    open.add(client as unknown as ServingClient);
    if (silenceMs !== null) endWhenSilent(client as unknown as ServingClient, silenceMs);
  });
  pool.on('remove', (client) => open.delete(client as unknown as ServingClient));
  const unwatch =
    silenceMs === null || !named ? () => undefined : watchHalfOpen(config.connectionString, open);
  let ended: Promise<void> | undefined;
  const endAll = async (): Promise<void> => {
    const cut = setTimeout(() => {
      for (const client of open) streamOf(client).destroy();
    }, STORE_LIMITS.closeGraceMs);
    unwatch();
    await pool.end();
    clearTimeout(cut);
  };
  return {
    connect: async () => {
      const client = (await pool.connect().catch((error: unknown) => {
        throw silenceMs === null
          ? ownError(error)
          : new NoConnectionError('PostgreSQL gave no connection', { cause: error });
      })) as unknown as ServingPoolClient;
      const known = inUse.get(client) ?? new ConnectionInUse(client, named);
      inUse.set(client, known);
      return known;
    },
    end: () => (ended ??= endAll()),
    options: pool.options,
    load: () => ({
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
      most: pool.options.max,
    }),
  };
}

/** The pool hides what ended an attempt behind a sentence of its own when the attempt took too long. */
function ownError(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof StoreAwayError ? error.cause : error;
}

/** A network that swallows packets says nothing at all: the server's own time-outs cannot reach us then. */
function endWhenSilent(client: ServingClient, silenceMs: number): void {
  const stream = streamOf(client);
  stream.setTimeout(silenceMs, () => {
    // Nobody has asked it anything.
    if (client.askedAt === 0) return;
    stream.destroy(Object.assign(new Error('PostgreSQL is silent'), { code: 'ETIMEDOUT' }));
  });
}

function streamOf(client: pg.ClientBase): import('node:net').Socket {
  return (client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream;
}
