// The message tables made ready for one shape: rows filtered by version, found by name, with the tags they are written as.

import type { MessageType } from '../model/messages.ts';
import { type Field, type Group, type Leaf, type Opaque, type Version, wrap } from './field.ts';
import { cancelJsonHeaderFields, headerFields } from './header.ts';
import { bodyFields, type CancelContent, relatesTo } from './messages.ts';

/** One row, ready to use. */
export interface Part {
  readonly field: Field;
  /** Position among its siblings: the standard's order. Those that stand in turns have the same one. */
  readonly index: number;
  readonly open: string;
  readonly close: string;
  /** Where the value stands among those of the object; -1 for a wrapper, whose fields have their own. */
  readonly slot: number;
  /** The rows inside; empty for text. */
  readonly inner: Parts;
}

/** The rows of one element, in order. */
export interface Parts {
  readonly list: readonly Part[];
  /** Those that the model has: all but the opaque ones. */
  readonly written: readonly Part[];
  readonly byName: ReadonlyMap<string, readonly Part[]>;
  /** The properties that these rows speak of, wrappers included. */
  readonly keys: ReadonlySet<string>;
  /** Every property of the object these rows belong to, with its slot. */
  readonly slots: ReadonlyMap<string, number>;
}

/** A shape to write, or every shape at once to read. */
export type Shape = Version | 'any';

const NONE: Parts = { list: [], written: [], byName: new Map(), keys: new Set(), slots: new Map() };
const ready = new WeakMap<readonly Field[], Map<Shape, Parts>>();

/** The rows of `fields` that a shape has. Made once for each list and shape. */
export function partsOf(fields: readonly Field[], shape: Shape): Parts {
  const shapes = ready.get(fields) ?? new Map<Shape, Parts>();
  ready.set(fields, shapes);
  const known = shapes.get(shape);
  if (known !== undefined) return known;
  const parts = prepare(fields, shape, new Map());
  shapes.set(shape, parts);
  return parts;
}

/**
 * The same row with every property in its place, absent ones undefined: a walk meets thousands of rows, and the engine is
 * twice as quick when they are all laid out alike.
 */
function alike(field: Field): Field {
  const { kind, element, key, min, max, only, type, attribute, padIf, fields, choice, oneOf } =
    field as Group & Leaf;
  const { marker, rule, view, beside, bare, words } = field as Group & Omit<Opaque, 'kind' | 'key'>;
  return {
    kind,
    element,
    key,
    min,
    max,
    only,
    type,
    attribute,
    padIf,
    fields,
    choice,
    oneOf,
    marker,
    rule,
    view,
    beside,
    bare,
    words,
  };
}

/** A wrapper shares the slots of the object around it. */
function prepare(fields: readonly Field[], shape: Shape, slots: Map<string, number>): Parts {
  let next = 0;
  const list = fields
    .filter((field) => field.only === undefined || shape === 'any' || field.only === shape)
    .map((row): Part => {
      const field = alike(row);
      const { element, key } = field;
      const index = field.kind === 'opaque' && field.beside === true ? next - 1 : next++;
      if (key !== undefined && !slots.has(key)) slots.set(key, slots.size);
      const inner =
        field.kind !== 'group'
          ? NONE
          : key === undefined
            ? prepare(field.fields, shape, slots)
            : partsOf(field.fields, shape);
      const slot = key === undefined ? -1 : (slots.get(key) ?? -1);
      return { field, index, open: `<${element}>`, close: `</${element}>`, slot, inner };
    });
  const byName = new Map<string, Part[]>();
  const keys = new Set<string>();
  for (const part of list) {
    const { element, key } = part.field;
    const same = byName.get(element);
    if (same === undefined) byName.set(element, [part]);
    else same.push(part);
    for (const each of key === undefined ? part.inner.keys : [key]) keys.add(each);
  }
  const written = list.filter(({ field }) => field.kind !== 'opaque');
  return { list, written, byName, keys, slots };
}

/** What decides which rows a message has. */
export interface Layout {
  readonly shape: Shape;
  readonly content: CancelContent;
  readonly form: 'xml' | 'json';
}

/** The rows of a whole message. */
export interface MessageParts {
  readonly header: Part;
  /** The element inside Body. */
  readonly root: Part;
}

const made = new Map<string, MessageParts>();

/** The rows of one message type in one layout. Made once. */
export function messageParts(type: MessageType, { shape, content, form }: Layout): MessageParts {
  const name = `${type} ${shape} ${content} ${form}`;
  const known = made.get(name);
  if (known !== undefined) return known;
  const short = type === 'CancelRx' && form === 'json';
  const header = partOf(
    wrap('Header', 1, []),
    partsOf(short ? cancelJsonHeaderFields : headerFields(relatesTo(type)), shape),
  );
  const root = partOf(wrap(type, 1, []), partsOf(bodyFields(type, content), shape));
  const parts = { header, root };
  made.set(name, parts);
  return parts;
}

/** A row that stands alone: the root, Header, Body, the message itself, a date. */
export function partOf(field: Field, inner: Parts = NONE): Part {
  return {
    field: alike(field),
    index: 0,
    open: `<${field.element}>`,
    close: `</${field.element}>`,
    slot: -1,
    inner,
  };
}
