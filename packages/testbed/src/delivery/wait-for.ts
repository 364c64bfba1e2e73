// Waits for what a delivery leads to: looks when the dispatcher says that something has ended, instead of asking again and again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DispatchEvents } from '@pestle/service/for-tests/delivery';
import { PATIENCE_MS } from '../patience.ts';

/** What another node, a pharmacy or a patient does is no event of this dispatcher: it is looked for as often. */
const OTHERS_LOOK_MS = 100;

export interface Wait {
  /** Says what was there instead, when it never came. */
  readonly missing: () => string;
  readonly timeoutMs?: number;
}

/** Of the machine: a test may move the clock of the process, by which deliveries are judged. */
const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** What `look` finds: it is asked at once, and whenever the dispatcher has ended something or found nothing to do; undefined is nothing yet. */
export async function waitFor<Fact>(
  dispatcher: DispatchEvents,
  look: () => Promise<Fact | undefined> | Fact | undefined,
  { missing, timeoutMs = PATIENCE_MS }: Wait,
): Promise<Fact> {
  const startedAt = monotonicMs();
  let moved = Promise.withResolvers<undefined>();
  const leave = dispatcher.subscribe(() => moved.resolve(undefined));
  try {
    for (;;) {
      // Before the look: what happens during it is seen by the next.
      moved = Promise.withResolvers<undefined>();
      const found = await look();
      if (found !== undefined) return found;
      if (monotonicMs() - startedAt > timeoutMs) throw new Error(missing());
      const stop = new AbortController();
      const others = sleep(OTHERS_LOOK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      await Promise.race([moved.promise, others]);
      stop.abort();
    }
  } finally {
    leave();
  }
}

/** Until the dispatcher has looked once more and found nothing that it may take. */
export function looked(dispatcher: DispatchEvents): Promise<void> {
  return new Promise((resolve) => {
    const end = dispatcher.subscribe(({ event }) => {
      if (event !== 'idle') return;
      end();
      resolve();
    });
  });
}
