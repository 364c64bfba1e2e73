// The text channel: hands one text message to the carrier and says what became of it in the words of every channel.

import type { OutgoingText, TextCarrier } from '../carriers/text/carrier.ts';
import type { Sent } from '../ledger/sent.ts';
import { accepted, unsent } from '../ledger/sent.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { Schedule } from './schedule.ts';

export const TEXT_SCHEDULE: Schedule = {
  offsetsMs: DELIVERY_LIMITS.textOffsetsMs,
  timeoutMs: DELIVERY_LIMITS.textTimeoutMs,
};

/** One whose end nobody knows is handed over again: carriers recognize what they have, by its id or by looking for it. */
export async function sendText(carrier: TextCarrier, text: OutgoingText): Promise<Sent> {
  const result = await carrier.sendText(text, AbortSignal.timeout(TEXT_SCHEDULE.timeoutMs));
  switch (result.state) {
    case 'taken':
      return accepted('taken by the carrier');
    case 'refused':
      return unsent(result.reason);
    case 'failed':
      return { ...unsent(result.reason), outcome: 'RETRY' };
    case 'unknown':
      return { ...unsent(result.reason), outcome: 'UNKNOWN', mayHaveArrived: true };
    default:
      throw new Error(`unknown text result ${JSON.stringify(result satisfies never)}`);
  }
}
