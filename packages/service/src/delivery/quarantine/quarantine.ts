// What operators see of a quarantine and do in it: settle what had left, release the rest, give up to fax, end it.

import * as v from 'valibot';
import { networkActStep, operatorName } from '../../audit/inside.ts';
import { Failure, invalidInput } from '../../kernel/errors.ts';
import { SQLSTATE, sqlState } from '../../kernel/failures/sql-errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy, validate } from '../../kernel/validate.ts';
import type { Store } from '../../store/store.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { QueueRow } from '../queue/lanes.ts';
import { instant, queueRows } from '../queue/lanes.ts';
import type { QuarantineBecause, QuarantineRow } from './begin.ts';
import { beginQuarantine, noteHeld, quarantines } from './begin.ts';
import { END_QUARANTINE, HELD_LANES, NOTHING_UNSETTLED, UNSETTLED } from './quarantine-sql.ts';
import type { Choice } from './reconcile.ts';
import { CHOICES, receivedRows, reconcileRow } from './reconcile.ts';

export interface Quarantine {
  readonly id: string;
  readonly since: string;
  readonly because: QuarantineBecause;
  readonly by: string;
  /** How many rows it has come to hold. */
  readonly held: number;
  readonly endedAt: string | null;
  readonly endedBy: string | null;
}

export interface QuarantineLane {
  readonly lane: string;
  /** Rows that it holds still. */
  readonly held: number;
  /** Of these, settled: their end is put down within a second or two. */
  readonly settled: number;
  readonly oldestAt: string;
  readonly newestAt: string;
}

export interface QuarantineState {
  /** Null while there is none. */
  readonly open: Quarantine | null;
  readonly lanes: readonly QuarantineLane[];
  /** The latest first, without the open one. */
  readonly earlier: readonly Quarantine[];
}

export interface ReconcileInput {
  /** A transmission or text, a lane, or `all`. */
  readonly of: string;
  readonly choice: Choice;
  readonly by: string;
}

export interface Reconciled {
  /** Rows of which this call has disposed. */
  readonly done: number;
  /** Rows that refused the choice, by id, code and sentence. */
  readonly refused: readonly { readonly id: string; readonly code: string; readonly message: string }[];
  /** Rows of the same that wait for another call. */
  readonly left: number;
}

export interface Received {
  readonly settled: readonly string[];
  /** Known here, and not held. */
  readonly notHeld: readonly string[];
  /** Not in this store: they left after the state that was restored, and their orders are gone with it. */
  readonly unknown: readonly string[];
}

export interface QuarantineAdministration {
  show(): Promise<QuarantineState>;
  /** What is held of a lane, the oldest first, as many as are listed at most. */
  held(lane: string): Promise<readonly QueueRow[]>;
  /** Holds everything that waits now; repeated, what has come since as well. */
  begin(input: { readonly by: string }): Promise<QuarantineState>;
  /** Disposes of one row, of the rows of a lane, or of all: a number of them at a time. Throws INVALID_INPUT, NOT_FOUND. */
  reconcile(input: ReconcileInput): Promise<Reconciled>;
  /** Settles what others say they have received, by MessageID or transmission. */
  received(input: { readonly ids: readonly string[]; readonly by: string }): Promise<Received>;
  /** Throws INVALID_INPUT while something is held that nobody has settled. May be repeated. */
  end(input: { readonly by: string }): Promise<QuarantineState>;
}

const bySchema = v.strictObject({ by: operatorName });
const name = v.pipe(v.string(), parsedBy(plainText(DELIVERY_LIMITS.laneNameCharactersMax)));
const reconcileSchema = v.strictObject({ of: name, choice: v.picklist(CHOICES), by: operatorName });
const receivedSchema = v.strictObject({
  ids: v.pipe(v.array(name), v.maxLength(DELIVERY_LIMITS.receivedAtOnceMax)),
  by: operatorName,
});

export function createQuarantineAdministration(store: Store, ports: Ports): QuarantineAdministration {
  return {
    show: () => quarantineState(store),
    held: (lane) => queueRows(store, { lane, inQuarantine: true }),
    begin: async (input) => {
      const { by } = validate(bySchema, input);
      await beginQuarantine(store, ports, { because: 'operator', by });
      await noteHeld(store, ports);
      return await quarantineState(store);
    },
    reconcile: async (input) => {
      const { of, choice, by } = validate(reconcileSchema, input);
      await noteHeld(store, ports);
      return await reconcile(store, ports, of, choice, by);
    },
    received: async (input) => {
      const { ids, by } = validate(receivedSchema, input);
      await noteHeld(store, ports);
      return await receivedRows(store, ports, ids, by);
    },
    end: async (input) => {
      await endQuarantine(store, ports, validate(bySchema, input).by);
      return await quarantineState(store);
    },
  };
}

async function quarantineState(store: Store): Promise<QuarantineState> {
  const all = (await quarantines(store)).map(quarantineOf);
  const [rows = []] = await store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: HELD_LANES, values: [] }] },
  ]);
  return {
    open: all.find(({ endedAt }) => endedAt === null) ?? null,
    lanes: rows.map((row) => ({
      lane: row['lane'] as string,
      held: row['held'] as number,
      settled: row['settled'] as number,
      oldestAt: instant(row['oldest_at'] as string) as string,
      newestAt: instant(row['newest_at'] as string) as string,
    })),
    earlier: all.filter(({ endedAt }) => endedAt !== null),
  };
}

function quarantineOf(row: QuarantineRow): Quarantine {
  return {
    id: row.id,
    since: instant(row.began_at) as string,
    because: row.because,
    by: row.began_by,
    held: row.held,
    endedAt: instant(row.ended_at),
    endedBy: row.ended_by,
  };
}

async function reconcile(
  store: Store,
  ports: Ports,
  of: string,
  choice: Choice,
  by: string,
): Promise<Reconciled> {
  if (/^(?:trm|txt|prs)_/.test(of)) {
    await reconcileRow(store, ports, of, choice, by);
    return { done: 1, refused: [], left: 0 };
  }
  const ids = await unsettled(store, of);
  const refused: { id: string; code: string; message: string }[] = [];
  let done = 0;
  for (const id of ids.slice(0, DELIVERY_LIMITS.reconciledAtOnceMax)) {
    try {
      await reconcileRow(store, ports, id, choice, by);
      done += 1;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.push({ id, code: error.detail.fields?.[0]?.code ?? error.code, message: error.message });
    }
  }
  return { done, refused, left: Math.max(0, ids.length - done - refused.length) };
}

/** One more than are disposed of at a time, so that it is seen that more wait. */
async function unsettled(store: Store, of: string): Promise<string[]> {
  const values = [of === 'all' ? null : of, DELIVERY_LIMITS.reconciledAtOnceMax + 1];
  const [rows = []] = await store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: UNSETTLED, values }] },
  ]);
  return rows.map(({ id }) => id as string);
}

async function endQuarantine(store: Store, ports: Ports, by: string): Promise<void> {
  const open = (await quarantines(store)).find(({ ended_at: ended }) => ended === null);
  if (open === undefined) return;
  const subject = { kind: 'quarantine', id: open.id };
  const act = networkActStep(ports, { operator: by, action: 'quarantine.end', subject, detail: {} });
  try {
    await store.pipeline([
      { scope: { role: 'courier' }, steps: [{ statement: NOTHING_UNSETTLED, values: [] }] },
      { scope: { role: 'keeper' }, steps: [{ statement: END_QUARANTINE, values: [by] }, act] },
    ]);
  } catch (error) {
    if (sqlState(error) !== SQLSTATE.guardFailed) throw error;
    const message =
      'Something is held that nobody has settled. Reconcile it, or release the rest: it leaves then.';
    throw invalidInput([{ path: 'quarantine', code: 'NOT_RECONCILED', message }]);
  }
}
