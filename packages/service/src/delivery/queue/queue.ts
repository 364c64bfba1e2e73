// What operators see of everything that waits to leave, over all organizations: ids and codes only.
import { Failure } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import type { TransmissionAttempts } from './attempts.ts';
import { transmissionAttempts } from './attempts.ts';
import type { QueueLane, QueueRow } from './lanes.ts';
import { queueLanes, queueRows } from './lanes.ts';
import type { StuckFills } from './stuck.ts';
import { stuckFills } from './stuck.ts';

export interface QueueAdministration {
  /** Lanes in which something waits, or that fail: the one that has waited longest first. */
  lanes(): Promise<readonly QueueLane[]>;
  /** The rows of a lane, the next first. Throws NOT_FOUND where there is no such lane. */
  rows(lane: string): Promise<readonly QueueRow[]>;
  stuck(): Promise<StuckFills>;
  /** Throws NOT_FOUND. */
  attempts(id: string): Promise<TransmissionAttempts>;
}

/** An act as a command sends it to the service that holds the store: a method of the administration and its argument. */
export interface QueueAct {
  readonly act: keyof QueueAdministration;
  readonly of?: string;
}

export function createQueueAdministration(store: Store): QueueAdministration {
  return {
    lanes: () => queueLanes(store),
    rows: async (lane) => {
      const rows = await queueRows(store, { lane });
      if (rows.length === 0 && !(await isLane(store, lane)))
        throw new Failure('NOT_FOUND', 'There is no lane with this name.');
      return rows;
    },
    stuck: () => stuckFills(store),
    attempts: (id) => transmissionAttempts(store, id),
  };
}

/** A lane is there from its first attempt on. */
async function isLane(store: Store, key: string): Promise<boolean> {
  const lane = await store.asCourier((tx) =>
    tx
      .withTables<{ lane: { key: string } }>()
      .selectFrom('lane')
      .select('key')
      .where('key', '=', key)
      .executeTakeFirst(),
  );
  return lane !== undefined;
}

/** Performs what a command sent. What one of another version sends is checked here. */
export async function performQueueAct(queue: QueueAdministration, body: unknown): Promise<unknown> {
  const { act, of } = (body ?? {}) as { readonly act?: QueueAct['act']; readonly of?: unknown };
  const name = typeof of === 'string' ? of : '';
  switch (act) {
    case 'lanes':
      return await queue.lanes();
    case 'rows':
      return await queue.rows(name);
    case 'stuck':
      return await queue.stuck();
    case 'attempts':
      return await queue.attempts(name);
    case undefined:
    default:
      throw new Failure('INVALID_INPUT', 'act: this must be lanes, rows, stuck or attempts.');
  }
}
