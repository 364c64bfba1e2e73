// Owns the English words of what speaks against a drug: they come with the first review.

export const screening = {
  title: 'Interactions and allergies',
  checked: (source: string, date: string) => `Checked for interactions and allergies (${source}, ${date}).`,
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
