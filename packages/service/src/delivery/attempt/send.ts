// Sends the message of an attempt that has begun; a fax is drawn first, because its link belongs to what was just written.
import { isUnavailable } from '../../kernel/failures/sql-errors.ts';
import { throughOutage } from '../../store/inside.ts';
import type { Facts } from '../ledger/facts.ts';
import type { Sent } from '../ledger/sent.ts';
import { unsent } from '../ledger/sent.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { AttemptDeps } from './deps.ts';
import type { Prepared } from './prepared.ts';

export async function sendMessage(
  deps: Pick<AttemptDeps, 'faxPages' | 'sender'>,
  facts: Facts,
  message: Prepared,
  { attempt, timeoutMs }: { readonly attempt: number; readonly timeoutMs: number },
): Promise<Sent> {
  let { body } = message;
  let lines: readonly string[] = [];
  if (message.channel === 'fax') {
    try {
      ({ document: body, lines } = await throughOutage(
        () => deps.faxPages.draw(facts, message),
        DELIVERY_LIMITS.beginThroughOutageMs,
      ));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      return unsent('fax-not-drawn');
    }
  }
  return await deps.sender.send({
    facts,
    channel: message.channel,
    body,
    lines,
    contentType: message.contentType,
    attemptNumber: attempt,
    timeoutMs,
  });
}
