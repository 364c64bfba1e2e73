// Reads, locks and changes the rows of recalls, which belong to the network and to no organization.
import type { FillState } from '@pestle/rules/fill-status';
import { sql } from 'kysely';
import { notFound } from '../../kernel/errors.ts';
import type { Tx } from '../../store/store.ts';
import type { RecallAction, RecallId, RecallKind, RecallRow, RecallState, RecallTables } from './tables.ts';

export interface Recall {
  readonly id: RecallId;
  readonly state: RecallState;
  readonly kind: RecallKind;
  /** Ids and codes, as they were named. */
  readonly named: readonly string[];
  readonly signedFrom: string | null;
  readonly signedUntil: string | null;
  /** Of the fills when they were found; none: all. */
  readonly states: readonly FillState[];
  readonly action: RecallAction | null;
  readonly reason: string | null;
  /** Whether every organization has been walked through since the last act. */
  readonly isComplete: boolean;
  readonly previewedAt: string;
  readonly previewedBy: string;
  readonly startedAt: string | null;
  readonly startedBy: string | null;
  readonly endedAt: string | null;
  readonly endedBy: string | null;
}

export function recallOf(row: RecallRow): Recall {
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    named: row.named,
    signedFrom: row.signed_from,
    signedUntil: row.signed_until,
    states: row.states,
    action: row.action,
    reason: row.reason,
    isComplete: row.walked_at !== null,
    previewedAt: row.previewed_at,
    previewedBy: row.previewed_by,
    startedAt: row.started_at,
    startedBy: row.started_by,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
  };
}

/** The latest first. */
export async function listRecalls(tx: Tx, max: number): Promise<readonly RecallRow[]> {
  return await tx
    .withTables<RecallTables>()
    .selectFrom('recall')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(max)
    .execute();
}

/** Those whose walk is not over, or that last. */
export async function openRecalls(tx: Tx): Promise<readonly RecallRow[]> {
  return await tx
    .withTables<RecallTables>()
    .selectFrom('recall')
    .selectAll()
    .where((eb) => eb.or([eb('walked_at', 'is', null), eb('state', '=', 'STARTED')]))
    .orderBy('id')
    .execute();
}

/** Throws NOT_FOUND. */
export async function findRecall(tx: Tx, id: string): Promise<RecallRow> {
  const row = await tx
    .withTables<RecallTables>()
    .selectFrom('recall')
    .selectAll()
    .where(sql<string>`id`, '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound('recall');
  return row;
}

export async function insertRecall(
  tx: Tx,
  row: Pick<RecallRow, 'id' | 'kind' | 'named' | 'signed_from' | 'signed_until' | 'states' | 'previewed_by'>,
): Promise<void> {
  const nothing = { action: null, reason: null, walked_at: null, started_at: null, started_by: null };
  await tx
    .withTables<RecallTables>()
    .insertInto('recall')
    .values({ ...row, ...nothing, ended_at: null, ended_by: null })
    .execute();
}

/** Changes a row and begins a new walk over all organizations. */
export async function changeAndWalk(
  tx: Tx,
  id: RecallId,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx
    .withTables<RecallTables>()
    .updateTable('recall')
    .set({ ...set, round: sql<number>`round + 1`, walked_at: null })
    .where('id', '=', id)
    .execute();
}

/** Puts down that the walk of a round is over; false where it was known, or another round has begun. */
export async function endWalk(tx: Tx, { id, round }: RecallRow): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .withTables<RecallTables>()
    .updateTable('recall')
    .set({ walked_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('round', '=', round)
    .where('walked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
