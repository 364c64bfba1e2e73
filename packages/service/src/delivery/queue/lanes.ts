// Shows operators what waits: each lane in short, and the rows of one lane with their ids. No health information.
import type { FillId, OrderId, OrganizationId, TransmissionId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { OutboxKind, OutboxTables } from '../../outbox/outbox.ts';
import type { PrescribingTables } from '../../prescribing/inside.ts';
import type { Store } from '../../store/store.ts';
import type { AttemptOutcome, DeliveryTables } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { QUEUE_LANES } from './queue-sql.ts';

export interface QueueLane {
  /** `pharmacy:phr_…`, `partner:ptn_…`, `fax` or `text`. */
  readonly lane: string;
  /** Rows that have not left. */
  readonly waiting: number;
  /** Of these, due and not under way. */
  readonly due: number;
  readonly underWay: number;
  /** When the oldest of them was written; null when none waits. */
  readonly oldestAt: string | null;
  /** Attempts in a row that failed. */
  readonly failures: number;
  /** The end of the window of maintenance that holds rows of it back; null for none. */
  readonly pausedUntil: string | null;
  /** Since when an operator holds the lane; null when nobody does. */
  readonly onHoldSince: string | null;
  readonly onHoldBy: string | null;
  /** Rows of it that operators hold one by one. */
  readonly rowsOnHold: number;
}

export interface QueueRow {
  /** Of the transmission, or of a text message. */
  readonly id: string;
  readonly organizationId: OrganizationId;
  readonly orderId: OrderId | null;
  readonly kind: OutboxKind;
  readonly lane: string;
  /** Attempts that were begun. */
  readonly attempt: number;
  readonly createdAt: string;
  /** When it may leave; the end of its lease while it is under way; null while it waits for what it is about. */
  readonly dueAt: string | null;
  readonly isUnderWay: boolean;
  /** The window of maintenance whose end it waits for. */
  readonly waitsFor: string | null;
  /** Since when an operator holds it; null when nobody does. */
  readonly onHoldSince: string | null;
  readonly onHoldBy: string | null;
  /** When an operator gave it up to fax; null when nobody has. */
  readonly faxAskedAt: string | null;
  /** The quarantine that holds it; null for none. */
  readonly quarantine: string | null;
  /** How an operator has settled it, while that is being put down; null where nobody has. */
  readonly settledAs: 'left' | 'received' | null;
  /** Of the last attempt that has ended. */
  readonly lastOutcome: AttemptOutcome | null;
  readonly lastReason: string | null;
}

export async function queueLanes(store: Store): Promise<readonly QueueLane[]> {
  const [rows = []] = await store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: QUEUE_LANES, values: [] }] },
  ]);
  return rows.map((row) => ({
    lane: row['lane'] as string,
    waiting: row['waiting'] as number,
    due: row['due'] as number,
    underWay: row['under_way'] as number,
    oldestAt: instant(row['oldest_at'] as string | null),
    failures: row['failures'] as number,
    pausedUntil: instant(row['paused_until'] as string | null),
    onHoldSince: instant(row['on_hold_since'] as string | null),
    onHoldBy: row['on_hold_by'] as string | null,
    rowsOnHold: row['on_hold'] as number,
  }));
}

/** The rows of a lane, or of it those that a quarantine holds, or the one with an id: the next first, as many as are listed at most. */
export async function queueRows(
  store: Store,
  which: { readonly lane: string; readonly inQuarantine?: true } | { readonly id: string },
): Promise<readonly QueueRow[]> {
  const rows = await store.asCourier((tx) =>
    tx
      .withTables<OutboxTables>()
      .selectFrom('outbox')
      .select(['id', 'org_id', 'kind', 'subject_id', 'lane', 'attempt', 'created_at', 'held_by'])
      .select(['on_hold_since', 'on_hold_by', 'fax_asked_at', 'quarantine_id', 'settled_as'])
      .select([
        sql<string | null>`case when run_at <> 'infinity' then run_at end`.as('due_at'),
        sql<boolean>`leased_by is not null and run_at > now()`.as('is_under_way'),
      ])
      .where('lane' in which ? 'lane' : 'id', '=', 'lane' in which ? which.lane : which.id)
      .$if('inQuarantine' in which, (held) => held.where('quarantine_id', 'is not', null))
      .orderBy('run_at')
      .orderBy('id')
      .limit(DELIVERY_LIMITS.queueRowsListedMax)
      .execute(),
  );
  const facts = new Map<string, RowFacts>();
  for (const [orgId, own] of Map.groupBy(rows, (row) => row.org_id))
    for (const [id, found] of await factsOf(store, orgId, own)) facts.set(id, found);
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.org_id,
    orderId: facts.get(row.id)?.orderId ?? null,
    kind: row.kind,
    lane: row.lane,
    attempt: row.attempt,
    createdAt: instant(row.created_at) as string,
    dueAt: instant(row.due_at),
    isUnderWay: row.is_under_way,
    waitsFor: row.held_by,
    onHoldSince: instant(row.on_hold_since),
    onHoldBy: row.on_hold_by,
    faxAskedAt: instant(row.fax_asked_at),
    quarantine: row.quarantine_id,
    settledAs: row.settled_as,
    lastOutcome: facts.get(row.id)?.lastOutcome ?? null,
    lastReason: facts.get(row.id)?.lastReason ?? null,
  }));
}

type RowFacts = Pick<QueueRow, 'orderId' | 'lastOutcome' | 'lastReason'>;

interface OwnRow {
  readonly id: string;
  readonly kind: OutboxKind;
  readonly subject_id: string;
}

/** What the tables of one organization say of its rows, read as that organization. */
async function factsOf(
  store: Store,
  orgId: OrganizationId,
  rows: readonly OwnRow[],
): Promise<ReadonlyMap<string, RowFacts>> {
  const subjects = rows.map((row) => row.subject_id);
  return await store.withOrg(orgId, async (tx) => {
    const tables = tx.withTables<DeliveryTables & PrescribingTables>();
    const fills = await tables
      .selectFrom('fill')
      .select(['id', 'order_id'])
      .where('org_id', '=', orgId)
      .where(sql<string>`id`, 'in', subjects)
      // A word about refills names its transmission.
      .unionAll(
        tables
          .selectFrom('transmission')
          .select([sql<FillId>`id`.as('id'), 'order_id'])
          .where('org_id', '=', orgId)
          .where('kind', '=', 'discontinue')
          .where(sql<string>`id`, 'in', subjects),
      )
      .execute();
    const last = await tables
      .selectFrom('attempt')
      .select(['transmission_id', 'outcome', 'reason'])
      .distinctOn('transmission_id')
      .where('org_id', '=', orgId)
      .where(
        'transmission_id',
        'in',
        rows.map((row) => row.id as TransmissionId),
      )
      .where('ended_at', 'is not', null)
      .orderBy('transmission_id')
      .orderBy('number', 'desc')
      .execute();
    const orders = new Map<string, OrderId>(fills.map((fill) => [fill.id, fill.order_id]));
    const ends = new Map<string, (typeof last)[number]>(last.map((end) => [end.transmission_id, end]));
    return new Map(
      rows.map(({ id, kind, subject_id: subject }) => {
        const isText = kind === 'text' || kind === 'invitation';
        const end = ends.get(id);
        return [
          id,
          {
            orderId: isText ? (subject as OrderId) : (orders.get(subject) ?? null),
            lastOutcome: end?.outcome ?? null,
            lastReason: end?.reason ?? null,
          },
        ];
      }),
    );
  });
}

/** ISO 8601 in UTC, of the store's text. */
export function instant(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}
