// Rows of orders for tests of rooms that stand on them: signed prescriptions, orders, fills and what was sent.
import type { FillState } from '@pestle/rules/fill-status';
import { foldOrder } from '@pestle/rules/fill-status';
import type {
  FillId,
  OrderId,
  OrganizationId,
  PatientId,
  PharmacyId,
  PrescriptionId,
  TransmissionId,
} from '@pestle/rules/ids';
import { ulidOf } from '@pestle/rules/ids';
import { structureOf } from '@pestle/rules/sig';
import {
  type ClinicalContent,
  contentHash,
  type Envelope,
  sealSignable,
} from '@pestle/service/for-tests/prescribing';
import { keysOf } from '@pestle/service/for-tests/vault';
import { makeId, systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { sql } from 'kysely';
import { clinicalContent, envelope } from './clinical-content.ts';

export interface TestFill {
  readonly id: FillId;
  readonly line: number;
  readonly prescriptionId: PrescriptionId;
  readonly orderNumber: string;
  /** The transmission that brought it to the pharmacy. */
  readonly transmissionId: TransmissionId;
  readonly messageId: string;
}

export interface TestOrder {
  readonly orgId: OrganizationId;
  readonly id: OrderId;
  readonly fills: readonly [TestFill, ...TestFill[]];
}

export interface OrderSpec {
  readonly orgId: OrganizationId;
  readonly pharmacyId: PharmacyId;
  /** One fill per state; one SENT when left out. */
  readonly states?: readonly FillState[];
  readonly channel?: 'script' | 'api' | 'fax';
  readonly content?: ClinicalContent;
  readonly envelope?: Envelope;
  /** ISO 8601. */
  readonly writtenAt?: string;
  readonly expirationDate?: string;
}

/** An order at a pharmacy with its signed prescriptions, each sent by one accepted transmission. */
export async function insertOrder(store: Store, spec: OrderSpec): Promise<TestOrder> {
  const states = spec.states ?? ['SENT'];
  const orderId = makeId(systemPorts, 'ord');
  const patientId = makeId(systemPorts, 'pat');
  const fills = states.map((_, index): TestFill => {
    const line = index + 1;
    return {
      id: makeId(systemPorts, 'fil'),
      line,
      prescriptionId: makeId(systemPorts, 'rx'),
      orderNumber: `${ulidOf(orderId)}-${line}`,
      transmissionId: makeId(systemPorts, 'trm'),
      messageId: `M${ulidOf(makeId(systemPorts, 'msg'))}`,
    };
  });
  await store.withOrg(spec.orgId, async (tx) => {
    await sql`insert into orders (org_id, id, patient_id, state, pharmacy_id, pharmacy_count, created_by, client_id)
      values (${spec.orgId}, ${orderId}, ${patientId}, ${foldOrder(states, true)}, ${spec.pharmacyId}, 1, 'usr_x', 'app_x')`.execute(
      tx,
    );
    for (const [index, fill] of fills.entries())
      await insertFill(tx, spec, orderId, patientId, fill, states[index] ?? 'SENT');
  });
  const [first, ...others] = fills;
  if (first === undefined) throw new Error('an order has at least one fill');
  return { orgId: spec.orgId, id: orderId, fills: [first, ...others] };
}

async function insertFill(
  tx: Parameters<Parameters<Store['withOrg']>[1]>[0],
  spec: OrderSpec,
  orderId: OrderId,
  patientId: PatientId,
  fill: TestFill,
  state: FillState,
): Promise<void> {
  const { orgId, pharmacyId } = spec;
  const content = spec.content ?? clinicalContent();
  const hash = contentHash(content);
  const signableId = makeId(systemPorts, 'sgn');
  const channel = spec.channel ?? 'script';
  const writtenAt = spec.writtenAt ?? '2026-11-20T14:30:00.000Z';
  const sealed = sealSignable(keysOf(tx), signableId, {
    content,
    envelope: spec.envelope ?? envelope(),
    structuredSig: structureOf(content.instructions) ?? null,
    externalId: null,
    source: null,
  });
  await sql`insert into signable (org_id, id, draft_id, draft_revision, patient_id, patient_revision, prescriber_id,
      prescriber_revision, sealed, content_hash, signed_at)
    values (${orgId}, ${signableId}, ${makeId(systemPorts, 'drf')}, 1, ${patientId}, 1, ${content.prescriber.id}, 1,
      ${sealed}, ${hash}, ${writtenAt})`.execute(tx);
  await sql`insert into prescription (org_id, id, patient_id, prescriber_id, treatment_id, signable_id, content_hash, written_at,
      expiration_date, prepared_by)
    values (${orgId}, ${fill.prescriptionId}, ${patientId}, ${content.prescriber.id}, ${content.treatment.id}, ${signableId},
      ${hash}, ${writtenAt}, ${spec.expirationDate ?? '2027-11-20'}, ${content.prescriber.id})`.execute(tx);
  const sent = state === 'QUEUED' || state === 'SENDING' ? null : '2026-11-20T14:31:00.000Z';
  await sql`insert into fill (org_id, id, order_id, prescription_id, line, state, pharmacy_id, prescriber_order_number, channel, sent_at)
    values (${orgId}, ${fill.id}, ${orderId}, ${fill.prescriptionId}, ${fill.line}, ${state}, ${pharmacyId},
      ${fill.orderNumber}, ${channel}, ${sent})`.execute(tx);
  await sql`insert into fill_event (org_id, fill_id, number, order_id, at, event, from_state, to_state, source)
    values (${orgId}, ${fill.id}, 1, ${orderId}, ${writtenAt}, 'created', null, ${state}, 'user')`.execute(
    tx,
  );
  await insertTransmission(tx, {
    orgId,
    orderId,
    fillId: fill.id,
    pharmacyId,
    channel,
    id: fill.transmissionId,
    messageId: fill.messageId,
    orderNumber: fill.orderNumber,
  });
}

export interface TransmissionSpec {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId;
  readonly channel: 'script' | 'api' | 'fax';
  readonly id: TransmissionId;
  readonly messageId: string;
  readonly orderNumber: string;
  readonly kind?: 'new' | 'cancel' | 'late_notice';
}

export async function insertTransmission(
  tx: Parameters<Parameters<Store['withOrg']>[1]>[0],
  spec: TransmissionSpec,
): Promise<void> {
  await sql`insert into transmission (org_id, id, order_id, fill_id, pharmacy_id, kind, channel, message_id,
      prescriber_order_number, state, first_attempt_at, accepted_at, created_at)
    values (${spec.orgId}, ${spec.id}, ${spec.orderId}, ${spec.fillId}, ${spec.pharmacyId}, ${spec.kind ?? 'new'}, ${spec.channel},
      ${spec.messageId}, ${spec.orderNumber}, 'accepted', '2026-11-20T14:30:30.000Z', '2026-11-20T14:31:00.000Z',
      '2026-11-20T14:30:10.000Z')`.execute(tx);
  await sql`insert into attempt (org_id, transmission_id, number, started_at, ended_at, outcome, http_status, reason)
    values (${spec.orgId}, ${spec.id}, 1, '2026-11-20T14:30:30.000Z', '2026-11-20T14:31:00.000Z', 'ACCEPTED',
      ${spec.channel === 'fax' ? null : 200}, null)`.execute(tx);
}
