// Owns the English words about what was likely prescribed already: they come with the review.

export const duplicates = {
  prescribedBefore: (who: string, when: string) =>
    who === '' ? `Already prescribed ${when}.` : `Already prescribed by ${who} ${when}.`,
  similarBefore: (drug: string, who: string, when: string) =>
    `Same active ingredient: ${drug}, prescribed${who === '' ? '' : ` by ${who}`} ${when}.`,
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
  keepOf: (line: string) => `Keep ${line} for this reason`,
  kept: (line: string) => `${line} stays in the order`,
};
export type DuplicatesText = typeof duplicates;
