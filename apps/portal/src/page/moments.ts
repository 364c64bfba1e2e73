// Owns how people and spans of time are written on the portal's pages.

const MINUTE_MS = 60_000;

/** `2 h 10 min`, `3 days 4 h`, `1 day`; under a minute `0 min`. The units are read alike in both languages but for the days. */
export function spanText(ms: number, days: (count: number) => string): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  const whole = Math.floor(hours / 24);
  if (whole > 0) return hours % 24 === 0 ? days(whole) : `${days(whole)} ${hours % 24}\u00a0h`;
  if (hours > 0) return `${hours}\u00a0h ${String(minutes % 60).padStart(2, '0')}\u00a0min`;
  return `${minutes}\u00a0min`;
}

/** `HALVORSEN, Theo`: as lists of patients are read. */
export function listedPatient({
  firstName,
  middleName,
  lastName,
  suffix,
}: {
  readonly firstName: string;
  readonly middleName?: string | null;
  readonly lastName: string;
  readonly suffix?: string | null;
}): string {
  const family = [lastName.toLocaleUpperCase('en'), suffix].filter(Boolean).join(' ');
  return `${family}, ${[firstName, middleName].filter(Boolean).join(' ')}`;
}
