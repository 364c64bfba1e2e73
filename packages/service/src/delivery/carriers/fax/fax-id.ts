// Names the fax that an attempt hands over: a new one for each attempt, except where nobody could judge the one before.

/** What is known of the attempts of a transmission: a null outcome was cut off. */
interface Attempted {
  readonly number: number;
  readonly outcome: string | null;
}

/** The attempt whose fax this one asks about: the first of those before it that ended without anybody knowing, else its own. */
function faxNumber(attempts: readonly Attempted[], attemptNumber: number): number {
  let number = attemptNumber;
  for (const attempt of attempts.filter((one) => one.number < attemptNumber).toReversed()) {
    if (attempt.outcome !== 'UNKNOWN' && attempt.outcome !== null) break;
    number = attempt.number;
  }
  return number;
}

/** The same for a fax that is handed over again, so that its carrier tells what became of it. */
export function faxIdOf(
  { id, attempts }: { readonly id: string; readonly attempts: readonly Attempted[] },
  attemptNumber: number,
): string {
  return `${id}-${faxNumber(attempts, attemptNumber)}`;
}

/** The transmission and the attempt that a fax's id was made of. */
export function partsOfFaxId(faxId: string): { readonly transmissionId: string; readonly attempt: number } {
  const [transmissionId = '', attempt = ''] = faxId.split('-');
  return { transmissionId, attempt: Number(attempt) };
}
