// Claims a row in its lane, in the same way for everything that leaves, and counts for the lane how its attempts end.
import type { Remembered } from '../../store/inside.ts';
import type { Step, Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { COUNT_LANE, LOCK_LANE, TAKE } from './claim-sql.ts';

export interface Claim {
  readonly id: string;
  readonly lane: string;
  /** Attempts so far: a row that has had another since is not taken. */
  readonly attempt: number;
  readonly workerId: string;
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
  /** The store's mark as this node remembers it; null where it judges none. */
  readonly mark: Remembered | null;
}

/** The steps of a claim, the last of which gives a row where the claim was had. For the store's role `courier`. */
export function claimSteps(claim: Claim): readonly Step[] {
  return [
    { statement: LOCK_LANE, values: [claim.lane, claim.concurrency, claim.intervalMs] },
    {
      statement: TAKE,
      values: [
        claim.id,
        claim.lane,
        claim.attempt,
        claim.workerId,
        claim.timeoutMs + DELIVERY_LIMITS.leaseMarginMs,
        DELIVERY_LIMITS.laneFailuresToProbe,
        claim.pharmacyId,
        claim.leaves,
        claim.mark?.incarnation ?? null,
        claim.mark?.beats ?? null,
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
