// Looks once a second whether the store's clock is right, and gives up to fax what has waited too long for room in its lane, and what operators have given up (D2).
import type { OrganizationId } from '@pestle/rules/ids';
import type { Departure } from '../../outbox/outbox.ts';
import type { Step, Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { ClockNews } from './clock-watch.ts';
import { createClockWatch } from './clock-watch.ts';
import { FAX_ASKED, WAITED_TOO_LONG } from './overdue-sql.ts';

/** How long an electronic message waits for room in a lane whose last attempt failed, and in one that works. */
export interface ElectronicWaits {
  readonly failingMs: number;
  readonly busyMs: number;
}

/** What is given up. */
export interface GivenUp extends Departure {
  /** An operator has given it up; else it has waited too long. */
  readonly asked: boolean;
}

export interface LateWatchDeps {
  readonly store: Store;
  readonly waits: ElectronicWaits;
  /** Gives up one row: a message that goes by fax now. Never called for two rows at a time. */
  readonly giveUp: (due: GivenUp) => Promise<void>;
  /** Called for steps of the clock and for what is overdue. */
  readonly onClockNews?: ((news: ClockNews) => void) | undefined;
  readonly onError: (error: unknown) => void;
}

export interface LateWatch {
  start(): void;
  /** Waits for the look under way. */
  stop(): Promise<void>;
}

export function createLateWatch({ store, waits, giveUp, onClockNews, onError }: LateWatchDeps): LateWatch {
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
    for (const due of await findAsked(store)) if (running) await giveUp(due);
    // What waited while the store was away, or this process, is tried first: only time in which it could have left counts.
    if (clock.steadyForMs() < waits.failingMs) return;
    for (const due of await findWaiting(store, waits)) if (running) await giveUp(due);
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

async function findWaiting(store: Store, { failingMs, busyMs }: ElectronicWaits): Promise<GivenUp[]> {
  const values = [failingMs, busyMs, DELIVERY_LIMITS.givenUpAtOnceMax];
  return await find(store, { statement: WAITED_TOO_LONG, values }, false);
}

async function findAsked(store: Store): Promise<GivenUp[]> {
  const values = [DELIVERY_LIMITS.givenUpAtOnceMax];
  return await find(store, { statement: FAX_ASKED, values }, true);
}

async function find(store: Store, step: Step, asked: boolean): Promise<GivenUp[]> {
  const [rows = []] = await store.pipeline([{ scope: { role: 'courier' }, steps: [step] }]);
  return rows.map((row) => ({
    id: row['id'] as string,
    orgId: row['org_id'] as OrganizationId,
    lane: row['lane'] as string,
    asked,
  }));
}
