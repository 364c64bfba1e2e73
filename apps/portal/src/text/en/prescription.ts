// Owns the English words of the record of one prescription.
import { TRIED_WORDS } from '@pestle/rules/delivery-words';

export const prescription = {
  title: 'Prescription',
  born: (date: string) => `born ${date}`,
  asSigned: 'As it was signed',
  facts: {
    directions: 'Directions',
    dose: 'Each dose',
    quantity: 'Quantity',
    days: 'Days supply',
    refills: 'Refills',
    substitution: 'Substitution',
    notBefore: 'Do not fill before',
    diagnoses: 'Diagnoses',
    repeat: 'Twice on one order because',
    amounts: 'These amounts because',
    duplicate: 'Prescribed again because',
    screening: 'Interactions and allergies',
    onMessage: 'Name on the message',
    codes: 'RxNorm, NDC',
    prescriber: 'Prescriber',
    preparer: 'Prepared by',
    written: 'Written',
    ends: 'Ends',
    triedBy: 'Tried by',
    sentBy: 'Sent by',
    atPharmacy: 'Order number at the pharmacy',
    order: 'Order',
    external: 'Your number of the order',
  },
  /** By the name of a field whose label on paper is another one here. */
  printed: { notes: 'Note for the pharmacy' } as Readonly<Record<string, string>>,
  screened: {
    checked: 'Checked',
    notChecked: 'Not checked',
    because: 'Prescribed all the same:',
    said: ({ en }: { readonly en: string; readonly es: string }) => en,
  },
  asWritten: 'Dispense as written',
  maySubstitute: 'Allowed',
  seal: 'SHA-256 of what was signed:',
  where: 'Where it is',
  notSent: 'It was signed and not sent.',
  happened: 'What happened',
  tried: TRIED_WORDS,
};
export type PrescriptionText = typeof prescription;
