// Reads a message from bytes or text: finds form and version by itself, forgives what cannot be misunderstood, refuses what can.

import { ScriptError } from './errors.ts';
import { MAX_DOCUMENT_BYTES } from './limits.ts';
import type { Received } from './model/messages.ts';
import { checkOptions } from './profile/known-options.ts';
import type { Form } from './profile/options.ts';
import type { Version } from './table/field.ts';
import { ROOT_ATTRIBUTES } from './table/root.ts';
import { declarationOf, decode } from './walk/decode.ts';
import type { Warning } from './walk/encode.ts';
import type { Element } from './wire/element.ts';
import { readJson } from './wire/json-read.ts';
import { readXml } from './wire/xml-read.ts';

export interface ReadOptions {
  /** The version of a document that does not say: JSON never does. Default: by its shape, else 2017071. */
  readonly version?: Version;
}

export interface Read {
  /** The message: its type is certain, everything else may be missing. `check` says what is. */
  readonly message: Received;
  readonly form: Form;
  readonly version: Version;
  /** How the version is known. */
  readonly versionFrom: 'attributes' | 'shape' | 'options' | 'default';
  /** The shape found; it may differ from the version (the seed's shape with 2023011 attributes). */
  readonly shape: Version;
  /** Attributes of the root: the six of the standard. Empty in JSON. */
  readonly attributes: Readonly<Record<string, string>>;
  /** What was forgiven, with its path. */
  readonly warnings: readonly Warning[];
  /** Elements of the standard that the library does not model: kept as they came, and checked by nobody. */
  readonly unchecked: readonly string[];
}

/**
 * Reads one message. Accepts any element order, prefixes, a BOM, an XML document wrapped in a `<string>` element, a JSON
 * string or an envelope, numbers or text in JSON. Throws `ScriptError` for everything else; never anything but that.
 *
 * @example
 * const { message, warnings } = read(await response.bytes());
 * if (message.type === 'Status') console.log(message.code);
 */
export function read(input: Uint8Array | string, options: ReadOptions = {}): Read {
  checkOptions(options, 'read');
  return readOpen(input, options.version).document;
}

/** A read, and what of the document only the other version has. */
export function readOpen(
  input: Uint8Array | string,
  expected: Version | undefined,
): { readonly document: Read; readonly strays: (shape: Version) => readonly string[] } {
  const document = open(input);
  const { root, form, notes } = document;
  const { message, shapes, warnings, unchecked, strays } = decode(root);
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(root.attributes ?? {})) {
    const declared = declarationOf(name, value);
    if (declared !== undefined) notes.push({ path: '', ...declared });
    else if (ROOT_ATTRIBUTES.includes(name)) attributes[name] = value;
    else notes.push({ path: '', rule: 'attribute', message: 'unknown attribute, left out' });
  }
  const shape = shapeOf(shapes);
  const said = versionSaid(attributes);
  const version = said ?? expected ?? shape ?? '2017071';
  const versionFrom = said ? 'attributes' : expected ? 'options' : shape ? 'shape' : 'default';
  return {
    document: {
      message,
      form,
      version,
      versionFrom,
      shape: shape ?? version,
      attributes,
      warnings: [...notes, ...warnings],
      unchecked,
    },
    strays,
  };
}

export interface Document {
  /** The `Message` element. */
  readonly root: Element;
  readonly form: Form;
  readonly notes: Warning[];
}

/** Finds the `Message` element of a document. */
export function open(input: Uint8Array | string): Document {
  if (input.length > MAX_DOCUMENT_BYTES) throw new ScriptError('too-large');
  const bytes = typeof input !== 'string';
  const text = withoutMark(bytes ? decodeUtf8(input) : input);
  const notes: Warning[] = [];
  const start = /[^ \t\r\n]/.exec(text)?.[0];
  if (start === '<') return { root: fromXml(text, bytes, notes), form: 'xml', notes };
  if (start === '{' || start === '"') {
    const { root, nulls } = readJson(text);
    if (typeof root === 'string')
      return { root: unwrapped(root, 'a JSON string', notes), form: 'xml', notes };
    if (nulls > 0) notes.push({ path: '', rule: 'null', message: `${nulls} null(s) read as absent` });
    const message = root.children.find((child) => child.name === 'Message');
    if (message === undefined) throw new ScriptError('not-a-message');
    return { root: message, form: 'json', notes };
  }
  throw new ScriptError('not-a-message');
}

function decodeUtf8(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new ScriptError('encoding');
  }
  if (first === 0 || second === 0) throw new ScriptError('encoding');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ScriptError('encoding');
  }
}

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

const ASCII_SUPERSETS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** XML in bytes must say UTF-8; XML that was already text may say anything: its bytes are gone. */
function fromXml(text: string, bytes: boolean, notes: Warning[]): Element {
  const trimmed = text.trimStart();
  const { root, encoding, cdataValues, foreign } = readXml(trimmed);
  if (trimmed !== text && trimmed.startsWith('<?xml'))
    notes.push({ path: '', rule: 'blank', message: 'blanks before the XML declaration' });
  for (const path of foreign) notes.push({ path, rule: 'foreign', message: 'a prefix, left out' });
  if (encoding !== undefined && !ASCII_SUPERSETS.has(encoding)) {
    if (bytes) throw new ScriptError('encoding');
    notes.push({
      path: '',
      rule: 'encoding',
      message: 'the declared encoding is ignored: this is text',
    });
  }
  if (cdataValues > 0)
    notes.push({ path: '', rule: 'cdata', message: `${cdataValues} value(s) in CDATA sections` });
  if (root.name === 'Message') return root;
  if (root.children.length === 0 && root.text.trimStart().startsWith('<'))
    return unwrapped(root.text, `<${root.name}>`, notes);
  const inner = descend(root, 4);
  if (inner === undefined) throw new ScriptError('not-a-message');
  notes.push({ path: '', rule: 'wrapped', message: `the message stands inside <${root.name}>` });
  return inner;
}

/** A document that stands as escaped text inside another; unwrapped once. */
function unwrapped(text: string, wrapper: string, notes: Warning[]): Element {
  notes.push({ path: '', rule: 'wrapped', message: `the message stands as text inside ${wrapper}` });
  const trimmed = withoutMark(text).trimStart();
  if (!trimmed.startsWith('<')) throw new ScriptError('not-a-message');
  const { root, cdataValues } = readXml(trimmed);
  if (cdataValues > 0)
    notes.push({ path: '', rule: 'cdata', message: `${cdataValues} value(s) in CDATA sections` });
  if (root.name !== 'Message') throw new ScriptError('not-a-message');
  return root;
}

function descend(element: Element, depth: number): Element | undefined {
  if (element.name === 'Message') return element;
  if (depth === 0) return undefined;
  for (const child of element.children) {
    const found = descend(child, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The version that the root's attributes name: revisions begin with the year of the publication. */
function versionSaid(attributes: Readonly<Record<string, string>>): Version | undefined {
  const said =
    attributes['TransactionVersion'] ??
    attributes['TransportVersion'] ??
    attributes['StructuresVersion'] ??
    '';
  if (said.startsWith('2017')) return '2017071';
  return said.startsWith('2023') ? '2023011' : undefined;
}

function shapeOf(shapes: Readonly<Record<Version, number>>): Version | undefined {
  if (shapes['2017071'] === shapes['2023011']) return undefined;
  return shapes['2017071'] > shapes['2023011'] ? '2017071' : '2023011';
}
