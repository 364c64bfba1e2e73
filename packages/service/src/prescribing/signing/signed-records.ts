// Makes the records of what was just signed from the rows that the signing statement returns, so that nothing is read again.
import type { FillId, OrderId, PatientId, PharmacyId, PrescriptionId, TreatmentId } from '@pestle/rules/ids';
import { ulidOf } from '@pestle/rules/ids';
import type { UserActor } from '../../kernel/actor.ts';
import type { Row } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import type { SignedDeparture, SignedFill } from '../deps.ts';
import type { OrderRecord, PrescriptionRecord } from '../orders/records.ts';
import { openPrescription } from '../sealed-rows.ts';
import type { FillRow } from '../tables.ts';
import type { PostalAddress } from './clinical-content.ts';
import type { SignRequest } from './signing-sql.ts';

export interface OrderPlan {
  readonly pharmacyId: PharmacyId | null;
  readonly externalId: string | null;
  readonly address: PostalAddress | null;
}

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
  now: string,
): OrderRecord {
  const { pharmacyId } = plan;
  const fills = rows.map(
    (row, index): FillRow => ({
      ...EMPTY_FILL,
      org_id: signer.orgId,
      id: row['fill_id'] as FillId,
      order_id: orderId,
      prescription_id: row['prescription_id'] as PrescriptionId,
      line: index + 1,
      pharmacy_id: pharmacyId,
      prescriber_order_number: pharmacyId === null ? null : `${ulidOf(orderId)}-${index + 1}`,
      created_at: now,
      updated_at: now,
    }),
  );
  return {
    order: {
      org_id: signer.orgId,
      id: orderId,
      patient_id: rows[0]?.['patient_id'] as PatientId,
      external_id: plan.externalId,
      state: pharmacyId === null ? 'ROUTING' : 'PENDING',
      pharmacy_id: pharmacyId,
      address: plan.address,
      pharmacy_count: pharmacyId === null ? 0 : 1,
      created_by: signer.id,
      client_id: signer.clientId,
      revision: 1,
      created_at: now,
      updated_at: now,
    },
    fills,
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

/** A fill as it begins. */
export const EMPTY_FILL = {
  state: 'QUEUED',
  state_reason: null,
  state_owner: null,
  state_since: null,
  channel: null,
  carrier: null,
  tracking_number: null,
  sent_at: null,
  received_at: null,
  dispensing_reported_at: null,
  cancel_requested_at: null,
  cancel_requested_by: null,
  cancel_sent_at: null,
  cancel_answer: null,
  cancel_answered_at: null,
  sealed_cancel_reason: null,
  cancel_not_sent_at: null,
  cancel_not_sent_reason: null,
  cancel_not_sent_pharmacy_id: null,
  dispensed_after_cancel_at: null,
  cancel_asked_at: null,
  cancel_asked_by: null,
  sealed_cancel_ask: null,
  alert: null,
  revision: 1,
} as const satisfies Partial<FillRow>;
