// What waits in the outbox, what of it is late, and what is STUCK, counted for figures and alerts: by kind of lane and by reason, without a pharmacy's name.
import type { Row, Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { BOUND, OUTBOX_FIGURES, STUCK_FIGURES } from './figures-sql.ts';

/** `pharmacy`, `partner`, `fax` or `text`: the word before the colon of a lane's key. */
export interface LaneClassFigures {
  readonly laneClass: string;
  /** Rows that have not left, for whatever reason. */
  readonly waiting: number;
  /** Of these, under way now. */
  readonly underWay: number;
  /** Of these, due and free: nobody has taken them up. */
  readonly due: number;
  /** How long the longest of these has been due, in seconds; 0 where none is. */
  readonly oldestDueSeconds: number;
  /** Lanes whose last attempt failed. */
  readonly lanesFailing: number;
  /** Of these, those that have failed so often that one attempt at a time probes them. */
  readonly lanesProbed: number;
  /** Lanes that operators hold. */
  readonly lanesOnHold: number;
  /** Rows that operators hold one by one. */
  readonly onHold: number;
  /** Rows that a quarantine holds. */
  readonly inQuarantine: number;
  /** Rows that wait for the end of a window of maintenance. */
  readonly paused: number;
  /** Rows that have not left within their budget, though nobody keeps them. */
  readonly late: number;
  /** Since when the longest of these could have left, in seconds; 0 where none is. */
  readonly lateOldestSeconds: number;
  readonly lateOldestId: string | null;
  /** Rows that are late because operators hold them, or their lane. */
  readonly lateOnHold: number;
  /** Rows that are late because a window of maintenance keeps them. */
  readonly latePaused: number;
}

export interface StuckFigures {
  /** Codes. */
  readonly reason: string;
  readonly owner: string;
  readonly fills: number;
  readonly oldestSeconds: number;
  /** How many have been STUCK for longer than their budget, and can still be helped. */
  readonly late: number;
  /** Since when the longest of these, in seconds; 0 where none is. */
  readonly lateOldestSeconds: number;
  readonly lateOldestOrderId: string | null;
}

export interface DeliveryFigures {
  readonly lanes: readonly LaneClassFigures[];
  readonly stuck: readonly StuckFigures[];
}

/** Budgets in milliseconds. */
export interface LateAfter {
  readonly electronic: number;
  readonly fax: number;
  readonly text: number;
  readonly stuck: number;
}

/** One round trip, bounded in time. */
export async function deliveryFigures(store: Store, lateAfter: LateAfter): Promise<DeliveryFigures> {
  const { electronic, fax, text, stuck } = lateAfter;
  const [, lanes = [], fills = []] = await store.pipeline([
    {
      scope: { role: 'courier' },
      steps: [
        { statement: BOUND, values: [String(DELIVERY_LIMITS.figuresTimeoutMs)] },
        { statement: OUTBOX_FIGURES, values: [electronic, fax, text] },
        { statement: STUCK_FIGURES, values: [stuck, DELIVERY_LIMITS.stuckForgottenAfterMs] },
      ],
    },
  ]);
  return { lanes: lanes.map(laneClassOf), stuck: fills.map(stuckOf) };
}

function laneClassOf(row: Row): LaneClassFigures {
  const number = (name: string): number => row[name] as number;
  return {
    laneClass: row['lane_class'] as string,
    waiting: number('waiting'),
    underWay: number('under_way'),
    due: number('due'),
    oldestDueSeconds: number('oldest'),
    lanesFailing: number('lanes_failing'),
    lanesProbed: number('lanes_probed'),
    lanesOnHold: number('lanes_on_hold'),
    onHold: number('on_hold'),
    inQuarantine: number('in_quarantine'),
    paused: number('paused'),
    late: number('late'),
    lateOldestSeconds: number('late_oldest'),
    lateOldestId: row['late_oldest_id'] as string | null,
    lateOnHold: number('late_on_hold'),
    latePaused: number('late_paused'),
  };
}

function stuckOf(row: Row): StuckFigures {
  return {
    reason: row['reason'] as string,
    owner: row['owner'] as string,
    fills: row['fills'] as number,
    oldestSeconds: row['oldest'] as number,
    late: row['late'] as number,
    lateOldestSeconds: row['late_oldest'] as number,
    lateOldestOrderId: row['late_oldest_id'] as string | null,
  };
}
