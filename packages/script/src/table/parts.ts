// The message tables made ready for one shape: rows filtered by version, found by name, with the tags they are written as.

import type { MessageType } from '../model.ts';
import type { Field, Version } from './field.ts';
import { cancelJsonHeaderFields, headerFields } from './header.ts';
import { bodyFields, type CancelContent, relatesTo } from './messages.ts';

/** One row, ready to use. */
export interface Part {
  readonly field: Field;
  /** Position among its siblings: the standard's order. */
  readonly index: number;
  readonly open: string;
  readonly close: string;
  /** The rows inside; empty for text. */
  readonly inner: Parts;
}

/** The rows of one element, in order. */
export interface Parts {
  readonly list: readonly Part[];
  readonly byName: ReadonlyMap<string, readonly Part[]>;
  /** The properties of the model's object that these rows speak of. */
  readonly keys: ReadonlySet<string>;
}

/** A shape to write, or every shape at once to read. */
export type Shape = Version | 'any';

const NONE: Parts = { list: [], byName: new Map(), keys: new Set() };
const ready = new WeakMap<readonly Field[], Map<Shape, Parts>>();

/** The rows of `fields` that a shape has. Made once for each list and shape. */
export function partsOf(fields: readonly Field[], shape: Shape): Parts {
  const shapes = ready.get(fields) ?? new Map<Shape, Parts>();
  ready.set(fields, shapes);
  const known = shapes.get(shape);
  if (known !== undefined) return known;
  const list = fields
    .filter((field) => field.only === undefined || shape === 'any' || field.only === shape)
    .map((field, index): Part => {
      const inner = field.kind === 'group' ? partsOf(field.fields, shape) : NONE;
      return { field, index, open: `<${field.element}>`, close: `</${field.element}>`, inner };
    });
  const byName = new Map<string, Part[]>();
  const keys = new Set<string>();
  for (const part of list) {
    const same = byName.get(part.field.element);
    if (same === undefined) byName.set(part.field.element, [part]);
    else same.push(part);
    for (const key of keysOf(part)) keys.add(key);
  }
  const parts = { list, byName, keys };
  shapes.set(shape, parts);
  return parts;
}

function keysOf({ field, inner }: Part): Iterable<string> {
  if (field.kind === 'opaque') return [];
  if (field.key !== undefined) return [field.key];
  return field.kind === 'group' && field.view !== undefined ? field.view.keys : inner.keys;
}

/** What decides which rows a message has. */
export interface Layout {
  readonly shape: Shape;
  readonly content: CancelContent;
  readonly form: 'xml' | 'json';
}

/** The rows of a whole message: header and body. */
export interface MessageParts {
  readonly header: Parts;
  readonly body: Parts;
}

const headers = { 0: headerFields(0), 1: headerFields(1) };

export function messageParts(type: MessageType, { shape, content, form }: Layout): MessageParts {
  const short = type === 'CancelRx' && form === 'json';
  return {
    header: partsOf(short ? cancelJsonHeaderFields : headers[relatesTo(type)], shape),
    body: partsOf(bodyFields(type, content), shape),
  };
}
