// Owns the English words of what speaks against a drug: they come with the first medicine that is written.

export const screening = {
  title: 'Interactions and allergies',
  checking: 'Checking interactions and allergies…',
  notAsked:
    'Interactions and allergies could not be checked now. They are checked again when the order is reviewed.',
  again: 'Check now',
  more: (count: number) => (count === 1 ? '1 more notice' : `${count} more notices`),
  detail: 'More about this',
  suggests: 'It suggests:',
  take: 'Use this',
  takeOf: (suggestion: string) => `Use this: ${suggestion}`,
  taken: 'Taken over. Read it before you add it.',
  dropped: 'Nothing is prescribed.',
  checked: (source: string, date: string) => `Checked for interactions and allergies (${source}, ${date}).`,
  checkedInteractions: (source: string, date: string) =>
    `Checked for interactions (${source}, ${date}). Not for allergies: nobody has recorded them.`,
  notChecked: 'Not checked for interactions and allergies.',
  why: 'Why it is prescribed all the same',
  whyUnchecked: 'How it was checked, or why it cannot wait',
  choose: 'Choose a reason',
  other: 'In your own words',
  missing: 'Choose a reason; with “Other”, say which.',
  keep: 'Keep reasons and go on',
  because: (reason: string) => `Prescribed all the same: ${reason}`,
};
export type ScreeningText = typeof screening;
