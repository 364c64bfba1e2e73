// Sends the message of an attempt that has begun; a fax is drawn first, because its link belongs to what was just written.
import { isUnavailable } from '../../kernel/failures/sql-errors.ts';
import { throughOutage } from '../../store/inside.ts';
import type { Facts } from '../ledger/facts.ts';
import type { Sent } from '../ledger/sent.ts';
import { CLAIMED_TOO_LONG_AGO, unsent } from '../ledger/sent.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { AttemptDeps } from './deps.ts';
import type { Prepared } from './prepared.ts';

export async function sendMessage(
  deps: Pick<AttemptDeps, 'faxPages' | 'sender'>,
  facts: Facts,
  message: Prepared,
  {
    attempt,
    timeoutMs,
    mayLeave,
  }: { readonly attempt: number; readonly timeoutMs: number; readonly mayLeave: () => boolean },
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
    if (!mayLeave()) return CLAIMED_TOO_LONG_AGO;
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
