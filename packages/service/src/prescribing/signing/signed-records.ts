// Makes the records of what was just signed from the rows that the signing statement returns, so that nothing is read again.
import type { FillId, OrderId, PatientId, PrescriptionId, TreatmentId } from '@pestle/rules/ids';
import type { UserActor } from '../../kernel/actor.ts';
import type { Row } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import type { SignedDeparture, SignedFill } from '../deps.ts';
import type { NewLine, NewOrder } from '../orders/new-order.ts';
import { newFillRow, newOrderRow } from '../orders/new-order.ts';
import type { OrderRecord, PrescriptionRecord } from '../records.ts';
import { openPrescription } from '../sealed-rows.ts';
import type { OrderPlan } from '../tables.ts';
import type { SignRequest } from './signing-sql.ts';

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
  signer: UserActor,
  rows: readonly Row[],
  plan: OrderPlan,
  orderId: OrderId,
  { now, pharmacyCount, sealed }: SignRequest,
): OrderRecord {
  const made: NewOrder = {
    orgId: signer.orgId,
    orderId,
    patientId: rows[0]?.['patient_id'] as PatientId,
    pharmacyId: plan.pharmacyId,
    pharmacyCount,
    sealed,
    createdBy: signer.id,
    clientId: signer.clientId,
    now,
  };
  const lines = rows.map(
    (row, index): NewLine => ({
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

export function departuresOf(
  rows: readonly Row[],
  { order, fills }: OrderRecord,
  expirationDate: string,
): SignedDeparture[] {
  return rows.flatMap((row, index) => {
    const fill = fills[index];
    const { lane } = row;
    if (typeof lane !== 'string' || fill?.pharmacy_id == null || fill.prescriber_order_number === null)
      return [];
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
    return [{ id: row['departure_id'] as string, orgId: order.org_id, lane, signed }];
  });
}
