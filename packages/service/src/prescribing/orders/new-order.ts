// An order as it begins: every column of the order, its fills and their first events, once, as the SQL that writes it and as the value that this gives.
import type { FillEventName } from '@pestle/rules/fill-events';
import { foldOrder } from '@pestle/rules/fill-status';
import type {
  FillId,
  OrderId,
  OrganizationId,
  PatientId,
  PharmacyId,
  PrescriptionId,
} from '@pestle/rules/ids';
import { invitationIdSql, TEXT_LANE } from '../../outbox/outbox.ts';
import type { FillRow, StoredOrder } from '../tables.ts';
import { prescriberOrderNumber, prescriberOrderNumberSql } from './order-number.ts';

/** An order that is made, or takes more lines: the same for drafts that are signed with it and for what was signed before. */
export interface NewOrder {
  readonly orderId: OrderId;
  /** Null: the patient chooses. */
  readonly pharmacyId: PharmacyId | null;
  /** ISO 8601: when it goes to the pharmacy that the patient prefers, unless one was chosen; null: never by itself. */
  readonly preferredAt: string | null;
  /** How many pharmacies it has had with this one; 0 without one. */
  readonly pharmacyCount: number;
  /** Lines of the existing, locked order that these are added to; 0: the order is made with them. */
  readonly linesBefore: number;
  /** What is sealed of it, moved as it is; null when there is nothing. */
  readonly sealed: Uint8Array | null;
}

/** One prescription on it, and what is made for it. */
export interface NewLine {
  readonly prescriptionId: PrescriptionId;
  readonly fillId: FillId;
  /** Of its row in the outbox, which is written where there is a pharmacy. */
  readonly departureId: string;
}

/** A parameter of a statement that takes many at once: an array with one value of each. */
export interface ArrayParameter<One> {
  readonly type: 'text' | 'integer' | 'bytea' | 'jsonb' | 'timestamptz' | 'date';
  readonly of: (one: One) => unknown;
}

/** What a statement is given of an order, by the names that `NEW_ORDER_STEPS` reads it by. */
export const NEW_ORDER_PARAMETERS = {
  order_id: { type: 'text', of: ({ orderId }) => orderId },
  pharmacy: { type: 'text', of: ({ pharmacyId }) => pharmacyId },
  preferred_at: { type: 'timestamptz', of: ({ preferredAt }) => preferredAt },
  pharmacy_count: { type: 'integer', of: ({ pharmacyCount }) => pharmacyCount },
  lines_before: { type: 'integer', of: ({ linesBefore }) => linesBefore },
  sealed: { type: 'bytea', of: ({ sealed }) => sealed },
} as const satisfies Readonly<Record<string, ArrayParameter<NewOrder>>>;

/** And of a line. */
export const NEW_LINE_PARAMETERS = {
  prescription_id: { type: 'text', of: ({ prescriptionId }) => prescriptionId },
  fill_id: { type: 'text', of: ({ fillId }) => fillId },
  departure_id: { type: 'text', of: ({ departureId }) => departureId },
} as const satisfies Readonly<Record<string, ArrayParameter<NewLine>>>;

/** An order with who made it, for whom and when. */
export interface MadeOrder extends NewOrder {
  readonly orgId: OrganizationId;
  readonly patientId: PatientId;
  readonly createdBy: string;
  readonly clientId: string;
  /** As the store gave it. */
  readonly number: string | null;
  /** ISO 8601. */
  readonly now: string;
}

export interface MadeLine extends Pick<NewLine, 'prescriptionId' | 'fillId'> {
  /** From 1. */
  readonly line: number;
}

interface Column<Value, Of extends readonly unknown[]> {
  /** Over the steps `accepted a` (the order) and `ready r` (its lines); null: the column's default. */
  readonly sql: string | null;
  readonly of: (...made: Of) => Value;
}

type Columns<Row, Of extends readonly unknown[]> = { readonly [Name in keyof Row]: Column<Row[Name], Of> };

const LINE = '(a.lines_before + r.line)';
const EMPTY: Column<null, []> = { sql: null, of: () => null };
const FIRST_REVISION: Column<number, []> = { sql: null, of: () => 1 };
const NOW: Column<string, [MadeOrder]> = { sql: 'a.at', of: ({ now }) => now };
const ORGANIZATION: Column<OrganizationId, [MadeOrder]> = { sql: '$1', of: ({ orgId }) => orgId };

const FIRST_STATE = 'QUEUED';

const ORDER: Columns<StoredOrder, [MadeOrder]> = {
  org_id: ORGANIZATION,
  id: { sql: 'a.order_id', of: ({ orderId }) => orderId },
  patient_id: { sql: 'r.patient_id', of: ({ patientId }) => patientId },
  // The column's default finds one that is free: of whoever writes an order, in one place.
  number: { sql: null, of: ({ number }) => number },
  state: {
    sql: `case when a.pharmacy is null then '${foldOrder([FIRST_STATE], false)}' else '${foldOrder([FIRST_STATE], true)}' end`,
    of: ({ pharmacyId }) => foldOrder([FIRST_STATE], pharmacyId !== null),
  },
  pharmacy_id: { sql: 'a.pharmacy', of: ({ pharmacyId }) => pharmacyId },
  sealed: { sql: 'a.sealed', of: ({ sealed }) => sealed },
  pharmacy_count: { sql: 'a.pharmacy_count', of: ({ pharmacyCount }) => pharmacyCount },
  created_by: { sql: 'a.signer', of: ({ createdBy }) => createdBy },
  client_id: { sql: 'a.client', of: ({ clientId }) => clientId },
  revision: FIRST_REVISION,
  created_at: NOW,
  updated_at: NOW,
};

const FILL: Columns<FillRow, [MadeOrder, MadeLine]> = {
  org_id: ORGANIZATION,
  id: { sql: 'r.fill_id', of: (_, { fillId }) => fillId },
  order_id: { sql: 'a.order_id', of: ({ orderId }) => orderId },
  prescription_id: { sql: 'r.prescription_id', of: (_, { prescriptionId }) => prescriptionId },
  line: { sql: LINE, of: (_, { line }) => line },
  state: { sql: `'${FIRST_STATE}'`, of: () => FIRST_STATE },
  pharmacy_id: { sql: 'a.pharmacy', of: ({ pharmacyId }) => pharmacyId },
  prescriber_order_number: {
    sql: `case when a.pharmacy is not null then ${prescriberOrderNumberSql('a.order_id', LINE, 'a.pharmacy_count')} end`,
    of: ({ orderId, pharmacyId, pharmacyCount }, { line }) =>
      pharmacyId === null ? null : prescriberOrderNumber(orderId, line, pharmacyCount),
  },
  state_reason: EMPTY,
  state_owner: EMPTY,
  state_since: EMPTY,
  channel: EMPTY,
  carrier: EMPTY,
  tracking_number: EMPTY,
  sent_at: EMPTY,
  received_at: EMPTY,
  ready_at: EMPTY,
  dispensing_reported_at: EMPTY,
  cancel_requested_at: EMPTY,
  cancel_requested_by: EMPTY,
  cancel_sent_at: EMPTY,
  cancel_answer: EMPTY,
  cancel_answered_at: EMPTY,
  sealed_cancel_reason: EMPTY,
  cancel_not_sent_at: EMPTY,
  cancel_not_sent_reason: EMPTY,
  cancel_not_sent_pharmacy_id: EMPTY,
  dispensed_after_cancel_at: EMPTY,
  cancel_asked_at: EMPTY,
  cancel_asked_by: EMPTY,
  sealed_cancel_ask: EMPTY,
  cancel_declined_at: EMPTY,
  cancel_declined_by: EMPTY,
  sealed_cancel_decline: EMPTY,
  refill_stop_asked_at: EMPTY,
  refill_stop_asked_by: EMPTY,
  sealed_refill_stop_ask: EMPTY,
  refill_stop_declined_at: EMPTY,
  refill_stop_declined_by: EMPTY,
  sealed_refill_stop_decline: EMPTY,
  phoned_in_at: EMPTY,
  phoned_in_by: EMPTY,
  sealed_taken_by: EMPTY,
  discontinued_at: EMPTY,
  discontinued_by: EMPTY,
  discontinue_sent_at: EMPTY,
  discontinue_answer: EMPTY,
  discontinue_answered_at: EMPTY,
  sealed_discontinue_reason: EMPTY,
  discontinue_not_sent_at: EMPTY,
  discontinue_not_sent_reason: EMPTY,
  discontinue_not_sent_pharmacy_id: EMPTY,
  alert: EMPTY,
  revision: FIRST_REVISION,
  created_at: NOW,
  updated_at: NOW,
};

/** The order's row as it was written, without reading it. */
export function newOrderRow(order: MadeOrder): StoredOrder {
  return rowOf(ORDER, order);
}

/** The row of a line's fill as it was written. */
export function newFillRow(order: MadeOrder, line: MadeLine): FillRow {
  return rowOf(FILL, order, line);
}

function rowOf<Row, Of extends readonly unknown[]>(columns: Columns<Row, Of>, ...made: Of): Row {
  const row: Partial<Row> = {};
  for (const name in columns) row[name] = columns[name].of(...made);
  return row as Row;
}

function insertSql(
  table: 'orders' | 'fill',
  columns: Readonly<Record<string, { readonly sql: string | null }>>,
): string {
  const written = Object.entries(columns).filter(([, { sql }]) => sql !== null);
  return `insert into ${table} (${written.map(([name]) => name).join(', ')})
  select ${written.map(([, { sql }]) => sql).join(', ')}`;
}

const FIRST_EVENT: FillEventName = 'ordered';

/**
 * The quarantine that holds a prescription which was saved before it began: it may have been ordered since in a store that is gone. What is
 * signed by the same statement is no row yet, and is not held.
 */
const QUARANTINE_OF_SAVED = `select q.id from quarantine q where q.ended_at is null and q.began_at >= (
    select p.written_at from prescription p where p.org_id = $1 and p.id = r.prescription_id)`;

/**
 * The steps of a statement that make an order, or add lines to one: `ordered`, `filled`, `history`, `departing`, `invited`, `waiting`.
 * They read three steps before them, which one number `no` ties together, with $1 the organization:
 * - `accepted`: no, signer, client, at, and the columns of `NEW_ORDER_PARAMETERS` (order_id null: nothing is ordered);
 * - `ready`: no, line, patient_id, and the columns of `NEW_LINE_PARAMETERS`;
 * - `destination`: no, lane, where there is a pharmacy.
 */
export const NEW_ORDER_STEPS = `ordered as (
  ${insertSql('orders', ORDER)}
  from ready r join accepted a on a.no = r.no where a.order_id is not null and a.lines_before = 0 and r.line = 1
  returning orders.id as order_id, orders.number
), filled as (
  ${insertSql('fill', FILL)}
  from ready r join accepted a on a.no = r.no where a.order_id is not null
), history as (
  insert into fill_event (org_id, fill_id, number, order_id, at, event, to_state, source)
  select $1, r.fill_id, 1, a.order_id, a.at, '${FIRST_EVENT}', '${FIRST_STATE}', 'user'
  from ready r join accepted a on a.no = r.no where a.order_id is not null
), departing as (
  insert into outbox (id, org_id, kind, subject_id, lane, run_at, created_at, quarantine_id, quarantine_noted)
  select r.departure_id, $1, 'new', r.fill_id, destination.lane, now(), a.at, held.quarantine_id, held.quarantine_id is not null
  from ready r join accepted a on a.no = r.no join destination on destination.no = a.no
  cross join lateral (select (${QUARANTINE_OF_SAVED}) as quarantine_id) held where a.order_id is not null
), invited as (
  insert into outbox (id, org_id, kind, subject_id, lane, run_at, created_at)
  select ${invitationIdSql('a.order_id')}, $1, 'invitation', a.order_id, '${TEXT_LANE}', now(), a.at
  from accepted a where a.order_id is not null and a.lines_before = 0 and a.pharmacy is null
), waiting as (
  insert into patient_timer (org_id, order_id, kind, due_at, began_at)
  select $1, a.order_id, 'preferred', a.preferred_at, a.at
  from accepted a where a.order_id is not null and a.lines_before = 0 and a.pharmacy is null and a.preferred_at is not null
)`;
