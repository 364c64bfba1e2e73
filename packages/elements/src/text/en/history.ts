// Owns the English words of the medication history.

export const history = {
  title: 'Medication history',
  none: 'No prescriptions on record with this service.',
  failed: 'The medication history could not be loaded.',
  stale: 'The list may be old.',
  unreadable: (count: number) =>
    count === 1
      ? 'One prescription of this patient cannot be read and is not in this list: what is stored of it was changed.'
      : `${count} prescriptions of this patient cannot be read and are not in this list: what is stored of them was changed.`,
  written: 'Written',
  days: (days: number) => (days === 1 ? '1\u00a0day' : `${days}\u00a0days`),
  refills: (refills: number) => (refills === 1 ? '1\u00a0refill' : `${refills}\u00a0refills`),
  more: 'Show older prescriptions',
  refill: 'Refill',
  refillOf: (line: string) => `Refill ${line}`,
  refilled: (line: string) => `${line} added to the order`,
  openOf: (line: string) => `Open ${line} in the prescriber portal`,
  changed: (line: string, status: string) => `${line}: ${status}`,
  needYou: (count: number) => (count === 1 ? '1 needs you' : `${count} need you`),
  signInNeeded: 'Sign in to see the medication history.',
  /** One and many of a unit, by its NCPDP code; English are the standard's own. */
  units: {} as Readonly<Record<string, readonly [one: string, many: string]>>,
};
export type HistoryText = typeof history;
