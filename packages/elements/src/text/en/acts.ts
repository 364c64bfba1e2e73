// Owns the English words of what people do with an order after sending.

export const acts = {
  /** What the buttons of one medicine or order are called together. */
  group: (line: string) => `What can be done with ${line}`,
  /** An order with several medicines, where it is acted on as a whole. */
  wholeOrder: (lines: number) => `the order with ${lines} prescriptions`,
  buttons: {
    OTHER_PHARMACY: 'Other pharmacy',
    CHOOSE_PHARMACY: 'Choose for patient',
    REMIND_PATIENT: 'Remind',
    ANSWER_QUESTION: 'Answer',
    RESEND: 'Resend',
    NO_MORE_REFILLS: 'No more refills',
    DECLINE_NO_MORE_REFILLS: 'Keep the refills',
    ASK_NO_MORE_REFILLS: 'Ask for no more refills',
    REISSUE: 'Re-issue',
    CALL_IN_SHEET: 'Call-in sheet',
    PRESCRIBE_AGAIN: 'Prescribe again',
    HANDLED: 'Mark as handled',
    CANCEL_ONE: 'Cancel',
    DECLINE_CANCEL: 'Do not cancel',
    CANCEL: 'Cancel order',
    ASK_FOR_CANCEL: 'Ask for a cancel',
  },
  /** For screen readers: which one. */
  buttonOf: (button: string, line: string) => `${button}: ${line}`,
  doIt: {
    OTHER_PHARMACY: 'Send there instead',
    CHOOSE_PHARMACY: 'Send there',
    REMIND_PATIENT: 'Send the text',
    ANSWER_QUESTION: 'Send the answer',
    RESEND: 'Send it again',
    NO_MORE_REFILLS: 'Stop the refills',
    DECLINE_NO_MORE_REFILLS: 'Keep them',
    ASK_NO_MORE_REFILLS: 'Ask the prescriber',
    REISSUE: 'Send it with a new number',
    CALL_IN_SHEET: 'Record as phoned in',
    PRESCRIBE_AGAIN: 'Write the draft',
    HANDLED: 'Mark as handled',
    CANCEL_ONE: 'Cancel it',
    DECLINE_CANCEL: 'Keep it',
    CANCEL: 'Cancel the order',
    ASK_FOR_CANCEL: 'Ask the prescriber',
  },
  back: 'Back',
  /** Of a move, once both are known. */
  moves: (from: string, to: string) => `Cancels at ${from}, and sends to ${to}. No new signature is needed.`,
  movesAll: (lines: number) => `All ${lines} prescriptions of the order go there together.`,
  sends: (to: string) => `Sends to ${to}. The patient chooses no more.`,
  /** One of several pharmacies, by its own button. */
  sendTo: (name: string) => `Send to ${name}`,
  sendToInstead: (name: string) => `Send to ${name} instead`,
  /** In the sentence of the effect, before one is chosen. */
  theOne: 'the one you choose',
  /** The same of every medicine of the order. */
  doItWithAll: {
    CANCEL_ONE: (lines: number) => `Cancel all ${lines} of the order`,
    ASK_FOR_CANCEL: (lines: number) => `Ask for all ${lines} of the order`,
    ASK_NO_MORE_REFILLS: (lines: number) => `Ask for all ${lines} of the order`,
  },
  reason: 'Reason',
  reasonHint: (most: number, staff: boolean) =>
    `One line, ${most} characters at most. ${staff ? 'Staff read it' : 'The prescriber reads it'}.`,
  reasonMissing: 'Say why.',
  tooLong: (most: number) => `At most ${most} characters.`,
  notOpened: 'It could not be opened.',
  nothingLeft: 'Nothing of it lies on the desk any more.',
  whichMatter: 'What of it',
  said: {
    ANSWER_QUESTION: {
      label: 'Answer',
      hint: (most: number) => `One line, ${most} characters at most. The pharmacist reads it.`,
      missing: 'Write the answer.',
    },
    HANDLED: {
      label: 'How it was handled',
      hint: (most: number) => `One line, ${most} characters at most, for everybody at the desk.`,
      missing: 'Write how it was handled.',
    },
  },
  working: 'One moment…',
  uncertain: 'It is not known yet whether this was done. It is asked for again; nothing is done twice.',
  askAgain: 'Ask again now',
  prove: 'This is signed. Prove that it is you: a window of the service opens.',
  proveNow: 'Prove it now',
  refused: 'It was not done.',
  /** What is true instead. */
  now: (word: string) => `What is true now: ${word}.`,
  under: 'Something is being done with this order.',
  onItsWay: (name: string) => `On its way to ${name}.`,
  phonedIn: (name: string) => `Recorded: phoned in, taken by ${name}.`,
  mayBeThereTwice: 'A message may have reached the pharmacy before: tell them, so that it is filled once.',
  done: {
    REMIND_PATIENT: 'The text is on its way.',
    ANSWER_QUESTION: 'The pharmacy reads the answer on its page.',
    RESEND: 'It is being sent again.',
    NO_MORE_REFILLS: 'The pharmacy is being told: no more refills.',
    DECLINE_NO_MORE_REFILLS: 'The refills stay. Staff read why.',
    ASK_NO_MORE_REFILLS: 'A prescriber was asked. The refills stay until then.',
    REISSUE: 'It is being sent with a new number.',
    PRESCRIBE_AGAIN: 'The copy is in the pending order. Review and sign it there.',
    HANDLED: 'Marked as handled.',
    CANCEL_ONE: 'It is canceled.',
    DECLINE_CANCEL: 'It is not canceled. Staff read why.',
    CANCEL: 'The order is canceled.',
    ASK_FOR_CANCEL: 'A prescriber was asked. Nothing is canceled yet.',
  },
  /** What became of one medicine, by its code. */
  outcomes: {
    CANCELED: 'It never left, and never will.',
    CANCEL_SENT: 'The cancel is on its way. The pharmacy has not confirmed it.',
    CANCEL_ASKED: 'A prescriber was asked. Nothing is canceled yet.',
    CANCEL_NOT_SENT: 'The pharmacy could not be told. Call it.',
    DISCONTINUE_SENT: 'The pharmacy is being told: no more refills.',
    DISCONTINUE_ASKED: 'A prescriber was asked. The refills stay until then.',
    DISCONTINUE_NOT_SENT: 'The pharmacy could not be told. Call it.',
    REFUSED: 'It was not done.',
  } as Readonly<Record<string, string>>,
  pick: {
    asking: 'Looking for a pharmacy near the patient…',
    chosen: 'Chosen:',
    none: 'Choose a pharmacy.',
    /** Where there is none of the kind that the order goes to. */
    otherKind: {
      'local-pickup': 'No other pharmacy is near the patient. These send by mail.',
      'mail-order': 'No other pharmacy sends by mail. These are near the patient.',
    },
    another: 'Search all pharmacies',
    failed: 'The pharmacies could not be listed.',
  },
};
export type ActsText = typeof acts;
