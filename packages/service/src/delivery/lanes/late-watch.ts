// Looks once a second whether the store and its clock are right, and ends what leaves no more: what has waited too long for room in its lane, and what operators have given up to fax (D2) or settled.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Departure } from '../../outbox/outbox.ts';
import type { StoreWatch } from '../../store/inside.ts';
import type { Step, Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { ClockNews } from './clock-watch.ts';
import { createClockWatch } from './clock-watch.ts';
import { FAX_ASKED, SETTLED, WAITED_TOO_LONG } from './overdue-sql.ts';

/** How long an electronic message waits for room in a lane whose last attempt failed, and in one that works. */
export interface ElectronicWaits {
  readonly failingMs: number;
  readonly busyMs: number;
}

/** What is given up. */
export interface GivenUp extends Departure {
  /** An operator has given it up, or has settled that it had left before an older state was restored; else it has waited too long. */
  readonly because: 'asked' | 'left' | 'received' | 'late';
}

export interface LateWatchDeps {
  readonly store: Store;
  readonly waits: ElectronicWaits;
  /** Gives up one row: a message that goes by fax now. Never called for two rows at a time. */
  readonly giveUp: (due: GivenUp) => Promise<void>;
  /** Called for steps of the clock and for what is overdue. */
  readonly onClockNews?: ((news: ClockNews) => void) | undefined;
  /** Whether the store is still the one that was served, and what a quarantine needs. */
  readonly storeWatch: Pick<StoreWatch, 'look'>;
  readonly onError: (error: unknown) => void;
}

export interface LateWatch {
  start(): void;
  /** Waits for the look under way. */
  stop(): Promise<void>;
}

export function createLateWatch(deps: LateWatchDeps): LateWatch {
  const { store, waits, giveUp, storeWatch, onClockNews, onError } = deps;
  const clock = createClockWatch({
    store,
    onClockNews: onClockNews ?? (() => undefined),
    monotonic: () => performance.now(),
  });
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  const look = async (): Promise<void> => {
    await clock.look();
    await storeWatch.look();
    // What waited while the store was away, or this process, is tried first: only time in which it could have left counts.
    const counts = clock.steadyForMs() >= waits.failingMs;
    for (const due of await findGivenUp(store, counts ? waits : undefined)) if (running) await giveUp(due);
  };
  const schedule = (): void => {
    if (!running) return;
    timer = setTimeout(() => {
      looking = look().catch(onError).finally(schedule);
    }, DELIVERY_LIMITS.clockLookIntervalMs);
    timer.unref();
  };
  return {
    start: () => {
      running = true;
      schedule();
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** What is settled, what is asked for, and with `waits` what has waited too long: each row once, by the first of these. */
async function findGivenUp(store: Store, waits: ElectronicWaits | undefined): Promise<readonly GivenUp[]> {
  const most = DELIVERY_LIMITS.givenUpAtOnceMax;
  const steps: Step[] = [
    { statement: SETTLED, values: [most] },
    { statement: FAX_ASKED, values: [most] },
    ...(waits === undefined
      ? []
      : [{ statement: WAITED_TOO_LONG, values: [waits.failingMs, waits.busyMs, most] }]),
  ];
  const results = await store.pipeline([{ scope: { role: 'courier' }, steps }]);
  const found = new Map<string, GivenUp>();
  for (const [index, because] of (['left', 'asked', 'late'] as const).entries())
    for (const row of results[index] ?? []) {
      const id = row['id'] as string;
      if (!found.has(id))
        found.set(id, {
          id,
          orgId: row['org_id'] as OrganizationId,
          lane: row['lane'] as string,
          because: (row['settled_as'] as 'left' | 'received' | undefined) ?? because,
        });
    }
  return [...found.values()];
}
