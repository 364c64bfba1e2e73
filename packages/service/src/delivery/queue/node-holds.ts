// What nodes hold because errors of their own met one after another, as each of them says it in the store.
import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import type { Hold } from '../lanes/guard/breaker.ts';
import { HELD_LANES } from '../lanes/guard/breaker.ts';
import { DELIVERY_LIMITS } from '../limits.ts';

export interface NodeHold extends Hold {
  /** Of the node's process, as its log and figures name no other. */
  readonly node: string;
  /** When it was last seen. ISO 8601. */
  readonly seenAt: string;
}

type NodeTables = { node: { id: string; seen_at: string; holds: readonly Hold[] } };

/** Of nodes that were seen lately: one that has gone holds nothing any more. The one that has held longest first. */
export async function nodeHolds(store: Store): Promise<readonly NodeHold[]> {
  const rows = await store.asCourier((tx) =>
    tx
      .withTables<NodeTables>()
      .selectFrom('node')
      .select(['id', 'seen_at', 'holds'])
      .where(
        'seen_at',
        '>=',
        sql<string>`now() - ${DELIVERY_LIMITS.holdToldForMs}::integer * interval '1 millisecond'`,
      )
      .execute(),
  );
  return rows
    .flatMap(({ id, seen_at: seenAt, holds }) =>
      holds
        // A node of a later version may know more kinds.
        .filter(({ lanes }) => HELD_LANES.includes(lanes))
        .map(({ lanes, since }) => ({ node: id, lanes, since, seenAt: new Date(seenAt).toISOString() })),
    )
    .toSorted((one, other) => (one.since < other.since ? -1 : 1));
}
