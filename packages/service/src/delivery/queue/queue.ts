// What operators see of everything that waits to leave, and what they do to it, over all organizations: by ids and codes only.
import type { NetworkAuditEntry } from '../../audit/inside.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import type { ActInput } from './act-input.ts';
import { isRow, readAct, refusedAct } from './act-input.ts';
import type { TransmissionAttempts } from './attempts.ts';
import { transmissionAttempts } from './attempts.ts';
import type { HistoryQuery } from './history.ts';
import { queueHistory } from './history.ts';
import { holdLane, releaseLane, resetLane } from './lane-acts.ts';
import type { QueueLane, QueueRow } from './lanes.ts';
import { queueLanes, queueRows } from './lanes.ts';
import type { MessageInput, TransmissionMessage } from './message.ts';
import { readMessage } from './message.ts';
import type { NodeHold } from './node-holds.ts';
import { nodeHolds } from './node-holds.ts';
import { type OperatorOrder, type OrderQuestion, ordersByNumber } from './order.ts';
import type { OperatorResendDeps, ResendInput, Resent } from './resend.ts';
import { resendTransmission } from './resend.ts';
import { giveUpRow, holdRow, releaseRow } from './row-acts.ts';
import type { StuckFills } from './stuck.ts';
import { stuckFills } from './stuck.ts';

export interface QueueAdministration {
  /** Lanes in which something waits, or that fail: the one that has waited longest first. */
  lanes(): Promise<readonly QueueLane[]>;
  /** What nodes hold, because errors of their own met one after another: nobody has to release it. */
  holds(): Promise<readonly NodeHold[]>;
  /** The rows of a lane, the next first. Throws NOT_FOUND where there is no such lane. */
  rows(lane: string): Promise<readonly QueueRow[]>;
  stuck(): Promise<StuckFills>;
  /**
   * The orders of a number, or of an id, with the situation of each medication: of several organizations where they have the same number. Throws
   * INVALID_INPUT, NOT_FOUND.
   */
  order(question: OrderQuestion): Promise<readonly OperatorOrder[]>;
  /** Throws NOT_FOUND. */
  attempts(id: string): Promise<TransmissionAttempts>;
  /** What operators did, the latest first, from the network's trail. Throws INVALID_INPUT. */
  history(query: HistoryQuery): Promise<readonly NetworkAuditEntry[]>;
  /** What was sent and what came back, for an operator who says why; both trails keep it. Throws NOT_FOUND, INVALID_INPUT, RATE_LIMITED. */
  message(input: MessageInput): Promise<TransmissionMessage>;
  /** Nothing of a lane, or of one transmission or text, leaves until it is released. Throws NOT_FOUND, INVALID_INPUT. Every act may be repeated. */
  hold(input: ActInput): Promise<QueueState>;
  /** Throws NOT_FOUND, INVALID_INPUT. */
  release(input: ActInput): Promise<QueueState>;
  /** Gives one electronic message up: it goes by fax, or is stuck where law forbids that. Throws NOT_FOUND, INVALID_INPUT. */
  fax(input: ActInput): Promise<QueueState>;
  /** Forgets a lane's failures, so that it is tried at full width again. Throws NOT_FOUND, INVALID_INPUT. */
  reset(input: ActInput): Promise<QueueState>;
  /**
   * Sends a prescription's last message again, with the same MessageID, by the rules that hold for its practice. Said twice of one attempt it is
   * done once. Throws NOT_FOUND, INVALID_INPUT.
   */
  resend(input: ResendInput): Promise<Resent>;
}

/** What asks nobody who may prescribe, and but for `message` and `order` opens nothing that is sealed. */
export type QueueBesidesResend = Omit<QueueAdministration, 'resend'>;

/** What an act was done to, as it is now; both null where nothing of it waits any more. */
export interface QueueState {
  readonly lane: QueueLane | null;
  readonly row: QueueRow | null;
}

/** An act as a command sends it to the service that holds the store: a method of the administration and its argument. */
export interface QueueAct {
  readonly act: keyof QueueAdministration;
  readonly of?: string | undefined;
  /** Who acts. */
  readonly by?: string;
  /** Why, of reading a message or sending it again. */
  readonly reason?: string;
  readonly afterAttempt?: number;
  readonly dryRun?: boolean;
  /** A page of the history. */
  readonly first?: number;
  readonly after?: string | undefined;
}

export function createQueueAdministration(deps: OperatorResendDeps): QueueAdministration {
  return {
    ...createQueueBesidesResend(deps.store, deps.ports),
    resend: (input) => resendTransmission(deps, input),
  };
}

/** For commands that know the store and not the service's configuration, and so neither its keys nor its rule of who may prescribe. */
export function createQueueBesidesResend(store: Store, ports: Ports): QueueBesidesResend {
  return {
    lanes: () => queueLanes(store),
    holds: () => nodeHolds(store),
    rows: async (lane) => {
      const rows = await queueRows(store, { lane });
      if (rows.length === 0 && !(await isLane(store, lane)))
        throw new Failure('NOT_FOUND', 'There is no lane with this name.');
      return rows;
    },
    stuck: () => stuckFills(store),
    order: (question) => ordersByNumber(store, question, { nowMs: ports.clock.now() }),
    attempts: (id) => transmissionAttempts(store, id),
    history: (query) => queueHistory(store, query),
    message: (input) => readMessage(store, ports, input),
    ...acts(store, ports),
  };
}

function acts(store: Store, ports: Ports): Pick<QueueAdministration, 'hold' | 'release' | 'fax' | 'reset'> {
  const act =
    (onRow: typeof holdRow | undefined, onLane: typeof holdLane | undefined) =>
    async (input: ActInput): Promise<QueueState> => {
      const read = readAct(input);
      const perform = isRow(read.of) ? onRow : onLane;
      if (perform === undefined)
        throw onRow === undefined
          ? refusedAct('NOT_A_LANE', 'Name a lane, as `pestle queue list` does.')
          : refusedAct('NOT_A_ROW', 'Name a transmission: trm_…');
      await perform(store, ports, read);
      return await stateOf(store, read.of);
    };
  return {
    hold: act(holdRow, holdLane),
    release: act(releaseRow, releaseLane),
    fax: act(giveUpRow, undefined),
    reset: act(undefined, resetLane),
  };
}

async function stateOf(store: Store, of: string): Promise<QueueState> {
  if (!isRow(of))
    return { lane: (await queueLanes(store)).find(({ lane }) => lane === of) ?? null, row: null };
  const [row = null] = await queueRows(store, { id: of });
  return { lane: null, row };
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
  const { act, ...sent } = (body ?? {}) as { readonly [member in keyof QueueAct]?: unknown } & Pick<
    Partial<QueueAct>,
    'act'
  >;
  const { of, by } = sent;
  const name = typeof of === 'string' ? of : '';
  switch (act) {
    case 'lanes':
      return await queue.lanes();
    case 'holds':
      return await queue.holds();
    case 'rows':
      return await queue.rows(name);
    case 'stuck':
      return await queue.stuck();
    case 'order':
      return await queue.order({ of: name });
    case 'attempts':
      return await queue.attempts(name);
    case 'history':
      return await queue.history(sent as unknown as HistoryQuery);
    case 'message':
      return await queue.message(sent as unknown as MessageInput);
    case 'hold':
    case 'release':
    case 'fax':
    case 'reset':
      return await queue[act]({ of: name, by: by as string });
    case 'resend':
      return await queue.resend(sent as unknown as ResendInput);
    case undefined:
    default:
      throw new Failure(
        'INVALID_INPUT',
        'act: this must be lanes, holds, rows, stuck, order, attempts, history, message, hold, release, fax, reset or resend.',
      );
  }
}
