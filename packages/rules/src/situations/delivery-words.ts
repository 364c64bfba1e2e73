// Owns the words of messages on their way: by what they go, and what became of a message or of one attempt.

/** By what a message goes. */
export const CHANNEL_WORDS: Readonly<Record<string, string>> = {
  script: 'NCPDP SCRIPT',
  api: "the pharmacy's API",
  fax: 'fax',
};

/** What became of an attempt, and of a message after its last one. Only what was taken is ever called sent. */
export const OUTCOME_WORDS = {
  ACCEPTED: 'Taken',
  REJECTED: 'Refused',
  RETRY: 'Not delivered',
  AGAIN: 'Not delivered, to be tried again',
  UNKNOWN: 'No clear answer: it may have arrived',
  EXHAUSTED: 'Not delivered',
  FAILED: 'Not delivered',
  WITHDRAWN: 'Taken back: it does not leave',
  DELIVERED: 'Delivered',
} as const;

/** One message, as the API tells it. */
export interface Tried {
  readonly kind: string;
  readonly channel: string;
  readonly state: string;
  readonly mayHaveArrived: boolean;
  readonly firstAttemptAt: string | null;
}

/**
 * By what a prescription was tried that is not known to be with the pharmacy, and what became of each: `NCPDP SCRIPT (refused), fax (not
 * delivered)`. Empty while nothing has been tried.
 */
export function triedText(messages: readonly Tried[]): string {
  return messages
    .filter(({ kind, firstAttemptAt }) => kind === 'new' && firstAttemptAt !== null)
    .map((message) => `${CHANNEL_WORDS[message.channel] ?? message.channel} (${endOf(message)})`)
    .join(', ');
}

function endOf({ state, mayHaveArrived }: Tried): string {
  const word = (key: keyof typeof OUTCOME_WORDS): string => OUTCOME_WORDS[key].toLowerCase();
  switch (state) {
    case 'queued':
      return word('AGAIN');
    case 'sending':
      return 'being sent';
    case 'accepted':
      return word('ACCEPTED');
    case 'rejected':
      return mayHaveArrived ? word('UNKNOWN') : word('REJECTED');
    case 'withdrawn':
      return word('WITHDRAWN');
    default:
      return mayHaveArrived ? word('UNKNOWN') : word('EXHAUSTED');
  }
}
