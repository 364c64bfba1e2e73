// Keeps the outbox moving: what this node wrote leaves at once, what is due is looked for, and a stop waits for what is under way.
import type { OrganizationId } from '@pestle/rules/ids';
import { endsWithin } from '../../kernel/within.ts';
import type { DepartureRow } from '../../prescribing/deps.ts';
import type { Store } from '../../store/store.ts';
import type { Due } from '../ledger/facts.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { DUE, FREE_LEASES } from './claim-sql.ts';
import type { ClockNews } from './clock-watch.ts';
import { createLaneLoads } from './lane-loads.ts';
import type { ElectronicWaits } from './late-watch.ts';
import { createLateWatch } from './late-watch.ts';
import { LET_GO } from './windows-sql.ts';

export interface Dispatcher {
  start(): Promise<void>;
  /**
   * Takes no more work and waits for attempts under way, for `graceMs` at most; may be called again. What never ends is
   * taken over later, by its lease.
   */
  stop(graceMs?: number): Promise<void>;
  /** Rows that were just committed. */
  readonly wake: (rows: readonly DepartureRow[]) => void;
  /** Attempts under way. */
  readonly inFlight: number;
}

export interface DispatcherDeps {
  readonly store: Store;
  /** Performs one due row; resolves when its attempt has ended: false when there was none, because the row could not be had. */
  readonly perform: (due: DepartureRow) => Promise<boolean>;
  /** Gives up a row that has waited too long for its lane; false when it could not be had. */
  readonly giveUp: (due: DepartureRow) => Promise<boolean>;
  /** How long an electronic message waits for room in a lane whose last attempt failed, and in one that works. */
  readonly waits: ElectronicWaits;
  /** Told of steps of the clock and of what is overdue. */
  readonly tell?: ((news: ClockNews) => void) | undefined;
  /** Told of failures of our own (the store away, a defect): without health information. */
  readonly onError: (error: unknown) => void;
}

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const underWay = new Map<string, Promise<void>>();
  const lanes = createLaneLoads();
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  const begin = (due: DepartureRow): void => {
    if (!running || underWay.has(due.id) || underWay.size >= DELIVERY_LIMITS.inFlightMax) return;
    if (!lanes.enter(due.lane)) return;
    const work = deps
      .perform(due)
      .catch((error: unknown) => {
        deps.onError(error);
        return false;
      })
      .then((attempted) => {
        underWay.delete(due.id);
        if (lanes.leave(due.lane, attempted)) lookSoon();
      });
    underWay.set(due.id, work);
  };

  const look = async (): Promise<void> => {
    const room = DELIVERY_LIMITS.inFlightMax - underWay.size;
    if (room <= 0) return;
    for (const due of await findDue(deps.store, Math.min(room, DELIVERY_LIMITS.dueRowsMax))) {
      if (due.concurrency !== null) lanes.learn(due.lane, due.concurrency);
      begin(due);
    }
  };

  const schedule = (delayMs: number): void => {
    if (!running) return;
    timer = setTimeout(() => {
      timer = undefined;
      looking = look()
        .catch(deps.onError)
        .finally(() => schedule(DELIVERY_LIMITS.pollIntervalMs));
    }, delayMs);
    timer.unref();
  };

  const late = createLateWatch({
    ...deps,
    // A row is in one hand of this process at a time: the store tells workers apart, not what one does twice.
    giveUp: async (due) => {
      if (underWay.has(due.id)) return;
      const work = deps
        .giveUp(due)
        .then(() => undefined, deps.onError)
        .finally(() => underWay.delete(due.id));
      underWay.set(due.id, work);
      await work;
    },
  });

  /** Before its time, unless a look is under way: that one is followed by the next in its time. */
  const lookSoon = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    schedule(DELIVERY_LIMITS.pollSoonMs);
  };

  return {
    get inFlight() {
      return underWay.size;
    },
    start: async () => {
      if (running) return;
      // One process owns an embedded store, so that every lease in it is that of a process which has ended.
      if (deps.store.kind === 'embedded') {
        await deps.store.pipeline([
          { scope: { role: 'courier' }, steps: [{ statement: FREE_LEASES, values: [] }] },
        ]);
      }
      running = true;
      schedule(DELIVERY_LIMITS.pollIntervalMs);
      late.start();
    },
    stop: async (graceMs = DELIVERY_LIMITS.stopGraceMs) => {
      running = false;
      clearTimeout(timer);
      await endsWithin(graceMs, Promise.all([looking, late.stop(), ...underWay.values()]));
    },
    wake: (rows) => {
      for (const row of rows) begin(row);
    },
  };
}

async function findDue(
  store: Store,
  rowsMax: number,
): Promise<(Due & { readonly concurrency: number | null })[]> {
  const PER_LANE = 64;
  const [, rows = []] = await store.pipeline([
    {
      scope: { role: 'courier' },
      steps: [
        { statement: LET_GO, values: [] },
        { statement: DUE, values: [PER_LANE, rowsMax] },
      ],
    },
  ]);
  return rows.map((row) => ({
    id: row['id'] as string,
    orgId: row['org_id'] as OrganizationId,
    lane: row['lane'] as string,
    concurrency: row['concurrency'] as number | null,
  }));
}
