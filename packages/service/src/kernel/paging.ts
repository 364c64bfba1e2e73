// Owns paging: one style for every list of the API, with opaque cursors over the sort key.
import { isDate } from '@pestle/rules/dates';
import { Failure, invalidInput } from './errors.ts';

export const PAGING_LIMITS = {
  /** Items of one page when the caller names no number. */
  pageItemsDefault: 20,
  /** Most items of one page. */
  pageItemsMax: 100,
  /** Longest cursor that is read, in characters. */
  cursorCharactersMax: 1_000,
} as const;

/** What the caller asks for: the first so many items after a cursor. */
export interface PageRequest {
  /** 1 … 100; 20 when left out. */
  readonly first?: number | null;
  /** `endCursor` of the page before. */
  readonly after?: string | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Give it as `after` to get the next page; null when the page is empty. */
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

/** The values a list is sorted by, of one item. */
export type SortKey = readonly (string | number)[];

/** The number of items asked for. Throws INVALID_INPUT outside 1 … 100. */
export function pageSize(request: PageRequest): number {
  const first = request.first ?? PAGING_LIMITS.pageItemsDefault;
  if (Number.isInteger(first) && first >= 1 && first <= PAGING_LIMITS.pageItemsMax) return first;
  throw invalidInput([
    {
      path: 'first',
      code: 'OUT_OF_RANGE',
      message: `Ask for 1 to ${PAGING_LIMITS.pageItemsMax} items a page.`,
    },
  ]);
}

export function encodeCursor(key: SortKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * The sort key in a cursor, or undefined when none was given. `shape` names the types of its parts; an `instant` is text
 * that the store reads as a time.
 * Throws MALFORMED for a cursor of another list or one that was altered.
 */
export function decodeCursor<const Shape extends readonly CursorPart[]>(
  request: PageRequest,
  shape: Shape,
): KeyOf<Shape> | undefined {
  const { after } = request;
  if (after === undefined || after === null) return undefined;
  const key = after.length > PAGING_LIMITS.cursorCharactersMax ? undefined : parse(after);
  if (
    !Array.isArray(key) ||
    key.length !== shape.length ||
    !key.every((part, index) => isPart(part, shape[index]))
  ) {
    throw new Failure(
      'MALFORMED',
      'The cursor cannot be read. Use the endCursor of the page before, or none for the first page.',
    );
  }
  return key as unknown as KeyOf<Shape>;
}

type CursorPart = 'string' | 'instant' | 'number';

/** A cursor is the caller's to forge: nothing in it may reach the store that the store cannot read. */
function isPart(part: unknown, kind: CursorPart | undefined): boolean {
  if (kind === 'number') return typeof part === 'number';
  if (typeof part !== 'string') return false;
  return kind === 'instant' ? isInstant(part) : part.isWellFormed() && !part.includes('\0');
}

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

/** True for a moment as ISO 8601 text with its zone, on a day that exists. */
export function isInstant(text: string): boolean {
  const [, day] = INSTANT.exec(text) ?? [];
  return day !== undefined && isDate(day);
}

type KeyOf<Shape extends readonly CursorPart[]> = {
  [Index in keyof Shape]: Shape[Index] extends 'number' ? number : string;
};

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A page from up to `size + 1` rows: the row too many only tells that there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  size: number,
  keyOf: (row: Row) => SortKey,
  toItem: (row: Row) => Item,
): Page<Item> {
  const kept = rows.slice(0, size);
  const last = kept.at(-1);
  return {
    items: kept.map(toItem),
    endCursor: last === undefined ? null : encodeCursor(keyOf(last)),
    hasNextPage: rows.length > size,
  };
}
