// What waits in the outbox and which lanes fail, counted by kind of lane: for figures, without a pharmacy's name.
import type { Store } from '../../store/store.ts';
import { QUEUE_FIGURES } from './queue-figures-sql.ts';

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
  /** Lanes that operators hold. */
  readonly lanesOnHold: number;
  /** Rows that operators hold one by one. */
  readonly onHold: number;
}

export async function queueFigures(store: Store): Promise<readonly LaneClassFigures[]> {
  const [rows = []] = await store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: QUEUE_FIGURES, values: [] }] },
  ]);
  return rows.map((row) => ({
    laneClass: row['lane_class'] as string,
    waiting: row['waiting'] as number,
    underWay: row['under_way'] as number,
    due: row['due'] as number,
    oldestDueSeconds: row['oldest'] as number,
    lanesFailing: row['lanes_failing'] as number,
    lanesOnHold: row['lanes_on_hold'] as number,
    onHold: row['on_hold'] as number,
  }));
}
