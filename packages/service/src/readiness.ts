// Whether this node can take work: it is not stopping, and the store takes a write. Asked by balancers, answered at `/readyz`.

import { HTTP_LIMITS } from './http/http.ts';
import { unavailable } from './kernel/failures/failures.ts';
import { isUnwritable } from './kernel/failures/sql-errors.ts';
import type { Log } from './kernel/log.ts';
import { endsWithin } from './kernel/within.ts';
import { WRITE } from './readiness-sql.ts';
import type { Store } from './store/store.ts';

/** Why not: `store-away` gives no answer in time, `store-not-writable` answers and takes no write (a full disk, a server that only reads). */
export type NotReadyReason = 'stopping' | 'store-away' | 'store-not-writable';

export interface Readiness {
  /** Throws UNAVAILABLE with the reason. Costs the store one small write a second at most, however often it is asked. */
  readonly require: () => Promise<void>;
  /** From now on the node is stopping. */
  stop(): void;
}

export function createReadiness(store: Pick<Store, 'pipeline'>, log: Pick<Log, 'info' | 'warn'>): Readiness {
  let stopping = false;
  let known: NotReadyReason | 'ready' = 'ready';
  let knownAtMs = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const now = await lookAt(store);
    if (now !== known) {
      if (now === 'ready') log.info('the store takes writes again');
      else log.warn({ reason: now }, 'the store takes no writes');
    }
    known = now;
    knownAtMs = performance.now();
    asking = undefined;
  };
  return {
    require: async () => {
      if (stopping) throw unavailable('stopping');
      if (performance.now() - knownAtMs > HTTP_LIMITS.readyKnownForMs) await (asking ??= ask());
      if (known !== 'ready') throw unavailable(known);
    },
    stop: () => {
      stopping = true;
    },
  };
}

async function lookAt(store: Pick<Store, 'pipeline'>): Promise<NotReadyReason | 'ready'> {
  let seen: NotReadyReason | 'ready' = 'store-away';
  const write = store.pipeline(WRITE).then(
    () => {
      seen = 'ready';
    },
    (error: unknown) => {
      if (isUnwritable(error)) seen = 'store-not-writable';
    },
  );
  await endsWithin(HTTP_LIMITS.readyAnswerTimeoutMs, write);
  return seen;
}
