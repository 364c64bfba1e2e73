// The text channel: hands one text message to the carrier and says what became of it in the words of every channel.
import type { Sent } from '../ledger/sent.ts';
import { accepted, unsent } from '../ledger/sent.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { OutgoingText, TextCarrier } from '../texts/phone.ts';
import type { Schedule } from './schedule.ts';

export const TEXT_SCHEDULE: Schedule = {
  offsetsMs: DELIVERY_LIMITS.textOffsetsMs,
  timeoutMs: DELIVERY_LIMITS.textTimeoutMs,
};

/** A carrier recognizes a repeated message by its id, so that one it did not answer for may be handed over again. */
export async function sendText(carrier: TextCarrier, text: OutgoingText): Promise<Sent> {
  const taken = await carrier.sendText(text, AbortSignal.timeout(TEXT_SCHEDULE.timeoutMs));
  return taken
    ? accepted('taken by the carrier')
    : { ...unsent('not taken by the carrier'), outcome: 'RETRY' };
}
