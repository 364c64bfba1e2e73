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

export interface NewOrder {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  readonly patientId: PatientId;
  /** Null: the patient chooses. */
  readonly pharmacyId: PharmacyId | null;
  /** How many pharmacies it has had with this one; 0 without one. */
  readonly pharmacyCount: number;
  /** What is sealed of it; null when there is nothing. */
  readonly sealed: Uint8Array | null;
  readonly createdBy: string;
  readonly clientId: string;
  /** ISO 8601. */
  readonly now: string;
}

/** One prescription on it. */
export interface NewLine {
  readonly fillId: FillId;
  readonly prescriptionId: PrescriptionId;
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
const NOW: Column<string, [NewOrder]> = { sql: 'a.at', of: ({ now }) => now };
const ORGANIZATION: Column<OrganizationId, [NewOrder]> = { sql: '$1', of: ({ orgId }) => orgId };

const FIRST_STATE = 'QUEUED';

const ORDER: Columns<StoredOrder, [NewOrder]> = {
  org_id: ORGANIZATION,
  id: { sql: 'a.order_id', of: ({ orderId }) => orderId },
  patient_id: { sql: 'r.patient_id', of: ({ patientId }) => patientId },
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

const FILL: Columns<FillRow, [NewOrder, NewLine]> = {
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
  alert: EMPTY,
  revision: FIRST_REVISION,
  created_at: NOW,
  updated_at: NOW,
};

/** The order's row as it was written, without reading it. */
export function newOrderRow(order: NewOrder): StoredOrder {
  return rowOf(ORDER, order);
}

/** The row of a line's fill as it was written. */
export function newFillRow(order: NewOrder, line: NewLine): FillRow {
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
 * The steps of a statement that make an order, or add lines to one: `ordered`, `filled`, `history`, `departing`, `invited`.
 * They read three steps before them, which one number `no` ties together, with $1 the organization:
 * - `accepted`: no, order_id (null: nothing is ordered), pharmacy, pharmacy_count, lines_before, sealed, signer, client, at;
 * - `ready`: no, line, prescription_id, fill_id, departure_id, patient_id;
 * - `destination`: no, lane, where there is a pharmacy.
 */
export const NEW_ORDER_STEPS = `ordered as (
  ${insertSql('orders', ORDER)}
  from ready r join accepted a on a.no = r.no where a.order_id is not null and a.lines_before = 0 and r.line = 1
), filled as (
  ${insertSql('fill', FILL)}
  from ready r join accepted a on a.no = r.no where a.order_id is not null
), history as (
  insert into fill_event (org_id, fill_id, number, order_id, at, event, to_state, source)
  select $1, r.fill_id, 1, a.order_id, a.at, '${FIRST_EVENT}', '${FIRST_STATE}', 'user'
  from ready r join accepted a on a.no = r.no where a.order_id is not null
), departing as (
  insert into outbox (id, org_id, kind, subject_id, lane, run_at, created_at)
  select r.departure_id, $1, 'new', r.fill_id, destination.lane, now(), a.at
  from ready r join accepted a on a.no = r.no join destination on destination.no = a.no where a.order_id is not null
), invited as (
  insert into outbox (id, org_id, kind, subject_id, lane, run_at, created_at)
  select ${invitationIdSql('a.order_id')}, $1, 'invitation', a.order_id, '${TEXT_LANE}', now(), a.at
  from accepted a where a.order_id is not null and a.lines_before = 0 and a.pharmacy is null
)`;
