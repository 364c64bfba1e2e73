// Makes the message of an attempt: its ids and its bytes, which are those of the first attempt where there was one (I5).

import { messageIdOf } from '../../../outbox/outbox.ts';
import { apiCallOf, apiMessage } from '../../channels/api.ts';
import type { PreparedMessage } from '../../channels/script.ts';
import { scriptMessage } from '../../channels/script.ts';
import type { Facts } from '../../ledger/facts.ts';
import type { Channel } from '../../ledger/tables.ts';
import type { AttemptDeps } from '../deps.ts';
import type { Prepared } from '../prepared.ts';

/** What was kept of a message does not open any more: it cannot be sent again as it was. */
export class DamagedMessageError extends Error {}

/** The bytes to send: those of the first attempt when there was one (I5). */
export async function prepare(deps: AttemptDeps, facts: Facts): Promise<Prepared> {
  const { transmission } = facts;
  const sentAt = new Date(transmission?.firstAttemptAt ?? deps.ports.clock.now());
  if (transmission === undefined) {
    const channel: Channel = facts.pharmacy.integrated
      ? (facts.pharmacy.integration?.channel ?? 'script')
      : 'fax';
    const ids = {
      messageId: messageIdOf(channel === 'fax' ? 'fax' : 'electronic', facts.id),
      relatesToMessageId: null,
      prescriberOrderNumber: facts.fill.prescriberOrderNumber ?? '',
    };
    const reason: Prepared['reason'] = channel === 'fax' ? { because: 'not-integrated' } : {};
    return {
      ...(await writeMessage(deps, facts, channel, ids, sentAt)),
      kind: 'new',
      channel,
      ...ids,
      reason,
      sentAt,
    };
  }
  const { kind, channel, reason, body, contentType } = transmission;
  // Other bytes under its MessageID would be another message (I5).
  if (body === 'damaged') throw new DamagedMessageError();
  const ids = {
    messageId: transmission.messageId,
    relatesToMessageId: transmission.relatesToMessageId,
    prescriberOrderNumber: transmission.prescriberOrderNumber,
  };
  const message =
    body !== null && contentType !== null
      ? { body, contentType }
      : await writeMessage(deps, facts, channel, ids, sentAt);
  return { ...message, kind, channel, ...ids, reason, sentAt };
}

/** The message by one channel: also what a preview shows. Throws where the pharmacy's settings cannot carry it. */
export async function writeMessage(
  deps: Pick<AttemptDeps, 'scriptSender'>,
  facts: Facts,
  channel: Channel,
  ids: { messageId: string; relatesToMessageId: string | null; prescriberOrderNumber: string },
  sentAt: Date,
): Promise<PreparedMessage> {
  switch (channel) {
    case 'script':
      return scriptMessage(facts, deps.scriptSender, ids, sentAt);
    case 'api': {
      const call = apiCallOf(facts);
      if (call === undefined) throw new Error('the pharmacy has no such call');
      return await apiMessage(facts, call, ids);
    }
    case 'fax':
      // Drawn when the transmission is written, because its link belongs to it; not kept, because it shows the link.
      return { body: new Uint8Array(), contentType: 'application/pdf' };
    default:
      throw new Error(`unknown channel ${String(channel satisfies never)}`);
  }
}
