// Looks whether the store is the one that was served, and puts it into quarantine where it is an older state: nothing leaves between its return and that.
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import type { OlderState, StoreWatch } from '../../store/inside.ts';
import { createStoreWatch, witnessFile } from '../../store/inside.ts';
import type { Store } from '../../store/store.ts';
import type { QuarantineBecause } from './begin.ts';
import { beginQuarantine, noteHeld, quarantines } from './begin.ts';
import { LET_GO_ENDED } from './quarantine-sql.ts';

/** How a node notices an older state of its store. */
export interface OlderStateOptions {
  /** False for a store that is copied at will, such as the sandbox's: nothing is judged at the start. */
  readonly judges: boolean;
  /** A file outside of the store that remembers it; null for none. */
  readonly witnessFile: string | null;
  /** Begins a quarantine at the start, once for each label; null for none. */
  readonly startLabel: string | null;
}

/** A quarantine is open, by this node or another: for the log. */
export interface QuarantineNews {
  readonly id: string;
  readonly because: QuarantineBecause;
  readonly since: string;
  readonly held: number;
}

/** Who begins a quarantine that nobody asked for, in the trail. */
const BY_ITSELF = 'Pestle';

export interface QuarantineWatchDeps extends OlderStateOptions {
  readonly store: Store;
  readonly ports: Ports;
  /** Called when this node finds a quarantine open that it did not know of. */
  readonly onQuarantine?: ((news: QuarantineNews) => void) | undefined;
}

export function createQuarantineWatch(deps: QuarantineWatchDeps): StoreWatch {
  const { store, ports, judges, startLabel, onQuarantine } = deps;
  let known: string | undefined;
  const begin = async ({ because, newIncarnation }: OlderState): Promise<void> => {
    await beginQuarantine(store, ports, { because, by: BY_ITSELF, with: newIncarnation });
  };
  const watch = createStoreWatch({
    store,
    judges,
    witness: deps.witnessFile === null ? undefined : witnessFile(deps.witnessFile),
    onOlder: begin,
    newIncarnation: () => makeId(ports, 'inc'),
    monotonic: () => performance.now(),
  });
  /** What is held is noted, and what came to be held while its quarantine ended is let go. */
  const tend = async (): Promise<void> => {
    const all = await quarantines(store);
    if (all.length === 0) return;
    await noteHeld(store, ports);
    await store.pipeline([{ scope: { role: 'courier' }, steps: [{ statement: LET_GO_ENDED, values: [] }] }]);
    const open = all.find(({ ended_at: ended }) => ended === null);
    if (open !== undefined && open.id !== known)
      onQuarantine?.({ id: open.id, because: open.because, since: open.began_at, held: open.held });
    known = open?.id;
  };
  return {
    get remembered() {
      return watch.remembered;
    },
    somethingLeaves: watch.somethingLeaves,
    start: async () => {
      await watch.start();
      if (startLabel !== null)
        await beginQuarantine(store, ports, { because: 'started', by: BY_ITSELF, label: startLabel });
      await tend();
    },
    look: async () => {
      await watch.look();
      await tend();
    },
    stop: () => watch.stop(),
  };
}
