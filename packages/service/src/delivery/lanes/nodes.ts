// Which part of what waits is this node's to look for: nodes that deliver from one store share it, so that two do not prepare the same row.
import type { Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { Hold } from './guard/breaker.ts';
import { GONE, SEEN } from './nodes-sql.ts';

/** Of `nodes` equal parts the one numbered `own`, from 0. Parts only say who looks first: claims stay exact whoever makes them. */
export interface Share {
  readonly nodes: number;
  readonly own: number;
}

export interface Nodes {
  readonly share: Share;
  /** Whether a node has gone within the last hour without saying so: it was killed, or a row that it worked on ended it. */
  readonly oneDied: boolean;
  /** Resolves when this node is known to the others. */
  start(): Promise<void>;
  /** Says at once what it holds, instead of at its next turn. */
  tell(): void;
  /** Leaves its share to the others. */
  stop(): Promise<void>;
}

/** An embedded store has one node, which has it all, and says so all the same: the next one sees whether it has ended in order. */
export function createNodes(
  store: Store,
  id: string,
  onError: (error: unknown) => void,
  holds: () => readonly Hold[] = () => [],
): Nodes {
  const ALONE: Share = { nodes: 1, own: 0 };
  let share = ALONE;
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
    if (store.kind !== 'embedded')
      share = { nodes: alive.length, own: alive.findIndex((row) => row['id'] === id) };
  };
  return {
    get share() {
      return share;
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
      share = ALONE;
      await store
        .pipeline([{ scope: { role: 'courier' }, steps: [{ statement: GONE, values: [id] }] }])
        .catch(onError);
    },
  };
}
