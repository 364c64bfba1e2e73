// The text that invites a patient to choose the pharmacy of an order: written once, when it is about to leave. It names no medication.

import type { OrderId, OrganizationId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import type { PatientRow } from '../../directory/inside.ts';
import { findPatient, findPharmacy } from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { findOrganization } from '../../organization/inside.ts';
import { invitationId, type OutboxTables } from '../../outbox/outbox.ts';
import { lockOrder } from '../../prescribing/inside.ts';
import { isWrongNumber, patientLinkFor, patientLinkUrl, preferredAt } from '../../routing/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { setTimers, waitForDayMs, whereabouts } from './timers.ts';
import { textOf } from './words.ts';
import type { TextLinks } from './write-text.ts';
import { insertText } from './write-text.ts';

export interface InvitationDeps extends TextLinks {
  readonly store: Store;
  readonly ports: Ports;
}

/**
 * Puts the text down, so that every attempt sends the same. False when there is nothing to send: a pharmacy is chosen, or no telephone number is on file. At night it waits in
 * the outbox, and nothing of it is written: in the morning it may not be needed any more.
 */
export async function writeInvitation(
  { store, ports, baseUrl, patientLinks, phoneHashes }: InvitationDeps,
  orgId: OrganizationId,
  orderId: OrderId,
): Promise<boolean | 'waits'> {
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
    const { phone, id: patientId } = patient;
    if (await isWrongNumber(tx, phoneHashes, { orgId, patientId, phone })) return false;
    const organization = await findOrganization(tx, orgId);
    const where = whereabouts(locked.order, patient);
    const waitMs = waitForDayMs(organization, where, ports.clock.now(), 'first');
    if (waitMs > 0) {
      await holdUntilDay(tx, orgId, id, waitMs);
      return 'waits';
    }
    const token = await patientLinkFor(tx, ports, patientLinks, { orgId, orderId, phone });
    const url = patientLinkUrl(baseUrl, token);
    const body = textOf('invitation', {
      goesToPreferred: await goesToPreferred(tx, orgId, orderId, patient),
      practice: organization.name,
      phone: organization.phone,
      language: patient.language,
      url,
    });
    await insertText(tx, ports, {
      orgId,
      orderId,
      id,
      about: 'invitation',
      content: { recipient: phone, body },
    });
    await setTimers(tx, orgId, orderId, ports.clock.now(), [
      ['first-reminder', DELIVERY_LIMITS.firstReminderMs],
      ['second-reminder', DELIVERY_LIMITS.secondReminderMs],
    ]);
    return true;
  });
}

/** Nobody has it: an attempt begins with the text. Whoever had the same thought a moment ago is not undone. */
async function holdUntilDay(tx: Tx, orgId: OrganizationId, id: string, waitMs: number): Promise<void> {
  await tx
    .withTables<OutboxTables>()
    .updateTable('outbox')
    .set({ run_at: sql<string>`now() + ${waitMs} * interval '1 millisecond'`, wait_ms: waitMs })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('leased_by', 'is', null)
    .execute();
}

/** Whether it does so by itself: the prescriber chose that, and the pharmacy can be chosen. */
async function goesToPreferred(
  tx: Tx,
  orgId: OrganizationId,
  orderId: OrderId,
  { preferred_pharmacy_id: id }: Pick<PatientRow, 'preferred_pharmacy_id'>,
): Promise<boolean> {
  if (id === null || !(await preferredAt(tx, orgId, [orderId])).has(orderId)) return false;
  const pharmacy = await findPharmacy(tx, id);
  return pharmacy?.active === true && pharmacy.serves_public;
}
