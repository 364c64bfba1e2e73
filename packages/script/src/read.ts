// Reads a message from bytes or text: finds form and version by itself, forgives what cannot be misunderstood, refuses what can.

import { ScriptError } from './errors.ts';
import { MAX_DOCUMENT_BYTES } from './limits.ts';
import type { Element } from './model/element.ts';
import type { Received } from './model/messages.ts';
import { checkOptions } from './profile/known-options.ts';
import type { Form } from './profile/options.ts';
import type { Version } from './table/field.ts';
import { isMessageType } from './table/messages.ts';
import { ROOT_ATTRIBUTES } from './table/root.ts';
import { declarationOf, decode } from './walk/decode.ts';
import type { Warning } from './walk/encode.ts';
import { charsetOf, decodeUtf8, forgiven, ignored } from './wire/encoding.ts';
import { readJson } from './wire/json-read.ts';
import { readXml } from './wire/xml-read.ts';

/** What is known of a document before it is read. */
export interface ReadOptions {
  /** The version of a document that does not say: JSON never does. Default: by its shape, else 2017071. */
  readonly version?: Version;
  /** The HTTP header Content-Type that came with the bytes: its `charset` counts. */
  readonly contentType?: string;
  /**
   * Reads characters of doubtful encoding as U+FFFD, or as UTF-8 says, instead of refusing the document. For answers, of which only codes and
   * ids count: those are ASCII, and the same in every encoding that is read. Default false.
   */
  readonly doubtfulCharacters?: boolean;
}

/** A message that was read, and everything that is known of the document. */
export interface Read {
  /** The message: its type is certain, everything else may be missing. `check` says what is. */
  readonly message: Received;
  readonly form: Form;
  readonly version: Version;
  /** How the version is known. */
  readonly versionFrom: 'attributes' | 'shape' | 'options' | 'default';
  /** The shape found; it may differ from the version (the shape of 2017071 with the attributes of 2023011). */
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
  return readOpen(input, options).document;
}

/** A read, and what of the document only the other version has. */
export function readOpen(
  input: Uint8Array | string,
  options: ReadOptions,
): { readonly document: Read; readonly strays: (shape: Version) => readonly string[] } {
  const { root, form, notes } = open(input, options);
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
  const version = said ?? options.version ?? shape ?? '2017071';
  const versionFrom = said ? 'attributes' : options.version ? 'options' : shape ? 'shape' : 'default';
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

interface Document {
  /** The `Message` element. */
  readonly root: Element;
  readonly form: Form;
  readonly notes: Warning[];
}

/** Finds the `Message` element of a document. */
function open(input: Uint8Array | string, options: ReadOptions): Document {
  if (input.length > MAX_DOCUMENT_BYTES) throw new ScriptError('too-large');
  const replace = options.doubtfulCharacters === true;
  const text = withoutByteOrderMark(typeof input === 'string' ? input : decodeUtf8(input, replace));
  const notes: Warning[] = [];
  const labels = (declared?: string): void => {
    const words =
      typeof input === 'string'
        ? ignored(declared)
        : forgiven(text, { declared, charset: charsetOf(options.contentType) }, replace);
    if (words !== undefined) notes.push({ path: '', rule: 'encoding', message: words });
  };
  const start = /[^ \t\r\n]/.exec(text)?.[0];
  if (start === '<') return { root: fromXml(text, labels, notes), form: 'xml', notes };
  if (start !== '{' && start !== '"') throw new ScriptError('not-a-message');
  labels();
  const { root, nulls } = readJson(text);
  if (typeof root === 'string') return { root: unwrapped(root, 'a JSON string', notes), form: 'xml', notes };
  if (nulls > 0) notes.push({ path: '', rule: 'null', message: `${nulls} null(s) read as absent` });
  return { root: theOnly(messagesIn(root, 1)), form: 'json', notes };
}

const withoutByteOrderMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

function fromXml(text: string, labels: (declared?: string) => void, notes: Warning[]): Element {
  const trimmed = text.trimStart();
  const { root, encoding, cdataValues, foreign } = readXml(trimmed);
  if (trimmed !== text && trimmed.startsWith('<?xml'))
    notes.push({ path: '', rule: 'blank', message: 'blanks before the XML declaration' });
  for (const path of foreign) notes.push({ path, rule: 'foreign', message: 'a prefix, left out' });
  labels(encoding);
  if (cdataValues > 0)
    notes.push({ path: '', rule: 'cdata', message: `${cdataValues} value(s) in CDATA sections` });
  if (root.name === 'Message') return root;
  if (root.children.length === 0 && root.text.trimStart().startsWith('<'))
    return unwrapped(root.text, `<${root.name}>`, notes);
  const inner = theOnly(messagesIn(root, 4));
  notes.push({ path: '', rule: 'wrapped', message: `the message stands inside <${root.name}>` });
  return inner;
}

/** A document that stands as escaped text inside another; unwrapped once. */
function unwrapped(text: string, wrapper: string, notes: Warning[]): Element {
  notes.push({ path: '', rule: 'wrapped', message: `the message stands as text inside ${wrapper}` });
  const trimmed = withoutByteOrderMark(text).trimStart();
  if (!trimmed.startsWith('<')) throw new ScriptError('not-a-message');
  const { root, cdataValues } = readXml(trimmed);
  if (cdataValues > 0)
    notes.push({ path: '', rule: 'cdata', message: `${cdataValues} value(s) in CDATA sections` });
  if (root.name !== 'Message') throw new ScriptError('not-a-message');
  return root;
}

/** What stands in an envelope: messages, and bodies of messages beside them. A text called Status is the envelope's own. */
function messagesIn(envelope: Element, depth: number): readonly Element[] {
  return envelope.children.flatMap((child) => {
    if (child.name === 'Message' || (isMessageType(child.name) && child.children.length > 0)) return [child];
    return depth > 1 ? messagesIn(child, depth - 1) : [];
  });
}

function theOnly(found: readonly Element[]): Element {
  const message = found.find(({ name }) => name === 'Message');
  if (message === undefined) throw new ScriptError('not-a-message');
  if (found.length > 1) throw new ScriptError('several-messages');
  return message;
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
