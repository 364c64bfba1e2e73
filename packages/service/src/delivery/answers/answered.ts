// What an answer that came by itself means for the attempt it came during: both are heard before anything follows from either (D4).
import type { Outcome, Received } from '@pestle/script';
import { accepted, type Sent, unsent } from '../ledger/sent.ts';
import type { StoredAnswer, TransmissionRow } from '../ledger/tables.ts';

/** What is kept of an answer that came by itself. `attempt`: the one that was under way then. */
export function storedAnswer(
  message: Received,
  outcome: Outcome | undefined,
  { at, attempt }: { readonly at: string; readonly attempt: number | undefined },
): StoredAnswer {
  const says = saysOf(message, outcome);
  return {
    type: message.type,
    at,
    ...('code' in message && message.code !== undefined ? { code: message.code } : {}),
    ...(says !== undefined && { says, mayHaveArrived: outcome?.mayHaveArrived === true }),
    ...(attempt !== undefined && { attempt }),
  };
}

/** Whether it says that the message was taken, or that it was not; undefined where it says neither. */
export function saysOf(message: Received, outcome: Outcome | undefined): StoredAnswer['says'] {
  if (message.type === 'CancelRxResponse') return 'taken';
  if (outcome?.class === 'ACCEPTED') return 'taken';
  return message.type === 'Error' && outcome !== undefined ? 'refused' : undefined;
}

/**
 * The end of an attempt during which an answer came by itself: an Error counts more than an acceptance, because a network accepts before it
 * delivers; a receipt counts more than silence.
 */
export function withAnswer(sent: Sent, { answer }: TransmissionRow, attempt: number): Sent {
  if (answer === null || answer.attempt !== attempt || answer.says === undefined) return sent;
  if (answer.says === 'refused')
    return { ...unsent(REFUSED_BY_ITSELF), mayHaveArrived: answer.mayHaveArrived === true };
  return sent.outcome === 'ACCEPTED' ? sent : accepted(TAKEN_BY_ITSELF);
}

/** Reasons of ends that an answer brought, as they are counted. */
export const REFUSED_BY_ITSELF = 'refused by a later message';
export const TAKEN_BY_ITSELF = 'taken by a later message';
