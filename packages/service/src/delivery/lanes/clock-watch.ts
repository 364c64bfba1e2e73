// Watches the store's clock: a step is noticed, what was put down by the wrong time is moved forward, and what is overdue is named.
import type { Row, Statement, Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { MOVE_FORWARD, STORE_TIME } from './clock-sql.ts';
import { OVERDUE } from './overdue-sql.ts';

/** What an operator should know; no health information. */
export type ClockNews =
  /** The store's clock went ahead (negative: back) by so much more than time has passed. */
  | { readonly news: 'clock-stepped'; readonly byMs: number }
  /** Departures that had been put down by a clock that was ahead. */
  | { readonly news: 'brought-forward'; readonly departures: number; readonly lanes: readonly string[] }
  /** Departures that should have left longer ago than anything is tried. */
  | { readonly news: 'overdue'; readonly departures: number; readonly lanes: readonly string[] };

export interface ClockWatch {
  /** One look. Rejects where the store is away. */
  look(): Promise<void>;
  /** For how long the store has answered and its clock has agreed with this process: departures may have waited longer, without a chance to leave. */
  steadyForMs(): number;
}

export interface ClockWatchDeps {
  readonly store: Store;
  readonly onClockNews: (news: ClockNews) => void;
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic: () => number;
}

export function createClockWatch({ store, onClockNews, monotonic }: ClockWatchDeps): ClockWatch {
  /** The store's time and ours when they were last compared. */
  let last: { readonly storeMs: number; readonly ownMs: number } | undefined;
  let steadySince = monotonic();
  let searchedAt = Number.NEGATIVE_INFINITY;

  const courier = async (statement: Statement, values: readonly unknown[] = []): Promise<readonly Row[]> =>
    (await store.pipeline([{ scope: { role: 'courier' }, steps: [{ statement, values }] }]))[0] ?? [];

  const moveForward = async (): Promise<void> => {
    const rows = await courier(MOVE_FORWARD);
    if (rows.length === 0) return;
    const lanes = [...new Set(rows.map(({ lane }) => String(lane)))];
    onClockNews({ news: 'brought-forward', departures: rows.length, lanes });
  };

  const nameOverdue = async (): Promise<void> => {
    const rows = await courier(OVERDUE, [DELIVERY_LIMITS.overdueAfterMs]);
    if (rows.length === 0) return;
    const departures = rows.reduce((sum, row) => sum + Number(row['departures']), 0);
    onClockNews({ news: 'overdue', departures, lanes: rows.map(({ lane }) => String(lane)) });
  };

  /** Whether the store's clock has been set since the last look. */
  const hasStepped = async (): Promise<boolean> => {
    const askedMs = monotonic();
    const [row] = await courier(STORE_TIME);
    const ownMs = monotonic();
    const storeMs = Number(row?.['nowMs']);
    const byMs = last === undefined ? 0 : storeMs - last.storeMs - (ownMs - last.ownMs);
    last = { storeMs, ownMs };
    // The store may have read its clock at any moment while the question was under way.
    if (Math.abs(byMs) <= DELIVERY_LIMITS.clockStepMs + (ownMs - askedMs)) return false;
    onClockNews({ news: 'clock-stepped', byMs: Math.round(byMs) });
    return true;
  };

  return {
    look: async () => {
      try {
        const stepped = await hasStepped();
        if (stepped) steadySince = monotonic();
        if (!stepped && monotonic() - searchedAt < DELIVERY_LIMITS.overdueLookIntervalMs) return;
        searchedAt = monotonic();
        await moveForward();
        if (monotonic() - steadySince > DELIVERY_LIMITS.overdueAfterMs) await nameOverdue();
      } catch (error) {
        last = undefined;
        steadySince = monotonic();
        throw error;
      }
    },
    steadyForMs: () => monotonic() - steadySince,
  };
}
