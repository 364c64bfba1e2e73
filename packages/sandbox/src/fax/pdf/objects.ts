// Owns the reading of a PDF file into objects: as much of the format as a fax page needs, bounded, never trusting the file.
import { inflateSync } from 'node:zlib';
import { PAGE_DEPTH_MAX, PAGE_OBJECTS_MAX, PAGE_STREAM_BYTES_MAX } from '../../limits.ts';

export type PdfName = { readonly is: 'name'; readonly name: string };
/** A string, one character per byte. */
export type PdfString = { readonly is: 'string'; readonly bytes: string };
export type PdfReference = { readonly is: 'reference'; readonly number: number };
/** A drawing operator of a content stream, or a keyword. */
export type PdfWord = { readonly is: 'word'; readonly word: string };
export type PdfDictionary = { readonly is: 'dictionary'; readonly entries: ReadonlyMap<string, PdfValue> };
export type PdfStream = {
  readonly is: 'stream';
  readonly entries: ReadonlyMap<string, PdfValue>;
  readonly raw: Buffer;
};
export type PdfValue =
  | number
  | boolean
  | null
  | readonly PdfValue[]
  | PdfName
  | PdfString
  | PdfReference
  | PdfWord
  | PdfDictionary
  | PdfStream;

/** A fax that cannot be read as a PDF. */
export class UnreadablePdf extends Error {
  override readonly name = 'UnreadablePdf';
}

const SPACE = /[\0\t\n\f\r ]/;
const DELIMITER = /[()<>[\]{}/%]/;

/** Reads one value after the other from text that has one character per byte. */
export class Lexer {
  at: number;
  readonly #text: string;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.at = at;
  }

  /** The next value, or undefined at the end. `N G R` is read as a reference. */
  next(depth = 0): PdfValue | undefined {
    if (depth > PAGE_DEPTH_MAX) throw new UnreadablePdf('The PDF is nested too deeply.');
    this.#skip();
    const character = this.#text[this.at];
    if (character === undefined) return undefined;
    if (character === '/') return this.#name();
    if (character === '(') return this.#literal();
    if (character === '[') return this.#array(depth);
    if (character === '<') {
      if (this.#text[this.at + 1] === '<') return this.#dictionary(depth);
      return this.#hex();
    }
    if (DELIMITER.test(character)) {
      const width = this.#text.startsWith('>>', this.at) ? 2 : 1;
      const word = this.#text.slice(this.at, this.at + width);
      this.at += width;
      return { is: 'word', word };
    }
    return this.#regular();
  }

  #skip(): void {
    for (;;) {
      const character = this.#text[this.at];
      if (character === undefined) return;
      if (character === '%') {
        const end = this.#text.slice(this.at).search(/[\r\n]/);
        this.at = end < 0 ? this.#text.length : this.at + end;
      } else if (!SPACE.test(character)) return;
      else this.at += 1;
    }
  }

  #regular(): PdfValue {
    const start = this.at;
    while (this.at < this.#text.length) {
      const character = this.#text[this.at] ?? '';
      if (SPACE.test(character) || DELIMITER.test(character)) break;
      this.at += 1;
    }
    const word = this.#text.slice(start, this.at);
    if (/^\d+$/.test(word)) {
      const reference = /^\s+\d+\s+R(?![A-Za-z])/.exec(this.#text.slice(this.at, this.at + 16));
      if (reference !== null) {
        this.at += reference[0].length;
        return { is: 'reference', number: Number(word) };
      }
    }
    if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(word)) return Number(word);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    return { is: 'word', word };
  }

  #name(): PdfName {
    const match = /^\/[^\0\t\n\f\r ()<>[\]{}/%]*/.exec(this.#text.slice(this.at, this.at + 130));
    const text = match?.[0] ?? '/';
    this.at += text.length;
    const name = text
      .slice(1)
      .replace(/#([0-9A-Fa-f]{2})/g, (_all, hex: string) => latin(Number.parseInt(hex, 16)));
    return { is: 'name', name };
  }

  #literal(): PdfString {
    let bytes = '';
    let open = 0;
    for (; this.at < this.#text.length; this.at += 1) {
      const character = this.#text[this.at] ?? '';
      if (character === '\\') {
        const escape = /^\\(?:([0-7]{1,3})|(\r\n|[\s\S]))/.exec(this.#text.slice(this.at, this.at + 4));
        if (escape === null) break;
        this.at += escape[0].length - 1;
        bytes +=
          escape[1] === undefined ? unescape(escape[2] ?? '') : latin(Number.parseInt(escape[1], 8) & 255);
      } else if (character === '(') {
        if (open > 0) bytes += character;
        open += 1;
      } else if (character === ')') {
        open -= 1;
        if (open === 0) {
          this.at += 1;
          break;
        }
        bytes += character;
      } else bytes += character;
    }
    return { is: 'string', bytes };
  }

  #hex(): PdfString {
    const end = this.#text.indexOf('>', this.at);
    if (end < 0) throw new UnreadablePdf('A string of the PDF does not end.');
    const digits = this.#text.slice(this.at + 1, end).replace(/[^0-9A-Fa-f]/g, '');
    this.at = end + 1;
    const even = digits.length % 2 === 0 ? digits : `${digits}0`;
    return { is: 'string', bytes: Buffer.from(even, 'hex').toString('latin1') };
  }

  #array(depth: number): PdfValue[] {
    this.at += 1;
    const items: PdfValue[] = [];
    for (;;) {
      const item = this.next(depth + 1);
      if (item === undefined || isWord(item, ']')) return items;
      items.push(item);
    }
  }

  #dictionary(depth: number): PdfDictionary {
    this.at += 2;
    const entries = new Map<string, PdfValue>();
    for (;;) {
      const key = this.next(depth + 1);
      if (key === undefined || isWord(key, '>>')) return { is: 'dictionary', entries };
      const value = this.next(depth + 1);
      if (value === undefined || isWord(value, '>>')) return { is: 'dictionary', entries };
      if (isKind(key, 'name')) entries.set(key.name, value);
    }
  }
}

/** The objects of a PDF by number, found by reading the file from front to back (no cross-reference table is trusted). */
export function readObjects(pdf: Buffer): ReadonlyMap<number, PdfValue> {
  const text = pdf.toString('latin1');
  const objects = new Map<number, PdfValue>();
  const start = /(\d{1,9})\s+\d{1,5}\s+obj\b/g;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    if (objects.size >= PAGE_OBJECTS_MAX) throw new UnreadablePdf('The PDF has too many objects.');
    const lexer = new Lexer(text, start.lastIndex);
    const value = lexer.next() ?? null;
    const stream = isKind(value, 'dictionary') ? streamAt(pdf, text, lexer.at, value) : null;
    objects.set(Number(match[1]), stream?.value ?? value);
    start.lastIndex = stream?.end ?? lexer.at;
  }
  return objects;
}

function streamAt(
  pdf: Buffer,
  text: string,
  at: number,
  dictionary: PdfDictionary,
): { value: PdfStream; end: number } | null {
  const keyword = /^\s*stream\r?\n/.exec(text.slice(at, at + 40));
  if (keyword === null) return null;
  const from = at + keyword[0].length;
  const length = dictionary.entries.get('Length');
  const stated = typeof length === 'number' && length >= 0 ? from + length : -1;
  const end =
    stated > 0 && /^\s*endstream/.test(text.slice(stated, stated + 20))
      ? stated
      : text.indexOf('endstream', from);
  if (end < 0) throw new UnreadablePdf('A stream of the PDF does not end.');
  return { value: { is: 'stream', entries: dictionary.entries, raw: pdf.subarray(from, end) }, end };
}

/** The bytes of a stream, inflated where it is deflated. Other filters are refused. */
export function streamBytes(stream: PdfStream): Buffer {
  const filter = stream.entries.get('Filter');
  const names = Array.isArray(filter) ? filter : filter === undefined ? [] : [filter];
  let bytes = stream.raw;
  for (const name of names) {
    if (!isKind(name, 'name') || name.name !== 'FlateDecode')
      throw new UnreadablePdf('A stream of the PDF uses a filter that the preview does not know.');
    try {
      bytes = inflateSync(bytes, { maxOutputLength: PAGE_STREAM_BYTES_MAX });
    } catch (error) {
      throw new UnreadablePdf('A stream of the PDF is damaged or too large.', { cause: error });
    }
  }
  return bytes;
}

/** Follows a reference; what is missing is null. */
export function resolve(objects: ReadonlyMap<number, PdfValue>, value: PdfValue | undefined): PdfValue {
  let current = value ?? null;
  for (let hops = 0; isKind(current, 'reference'); hops += 1) {
    if (hops > PAGE_DEPTH_MAX) throw new UnreadablePdf('The PDF refers in circles.');
    current = objects.get(current.number) ?? null;
  }
  return current;
}

type Tagged = Extract<PdfValue, { readonly is: string }>;

/** True for a value of this kind. */
export function isKind<K extends Tagged['is']>(
  value: PdfValue | undefined,
  kind: K,
): value is Extract<Tagged, { readonly is: K }> {
  return typeof value === 'object' && value !== null && 'is' in value && value.is === kind;
}

/** The entries of a dictionary or stream; none for anything else. */
export function entriesOf(value: PdfValue | undefined): ReadonlyMap<string, PdfValue> {
  return isKind(value, 'dictionary') || isKind(value, 'stream') ? value.entries : new Map<string, PdfValue>();
}

function isWord(value: PdfValue, word: string): boolean {
  return isKind(value, 'word') && value.word === word;
}

function unescape(character: string): string {
  const known: Readonly<Record<string, string>> = {
    n: '\n',
    r: '\r',
    t: '\t',
    b: '\b',
    f: '\f',
    '\n': '',
    '\r\n': '',
  };
  return known[character] ?? character;
}

function latin(code: number): string {
  return String.fromCharCode(code);
}
