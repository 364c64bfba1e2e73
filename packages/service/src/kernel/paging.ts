// Owns paging: one style for every list of the API, with sealed cursors over the sort key.
import { isDate } from '@pestle/rules/dates';
import { invalidInput } from './errors.ts';
import { unlessDamaged } from './failures/damaged.ts';

export const PAGING_LIMITS = {
  /** Items of one page when the caller names no number. */
  pageItemsDefault: 20,
  /** Most items of one page. */
  pageItemsMax: 100,
  /** Longest cursor that is read, in characters; the longest name that a list is sorted by takes 1,300. */
  cursorCharactersMax: 2_000,
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
  /** The ids of this page's records whose stored bytes do not open: they are there, and not among the items. */
  readonly unreadable?: readonly string[];
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

/**
 * What a cursor belongs to: the name of its list, and every filter that decides what the list holds and how it is sorted. A filter that was
 * left out is null.
 */
export type CursorQuestion = readonly [list: string, ...filters: readonly unknown[]];

/** Makes and reads the cursors of one question in one organization, so that no caller can read or change them. */
export interface Cursors {
  seal(key: SortKey): string;
  /** Undefined for whatever was not sealed for this question and organization, or was changed since. */
  open(cursor: string): SortKey | undefined;
}

/**
 * The sort key in a cursor, or undefined when none was given. `shape` names the types of its parts. Throws INVALID_INPUT for a cursor of
 * another list, filter or organization, and for one that was altered, cut or given by an older version.
 */
export function readCursor<const Shape extends readonly CursorPart[]>(
  request: PageRequest,
  cursors: Cursors,
  shape: Shape,
): KeyOf<Shape> | undefined {
  const { after } = request;
  if (after === undefined || after === null) return undefined;
  const key = after.length > PAGING_LIMITS.cursorCharactersMax ? undefined : cursors.open(after);
  if (
    !Array.isArray(key) ||
    key.length !== shape.length ||
    !key.every((part: unknown, index) => typeof part === shape[index])
  ) {
    const message =
      'This is no cursor of this list with these filters. Use the endCursor of the page before, or none for the first page.';
    throw invalidInput([{ path: 'after', code: 'INVALID', message }]);
  }
  return key as unknown as KeyOf<Shape>;
}

type CursorPart = 'string' | 'number';

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

/**
 * A page from up to `size + 1` rows: the row too many only tells that there is a next page. A row of which `toItem` throws `DamagedError` is
 * named in `unreadable` by the last part of its sort key, which is its id in every such list.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  size: number,
  cursors: Cursors,
  keyOf: (row: Row) => SortKey,
  toItem: (row: Row) => Item,
): Page<Item> {
  const kept = rows.slice(0, size);
  const last = kept.at(-1);
  const read = kept.map((row) => ({ row, item: unlessDamaged(() => ({ is: toItem(row) })) }));
  return {
    items: read.flatMap(({ item }) => (item === undefined ? [] : [item.is])),
    unreadable: read.flatMap(({ row, item }) => (item === undefined ? [String(keyOf(row).at(-1))] : [])),
    endCursor: last === undefined ? null : cursors.seal(keyOf(last)),
    hasNextPage: rows.length > size,
  };
}
