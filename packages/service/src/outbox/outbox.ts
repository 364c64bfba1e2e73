// The outbox: a row for everything that has yet to leave, written in the transaction of its cause. No health information is in it.

import type { FillId, OrganizationId } from '@pestle/rules/ids';
import type { Generated, RawBuilder, Selectable } from 'kysely';
import { sql } from 'kysely';
import { createAhead } from '../kernel/ahead.ts';
import type { Tx } from '../store/store.ts';

export {
  electronicLane,
  electronicLaneSql,
  FAX_LANE,
  invitationId,
  invitationIdSql,
  messageIdOf,
  messageIdSql,
  TEXT_LANE,
} from './outbox-names.ts';

/**
 * `invitation` is the patient's text with the link, written when it is sent; `text` was written before. `response` answers what a
 * pharmacy asked.
 */
export type OutboxKind =
  | 'new'
  | 'cancel'
  | 'late_notice'
  | 'discontinue'
  | 'text'
  | 'invitation'
  | 'response';

export type OutboxTables = {
  outbox: {
    id: string;
    org_id: OrganizationId;
    kind: OutboxKind;
    subject_id: string;
    lane: string;
    run_at: string;
    /** How far ahead `run_at` was set, in milliseconds: the delay of a repetition, or the length of a lease. */
    wait_ms: number;
    attempt: number;
    leased_by: string | null;
    /** The window of maintenance whose end it waits for, and since when it has waited for windows. */
    held_by: Generated<string | null>;
    held_since: Generated<string | null>;
    /** Since when an operator holds it back, who that is, and when the last hold ended. */
    on_hold_since: Generated<string | null>;
    on_hold_by: Generated<string | null>;
    released_at: Generated<string | null>;
    /** Since when it is to go by fax, because an operator has given it up. */
    fax_asked_at: Generated<string | null>;
    /** The quarantine that holds it: nothing of it leaves until an operator has settled or released it. */
    quarantine_id: Generated<string | null>;
    /** It is noted that it may have left. */
    quarantine_noted: Generated<boolean>;
    /** How an operator has settled it, and who: its end is put down, and nothing of it leaves. */
    settled_as: Generated<'left' | 'received' | null>;
    settled_by: Generated<string | null>;
    /** How often the work on it ended by an error of our own. */
    faults: Generated<number>;
    created_at: string;
  };
};

/** A row as it is stored, for whoever holds its lock. */
export type OutboxRow = Selectable<OutboxTables['outbox']>;

/**
 * When a row leaves: at once, never before it is released, or so many milliseconds from now; always by the store's clock. From now is from this
 * statement, not from the begin of its transaction, which may have waited for locks: an attempt so much too early would break its schedule.
 */
export type RunAt = 'now' | 'held' | { readonly inMs: number };

function runAtSql(runAt: RunAt): RawBuilder<string> {
  if (runAt === 'now') return sql<string>`now()`;
  if (runAt === 'held') return sql<string>`'infinity'::timestamptz`;
  return sql<string>`clock_timestamp() + ${runAt.inMs} * interval '1 millisecond'`;
}

const waitMsOf = (runAt: RunAt): number => (typeof runAt === 'object' ? Math.round(runAt.inMs) : 0);

/** A row of the outbox as it is named from room to room: what is to leave, and the lane that it leaves through. */
export interface Departure {
  readonly id: string;
  readonly orgId: OrganizationId;
  readonly lane: string;
}

export interface NewDeparture extends Departure {
  readonly kind: OutboxKind;
  /** The fill that it is about; for a text the order, for a response the pharmacy's request, for `discontinue` the transmission itself. */
  readonly subjectId: string;
  readonly runAt: RunAt;
  readonly createdAt: string;
  /** Attempts that were made before, of something that is sent again; 0 when left out. */
  readonly attempt?: number;
  /** For what somebody asks of an order that was there before: when the order was made. A quarantine that began since holds it, because the order may be further on than this store knows. */
  readonly ofOrderFrom?: string;
}

/** Writes the row. Answers it as the dispatcher is told of it after the commit, so that it leaves at once. */
export async function enqueue(tx: Tx, departure: NewDeparture): Promise<Departure> {
  const { ofOrderFrom: madeAt } = departure;
  await tx
    .withTables<OutboxTables>()
    .insertInto('outbox')
    .values({
      id: departure.id,
      org_id: departure.orgId,
      kind: departure.kind,
      subject_id: departure.subjectId,
      lane: departure.lane,
      run_at: runAtSql(departure.runAt),
      wait_ms: waitMsOf(departure.runAt),
      attempt: departure.attempt ?? 0,
      leased_by: null,
      created_at: departure.createdAt,
      ...(madeAt === undefined
        ? {}
        : {
            quarantine_id: sql<string | null>`(
              select q.id from quarantine q where q.ended_at is null and q.began_at >= ${madeAt}::timestamptz)`,
            // Under this id nothing can have left.
            quarantine_noted: true,
          }),
    })
    .execute();
  const { id, orgId, lane } = departure;
  return { id, orgId, lane };
}

/** What still waits or is under way for a fill, or for any of several subjects, locked. */
export async function departuresOf(
  tx: Tx,
  orgId: OrganizationId,
  ...subjectIds: readonly (FillId | string)[]
): Promise<readonly OutboxRow[]> {
  const ahead = subjectIds.map((id) => ofSubjects.of(tx, id));
  if (ahead.every((rows) => rows !== undefined)) return ahead.flat();
  return await departuresFrom(tx, orgId, subjectIds).forUpdate().execute();
}

const ofSubjects = createAhead<readonly OutboxRow[]>();

/** For a transaction that only reads: what of these subjects has yet to leave. Nothing is locked, so that judging holds nothing up. */
export async function readDeparturesAhead(
  tx: Tx,
  orgId: OrganizationId,
  subjectIds: readonly string[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  const bySubject = Map.groupBy(
    await departuresFrom(tx, orgId, subjectIds).execute(),
    (row) => row.subject_id,
  );
  ofSubjects.put(
    tx,
    subjectIds.map((id) => [id, bySubject.get(id) ?? []]),
  );
}

function departuresFrom(tx: Tx, orgId: OrganizationId, subjectIds: readonly string[]) {
  return tx
    .withTables<OutboxTables>()
    .selectFrom('outbox')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('subject_id', 'in', subjectIds)
    .orderBy('id');
}

/** Takes a row back: it never leaves (again). */
export async function withdraw(tx: Tx, orgId: OrganizationId, id: string): Promise<void> {
  await tx
    .withTables<OutboxTables>()
    .deleteFrom('outbox')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}

/** Gives a row back (its lease ends) and lets it leave at `runAt`. */
export async function release(tx: Tx, orgId: OrganizationId, id: string, runAt: RunAt): Promise<void> {
  await tx
    .withTables<OutboxTables>()
    .updateTable('outbox')
    .set({ run_at: runAtSql(runAt), wait_ms: waitMsOf(runAt), leased_by: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}
