// The text that tells a patient that their order is with its pharmacy: once, and again of another pharmacy.

import type { Id, OrderId, OrganizationId, PharmacyId, TransmissionId } from '@pestle/rules/ids';
import { findPatient } from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId } from '../../kernel/ports.ts';
import { findOrganization, patientTextsOf } from '../../organization/inside.ts';
import type { Envelope, LockedOrder } from '../../prescribing/inside.ts';
import type { NewPatientLink } from '../../routing/inside.ts';
import { isWrongNumber, newPatientLink, patientLinkFor, patientLinkUrl } from '../../routing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { columnAddress } from '../../vault/vault.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { setTimers, untilDayMs, waitForDayMs } from './timers.ts';
import { textOf } from './words.ts';
import type { TextContent, TextLinks } from './write-text.ts';
import { queueText } from './write-text.ts';

export interface PlacedNews {
  /** The transmission that completed the order. */
  readonly cause: TransmissionId;
  readonly envelope: Envelope;
  readonly pharmacyName: string;
}

/** Tells the patient that every prescription of the order is with the pharmacy: once, and again of another pharmacy. Without a telephone number there is nothing to tell. */
export async function textPlaced(
  tx: Tx,
  { ports, links }: { readonly ports: Ports; readonly links: TextLinks },
  locked: LockedOrder,
  { cause, envelope, pharmacyName }: PlacedNews,
): Promise<void> {
  const { org_id: orgId, id: orderId, state, pharmacy_id: pharmacyId, patient_id: patientId } = locked.order;
  if (state !== 'PLACED') return;
  if ((await toldOf(tx, { orgId, orderId })) === pharmacyId) return;
  const organization = await findOrganization(tx, orgId);
  if (!patientTextsOf(organization).includes('sent')) return;
  // As it is now: one that was corrected since the signature goes nowhere any more.
  const phone = (await findPatient(tx, orgId, patientId))?.phone ?? null;
  if (phone === null) return;
  const nowMs = ports.clock.now();
  if (waitForDayMs(organization, envelope.patient.address, nowMs, 'other') > 0) {
    await setTimers(tx, orgId, orderId, nowMs, [['sent', 0]]);
    return;
  }
  if (await isWrongNumber(tx, links.phoneHashes, { orgId, patientId, phone })) return;
  const token = await patientLinkFor(tx, ports, links.patientLinks, { orgId, orderId, phone });
  const body = placedBody(envelope, pharmacyName, patientLinkUrl(links.baseUrl, token));
  await queueText(tx, ports, { orgId, orderId, about: 'sent', cause, content: { recipient: phone, body } });
}

/** The pharmacy that the last such text named. Other texts, such as the invitation to choose it, have no transmission as their cause. */
async function toldOf(
  tx: Tx,
  { orgId, orderId }: { readonly orgId: OrganizationId; readonly orderId: OrderId },
): Promise<PharmacyId | undefined> {
  const last = await tx
    .withTables<DeliveryTables>()
    .selectFrom('text_message as text')
    .innerJoin('transmission', (join) =>
      join.onRef('transmission.org_id', '=', 'text.org_id').onRef('transmission.id', '=', 'text.cause'),
    )
    .select('transmission.pharmacy_id')
    .where('text.org_id', '=', orgId)
    .where('text.order_id', '=', orderId)
    .orderBy('text.created_at', 'desc')
    .orderBy('text.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.pharmacy_id;
}

/** The transmission that put an order where it is, for a text that waited for the morning; undefined where that was told already. */
export async function placedCause(
  tx: Tx,
  { org_id: orgId, id: orderId, pharmacy_id: pharmacyId }: LockedOrder['order'],
): Promise<TransmissionId | undefined> {
  if (pharmacyId === null || (await toldOf(tx, { orgId, orderId })) === pharmacyId) return undefined;
  const row = await tx
    .withTables<DeliveryTables>()
    .selectFrom('transmission')
    .select('id')
    .where('org_id', '=', orgId)
    .where('order_id', '=', orderId)
    .where('pharmacy_id', '=', pharmacyId)
    .where('kind', '=', 'new')
    .where('state', '=', 'accepted')
    .orderBy('accepted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** What the plain end of an attempt writes where it completes an order whose patient has no link yet. */
export interface PlacedDraft {
  readonly id: Id<'txt'>;
  readonly content: TextContent;
  readonly sealed: Uint8Array;
  readonly link: NewPatientLink;
  /** It is night where the patient is: whether it waits is for the organization to say. */
  readonly atNight: boolean;
}

/** The text with a link of its own, sealed; undefined without a telephone number. */
export function placedText(
  { ports, links }: { readonly ports: Ports; readonly links: TextLinks },
  keys: OrgKeys,
  envelope: Envelope,
  pharmacyName: string,
): PlacedDraft | undefined {
  const { phone } = envelope.patient;
  if (phone === null) return undefined;
  const id = makeId(ports, 'txt');
  const link = newPatientLink(ports, links.patientLinks);
  const body = placedBody(envelope, pharmacyName, patientLinkUrl(links.baseUrl, link.token));
  const content: TextContent = { recipient: phone, body };
  const { patient, organization } = envelope;
  const atNight = untilDayMs(patient.address, organization.timeZone, ports.clock.now()) > 0;
  return { id, content, sealed: keys.sealJson(columnAddress('text', id), content), link, atNight };
}

function placedBody({ patient, prescriber, organization }: Envelope, pharmacy: string, url: string): string {
  return textOf('sent', {
    practice: organization.name,
    phone: organization.phone ?? prescriber.phone,
    language: patient.language ?? null,
    pharmacy,
    url,
  });
}
