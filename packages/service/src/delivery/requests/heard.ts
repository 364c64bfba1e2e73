// What a pharmacy says by itself of the answer to its request: an Error takes back that it was told.
import type { OrganizationId, PharmacyResponseId } from '@pestle/rules/ids';
import type { Outcome, Received } from '@pestle/script';
import { recordAudit } from '../../audit/audit.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import { withdraw } from '../../outbox/outbox.ts';
import type { Tx } from '../../store/store.ts';
import { saysOf } from '../answers/answered.ts';
import type { RequestTables } from './tables.ts';

export interface ResponseNews {
  readonly orgId: OrganizationId;
  readonly responseId: PharmacyResponseId;
  readonly message: Received;
  readonly outcome: Outcome | undefined;
}

/** Either ends the attempts: a receipt says that it is there, an Error that somebody must call. After an Error a receipt takes nothing back. */
export async function onResponseAnswer(
  tx: Tx,
  ports: Ports,
  { orgId, responseId, message, outcome }: ResponseNews,
): Promise<void> {
  const says = saysOf(message, outcome);
  await recordAudit(tx, ports, {
    orgId,
    actor: { kind: 'service', id: 'script-inbox' },
    action: 'pharmacy-response.answer',
    subject: { kind: 'pharmacy-response', id: responseId },
    detail: { type: message.type },
  });
  if (says === undefined) return;
  await withdraw(tx, orgId, responseId);
  const change =
    says === 'refused'
      ? ({ state: 'rejected', not_sent_reason: 'REFUSED_LATER', accepted_at: null } as const)
      : ({ state: 'accepted', not_sent_reason: null, accepted_at: nowText(ports) } as const);
  await tx
    .withTables<RequestTables>()
    .updateTable('pharmacy_response')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', responseId)
    .where('not_sent_reason', 'is distinct from', 'REFUSED_LATER')
    .execute();
}
