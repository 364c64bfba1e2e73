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
    for (const due of await findSettled(store)) if (running) await giveUp(due);
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
  return await find(store, { statement: WAITED_TOO_LONG, values }, 'late');
}

async function findAsked(store: Store): Promise<GivenUp[]> {
  const values = [DELIVERY_LIMITS.givenUpAtOnceMax];
  return await find(store, { statement: FAX_ASKED, values }, 'asked');
}

async function findSettled(store: Store): Promise<GivenUp[]> {
  const values = [DELIVERY_LIMITS.givenUpAtOnceMax];
  return await find(store, { statement: SETTLED, values }, 'left');
}

async function find(store: Store, step: Step, because: GivenUp['because']): Promise<GivenUp[]> {
  const [rows = []] = await store.pipeline([{ scope: { role: 'courier' }, steps: [step] }]);
  return rows.map((row) => ({
    id: row['id'] as string,
    orgId: row['org_id'] as OrganizationId,
    lane: row['lane'] as string,
    because: (row['settled_as'] as 'left' | 'received' | undefined) ?? because,
  }));
}
