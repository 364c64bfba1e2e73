// The rows that this node works on: each once at a time, in each lane as many as it takes, over all lanes as many as a node can hold.
import type { Departure } from '../../outbox/outbox.ts';
import { TEXT_LANE } from '../../outbox/outbox.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { DispatchEmitter } from './events.ts';
import { createLaneLoads } from './lane-loads.ts';
import type { GivenUp } from './late-watch.ts';

export interface WorkInHandDeps {
  /** Performs one due row; resolves when its attempt has ended: false when there was none, because the row could not be had. */
  readonly perform: (due: Departure) => Promise<boolean>;
  /** Gives up a row to fax; false when it could not be had. */
  readonly giveUp: (due: GivenUp) => Promise<boolean>;
  readonly events: DispatchEmitter;
  /** How many messages at a time, over all lanes, and besides them as many texts: neither waits for the other's room. */
  readonly rowsMax: number;
  /** Called when a lane that was full, or this node, has room again for what was left in the outbox. */
  readonly onRoom: () => void;
  readonly onError: (error: unknown) => void;
}

export interface WorkInHand {
  /**
   * Begins the work on a row that was found, unless it is in hand already. Where its lane has room and this node has none it is kept until there is, so
   * that a node that may do little at a time need not look for each row anew.
   */
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
  /** How many rows that are found now have a place: begun, or kept until there is room. */
  readonly room: number;
}

export function createWorkInHand(deps: WorkInHandDeps): WorkInHand {
  const { perform, giveUp, events, rowsMax, onRoom, onError } = deps;
  const underWay = createUnderWay(events, onError);
  const lanes = createLaneLoads();
  const kept = createKeptRows(rowsMax);
  const places = createNodePlaces(rowsMax);

  const isInHand = ({ id }: Departure): boolean => underWay.has(id) || kept.has(id);

  const start = (due: Departure): 'begun' | 'node-full' | 'lane-full' => {
    const own = places.of(due);
    if (own.isFull) return 'node-full';
    if (!lanes.enter(due.lane)) return 'lane-full';
    own.taken += 1;
    void underWay.work(
      due,
      () => perform(due),
      (attempted) => {
        const wasFull = own.isFull;
        own.taken -= 1;
        const hasRoom = lanes.leave(due.lane, attempted);
        // Where nothing could be had, the next would find the same.
        if (!attempted) kept.forget(due.lane);
        const next = kept.take(due.lane);
        if (next !== undefined) startNext(next);
        const begunFound = own.fill((found) => !isInHand(found) && start(found) === 'begun');
        if (next === undefined && !begunFound && (hasRoom || wasFull)) onRoom();
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
      if (!isInHand(due) && start(due) === 'node-full') places.of(due).keep(due);
    },
    beginNext: (due) => {
      if (!isInHand(due)) startNext(due);
    },
    giveUp: async (due) => {
      if (!underWay.has(due.id)) await underWay.work(due, () => giveUp(due));
    },
    learn: (lane, concurrency) => lanes.learn(lane, concurrency),
    ended: async () => {
      // They wait in the outbox as well.
      kept.forget();
      places.forget();
      await underWay.ended();
    },
    get size() {
      return underWay.size;
    },
    get room() {
      return places.room;
    },
  };
}

/** The store tells workers apart, not what one of them does twice: so a row is in one hand of this process at a time. */
interface UnderWay {
  has(id: string): boolean;
  readonly size: number;
  /** Resolves when the work has ended, whatever became of it. */
  work(due: Departure, act: () => Promise<boolean>, atEnd?: (attempted: boolean) => void): Promise<void>;
  ended(): Promise<void>;
}

function createUnderWay(events: DispatchEmitter, onError: (error: unknown) => void): UnderWay {
  const underWay = new Map<string, Promise<void>>();
  return {
    has: (id) => underWay.has(id),
    get size() {
      return underWay.size;
    },
    work: ({ id, orgId, lane }, act, atEnd) => {
      events.emit({ event: 'begun', id, orgId, lane });
      const ended = act()
        .catch((error: unknown) => {
          onError(error);
          return false;
        })
        .then((attempted) => {
          underWay.delete(id);
          atEnd?.(attempted);
          events.emit({ event: 'ended', id, orgId, lane, attempted, underWay: underWay.size });
        });
      underWay.set(id, ended);
      return ended;
    },
    ended: async () => {
      await Promise.all(underWay.values());
    },
  };
}

/** The places of this node: messages and texts have each their own. */
interface NodePlaces {
  of(due: Departure): Places;
  forget(): void;
  readonly room: number;
}

interface Places {
  taken: number;
  readonly isFull: boolean;
  /** How many rows more may be begun or kept. */
  readonly room: number;
  /** Keeps a row that was found and waits for a place: as many as a look brings, because the outbox has them all. */
  keep(due: Departure): void;
  /** Begins what was kept, oldest first, while there are places; `begin` answers whether it did: what its lane has no room for any more stays in the outbox. True when one was begun. */
  fill(begin: (due: Departure) => boolean): boolean;
  forget(): void;
}

function createNodePlaces(rowsMax: number): NodePlaces {
  const [text, message] = [createPlaces(rowsMax), createPlaces(rowsMax)];
  return {
    of: ({ lane }) => (lane === TEXT_LANE ? text : message),
    forget: () => {
      text.forget();
      message.forget();
    },
    get room() {
      return text.room + message.room;
    },
  };
}

function createPlaces(rowsMax: number): Places {
  const found: Departure[] = [];
  return {
    taken: 0,
    get isFull() {
      return this.taken >= rowsMax;
    },
    get room() {
      return Math.max(0, rowsMax - this.taken) + DELIVERY_LIMITS.foundKeptMax - found.length;
    },
    keep: (due) => {
      if (found.every(({ id }) => id !== due.id)) found.push(due);
    },
    fill(begin) {
      let begun = false;
      while (!this.isFull) {
        const next = found.shift();
        if (next === undefined) break;
        begun = begin(next) || begun;
      }
      return begun;
    },
    forget: () => {
      found.length = 0;
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
