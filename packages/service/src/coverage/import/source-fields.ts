// Reads the fields that the files of plans and prices share; what a field cannot be is told with a code and a sentence.
import { isDate } from '@pestle/rules/dates';
import { toCanonicalDecimal } from '@pestle/rules/decimal';
import {
  type ImportSession,
  planIdOf,
  type ReadRow,
  type RowVerdict,
  refuseRow,
  type SourceRow,
} from '../../directory/inside.ts';
import { COVERAGE_LIMITS as LIMITS } from '../limits.ts';

/** A verdict per row, in the order of the rows. */
export type RowWriter = (
  session: ImportSession,
  rows: readonly SourceRow[],
) => Promise<readonly RowVerdict[]>;

/** Why a row is refused. Thrown while one row is read, and caught there. */
export class RowRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'RowRefusal';
    this.code = code;
  }
}

/** What `read` makes of a row, or why it is refused. */
export function readRow<Content>(key: string, read: () => Content): ReadRow<Content> {
  try {
    return { ok: true, key, content: read(), warnings: [] };
  } catch (error) {
    if (error instanceof RowRefusal) return refuseRow(key, error.code, error.message);
    throw error;
  }
}

export function text(row: SourceRow, column: string): string {
  return (row[column] ?? '').trim();
}

export function bounded(value: string, what: string, max: number): string | null {
  if (/\p{Cc}/u.test(value)) throw new RowRefusal('TEXT_INVALID', `${what} holds control characters.`);
  if (value.length > max) throw new RowRefusal('TEXT_TOO_LONG', `${what} may have ${max} characters.`);
  return value === '' ? null : value;
}

export function planIdIn(row: SourceRow): string {
  const id = planIdOf(text(row, 'plan_id'));
  if (!id.ok) throw new RowRefusal('PLAN_ID_INVALID', id.message);
  return id.value;
}

export function rxcuiIn(row: SourceRow): string {
  const rxcui = text(row, 'rxcui');
  if (!/^[1-9]\d{0,7}$/.test(rxcui))
    throw new RowRefusal('RXCUI_INVALID', 'An RxCUI is 1 to 8 digits without a leading zero.');
  return rxcui;
}

export function flagIn(row: SourceRow, column: string): boolean {
  const written = text(row, column).toLowerCase();
  if (written !== 'true' && written !== 'false')
    throw new RowRefusal('FLAG_INVALID', `${column} is \`true\` or \`false\`.`);
  return written === 'true';
}

export function dayIn(row: SourceRow, column: string): string | null {
  const day = text(row, column);
  if (day === '') return null;
  if (!isDate(day)) throw new RowRefusal('DATE_INVALID', `${column} is a day of the calendar as YYYY-MM-DD.`);
  return day;
}

export function requiredDayIn(row: SourceRow, column: string): string {
  const day = dayIn(row, column);
  if (day === null) throw new RowRefusal('DATE_MISSING', `${column} is missing: a day as YYYY-MM-DD.`);
  return day;
}

export function inOrder(startsOn: string | null, endsOn: string | null): void {
  if (startsOn !== null && endsOn !== null && endsOn < startsOn)
    throw new RowRefusal('ENDS_BEFORE_START', 'The row ends before it starts: check both days.');
}

/** An amount of dollars or percent in its one form. Its sign comes first: a negative one has words of its own. */
export function amountIn(row: SourceRow, column: string, what: string, most: number): string {
  const written = text(row, column);
  if (written.startsWith('-') && Number(written) < 0)
    throw new RowRefusal('AMOUNT_NEGATIVE', `${what} is negative: nobody is paid for taking a drug.`);
  const amount = toCanonicalDecimal(written);
  if (!amount.ok) throw new RowRefusal('AMOUNT_INVALID', `${what} is a number such as 20 or 12.50.`);
  if (Number(amount.value) > most)
    throw new RowRefusal('AMOUNT_TOO_HIGH', `${what} is at most ${most}; this is a mistake of the source.`);
  return amount.value;
}

/** The tiers of the US Drug Formulary guide. */
const TIERS: ReadonlySet<string> = new Set([
  'generic',
  'preferred-generic',
  'non-preferred-generic',
  'specialty',
  'brand',
  'preferred-brand',
  'non-preferred-brand',
  'zero-cost-share-preventative',
  'medical-service',
]);

export function tierIn(row: SourceRow): string {
  const tier = text(row, 'tier');
  if (!TIERS.has(tier)) throw new RowRefusal('TIER_UNKNOWN', `The tier is one of: ${[...TIERS].join(', ')}.`);
  return tier;
}

export function detailIn(row: SourceRow): object | null {
  const written = text(row, 'quantity_limit_detail');
  if (written === '') return null;
  bounded(written, 'quantity_limit_detail', LIMITS.limitDetailCharactersMax);
  // The store keeps no NUL, also not one that is written as an escape.
  const detail = written.includes('\\u0000') ? undefined : jsonOf(written);
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail))
    throw new RowRefusal('LIMIT_DETAIL_INVALID', 'quantity_limit_detail is a JSON object, or empty.');
  return Object.keys(detail).length === 0 ? null : detail;
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
