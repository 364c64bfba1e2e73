// The text that invites a patient to choose the pharmacy of an order: written once, when it is about to leave. It names no medication.

import type { OrderId, OrganizationId } from '@pestle/rules/ids';
import { formatPhone } from '@pestle/rules/phone';
import { findPatient } from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { OrganizationRow } from '../../organization/inside.ts';
import { findOrganization } from '../../organization/inside.ts';
import { invitationId } from '../../outbox/outbox.ts';
import { lockOrder } from '../../prescribing/inside.ts';
import type { PatientLinkKey } from '../../routing/inside.ts';
import { languageOf, patientLinkFor, patientLinkUrl } from '../../routing/inside.ts';
import type { Store } from '../../store/store.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { DeliveryTables } from '../ledger/tables.ts';

/** What `text_message.sealed` holds. */
export interface TextContent {
  readonly recipient: string;
  readonly body: string;
}

export interface InvitationDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly baseUrl: string;
  readonly patientLinks: PatientLinkKey;
}

/** Puts the text down, so that every attempt sends the same. False when there is nothing to send: a pharmacy is chosen, or no telephone number is on file. */
export async function writeInvitation(
  { store, ports, baseUrl, patientLinks }: InvitationDeps,
  orgId: OrganizationId,
  orderId: OrderId,
): Promise<boolean> {
  return await store.withOrg(orgId, async (tx) => {
    const locked = await lockOrder(tx, orgId, orderId);
    if (locked === undefined || locked.order.state !== 'ROUTING') return false;
    const tables = tx.withTables<DeliveryTables>();
    const id = invitationId(orderId);
    const written = await tables
      .selectFrom('text_message')
      .select('id')
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (written !== undefined) return true;
    const patient = await findPatient(tx, orgId, locked.order.patient_id);
    if (patient === undefined || patient.phone === null) return false;
    const token = await patientLinkFor(tx, ports, patientLinks, { orgId, orderId });
    if (token === undefined) return false;
    const body = invitationText(
      await findOrganization(tx, orgId),
      patientLinkUrl(baseUrl, token),
      patient.language,
    );
    await tables
      .insertInto('text_message')
      .values({
        org_id: orgId,
        id,
        order_id: orderId,
        cause: id,
        sealed: keysOf(tx).sealJson(columnAddress('text', id), {
          recipient: patient.phone,
          body,
        } satisfies TextContent),
        state: 'queued',
        created_at: nowText(ports),
      })
      .execute();
    return true;
  });
}

function invitationText({ name, phone }: OrganizationRow, url: string, language: string | null): string {
  const number = phone === null ? undefined : formatPhone(phone);
  if (languageOf(language) === 'es') {
    const questions = number === undefined ? '' : ` Preguntas: ${number}.`;
    return `${name}: elija una farmacia para su receta: ${url} Este enlace es solo para usted.${questions}`;
  }
  const questions = number === undefined ? '' : ` Questions: ${number}.`;
  return `${name}: choose a pharmacy for your prescription: ${url} This link is only for you.${questions}`;
}
