// Claims rows in their lanes, in the same way for everything that leaves, and counts for the lanes how attempts end.
import type { Remembered } from '../../store/inside.ts';
import type { Step, Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { COUNT_LANE, LOCK_LANES, TAKE } from './claim-sql.ts';

export interface Claim {
  readonly id: string;
  readonly lane: string;
  /** Attempts so far: a row that has had another since is not taken. */
  readonly attempt: number;
  /** How long the attempt may take; its lease is somewhat longer. */
  readonly timeoutMs: number;
  /** How many attempts the lane takes at a time. */
  readonly concurrency: number;
  /** Least time between two claims of the lane; 0 for none. */
  readonly intervalMs: number;
  /** Whose windows of maintenance hold it back; null for what is for no pharmacy. */
  readonly pharmacyId: string | null;
  /** False for an attempt that only gives up: it needs no room and heeds no window. */
  readonly leaves: boolean;
}

export interface ClaimBy {
  readonly workerId: string;
  /** The store's mark as this node remembers it; null where it judges none. */
  readonly mark: Remembered | null;
  /** Only rows whose orders the pipeline has locked and judged before. */
  readonly judged: boolean;
}

/** The steps of claims, the last of which gives the rows that were had, by their ids. For the store's role `courier`. */
export function claimSteps(claims: readonly Claim[], { workerId, mark, judged }: ClaimBy): readonly Step[] {
  const lanes = [...new Map(claims.map((claim) => [claim.lane, claim])).values()];
  return [
    {
      statement: LOCK_LANES,
      values: [
        lanes.map(({ lane }) => lane),
        lanes.map(({ concurrency }) => concurrency),
        lanes.map(({ intervalMs }) => intervalMs),
      ],
    },
    {
      statement: TAKE,
      values: [
        claims.map(({ id }) => id),
        claims.map(({ lane }) => lane),
        claims.map(({ attempt }) => attempt),
        claims.map(({ timeoutMs }) => timeoutMs + DELIVERY_LIMITS.leaseMarginMs),
        claims.map(({ pharmacyId }) => pharmacyId),
        claims.map(({ leaves }) => leaves),
        workerId,
        DELIVERY_LIMITS.laneFailuresToProbe,
        judged,
        mark?.incarnation ?? null,
        mark?.beats ?? null,
      ],
    },
  ];
}

/** Notes how an attempt ended: a lane whose attempts fail one after another is probed by one at a time (D12). */
export async function countForLane(store: Store, lane: string, failed: boolean): Promise<void> {
  await store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: COUNT_LANE, values: [lane, failed ? 1 : 0] }] },
  ]);
}
