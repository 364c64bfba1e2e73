// Writes a text and its place in the outbox, in the transaction of its cause: the words are put down once, so that every attempt sends the same.
import type { Id, OrderId, OrganizationId, TransmissionId } from '@pestle/rules/ids';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import type { Departure } from '../../outbox/outbox.ts';
import { enqueue, TEXT_LANE } from '../../outbox/outbox.ts';
import type { PatientLinkKey, PhoneHashes } from '../../routing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';
import type { DeliveryTables, TextKind } from '../ledger/tables.ts';

/** What `text_message.sealed` holds. */
export interface TextContent {
  readonly recipient: string;
  readonly body: string;
}

/** What links in texts are made of. */
export interface TextLinks {
  /** Public address of the service, without trailing slash: links begin with it. */
  readonly baseUrl: string;
  readonly patientLinks: PatientLinkKey;
  readonly phoneHashes: PhoneHashes;
}

export interface NewText {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  readonly about: TextKind;
  readonly content: TextContent;
  /** The transmission that it tells of; the text itself when left out. */
  readonly cause?: TransmissionId;
  /** When left out, one is made. */
  readonly id?: Id<'txt'>;
}

/** Writes the text alone. */
export async function insertText(tx: Tx, ports: Ports, text: NewText): Promise<Id<'txt'>> {
  const { orgId, orderId, about, content } = text;
  const id = text.id ?? makeId(ports, 'txt');
  await tx
    .withTables<DeliveryTables>()
    .insertInto('text_message')
    .values({
      org_id: orgId,
      id,
      order_id: orderId,
      cause: text.cause ?? id,
      sealed: keysOf(tx).sealJson(columnAddress('text', id), content),
      about,
      state: 'queued',
      created_at: nowText(ports),
    })
    .execute();
  return id;
}

/** The same, to leave now. */
export async function queueText(tx: Tx, ports: Ports, text: NewText): Promise<Departure> {
  const { orgId, orderId } = text;
  const id = await insertText(tx, ports, text);
  return await enqueue(tx, {
    id,
    orgId,
    kind: 'text',
    subjectId: orderId,
    lane: TEXT_LANE,
    runAt: 'now',
    createdAt: nowText(ports),
  });
}
