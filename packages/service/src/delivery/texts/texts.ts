// Text messages to patients: that an order is with its pharmacy. They name no medication.

import type { Id, TransmissionId } from '@pestle/rules/ids';
import { formatPhone } from '@pestle/rules/phone';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import { enqueue, TEXT_LANE } from '../../outbox/outbox.ts';
import type { Envelope, LockedOrder } from '../../prescribing/inside.ts';
import { languageOf } from '../../routing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import type { TextContent } from './invitation.ts';

export interface PlacedNews {
  /** The transmission that completed the order. */
  readonly cause: TransmissionId;
  readonly envelope: Envelope;
  readonly pharmacyName: string;
}

/** Tells the patient that every prescription of the order is with the pharmacy: once, and again of another pharmacy. Without a telephone number there is nothing to tell. */
export async function textPlaced(
  tx: Tx,
  ports: Ports,
  locked: LockedOrder,
  { cause, envelope, pharmacyName }: PlacedNews,
): Promise<void> {
  const { org_id: orgId, id: orderId, state, pharmacy_id: pharmacyId } = locked.order;
  if (state !== 'PLACED') return;
  const tables = tx.withTables<DeliveryTables>();
  // The invitation to choose the pharmacy is another message: no transmission is its cause.
  const last = await tables
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
  if (last !== undefined && last.pharmacy_id === pharmacyId) return;
  const text = placedText(ports, keysOf(tx), envelope, pharmacyName);
  if (text === undefined) return;
  const { id, sealed } = text;
  const now = nowText(ports);
  await tables
    .insertInto('text_message')
    .values({
      org_id: orgId,
      id,
      order_id: orderId,
      cause,
      sealed,
      state: 'queued',
      created_at: now,
    })
    .execute();
  await enqueue(tx, {
    id,
    orgId,
    kind: 'text',
    subjectId: orderId,
    lane: TEXT_LANE,
    runAt: 'now',
    createdAt: now,
  });
}

/** The text that tells of it, sealed; undefined without a telephone number. */
export function placedText(
  ports: Ports,
  keys: OrgKeys,
  { patient, prescriber, organization }: Envelope,
  pharmacyName: string,
): { readonly id: Id<'txt'>; readonly content: TextContent; readonly sealed: Uint8Array } | undefined {
  if (patient.phone === null) return undefined;
  const id = makeId(ports, 'txt');
  const questions = formatPhone(organization.phone ?? prescriber.phone);
  const body =
    languageOf(patient.language ?? null) === 'es'
      ? `${organization.name}: su receta se envió a ${pharmacyName}. ` +
        `Pregunte a la farmacia cuándo estará lista. Preguntas: ${questions}.`
      : `${organization.name}: your prescription was sent to ${pharmacyName}. ` +
        `Ask the pharmacy when it is ready. Questions: ${questions}.`;
  const content: TextContent = { recipient: patient.phone, body };
  return { id, content, sealed: keys.sealJson(columnAddress('text', id), content) };
}
