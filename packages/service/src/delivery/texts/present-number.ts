// What becomes of a text that waits when its patient's number has changed: it goes to the present one, and nothing more to the one before.
import type { Id, OrganizationId } from '@pestle/rules/ids';
import { findPatient } from '../../directory/inside.ts';
import { noteChange } from '../../events/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { withdraw } from '../../outbox/outbox.ts';
import { lockOrder } from '../../prescribing/inside.ts';
import { isWrongNumber, patientLinkFor, patientLinkUrl } from '../../routing/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import { DELIVERY_LIMITS as LIMITS } from '../limits.ts';
import { queueText, type TextContent, type TextLinks } from './write-text.ts';

export interface PresentNumberDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly links: TextLinks;
}

interface Waiting {
  readonly orgId: OrganizationId;
  readonly id: Id<'txt'>;
  readonly content: TextContent;
}

/**
 * True when the text goes nowhere any more, because the patient has another number now or none. It is kept as withheld, for what a carrier may
 * still say of it; a text of its own, with a link of its own, is queued for the present number, so that nobody takes it for the one before.
 */
export async function leftForPresentNumber(
  { store, ports, links }: PresentNumberDeps,
  { orgId, id, content }: Waiting,
): Promise<boolean> {
  return await store.withOrg(orgId, async (tx) => {
    const rows = tx
      .withTables<DeliveryTables>()
      .selectFrom('text_message')
      .select(['order_id', 'about', 'state'])
      .where('org_id', '=', orgId)
      .where('id', '=', id);
    const text = await rows.executeTakeFirst();
    if (text === undefined) return false;
    const { order_id: orderId, about } = text;
    const locked = await lockOrder(tx, orgId, orderId);
    if (locked === undefined) return false;
    const patientId = locked.order.patient_id;
    const patient = await findPatient(tx, orgId, patientId);
    if (patient === undefined || patient.phone === content.recipient) return false;
    // The row of the outbox before the text, as every attempt takes them.
    await withdraw(tx, orgId, id);
    const now = await rows.forUpdate().executeTakeFirst();
    // Another attempt has ended it meanwhile.
    if (now?.state !== 'queued') return true;
    await noteChange(tx, orgId, { kind: 'order', id: orderId, orderId });
    const { phone } = patient;
    const goesOn =
      phone !== null &&
      (await textsOf(tx, orgId, orderId)) < LIMITS.textsOfOrderMax &&
      !(await isWrongNumber(tx, links.phoneHashes, { orgId, patientId, phone }));
    if (!goesOn) {
      await withhold(tx, orgId, id);
      return true;
    }
    const token = await patientLinkFor(tx, ports, links.patientLinks, { orgId, orderId, phone });
    // Behind the link: whose it was is read from the texts that may still leave.
    await withhold(tx, orgId, id);
    const body = withLink(content.body, links.baseUrl, patientLinkUrl(links.baseUrl, token));
    await queueText(tx, ports, {
      orgId,
      orderId,
      about: about ?? 'invitation',
      content: { recipient: phone, body },
    });
    return true;
  });
}

async function withhold(tx: Tx, orgId: OrganizationId, id: Id<'txt'>): Promise<void> {
  await tx
    .withTables<DeliveryTables>()
    .updateTable('text_message')
    .set({ state: 'withheld' })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute();
}

async function textsOf(tx: Tx, orgId: OrganizationId, orderId: string): Promise<number> {
  const rows = await tx
    .withTables<DeliveryTables>()
    .selectFrom('text_message')
    .select('id')
    .where('org_id', '=', orgId)
    .where('order_id', '=', orderId as Id<'ord'>)
    .execute();
  return rows.length;
}

/** The words stay; the link that the other number has does not. */
function withLink(body: string, baseUrl: string, url: string): string {
  return body
    .split(/(?<=\s)|(?=\s)/)
    .map((word) => (word.startsWith(`${baseUrl}/p/`) ? url : word))
    .join('');
}
