// Owns the English words of what is told beside the drafts: likely duplicates, and prefills that were left out. They come with the review.

export const draftNotes = {
  prescribedBefore: (who: string, when: string) =>
    who === '' ? `Already prescribed ${when}.` : `Already prescribed by ${who} ${when}.`,
  similarBefore: (drug: string, who: string, when: string) =>
    `Same active ingredient: ${drug}, prescribed${who === '' ? '' : ` by ${who}`} ${when}.`,
  unreadableBefore:
    'What was signed then cannot be read any more: ask the patient or the pharmacy what it was.',
  unreadable: 'What was typed here cannot be read any more. Write it again, or delete it.',
  leftOut: {
    disabled: 'must not be prescribed here',
    blocked: 'the list of what must not be prescribed cannot be read',
    missing: 'no such record for this patient',
    'no-template': 'no such template',
    failed: 'could not be added',
    deleted: 'it was deleted from this order',
  },
  leftOutOf: (where: string, why: string) => `Not added (${where}): ${why}.`,
  deletedAt: (when: string) => `Deleted ${when}.`,
  onAt: (date: string, time: string) => `on ${date} at ${time}`,
  addAgain: 'Add it again',
  why: 'Why is it prescribed again?',
  choose: 'Choose why',
  /** By what is kept, which is English in every language: a pharmacist may read it. */
  reasons: {
    'Dose change': 'Dose change',
    'Lost or stolen': 'Lost or stolen',
    'Different strength on purpose': 'Different strength on purpose',
    'Vacation supply': 'Vacation supply',
  } as Readonly<Record<string, string>>,
  other: 'Other',
  otherReason: 'The reason, in a few words',
  addAnyway: 'Add anyway',
  goBack: 'Go back',
  wentBack: 'Taken back. What you typed is still in the form.',
  keep: 'Keep it for this reason',
  keepOf: (line: string) => `Keep it for this reason: ${line}`,
  kept: (line: string) => `${line} stays in the order`,
  changedBy: (who: string, when: string) => `${who} changed this ${when}. It now reads:`,
  somebody: 'Somebody',
  changedWhat: (fields: string) => `Changed: ${fields}.`,
  typedStays: 'What you typed is still in the form. The next press puts it in place of this.',
  gone: 'This is not in the order any more: it was deleted or sent. What you typed is still in the form. The next press adds it as new.',
};
export type DraftNotesText = typeof draftNotes;
