// What one row of a message table says, and the constructors that write such rows. The tables drive build, read, check and the docs.
import type { TextType } from './text.ts';

/** The two published versions. They name the shape of a document too: one document has one shape. */
export type Version = '2017071' | '2023011';

interface FieldBase {
  /** Local name of the XML element, and the JSON member. */
  readonly element: string;
  readonly min: number;
  readonly max: number;
  /** The only version that has this element here; absent = both. */
  readonly only?: Version;
}

/** An element that holds text. */
export interface Leaf<K extends string = string> extends FieldBase {
  readonly kind: 'leaf';
  readonly key: K;
  readonly type: TextType;
  /** The attribute an element may carry; the model then holds `{[textKey], [attribute.key]?}` instead of text. */
  readonly attribute?: Attribute;
  /** Pads a JSON number only where a sibling has this value: an NDC is a `Code` with `Qualifier` ND. */
  readonly padIf?: { readonly sibling: string; readonly value: string };
}

/** An attribute that the model has. */
export interface Attribute {
  readonly name: string;
  /** The property of the model. */
  readonly key: string;
  /** The property of the model that then holds the element's text. */
  readonly textKey: string;
  readonly type: TextType;
}

/** An element that holds `Date` or `DateTime`; the model holds the text, whose `T` decides. */
export interface Moment<K extends string = string> extends FieldBase {
  readonly kind: 'moment';
  readonly key: K;
}

/** An element that holds elements. Without a key its fields belong to the object around it. */
export interface Group<K extends string = string> extends FieldBase {
  readonly kind: 'group';
  readonly key?: K;
  readonly fields: readonly Field[];
  /** Exactly one of the fields is present; this property of the model names which. */
  readonly choice?: string;
  /** Exactly one of the fields is present, and not all of them are in the model: a person, or an animal that is kept as it came. */
  readonly oneOf?: boolean;
  /** Presence alone says something (`Denied`, `Verify`): written even when empty. */
  readonly marker?: boolean;
  /** A rule about several of the fields at once: what it allows, or undefined where nothing is wrong. */
  readonly rule?: (model: Readonly<Record<string, unknown>>) => string | undefined;
  /** Translates between the model's object and the one this version's fields are about. */
  readonly view?: View;
}

/** A translation that loses nothing: `read(write(x))` equals x wherever `write` accepts x. */
export interface View {
  readonly write: (model: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  readonly read: (wire: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** Keys of the model that `write` understands. */
  readonly keys: ReadonlySet<string>;
}

/** An element that the standard has here and the model does not: kept as it came, and reported as not checked. */
export interface Opaque extends FieldBase {
  readonly kind: 'opaque';
  readonly key?: never;
  /** It may stand in turns with the row before it. */
  readonly beside?: boolean;
  /** All that it may hold is optional: it may be empty. */
  readonly bare?: boolean;
  /** It holds text; every other one holds elements. */
  readonly words?: boolean;
}

export type Field<K extends string = string> = Leaf<K> | Moment<K> | Group<K> | Opaque;

/** How often an element occurs. */
type Card = 0 | 1 | readonly [min: number, max: number];
const card = (times: Card): { min: number; max: number } =>
  typeof times === 'number' ? { min: times, max: 1 } : { min: times[0], max: times[1] };

export const MANY = Number.POSITIVE_INFINITY;

type Key<E extends string> = Uncapitalize<E>;

/** The property of the model is called as the element, with a small first letter, unless another name is given. */
const keyOf = (element: string): string => element.charAt(0).toLowerCase() + element.slice(1);

export const leaf = <E extends string, K extends string = Key<E>>(
  element: E,
  times: Card,
  type: TextType,
  { key, ...more }: { readonly key?: K } & Pick<Leaf, 'attribute' | 'only' | 'padIf'> = {},
): Leaf<K> => ({ kind: 'leaf', element, key: (key ?? keyOf(element)) as K, ...card(times), type, ...more });

export const moment = <E extends string, K extends string = Key<E>>(
  element: E,
  times: Card,
  key?: K,
): Moment<K> => ({
  kind: 'moment',
  element,
  key: (key ?? keyOf(element)) as K,
  ...card(times),
});

/** Optional elements of the standard without a place in the model, in order. */
export const opaque = (max: number, ...elements: readonly string[]): readonly Opaque[] =>
  elements.map((element) => ({ kind: 'opaque', element, min: 0, max }));

/** Such elements that hold text, of which only the characters are known. */
export const words = (max: number, ...elements: readonly string[]): readonly Opaque[] =>
  elements.map((element) => ({ kind: 'opaque', element, min: 0, max, words: true }));

/** One such element that may be empty. */
export const bare = (element: string): Opaque => ({ kind: 'opaque', element, min: 0, max: 1, bare: true });

/** One such element that stands in turns with the one before it. */
export const alternating = (element: string): Opaque => ({
  kind: 'opaque',
  element,
  min: 0,
  max: MANY,
  beside: true,
  words: true,
});

export const group = <E extends string, K extends string = Key<E>>(
  element: E,
  times: Card,
  fields: readonly Field[],
  {
    key,
    ...more
  }: { readonly key?: K } & Pick<Group, 'choice' | 'marker' | 'oneOf' | 'only' | 'rule' | 'view'> = {},
): Group<K> => ({
  kind: 'group',
  element,
  key: (key ?? keyOf(element)) as K,
  ...card(times),
  fields,
  ...more,
});

/** A wrapper of the wire that the model does not have: its fields belong to the object around it. */
export const wrap = <K extends string>(
  element: string,
  times: 0 | 1,
  fields: readonly Field<K>[],
  more: Pick<Group, 'marker' | 'only'> = {},
): Group<K> => ({ kind: 'group', element, ...card(times), fields, ...more });

/** Ties a list of fields to the model's type: a key that the type does not have fails to compile. */
export const fieldsOf = <T>(
  ...fields: readonly Field<Extract<keyof T, string>>[]
): readonly Field<Extract<keyof T, string>>[] => fields;
