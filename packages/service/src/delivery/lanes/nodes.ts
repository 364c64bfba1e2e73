// Which part of what waits is this node's to look for: nodes that deliver from one store share it, so that two do not prepare the same row.
import type { Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { GONE, SEEN } from './nodes-sql.ts';

/** Of `nodes` equal parts the one numbered `own`, from 0. Parts only say who looks first: claims stay exact whoever makes them. */
export interface Share {
  readonly nodes: number;
  readonly own: number;
}

export interface Nodes {
  readonly share: Share;
  /** Resolves when this node is known to the others. */
  start(): Promise<void>;
  /** Leaves its share to the others. */
  stop(): Promise<void>;
}

/** An embedded store has one node, which has it all. */
export function createNodes(store: Store, id: string, onError: (error: unknown) => void): Nodes {
  const ALONE: Share = { nodes: 1, own: 0 };
  let share = ALONE;
  let timer: NodeJS.Timeout | undefined;
  let seeing: Promise<void> = Promise.resolve();
  const see = async (): Promise<void> => {
    const [rows = []] = await store.pipeline([
      {
        scope: { role: 'courier' },
        steps: [{ statement: SEEN, values: [id, DELIVERY_LIMITS.nodeGoneAfterMs] }],
      },
    ]);
    share = { nodes: rows.length, own: rows.findIndex((row) => row['id'] === id) };
  };
  return {
    get share() {
      return share;
    },
    start: async () => {
      if (store.kind === 'embedded' || timer !== undefined) return;
      timer = setInterval(() => {
        seeing = see().catch(onError);
      }, DELIVERY_LIMITS.nodeSeenIntervalMs);
      timer.unref();
      // A store that is away says so to whoever looks for rows.
      await see().catch(onError);
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
