// Makes this node known to the others: nodes that deliver from one store share what waits, so that two do not prepare the same row.
import type { Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { Hold } from './guard/breaker.ts';
import { GONE, SEEN } from './nodes-sql.ts';

export interface Nodes {
  /** How many share what waits, this one among them, when it was seen last. */
  readonly count: number;
  /** Whether a node has gone within the last hour without saying so: it was killed, or a row that it worked on ended it. */
  readonly oneDied: boolean;
  /** Resolves when this node is known to the others. */
  start(): Promise<void>;
  /** Says at once what it holds, instead of at its next turn. */
  tell(): void;
  /** Leaves its share to the others. */
  stop(): Promise<void>;
}

/** An embedded store has one node, which says so all the same: the next one sees whether it has ended in order. */
export function createNodes(
  store: Store,
  id: string,
  onError: (error: unknown) => void,
  holds: () => readonly Hold[] = () => [],
): Nodes {
  let count = 1;
  let oneDied = false;
  let timer: NodeJS.Timeout | undefined;
  let seeing: Promise<void> = Promise.resolve();
  const see = async (): Promise<void> => {
    const [rows = []] = await store.pipeline([
      {
        scope: { role: 'courier' },
        steps: [{ statement: SEEN, values: [id, DELIVERY_LIMITS.nodeGoneAfterMs, JSON.stringify(holds())] }],
      },
    ]);
    const alive = rows.filter((row) => row['died'] === false);
    oneDied = alive.length < rows.length;
    count = store.kind === 'embedded' ? 1 : alive.length;
  };
  return {
    get count() {
      return count;
    },
    get oneDied() {
      return oneDied;
    },
    start: async () => {
      // Nobody shares with the node of an embedded store: once a minute is enough to be known.
      const interval = DELIVERY_LIMITS.nodeSeenIntervalMs * (store.kind === 'embedded' ? 60 : 1);
      if (timer !== undefined) return;
      timer = setInterval(() => {
        seeing = see().catch(onError);
      }, interval);
      timer.unref();
      // A store that is away says so to whoever looks for rows.
      await see().catch(onError);
    },
    tell: () => {
      // One that has not begun, or is leaving, is none of the nodes.
      if (timer !== undefined) seeing = seeing.then(see).catch(onError);
    },
    stop: async () => {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      await seeing;
      count = 1;
      await store
        .pipeline([{ scope: { role: 'courier' }, steps: [{ statement: GONE, values: [id] }] }])
        .catch(onError);
    },
  };
}
