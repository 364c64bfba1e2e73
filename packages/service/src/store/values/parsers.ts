// Makes both stores return the same JavaScript values for the same SQL types.

const BIGINT = 20;
const BYTEA = 17;
const NUMERIC = 1700;
const DATE = 1082;
const DATES = 1182;
const TIMESTAMPTZ = 1184;

function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a safe integer`);
  return value;
}

/**
 * `2026-01-02 03:04:05.6789+00` (session time zone UTC) → `2026-01-02T03:04:05.6789Z`. At least milliseconds are written,
 * so that a time reads back as the same text that `Date` writes.
 */
function parseTimestamp(text: string): string {
  if (text === 'infinity' || text === '-infinity') return text;
  if (!text.endsWith('+00')) throw new RangeError('the session time zone must be UTC');
  const [seconds = '', fraction = ''] = text.slice(0, -3).split('.');
  return `${seconds.slice(0, 10)}T${seconds.slice(11)}.${fraction.padEnd(3, '0')}Z`;
}

function parseBytea(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}

/** Days have no commas or quotes. */
function parseDates(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

const asText = (text: string): string => text;

export const VALUE_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [BIGINT]: parseBigint,
  [BYTEA]: parseBytea,
  [NUMERIC]: asText,
  [DATE]: asText,
  [DATES]: parseDates,
  [TIMESTAMPTZ]: parseTimestamp,
};
