// Keeps what a pharmacy asks, in the transaction of its message: what it is about, whom it asks, and the message itself, sealed.
import type { OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import { noteChange } from '../../events/inside.ts';
import { prescriberByNpi } from '../../identity/inside.ts';
import type { Origin } from '../../kernel/actor.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import type { FillRow, PrescribingTables } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { kindOf } from './denial.ts';
import type { PharmacyRequestRow, RequestMessage, RequestTables } from './tables.ts';

export interface PharmacyRequestNews {
  readonly orgId: OrganizationId;
  readonly senderId: string;
  readonly pharmacyId: PharmacyId;
  readonly message: RequestMessage;
  readonly messageId: string;
  readonly bodyHash: string;
  /** The prescription that it names by our ids, where it names one. */
  readonly prescriberOrderNumber: string | undefined;
  readonly origin: Origin;
}

/** What became of a request: `elsewhere` where neither a prescription nor a prescriber of this organization is meant; `clash` where its MessageID was another message's. */
export type Reception = 'kept' | 'elsewhere' | 'clash';

export async function onRequest(tx: Tx, ports: Ports, news: PharmacyRequestNews): Promise<Reception> {
  const { orgId, message, pharmacyId } = news;
  const keys = keysOf(tx);
  const rxReference = message.header?.rxReferenceNumber?.trim() ?? '';
  const rxReferenceHash =
    rxReference === ''
      ? null
      : Buffer.from(keys.digest('rx-reference', `${pharmacyId}|${rxReference}`)).toString('hex');
  const about = await aboutOf(tx, news, rxReferenceHash);
  const npi = message.prescriber?.identification?.npi?.trim() ?? '';
  const prescriberId = about?.prescriber_id ?? (await prescriberByNpi(tx, orgId, npi));
  if (prescriberId === undefined) return 'elsewhere';
  const id = makeId(ports, 'prq');
  const row: PharmacyRequestRow = {
    org_id: orgId,
    id,
    kind: kindOf(message),
    sender_id: news.senderId,
    pharmacy_id: pharmacyId,
    message_id: news.messageId,
    body_hash: news.bodyHash,
    rx_reference_hash: rxReferenceHash,
    order_id: about?.order_id ?? null,
    fill_id: about?.id ?? null,
    prescription_id: about?.prescription_id ?? null,
    patient_id: about?.patient_id ?? null,
    prescriber_id: prescriberId,
    sealed: keys.sealJson(columnAddress('pharmacyRequest', id), message),
    received_at: nowText(ports),
    answered_at: null,
  };
  const kept = await tx
    .withTables<RequestTables>()
    .insertInto('pharmacy_request')
    .values(row)
    .onConflict((conflict) => conflict.columns(['sender_id', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (kept === undefined) return await isSame(tx, news);
  await noteChange(tx, orgId, { kind: 'desk', id, orderId: row.order_id, patientId: row.patient_id });
  await recordAudit(tx, ports, {
    orgId,
    actor: { kind: 'pharmacy', id: pharmacyId, origin: news.origin },
    action: 'pharmacy-request.receive',
    subject: { kind: 'pharmacy-request', id },
    detail: { type: message.type, ...(about !== undefined && { fillId: about.id }) },
  });
  return 'kept';
}

/** Older than what is remembered of deliveries: the same again changes nothing. A row of another organization cannot be the same message. */
async function isSame(
  tx: Tx,
  { orgId, senderId, messageId, bodyHash }: PharmacyRequestNews,
): Promise<Reception> {
  const row = await tx
    .withTables<RequestTables>()
    .selectFrom('pharmacy_request')
    .select('body_hash')
    .where('org_id', '=', orgId)
    .where('sender_id', '=', senderId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row?.body_hash === bodyHash ? 'kept' : 'clash';
}

type About = Pick<FillRow, 'id' | 'order_id' | 'prescription_id'> &
  Pick<PrescribingTables['prescription'], 'patient_id' | 'prescriber_id'>;

/** The fill that our ids name, else the one that an earlier request of the pharmacy named with the same number of its own. */
async function aboutOf(
  tx: Tx,
  { orgId, pharmacyId, prescriberOrderNumber }: PharmacyRequestNews,
  rxReferenceHash: string | null,
): Promise<About | undefined> {
  const tables = tx.withTables<PrescribingTables & DeliveryTables & RequestTables>();
  const fills = tables
    .selectFrom('fill')
    .innerJoin('prescription', (join) =>
      join
        .onRef('prescription.org_id', '=', 'fill.org_id')
        .onRef('prescription.id', '=', 'fill.prescription_id'),
    )
    .select(['fill.id', 'fill.order_id', 'fill.prescription_id'])
    .select(['prescription.patient_id', 'prescription.prescriber_id'])
    .where('fill.org_id', '=', orgId);
  if (prescriberOrderNumber !== undefined) {
    const named = await fills
      .where((where) =>
        where.or([
          where('fill.prescriber_order_number', '=', prescriberOrderNumber),
          where(
            'fill.id',
            'in',
            where
              .selectFrom('transmission')
              .select('transmission.fill_id')
              .where('transmission.org_id', '=', orgId)
              .where('transmission.prescriber_order_number', '=', prescriberOrderNumber),
          ),
        ]),
      )
      .executeTakeFirst();
    if (named !== undefined) return named;
  }
  if (rxReferenceHash === null) return undefined;
  return await fills
    .innerJoin('pharmacy_request as earlier', (join) =>
      join.onRef('earlier.org_id', '=', 'fill.org_id').onRef('earlier.fill_id', '=', 'fill.id'),
    )
    .where('earlier.pharmacy_id', '=', pharmacyId)
    .where('earlier.rx_reference_hash', '=', rxReferenceHash)
    .orderBy('earlier.received_at', 'desc')
    .executeTakeFirst();
}
