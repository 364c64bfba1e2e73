// The rows that this node works on: each once at a time, in each lane as many as it takes, over all lanes as many as a node can hold.
import type { Departure } from '../../outbox/outbox.ts';
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
  /** Called when a lane that was full has room again for what was left in the outbox. */
  readonly onRoom: () => void;
  readonly onError: (error: unknown) => void;
}

export interface WorkInHand {
  /** Begins the work on a row, unless it is in hand already or there is no room for it. */
  begin(due: Departure): void;
  /** Gives a row up, unless it is in hand; resolves when that is done. */
  giveUp(due: GivenUp): Promise<void>;
  /** How many at a time a lane takes, as the store says. */
  learn(lane: string, concurrency: number): void;
  /** Resolves when what is in hand now has ended. */
  ended(): Promise<void>;
  /** How many rows are in hand. */
  readonly size: number;
}

export function createWorkInHand({ perform, giveUp, events, onRoom, onError }: WorkInHandDeps): WorkInHand {
  const underWay = new Map<string, Promise<void>>();
  const lanes = createLaneLoads();

  /** The store tells workers apart, not what one of them does twice: so a row is in one hand of this process at a time. */
  const work = (
    { id, orgId, lane }: Departure,
    act: () => Promise<boolean>,
    atEnd?: (attempted: boolean) => void,
  ): Promise<void> => {
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
  };

  return {
    begin: (due) => {
      if (underWay.has(due.id) || underWay.size >= DELIVERY_LIMITS.inFlightMax) return;
      if (!lanes.enter(due.lane)) return;
      void work(
        due,
        () => perform(due),
        (attempted) => {
          if (lanes.leave(due.lane, attempted)) onRoom();
        },
      );
    },
    giveUp: async (due) => {
      if (!underWay.has(due.id)) await work(due, () => giveUp(due));
    },
    learn: (lane, concurrency) => lanes.learn(lane, concurrency),
    ended: async () => {
      await Promise.all(underWay.values());
    },
    get size() {
      return underWay.size;
    },
  };
}
