// The rows that this node works on: each once at a time, in each lane as many as it takes, over all lanes as many as a node can hold.
import type { Departure } from '../../outbox/outbox.ts';
import type { DispatchEmitter } from './events.ts';
import { createLaneLoads } from './lane-loads.ts';
import type { GivenUp } from './late-watch.ts';

export interface WorkInHandDeps {
  /** Performs one due row; resolves when its attempt has ended: false when there was none, because the row could not be had. */
  readonly perform: (due: Departure) => Promise<boolean>;
  /** Gives up a row to fax; false when it could not be had. */
  readonly giveUp: (due: GivenUp) => Promise<boolean>;
  readonly events: DispatchEmitter;
  /** How many rows at a time, over all lanes. */
  readonly rowsMax: number;
  /** Called when a lane that was full, or this node, has room again for what was left in the outbox. */
  readonly onRoom: () => void;
  readonly onError: (error: unknown) => void;
}

export interface WorkInHand {
  /** Begins the work on a row that was found, unless it is in hand already or there is no room for it. */
  begin(due: Departure): void;
  /** The same for one that was handed on: where its lane has no room it is kept until there is, as long as not too many are. */
  beginNext(due: Departure): void;
  /** Gives a row up, unless it is in hand; resolves when that is done. */
  giveUp(due: GivenUp): Promise<void>;
  /** How many at a time a lane takes, as the store says. */
  learn(lane: string, concurrency: number): void;
  /** Resolves when what is in hand now has ended. */
  ended(): Promise<void>;
  /** How many rows are in hand. */
  readonly size: number;
}

export function createWorkInHand(deps: WorkInHandDeps): WorkInHand {
  const { perform, giveUp, events, rowsMax, onRoom, onError } = deps;
  const underWay = new Map<string, Promise<void>>();
  const lanes = createLaneLoads();
  const kept = createKeptRows(rowsMax);

  /** The store tells workers apart, not what one of them does twice: so a row is in one hand of this process at a time. */
  const work = (
    { id, orgId, lane }: Departure,
    act: () => Promise<boolean>,
    atEnd?: (attempted: boolean, wasFull: boolean) => void,
  ): Promise<void> => {
    events.emit({ event: 'begun', id, orgId, lane });
    const ended = act()
      .catch((error: unknown) => {
        onError(error);
        return false;
      })
      .then((attempted) => {
        const wasFull = underWay.size >= rowsMax;
        underWay.delete(id);
        atEnd?.(attempted, wasFull);
        events.emit({ event: 'ended', id, orgId, lane, attempted, underWay: underWay.size });
      });
    underWay.set(id, ended);
    return ended;
  };

  const start = (due: Departure): 'begun' | 'node-full' | 'lane-full' => {
    if (underWay.size >= rowsMax) return 'node-full';
    if (!lanes.enter(due.lane)) return 'lane-full';
    void work(
      due,
      () => perform(due),
      (attempted, wasFull) => {
        const hasRoom = lanes.leave(due.lane, attempted);
        // Where nothing could be had, the next would find the same.
        if (!attempted) kept.forget(due.lane);
        const next = kept.take(due.lane);
        if (next !== undefined) startNext(next);
        else if (hasRoom || wasFull) onRoom();
      },
    );
    return 'begun';
  };

  /** Kept only where something of its lane is under way, whose end takes it up: else it waits in the outbox. */
  const startNext = (due: Departure): void => {
    if (start(due) === 'lane-full') kept.keep(due);
  };

  return {
    begin: (due) => {
      if (!underWay.has(due.id) && !kept.has(due.id)) start(due);
    },
    beginNext: (due) => {
      if (!underWay.has(due.id) && !kept.has(due.id)) startNext(due);
    },
    giveUp: async (due) => {
      if (!underWay.has(due.id)) await work(due, () => giveUp(due));
    },
    learn: (lane, concurrency) => lanes.learn(lane, concurrency),
    ended: async () => {
      // They wait in the outbox as well.
      kept.forget();
      await Promise.all(underWay.values());
    },
    get size() {
      return underWay.size;
    },
  };
}

/** Rows that were handed on and wait for room in their lanes, in their order: bounded, because the outbox has them all. */
interface KeptRows {
  has(id: string): boolean;
  keep(due: Departure): void;
  /** The next of a lane. */
  take(lane: string): Departure | undefined;
  /** Leaves those of a lane, or all, to whoever finds them in the outbox. */
  forget(lane?: string): void;
}

function createKeptRows(rowsMax: number): KeptRows {
  const lanes = new Map<string, Departure[]>();
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    keep: (due) => {
      if (ids.size >= rowsMax) return;
      ids.add(due.id);
      const rows = lanes.get(due.lane);
      if (rows === undefined) lanes.set(due.lane, [due]);
      else rows.push(due);
    },
    take: (lane) => {
      const rows = lanes.get(lane);
      const next = rows?.shift();
      if (rows?.length === 0) lanes.delete(lane);
      if (next !== undefined) ids.delete(next.id);
      return next;
    },
    forget: (lane) => {
      for (const name of lane === undefined ? [...lanes.keys()] : [lane]) {
        for (const { id } of lanes.get(name) ?? []) ids.delete(id);
        lanes.delete(name);
      }
    },
  };
}
