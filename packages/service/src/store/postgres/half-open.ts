// Finds connections that the server has lost without a word: they stand on our side, and whoever asks on one of them would wait until the longest statement were over.
import pg from 'pg';
import { STORE_LIMITS } from '../limits.ts';
import { LOOK } from './half-open-sql.ts';

/** A connection as it is looked at. */
export interface Watched {
  /** Which process of the server it has, as the server said when it began; undefined where that is not known. */
  readonly backend: Backend | undefined;
  /** When it was asked what it has not answered yet, in milliseconds of `performance.now()`; 0 for nothing. */
  readonly askedAt: number;
  /** Ends it without waiting for the server. */
  giveUp(): void;
}

export interface Backend {
  /** Its number. One that comes again is taken for the old one, and nothing is given up for it. */
  readonly pid: string;
  /** When its server started, in seconds: another server is another time, whatever address both have. */
  readonly server: string;
}

/**
 * Once a connection has been silent for `halfOpenLookMs`, asks over a new one what the server does on each. What it does not have any more is
 * given up at once, and so is one that it has answered, or was never asked on: its words are lost. A statement that runs is left alone, however
 * long, and so is everything while nobody answers: then nothing is known. Answers how to end it.
 */
export function watchHalfOpen(connectionString: string, open: ReadonlySet<Watched>): () => void {
  let looking = false;
  const timer = setInterval(() => {
    const now = performance.now();
    const isSilent = ({ askedAt }: Watched): boolean =>
      askedAt !== 0 && now - askedAt > STORE_LIMITS.halfOpenLookMs;
    if (looking || ![...open].some(isSilent)) return;
    looking = true;
    look(connectionString, [...open])
      // A server that cannot be asked now, or has no place for one more connection, is asked again.
      .catch(() => undefined)
      .finally(() => {
        looking = false;
      });
  }, STORE_LIMITS.halfOpenLookMs / 2).unref();
  return () => clearInterval(timer);
}

async function look(connectionString: string, open: readonly Watched[]): Promise<void> {
  const known = open.flatMap((watched) =>
    watched.backend === undefined ? [] : [{ watched, backend: watched.backend, askedAt: watched.askedAt }],
  );
  if (known.length === 0) return;
  const seen = await statesOf(
    connectionString,
    known.map(({ backend }) => backend.pid),
  );
  const stateOf = ({ pid, server }: Backend): string | undefined =>
    server === seen.server ? seen.states[pid] : undefined;
  for (const { watched, backend } of known) if (stateOf(backend) === undefined) watched.giveUp();
  const mute = known.filter(
    ({ backend, askedAt }) =>
      askedAt !== 0 &&
      performance.now() - askedAt > STORE_LIMITS.halfOpenLookMs &&
      (stateOf(backend) ?? '').startsWith('idle'),
  );
  // What the server has said just now is on its way.
  await new Promise((resolve) => setTimeout(resolve, STORE_LIMITS.halfOpenGraceMs));
  for (const { watched, askedAt } of mute) if (watched.askedAt === askedAt) watched.giveUp();
}

interface Seen {
  readonly server: string;
  readonly states: Readonly<Record<string, string>>;
}

async function statesOf(connectionString: string, pids: readonly string[]): Promise<Seen> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: STORE_LIMITS.halfOpenAnswerMs,
    query_timeout: STORE_LIMITS.halfOpenAnswerMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Seen>(LOOK.text, [pids]);
    const [seen] = rows;
    if (seen === undefined) throw new Error('the server said nothing of itself');
    return seen;
  } finally {
    void client.end().catch(() => undefined);
  }
}
