// The statement that puts prescriptions that were signed before on an order, by the same steps as the one that signs.
import type { OrderId, OrganizationId, PatientId, PharmacyId, PrescriptionId } from '@pestle/rules/ids';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import type { Departure } from '../../outbox/outbox.ts';
import { invitationId, TEXT_LANE } from '../../outbox/outbox.ts';
import { runStatement } from '../../store/inside.ts';
import type { Statement, Tx } from '../../store/store.ts';
import { NEW_ORDER_STEPS } from './new-order.ts';

/**
 * $1 organization, $2 order, $3 pharmacy, $4 how many it has had, $5 lines that are on it already, $6 sealed, $7 who sends
 * it, $8 their client, $9 now, $10 lane, $11 patient, $12 prescriptions, $13 fills, $14 rows of the outbox. The prescriptions
 * are locked and judged by statements before.
 */
const ORDER_SAVED: Statement = {
  name: 'pestle_order_saved',
  onePlan: true,
  text: `
with accepted as (
  select 1 as no, $2::text as order_id, $3::text as pharmacy, $4::integer as pharmacy_count, $5::integer as lines_before,
    $6::bytea as sealed, $7::text as signer, $8::text as client, $9::timestamptz as at
), destination as (
  select 1 as no, $10::text as lane where $10::text is not null
), ready as (
  select 1 as no, i.line::integer, i.prescription_id, i.fill_id, i.departure_id, $11::text as patient_id
  from unnest($12::text[], $13::text[], $14::text[]) with ordinality as i(prescription_id, fill_id, departure_id, line)
), ${NEW_ORDER_STEPS}
select 1`,
};

export interface SavedOrder {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  readonly patientId: PatientId;
  /** Null: the patient chooses. */
  readonly pharmacyId: PharmacyId | null;
  /** How many pharmacies it has had with this one; 0 without one. */
  readonly pharmacyCount: number;
  /** Undefined without a pharmacy. */
  readonly lane: string | undefined;
  /** Lines of the existing, locked order that these are added to; 0: the order is made with them. */
  readonly linesBefore: number;
  readonly sealed: Uint8Array | null;
  readonly createdBy: string;
  readonly clientId: string;
  readonly prescriptionIds: readonly PrescriptionId[];
}

/** Writes the order or its further lines in the caller's transaction, which has locked the prescriptions; answers what leaves by it. */
export async function orderSavedLines(tx: Tx, ports: Ports, order: SavedOrder): Promise<Departure[]> {
  const { orgId, orderId, lane, prescriptionIds } = order;
  const departureIds = prescriptionIds.map(() => makeId(ports, 'trm'));
  await runStatement(tx, ORDER_SAVED, [
    orgId,
    orderId,
    order.pharmacyId,
    order.pharmacyCount,
    order.linesBefore,
    order.sealed,
    order.createdBy,
    order.clientId,
    nowText(ports),
    lane ?? null,
    order.patientId,
    prescriptionIds,
    prescriptionIds.map(() => makeId(ports, 'fil')),
    departureIds,
  ]);
  if (lane !== undefined) return departureIds.map((id) => ({ id, orgId, lane }));
  return order.linesBefore > 0 ? [] : [{ id: invitationId(orderId), orgId, lane: TEXT_LANE }];
}
