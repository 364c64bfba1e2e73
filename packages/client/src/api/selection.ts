// The types of what a call asks for and gets: fields are named, and nothing else comes.

/**
 * Which fields of a record are asked for: `{ id: true, patient: { lastName: true } }`. A field that takes arguments takes them as `$`:
 * `{ treatments: { $: { first: 50 }, nodes: { name: true } } }`.
 */
export type Selection<Value> = Value extends null | undefined
  ? never
  : Value extends readonly (infer Item)[]
    ? Selection<Item>
    : Value extends object
      ? { readonly [Field in keyof Value]?: Field extends '$' ? Value[Field] : Selection<Value[Field]> }
      : true;

/** What comes of a record when these fields were asked for. */
export type Selected<Value, Asked> = Value extends null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Selected<Item, Asked>[]
    : Asked extends true
      ? Value
      : { readonly [Field in Exclude<keyof Value & keyof Asked, '$'>]: Selected<Value[Field], Asked[Field]> };

/** Makes a field that a record does not have an error, however deep. */
export type Known<Value, Asked> = Value extends null | undefined
  ? never
  : Value extends readonly (infer Item)[]
    ? Known<Item, Asked>
    : Asked extends true
      ? true
      : {
          readonly [Field in keyof Asked]: Field extends '$'
            ? Asked[Field]
            : Field extends keyof Value
              ? Known<Value[Field], Asked[Field]>
              : never;
        };

/** What may be said of any call. */
export interface CallOptions {
  /** Gives the call up; it rejects with an `AbortError`. What a write has done by then is done. */
  readonly signal?: AbortSignal | undefined;
}

/** What may be said of a write. */
export interface WriteOptions extends CallOptions {
  /**
   * The Idempotency-Key. Left out, each call has a key of its own, which all its tries carry. After an error that `mayHaveHappened`, call
   * again with its `detail.idempotencyKey`: the write then happens once.
   */
  readonly key?: string | undefined;
}

type Chosen<Value, Asked> = Asked & Known<Value, Asked>;

/** Reads a record. */
export type Read<Args, Value> = <const Asked extends Selection<Value>>(
  args: Args,
  fields: Chosen<Value, Asked>,
  options?: CallOptions,
) => Promise<Selected<Value, Asked>>;

/** Reads a record of which there is one. */
export type ReadOne<Value> = <const Asked extends Selection<Value>>(
  fields: Chosen<Value, Asked>,
  options?: CallOptions,
) => Promise<Selected<Value, Asked>>;

/** Reads a list that comes in pages: iterate over it, or ask page by page. */
export type List<Args, Item> = <const Asked extends Selection<Item>>(
  args: Args,
  fields: Chosen<Item, Asked>,
  options?: CallOptions,
) => Listing<Selected<Item, Asked>>;

/** Writes, and answers the record. */
export type Write<Args, Value> = <const Asked extends Selection<Value>>(
  args: Args,
  fields: Chosen<Value, Asked>,
  options?: WriteOptions,
) => Promise<Selected<Value, Asked>>;

/** Writes, and answers a plain value. */
export type WritePlain<Args, Value> = (args: Args, options?: WriteOptions) => Promise<Value>;

/** One page of a list. */
export interface Page<Item> {
  /** Its records, with the fields that were asked for. */
  readonly nodes: readonly Item[];
  /** `after` of the next page; null when this one is empty. */
  readonly endCursor: string | null;
  /** Whether there is one after it. */
  readonly hasNextPage: boolean;
  /** The ids of records of this page that are there and cannot be read, as their stored bytes were changed: not among `nodes`. */
  readonly unreadable: readonly string[];
}

/**
 * A list that comes in pages: what a query answers that has `nodes` and `pageInfo`. `for await` walks over its records, and asks for each
 * page when the one before it is used up. Nothing is asked before somebody iterates or asks for a page. Of the arguments of the call,
 * `first` is the size of a page and `after` where to begin.
 */
export interface Listing<Item> extends AsyncIterable<Item> {
  /** The page that the arguments name: the first, or the one after `after`. */
  page(): Promise<Page<Item>>;
  /** That page and all that follow it. */
  pages(): AsyncIterable<Page<Item>>;
}
