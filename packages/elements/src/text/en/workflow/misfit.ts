// Owns the English words about numbers that contradict the directions.

export const misfit = {
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  mismatch: 'Directions, quantity and days supply contradict each other.',
  mismatchDays: (directions: string, supply: string) =>
    `The directions end after ${directions}, and the days supply is ${supply}.`,
  mismatchQuantity: (needed: string, days: string | null, written: string, atMost: boolean) =>
    `These directions need ${atMost ? 'at most ' : ''}${needed}${days === null ? '' : ` for ${days}`}, and the quantity is ${written}.`,
  use: (numbers: readonly string[]) => `Use ${numbers.join(' and ')}`,
  writeCourse: (days: number) => `Write “for ${days} days” in the directions`,
  amountsReason: 'Why these numbers are right',
  amountsReasonHint: 'Mend them, or say why they stand. It is kept with the prescription.',
};
export type MisfitText = typeof misfit;
