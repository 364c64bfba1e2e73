// What this node has under way in each lane, so that a busy or dead pharmacy's orders wait in the outbox and not in the store.
import { DELIVERY_LIMITS } from '../limits.ts';

interface LaneLoad {
  underWay: number;
  concurrency: number;
  leftSome: boolean;
}

/**
 * Orders of one lane started all at once would wait for their lane's lock, each with a connection that another pharmacy's
 * order, or a request, needs. The claim itself counts exactly, over all nodes; this only keeps the crowd away from it.
 */
export interface LaneLoads {
  /** Notes one more under way. False, and noted, when the lane has no room. */
  enter(lane: string): boolean;
  /** Notes one less. True when rows were left in the outbox that may have room now. */
  leave(lane: string, attempted: boolean): boolean;
  /** How many at a time the lane takes, as the store says. */
  learn(lane: string, concurrency: number): void;
}

export function createLaneLoads(): LaneLoads {
  const lanes = new Map<string, LaneLoad>();
  const loadOf = (key: string): LaneLoad => {
    let load = lanes.get(key);
    if (load === undefined) {
      if (lanes.size >= DELIVERY_LIMITS.endpointsKeptMax) forgetIdle(lanes);
      load = { underWay: 0, concurrency: DELIVERY_LIMITS.laneConcurrencyAssumed, leftSome: false };
      lanes.set(key, load);
    }
    return load;
  };
  return {
    enter: (lane) => {
      const load = loadOf(lane);
      if (load.underWay >= load.concurrency) {
        load.leftSome = true;
        return false;
      }
      load.underWay += 1;
      return true;
    },
    leave: (lane, attempted) => {
      const load = loadOf(lane);
      load.underWay -= 1;
      // Where nothing could be had, looking again at once would find the same.
      if (!attempted || !load.leftSome) return false;
      load.leftSome = false;
      return true;
    },
    learn: (lane, concurrency) => {
      loadOf(lane).concurrency = concurrency;
    },
  };
}

function forgetIdle(lanes: Map<string, LaneLoad>): void {
  for (const [key, { underWay }] of lanes) if (underWay === 0) lanes.delete(key);
}
