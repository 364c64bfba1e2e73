// Keeps the outbox moving: what this node wrote leaves at once, what is due is looked for, and a stop waits for what is under way.

import type { OrganizationId } from '@pestle/rules/ids';
import { SETTABLE_LIMITS } from '../../kernel/limits.ts';
import { apart } from '../../kernel/traced/traced.ts';
import { endsWithin } from '../../kernel/within.ts';
import type { Departure } from '../../outbox/outbox.ts';
import { TEXT_LANE } from '../../outbox/outbox.ts';
import type { StoreWatch } from '../../store/inside.ts';
import type { Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { DUE, FREE_LEASES } from './claim-sql.ts';
import type { ClockNews } from './clock-watch.ts';
import type { DispatchEvents } from './events.ts';
import { createDispatchEvents } from './events.ts';
import type { Breaker } from './guard/breaker.ts';
import type { CountedRow, DeathGuardDeps, FoundRow } from './guard/deaths.ts';
import { createDeathGuard } from './guard/deaths.ts';
import type { ElectronicWaits } from './late-watch.ts';
import { createLateWatch } from './late-watch.ts';
import { createLooks } from './looks.ts';
import { createNodes } from './nodes.ts';
import { LET_GO } from './windows-sql.ts';
import type { WorkInHandDeps } from './work-in-hand.ts';
import { createWorkInHand } from './work-in-hand.ts';

export interface Dispatcher extends DispatchEvents {
  start(): Promise<void>;
  /**
   * Takes no more work and waits for attempts under way, for `graceMs` at most; may be called again. What never ends is
   * taken over later, by its lease.
   */
  stop(graceMs?: number): Promise<void>;
  /** Rows that were just committed, handed on to `perform` as they are. */
  readonly wake: (rows: readonly Departure[]) => void;
  /** Says in the store at once what this node holds, so that others can tell of it. */
  tellHolds(): void;
  /** Attempts under way. */
  readonly inFlight: number;
}

export interface DispatcherDeps extends Pick<WorkInHandDeps, 'giveUp'> {
  /** Performs one due row; resolves when its attempt has ended: false when there was none, because the row could not be had. */
  readonly perform: (due: CountedRow) => Promise<boolean>;
  /** Holds what errors of our own keep from leaving. */
  readonly breaker: Pick<Breaker, 'admits' | 'ended' | 'leftOut' | 'holds'>;
  /** Puts a row aside whose work has ended processes. */
  readonly putAside: DeathGuardDeps['putAside'];
  /** Judges the store before anything leaves it, and goes on looking. */
  readonly storeWatch: Pick<StoreWatch, 'start' | 'look' | 'stop'>;
  readonly store: Store;
  /** Of this node. */
  readonly workerId: string;
  /** Rows at a time, over all lanes; the limit when left out. */
  readonly rowsMax?: number | undefined;
  /** How long an electronic message waits for room in a lane whose last attempt failed, and in one that works. */
  readonly waits: ElectronicWaits;
  /** Called for steps of the clock and for what is overdue. */
  readonly onClockNews?: ((news: ClockNews) => void) | undefined;
  /** Called for failures of our own (the store away, a defect): without health information. */
  readonly onError: (error: unknown) => void;
}

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { store, storeWatch, breaker, giveUp, rowsMax = SETTABLE_LIMITS.deliveriesAtATime, onError } = deps;
  let running = false;

  const nodes = createNodes(store, deps.workerId, onError, () => breaker.holds);
  const events = createDispatchEvents(onError);
  const guarded = createDeathGuard(deps);
  const perform = (due: FoundRow | Departure): Promise<boolean> =>
    'faults' in due && nodes.oneDied
      ? guarded(due, (counted) => deps.perform({ ...due, counted }))
      : deps.perform(due);
  const inHand = createWorkInHand({
    perform: async (due) => {
      if (!breaker.admits(due)) return false;
      return await perform(due).finally(() => breaker.ended(due));
    },
    giveUp,
    events,
    rowsMax,
    onRoom: () => looks.soon(),
    onError,
  });

  /** The one lane that all nodes share: each begins its part, or they would claim in vain what others have taken. */
  const shareTexts = (): void =>
    inHand.learn(TEXT_LANE, Math.ceil(DELIVERY_LIMITS.textConcurrency / nodes.count));

  const look = async (): Promise<void> => {
    shareTexts();
    const { room } = inHand;
    if (room <= 0) return;
    const rowsMax = Math.min(room, DELIVERY_LIMITS.dueRowsMax);
    const own = await findDue(deps, null, rowsMax);
    // Who has nothing of its own to do helps the others.
    const found =
      own.length > 0 || nodes.count === 1 ? own : await findDue(deps, DELIVERY_LIMITS.helpAfterMs, rowsMax);
    for (const due of found) {
      if (due.concurrency !== null && due.lane !== TEXT_LANE) inHand.learn(due.lane, due.concurrency);
      if (running) inHand.begin(due);
    }
    if (found.length === 0 && inHand.size === 0) events.emit({ event: 'idle' });
  };

  const looks = createLooks(look, onError);
  const late = createLateWatch({ ...deps, giveUp: (due) => inHand.giveUp(due) });

  return {
    get inFlight() {
      return inHand.size;
    },
    subscribe: events.subscribe,
    tellHolds: () => nodes.tell(),
    start: async () => {
      if (running) return;
      await storeWatch.start();
      // One process owns an embedded store, so that every lease in it is that of a process which has ended.
      if (store.kind === 'embedded') {
        const steps = [{ statement: FREE_LEASES, values: [] }];
        await store.pipeline([{ scope: { role: 'courier' }, steps }]);
      }
      await nodes.start();
      shareTexts();
      running = true;
      looks.start();
      late.start();
    },
    stop: async (graceMs = DELIVERY_LIMITS.stopGraceMs) => {
      running = false;
      await endsWithin(graceMs, Promise.all([nodes.stop(), looks.stop(), late.stop(), inHand.ended()]));
      await endsWithin(DELIVERY_LIMITS.stopRecordMs, storeWatch.stop().catch(onError));
    },
    // What leaves is no part of the request that wrote it, which has its answer long before.
    wake: (rows) =>
      apart(() => {
        for (const row of rows) if (running) inHand.beginNext(row);
      }),
  };
}

type Found = FoundRow & { readonly concurrency: number | null };

/** What is due of this node's share; with `helpAfterMs` also what has been due in others' lanes for so long, where they have room. */
async function findDue(
  { store, workerId, breaker }: Pick<DispatcherDeps, 'store' | 'workerId' | 'breaker'>,
  helpAfterMs: number | null,
  rowsMax: number,
): Promise<Found[]> {
  const [, rows = []] = await store.pipeline([
    {
      scope: { role: 'courier' },
      steps: [
        { statement: LET_GO, values: [] },
        {
          statement: DUE,
          values: [
            DELIVERY_LIMITS.dueRowsOfLaneMax,
            rowsMax,
            store.kind === 'embedded' ? null : workerId,
            DELIVERY_LIMITS.nodeGoneAfterMs,
            DELIVERY_LIMITS.leftToWriterMs,
            helpAfterMs,
            breaker.leftOut,
          ],
        },
      ],
    },
  ]);
  return rows.map((row) => ({
    id: row['id'] as string,
    orgId: row['org_id'] as OrganizationId,
    lane: row['lane'] as string,
    faults: row['faults'] as number,
    concurrency: row['concurrency'] as number | null,
  }));
}
