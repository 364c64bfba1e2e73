// Makes the records of what was just signed from the rows that the signing statement returns, so that nothing is read again.
import type { FillId, OrganizationId, PatientId, PrescriptionId, TreatmentId } from '@pestle/rules/ids';
import type { UserActor } from '../../kernel/actor.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { Row } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import type { SignedDeparture, SignedFill } from '../deps.ts';
import type { MadeLine, MadeOrder } from '../orders/new-order.ts';
import { newFillRow, newOrderRow } from '../orders/new-order.ts';
import type { OrderRecord, PrescriptionRecord } from '../records.ts';
import { openPrescription } from '../sealed-rows.ts';
import type { OrderPlan } from '../tables.ts';
import type { SignRequest } from './sign-request.ts';

export function freshPrescriptions(
  keys: OrgKeys,
  signer: UserActor,
  rows: readonly Row[],
  { now, expirationDate }: SignRequest,
): PrescriptionRecord[] {
  return rows.map((row) =>
    openPrescription(
      keys,
      {
        org_id: signer.orgId,
        id: row['prescription_id'] as PrescriptionId,
        state: 'ACTIVE',
        dispensed_at: null,
        patient_id: row['patient_id'] as PatientId,
        prescriber_id: signer.id,
        treatment_id: row['treatment_id'] as TreatmentId,
        signable_id: row['signable_id'] as string,
        content_hash: row['content_hash'] as string,
        written_at: now,
        expiration_date: expirationDate,
        prepared_by: row['prepared_by'] as string,
        revision: 1,
        created_at: now,
      },
      row['sealed'] as Uint8Array,
    ),
  );
}

export function freshOrder(
  actor: UserActor,
  rows: readonly Row[],
  plan: OrderPlan,
  { now, order: asked }: SignRequest,
): OrderRecord {
  if (asked === null) throw new Error('nothing was ordered');
  const made: MadeOrder = {
    ...asked,
    orgId: actor.orgId,
    patientId: rows[0]?.['patient_id'] as PatientId,
    createdBy: actor.id,
    clientId: actor.clientId,
    number: (rows[0]?.['number'] ?? null) as string | null,
    now,
  };
  const lines = rows.map(
    (row, index): MadeLine => ({
      fillId: row['fill_id'] as FillId,
      prescriptionId: row['prescription_id'] as PrescriptionId,
      line: index + 1,
    }),
  );
  const { sealed: _sealed, ...order } = newOrderRow(made);
  return {
    order: { ...order, external_id: plan.externalId, address: plan.address },
    fills: lines.map((line) => newFillRow(made, line)),
  };
}

/** What leaves by a new order: with what was just signed, where it was signed with it. */
export function departuresOf(
  rows: readonly Row[],
  { order, fills }: OrderRecord,
  expirationDate: string,
): SignedDeparture[] {
  return rows.flatMap((row, index) => {
    const [departure] = departingRows(order.org_id, [row]);
    if (departure === undefined) return [];
    const fill = fills[index];
    if (row['sealed'] === null || fill?.pharmacy_id == null || fill.prescriber_order_number === null)
      return [departure];
    const signed: SignedFill = {
      fillId: fill.id,
      orderId: order.id,
      prescriberOrderNumber: fill.prescriber_order_number,
      prescriptionId: fill.prescription_id,
      writtenAt: order.created_at,
      expirationDate,
      signableId: row['signable_id'] as string,
      signerRevision: row['prescriber_revision'] as number,
      sealed: row['sealed'] as Uint8Array,
      address: order.address,
      pharmacyId: fill.pharmacy_id,
      pharmacyVersion: row['version'] as string,
    };
    return [{ ...departure, signed }];
  });
}

/** The rows of the outbox that the statement wrote, one for each line; none without a pharmacy. */
export function departingRows(orgId: OrganizationId, rows: readonly Row[]): Departure[] {
  return rows.flatMap(({ lane, departure_id: id }) =>
    typeof lane === 'string' ? [{ id: String(id), orgId, lane }] : [],
  );
}
