// How often somebody may do something, counted over all nodes: a node counts in memory and tells the store part by part.
// (What guards a secret is counted in the store before each try: `tries`.)
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { gather } from '../kernel/concurrency/gather.ts';
import type { Clock } from '../kernel/ports.ts';
import { endsWithin } from '../kernel/within.ts';
import type { Row, Store } from '../store/store.ts';
import { QUOTA_LIMITS } from './limits.ts';
import { FORGET_AHEAD } from './quotas-sql.ts';

/** What the number of every quota is per. */
export const QUOTA_PERIOD_SECONDS = QUOTA_LIMITS.periodMs / 1000;

export interface QuotaDeps {
  readonly store: Pick<Store, 'pipeline'>;
  readonly ports: { readonly clock: Clock };
  /** Secret bytes, the same on every node: whose quota it is stands in the store as a keyed hash. */
  readonly key: Uint8Array;
  /** How many are remembered on this node; those who called longest ago go first. */
  readonly keysMax: number;
}

export interface Taken {
  readonly ok: boolean;
  readonly remaining: number;
  /** Until the minute ends; 0 while some are left. */
  readonly waitSeconds: number;
}

/** One minute of one quota. */
interface Count {
  /** Used on all nodes when the store was told last. */
  used: number;
  /** Told the store by this node: the least that is used, also where the store's count was begun anew. */
  told: number;
  /** Used here since. */
  unreported: number;
  endsAt: number;
  reporting: Promise<void> | undefined;
}

/**
 * Quotas per minute. The store counts with rate-limiter-flexible; of every twentieth part of a quota a node tells it while it goes
 * on, so that a call waits only when a whole part is still untold. Asking the store at every call cost a round trip each, and
 * counting on each node alone multiplied a quota by the nodes. (The statement is the library's; no other was tried.) While the store
 * does not answer, a node goes by its own count.
 */
export class Quotas {
  readonly #counts = new Map<string, Count>();
  readonly #deps: QuotaDeps;
  readonly #limiter: RateLimiterPostgres;

  constructor(deps: QuotaDeps) {
    this.#deps = deps;
    this.#limiter = limiterOn(deps);
  }

  /** Takes one of the `size` calls that `name` has in a minute. A refused call is not counted. */
  async take(name: string, size: number): Promise<Taken> {
    const part = Math.max(1, Math.floor(size / QUOTA_LIMITS.parts));
    for (;;) {
      const count = this.#countOf(name);
      const used = count.used + count.unreported;
      if (used >= size)
        return { ok: false, remaining: 0, waitSeconds: Math.ceil((count.endsAt - this.#now) / 1000) };
      if (count.unreported < part) {
        count.unreported += 1;
        // Half a part ahead, so that the store has answered before the part is full; who calls once a minute is never told of.
        if (part > 1 && count.unreported > part / 2) void this.#report(name, count);
        return { ok: true, remaining: size - used - 1, waitSeconds: 0 };
      }
      await this.#report(name, count);
    }
  }

  /** How many are remembered. */
  get remembered(): number {
    return this.#counts.size;
  }

  get #now(): number {
    return this.#deps.ports.clock.now();
  }

  #countOf(name: string): Count {
    const kept = this.#counts.get(name);
    const leftMs = (kept?.endsAt ?? 0) - this.#now;
    // Longer than a minute is left where the clock was set back: nobody waits for it to come round again.
    const count =
      kept !== undefined && leftMs > 0 && leftMs <= QUOTA_LIMITS.periodMs
        ? kept
        : {
            used: 0,
            told: 0,
            unreported: 0,
            endsAt: this.#now + QUOTA_LIMITS.periodMs,
            reporting: undefined,
          };
    // Set anew, so that the map's order is the order of use.
    this.#counts.delete(name);
    this.#counts.set(name, count);
    if (this.#counts.size > this.#deps.keysMax) {
      const [oldest] = this.#counts.keys();
      if (oldest !== undefined) this.#counts.delete(oldest);
    }
    return count;
  }

  /** Never rejects: whatever the store does, what was told is counted. */
  #report(name: string, count: Count): Promise<void> {
    count.reporting ??= this.#reportToStore(name, count).finally(() => {
      count.reporting = undefined;
    });
    return count.reporting;
  }

  async #reportToStore(name: string, count: Count): Promise<void> {
    const reported = count.unreported;
    const hash = createHmac('sha256', this.#deps.key).update(`quota ${name}`).digest('base64url');
    let all: RateLimiterRes | undefined;
    // `penalty` counts whatever was used before, and this node refuses. That the store is away is said by whoever needs it.
    const counted = this.#limiter.penalty(hash, reported).then(
      (answer) => (all = answer),
      () => undefined,
    );
    await endsWithin(QUOTA_LIMITS.storeWaitMs, counted);
    count.unreported -= reported;
    count.told += reported;
    if (all === undefined) {
      count.used += reported;
      return;
    }
    count.used = Math.max(all.consumedPoints, count.told);
    count.endsAt = this.#now + Math.min(all.msBeforeNext, QUOTA_LIMITS.periodMs);
  }
}

/** The library's limiter with our store as its connection: as the role that comes before an organization is known. */
function limiterOn({ store, ports }: QuotaDeps): RateLimiterPostgres {
  // What is told at the same time goes in one trip and one commit, each key in its turn, so that two nodes do not wait for each other in a circle.
  const count = gather<LibraryQuery, Row | undefined>({
    atATime: 1,
    requestsMax: QUOTA_LIMITS.toldAtOnceMax,
    run: async (queries) => {
      const inTurn = queries.toSorted((a, b) => (a.values[0] < b.values[0] ? -1 : 1));
      const at = ports.clock.now();
      const [, ...results] = await store.pipeline([
        {
          scope: { role: 'door' },
          steps: [
            {
              statement: FORGET_AHEAD,
              values: [inTurn.map(({ values: [key] }) => key), at + QUOTA_LIMITS.aheadMaxMs],
            },
            ...inTurn.map(({ name, text, values: [key, points] }) => ({
              statement: { name, text },
              values: [key, points, at + QUOTA_LIMITS.periodMs, at],
            })),
          ],
        },
      ]);
      // The library reads the machine's clock, and the port may tell another time: what goes and comes is moved to it.
      const rows = new Map(inTurn.map((query, index) => [query, results[index]?.[0]]));
      return queries.map((query) => {
        const row = rows.get(query);
        return row === undefined ? undefined : { ...row, expire: Number(row['expire']) - at + Date.now() };
      });
    },
  });
  const query = async (asked: LibraryQuery) => {
    const row = await count(asked);
    return { rows: row === undefined ? [] : [row] };
  };
  return new RateLimiterPostgres({
    storeClient: { query },
    storeType: 'client',
    tableName: 'quota',
    tableCreated: true,
    // Housekeeping removes what has ended.
    clearExpiredByTimeout: false,
    // Of every quota: `penalty` compares with nothing.
    points: 1,
    duration: QUOTA_PERIOD_SECONDS,
  });
}

/** Its one statement here: adds points to a key, or begins it anew when its time has ended. */
interface LibraryQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly [key: string, points: number, expire: number, now: number];
}

/** Forgets minutes that ended `forgottenAfterMs` ago by the database's clock. */
export async function pruneQuotas(store: Pick<Store, 'asDoor'>): Promise<void> {
  await store.asDoor((tx) =>
    tx
      .withTables<{ quota: { key: string; expire: number } }>()
      .deleteFrom('quota')
      .where(
        'expire',
        '<',
        sql<number>`(extract(epoch from now()) * 1000)::bigint - ${QUOTA_LIMITS.forgottenAfterMs}::bigint`,
      )
      .execute(),
  );
}
