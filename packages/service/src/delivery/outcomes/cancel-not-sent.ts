// A cancel that no channel can carry: why, who acts, and what is said of it. Kept as a fact on the fill, never told as sent (D10).

/** Why a pharmacy could not be told of a cancel, as shown and counted; and who acts. */
export const CANCEL_NOT_SENT_REASONS = {
  NO_FAX_NUMBER: {
    owner: 'practice',
    text: 'The pharmacy cannot be told of the cancel: it has no fax number. Call it at once: it may dispense.',
  },
  FAX_FORBIDDEN: {
    owner: 'practice',
    text: 'The pharmacy cannot be told of the cancel: where it is, a computer may not fax one. Call it at once: it may dispense.',
  },
  PHARMACY_GONE: {
    owner: 'practice',
    text: 'The pharmacy is no longer known here, so that it cannot be told of the cancel. Find it and call it at once: it may dispense.',
  },
  NOT_DELIVERED: {
    owner: 'practice',
    text: 'The cancel could not be delivered to the pharmacy by any channel. Call it at once: it may dispense.',
  },
  FAX_COPY_NOT_CANCELED: {
    owner: 'practice',
    text: 'A cancel went out for the electronic copy. The pharmacy also has a faxed copy, which could not be canceled. Call it, so that it fills neither.',
  },
} as const;

export type CancelNotSentReason = keyof typeof CANCEL_NOT_SENT_REASONS;

/** Owner and sentence of a reason's code. */
export function cancelNotSentWords(code: string): { readonly owner: string; readonly text: string } {
  return code in CANCEL_NOT_SENT_REASONS
    ? CANCEL_NOT_SENT_REASONS[code as CancelNotSentReason]
    : CANCEL_NOT_SENT_REASONS.NOT_DELIVERED;
}
