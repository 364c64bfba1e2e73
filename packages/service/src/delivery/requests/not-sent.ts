// Why a pharmacy could not be told of an answer, in words that say what to do.

/** Why, as shown and counted; the practice acts. */
export const ANSWER_NOT_SENT_REASONS = {
  NOT_ELECTRONIC:
    'The pharmacy takes no electronic messages from here, so that it was not told of the answer. Call it.',
  MESSAGE_REFUSED:
    'The answer cannot be written down for this pharmacy as it is set up, so that it was not told. Call it.',
  NOT_DELIVERED:
    'The answer could not be delivered to the pharmacy, or nobody knows whether it was. Call it.',
  REFUSED_LATER: 'The pharmacy, or its network, has sent the answer back. Call it.',
} as const;

export type NotSentReason = keyof typeof ANSWER_NOT_SENT_REASONS;

/** The sentence for a code. */
export function answerNotSentText(code: string): string {
  return code in ANSWER_NOT_SENT_REASONS
    ? ANSWER_NOT_SENT_REASONS[code as NotSentReason]
    : ANSWER_NOT_SENT_REASONS.NOT_DELIVERED;
}
