// Owns the English words about directions while they are typed: what they read as, what they come to, and what contradicts them.
import { overCeilingText } from '@pestle/rules/dose-ceilings';
import { repeatedCourseText } from '@pestle/rules/short-courses';

export const reading = {
  patientReads: 'Patient will read:',
  spanish: 'In Spanish:',
  which: 'Which is meant?',
  offered: (count: number) => (count === 1 ? '1 reading to take' : `${count} readings to choose from`),
  asWritten: 'Send these words exactly as they are written',
  asWrittenWhy: 'These directions are not understood as shorthand, so nothing is calculated from them.',
  writeInstead: (replacement: string) => `Write “${replacement}”`,
  maxPerDay: 'Give the most per day, as in “max 8 per day”.',
  /** Units of a dose that are no unit of a quantity, where their English is not read. */
  doseUnits: {} as Readonly<Record<string, readonly [one: string, many: string]>>,
  perDay: (amount: string, atMost: boolean) => `${atMost ? 'At most ' : ''}${amount} a day`,
  once: (amount: string) => `${amount} one time`,
  comesTo: (days: string, quantity: string) => ` for ${days} is ${quantity}`,
  lasts: (refills: number, quantity: string, until: string) =>
    `With ${refills === 1 ? '1 refill' : `${refills} refills`}: ${quantity}, until ${until}.`,
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  mismatch: 'Directions, quantity and days supply contradict each other.',
  mismatchDays: (directions: string, supply: string) =>
    `The directions end after ${directions}, and the days supply is ${supply}.`,
  mismatchQuantity: (
    needed: string,
    days: string | null,
    written: string,
    atMost: boolean,
    dropsPerMl?: number,
  ) =>
    `These directions need ${atMost ? 'at most ' : ''}${needed}${days === null ? '' : ` for ${days}`}${dropsPerMl === undefined ? '' : ` (at ${dropsPerMl} drops a milliliter)`}, and the quantity is ${written}.`,
  mismatchDose: (amount: string) =>
    `A single dose of ${amount} is far more than usual: correct it, or say why it is right.`,
  packed: 'Packages',
  /** `5 pens`, `1 inhaler of 200 doses`; the container is the drug file's word. */
  packages: (container: string, count: number, doses: number | null) =>
    `${count} ${container}${count === 1 ? '' : container.endsWith('x') ? 'es' : 's'}${doses === null ? '' : ` of ${doses} doses`}`,
  mismatchOver: overCeilingText,
  mismatchRefills: repeatedCourseText,
  noRefills: 'No refills',
  /** Nobody knows how much a thin layer is, or what an inhaler holds. */
  notCompared: 'Nothing tells how long this quantity lasts: it is not compared with the directions.',
  use: (numbers: readonly string[]) => `Use ${numbers.join(' and ')}`,
  writeCourse: (days: number) => `Write “for ${days} days” in the directions`,
  amountsReason: 'Why these numbers are right',
  amountsReasonHint: 'Mend them, or say why they stand. It is kept with the prescription.',
};
export type ReadingText = typeof reading;
