// Owns what a list of orders may be narrowed to: where their lines stand, where they go, who signed them, when, and what somebody typed to find one.
import { isDate } from '@pestle/rules/dates';
import type { FillState } from '@pestle/rules/fill-status';
import type { OrderId, OrganizationId, PharmacyId, UserId } from '@pestle/rules/ids';
import { isId, isUlid } from '@pestle/rules/ids';
import { readOrderNumber } from '@pestle/rules/order-number';
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { findPharmacy, patientIdsFound } from '../../directory/inside.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import type { PageRequest } from '../../kernel/paging.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';
import { PRESCRIBING_LIMITS as LIMITS } from '../limits.ts';
import type { PrescribingTables } from '../tables.ts';

export interface OrderFilter extends PageRequest {
  /** Only these, of which those that are nobody's here are left out. */
  readonly ids?: readonly string[] | null;
  readonly patientId?: string | null;
  /** Only orders changed at or after this moment, oldest change first: for following live. */
  readonly changedSince?: string | null;
  /** Only orders that a person should look at: stuck, in error, with an alert, with a cancel that could not be sent, or unconfirmed for too long at a pharmacy that reports (D5). */
  readonly needsAttention?: boolean | null;
  /** Only orders with a line in one of these states. */
  readonly states?: readonly FillState[] | null;
  readonly channel?: 'ELECTRONIC' | 'FAX' | null;
  readonly pharmacyId?: string | null;
  /** Who signed it. */
  readonly prescriberId?: string | null;
  /** Days in the organization's time zone, both included. */
  readonly from?: string | null;
  readonly to?: string | null;
  /** Only the one of this number, with or without the space. */
  readonly number?: string | null;
  /** What somebody typed to find it. */
  readonly text?: string | null;
}

type Orders = ExpressionBuilder<PrescribingTables, 'orders'>;
type Condition = (eb: Orders) => ExpressionWrapper<PrescribingTables, 'orders', SqlBool>;

export interface ReadOrderFilter {
  readonly conditions: readonly Condition[];
  /** What of the filter decides what the list holds, for its cursors. */
  readonly question: readonly unknown[];
}

/** Throws INVALID_INPUT, also for a number with a wrong digit, and NOT_FOUND for an unknown pharmacy and for what is no id of a prescriber. */
export async function readOrderFilter(
  tx: Tx,
  orgId: OrganizationId,
  filter: OrderFilter,
): Promise<ReadOrderFilter> {
  const { prescriberId } = filter;
  const pharmacyId =
    typeof filter.pharmacyId === 'string' ? await knownPharmacy(tx, filter.pharmacyId) : null;
  if (typeof prescriberId === 'string' && !isId('usr', prescriberId)) throw notFound('prescriber');
  const states = [...new Set(filter.states ?? [])].toSorted();
  const { from = null, to = null, channel = null } = filter;
  const text = typedText(filter.text ?? '');
  const number = typeof filter.number === 'string' ? requireOrderNumber(filter.number) : null;
  const conditions: Condition[] = [];
  const ids = filter.ids == null ? null : requireOrderIds(filter.ids);
  if (ids !== null) conditions.push((eb) => eb('id', 'in', ids));
  if (number !== null) conditions.push((eb) => eb('number', '=', number));
  if (pharmacyId !== null) conditions.push((eb) => eb('pharmacy_id', '=', pharmacyId));
  if (states.length > 0 || channel !== null || typeof prescriberId === 'string')
    conditions.push(hasLine(states, channel, prescriberId ?? null));
  if (from !== null || to !== null) conditions.push(...(await orderedWithin(tx, orgId, from, to)));
  if (text !== '') conditions.push(await found(tx, orgId, text));
  return {
    conditions,
    question: [states, channel, pharmacyId, prescriberId ?? null, from, to, text, number, ids],
  };
}

/** Each once, in one order, so that a cursor knows them again. What cannot be an id is nobody's order. */
function requireOrderIds(ids: readonly string[]): readonly OrderId[] {
  if (ids.length === 0 || ids.length > LIMITS.ordersByIdMax)
    throw invalidInput([
      {
        path: 'ids',
        code: 'OUT_OF_RANGE',
        message: `Name 1 to ${LIMITS.ordersByIdMax} orders, and ask again for more.`,
      },
    ]);
  return [...new Set(ids.map((id) => (isId('ord', id) ? id : NOBODYS)))].toSorted();
}

/** No order has it. */
const NOBODYS = `ord_${'0'.repeat(26)}` as OrderId;

/** A pharmacy that has closed is found: its orders are still looked for. */
async function knownPharmacy(tx: Tx, id: string): Promise<PharmacyId> {
  const pharmacy = await findPharmacy(tx, id);
  if (pharmacy === undefined) throw notFound('pharmacy');
  return pharmacy.id;
}

/** One line of the order for which everything holds. */
function hasLine(
  states: readonly FillState[],
  channel: 'ELECTRONIC' | 'FAX' | null,
  prescriberId: UserId | null,
): Condition {
  return (eb) => {
    let line = eb
      .selectFrom('fill')
      .select('fill.id')
      .whereRef('fill.org_id', '=', 'orders.org_id')
      .whereRef('fill.order_id', '=', 'orders.id');
    if (states.length > 0) line = line.where('fill.state', 'in', states);
    if (channel !== null)
      line = line.where('fill.channel', 'in', channel === 'FAX' ? ['fax'] : ['script', 'api']);
    if (prescriberId !== null)
      line = line
        .innerJoin('prescription', (join) =>
          join
            .onRef('prescription.org_id', '=', 'fill.org_id')
            .onRef('prescription.id', '=', 'fill.prescription_id'),
        )
        .where('prescription.prescriber_id', '=', prescriberId);
    return eb.exists(line);
  };
}

async function orderedWithin(
  tx: Tx,
  orgId: OrganizationId,
  from: string | null,
  to: string | null,
): Promise<Condition[]> {
  for (const [path, day] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (day !== null && !isDate(day))
      throw invalidInput([{ path, code: 'INVALID', message: 'Write a day of the calendar as YYYY-MM-DD.' }]);
  const { time_zone: zone } = await findOrganization(tx, orgId);
  const midnight = (day: string, later: number) =>
    sql<string>`((${day}::date + ${later}::integer)::timestamp at time zone ${zone})`;
  const conditions: Condition[] = [];
  if (from !== null) conditions.push((eb) => eb('created_at', '>=', midnight(from, 0)));
  if (to !== null) conditions.push((eb) => eb('created_at', '<', midnight(to, 1)));
  return conditions;
}

function typedText(text: string): string {
  if (text.length > LIMITS.orderSearchCharactersMax)
    throw invalidInput([
      {
        path: 'text',
        code: 'TOO_LONG',
        message: `Type at most ${LIMITS.orderSearchCharactersMax} characters.`,
      },
    ]);
  // The store refuses a NUL character, and no number has one.
  return text.replaceAll('\0', '').trim();
}

function requireOrderNumber(text: string): string {
  const read = readOrderNumber(text.slice(0, LIMITS.orderSearchCharactersMax));
  if (read?.mistyped === false) return read.number;
  const message =
    read === undefined
      ? 'An order number has eight digits, such as 4127 0364.'
      : 'No order has this number: a digit of it is mistyped. Compare it digit by digit.';
  throw invalidInput([{ path: 'number', code: read === undefined ? 'INVALID' : 'MISTYPED', message }]);
}

/** By its own id or a number of it, else by a tracking number of it or by its patient: eight digits may be one of those as well. */
async function found(tx: Tx, orgId: OrganizationId, text: string): Promise<Condition> {
  const [ulid = ''] = text.toUpperCase().replace(/^ORD_/, '').split('-');
  if (isUlid(ulid)) return (eb) => eb('orders.id', '=', `ord_${ulid}` as OrderId);
  const patients = await patientIdsFound(tx, orgId, text, LIMITS.orderSearchPatientsMax);
  const number = text.toUpperCase().replaceAll(/\s/g, '');
  const ofOrder = readOrderNumber(text)?.number ?? null;
  return (eb) => {
    const tracked = eb('orders.id', 'in', (inner) =>
      inner
        .selectFrom('fill')
        .select('fill.order_id')
        .where('fill.org_id', '=', orgId)
        .where(sql<string>`(upper(fill.tracking_number))`, 'in', [number, text.toUpperCase()]),
    );
    const ways = [tracked];
    if (ofOrder !== null) ways.push(eb('orders.number', '=', ofOrder));
    if (patients.length > 0) ways.push(eb('patient_id', 'in', patients));
    return eb.or(ways);
  };
}
