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

/** The words in which it is told by what a prescription was tried. */
export interface TriedWords {
  readonly channels: Readonly<Record<string, string>>;
  readonly outcomes: Readonly<Record<keyof typeof OUTCOME_WORDS, string>>;
  readonly sending: string;
}

/** The English ones. */
export const TRIED_WORDS: TriedWords = {
  channels: CHANNEL_WORDS,
  outcomes: OUTCOME_WORDS,
  sending: 'being sent',
};

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
export function triedText(messages: readonly Tried[], words: TriedWords = TRIED_WORDS): string {
  return messages
    .filter(({ kind, firstAttemptAt }) => kind === 'new' && firstAttemptAt !== null)
    .map((message) => `${words.channels[message.channel] ?? message.channel} (${endOf(message, words)})`)
    .join(', ');
}

function endOf({ state, mayHaveArrived }: Tried, words: TriedWords): string {
  const word = (key: keyof typeof OUTCOME_WORDS): string => words.outcomes[key].toLowerCase();
  switch (state) {
    case 'queued':
      return word('AGAIN');
    case 'sending':
      return words.sending;
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
