// Owns the fonts of a fax page: which characters a string shows, and how wide they are.
import { entriesOf, isKind, Lexer, type PdfValue, resolve, streamBytes } from './objects.ts';

/** A font as far as a preview needs it. */
export type Font = {
  readonly family: 'sans' | 'serif' | 'mono';
  readonly bold: boolean;
  readonly italic: boolean;
  /** The characters of a string and its width in thousandths of the size. */
  readonly show: (bytes: string) => {
    readonly text: string;
    readonly width: number;
    readonly spaces: number;
  };
};

/** Widths of the characters from space to tilde in thousandths, from the font maker's public metrics. */
const SANS =
  widths(`278 278 355 556 556 889 667 222 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556
  278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667
  667 611 278 278 278 469 556 222 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722
  500 500 500 334 260 334 584`);
const SANS_BOLD =
  widths(`278 333 474 556 556 889 722 278 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556
  556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944
  667 667 611 333 278 333 584 556 278 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556
  778 556 556 500 389 280 389 584`);
const SERIF =
  widths(`250 333 408 500 500 833 778 333 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500
  278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722
  722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722
  500 500 444 480 200 480 541`);
const MONO_WIDTH = 600;
/** Close enough for an accented letter or a typographic sign. */
const OTHER_WIDTH = 556;

function widths(text: string): readonly number[] {
  return text.trim().split(/\s+/).map(Number);
}

const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Reads a font dictionary: a standard font in WinAnsi encoding, or an embedded one with a ToUnicode map. */
export function readFont(objects: ReadonlyMap<number, PdfValue>, value: PdfValue): Font {
  const entries = entriesOf(value);
  const baseFont = resolve(objects, entries.get('BaseFont'));
  const name = isKind(baseFont, 'name') ? baseFont.name : 'Helvetica';
  const family = /cour|mono/i.test(name)
    ? 'mono'
    : /times|serif(?!.*sans)|roman/i.test(name)
      ? 'serif'
      : 'sans';
  const bold = /bold|black|heavy/i.test(name);
  const style = { family, bold, italic: /oblique|italic/i.test(name) } as const;
  const subtype = resolve(objects, entries.get('Subtype'));
  if (isKind(subtype, 'name') && subtype.name === 'Type0')
    return { ...style, show: embedded(objects, entries) };
  const table = family === 'serif' ? SERIF : bold ? SANS_BOLD : SANS;
  const widthOf = (code: number): number =>
    family === 'mono' ? MONO_WIDTH : (table[code - 32] ?? OTHER_WIDTH);
  return {
    ...style,
    show: (bytes) => {
      let width = 0;
      let spaces = 0;
      for (const byte of Buffer.from(bytes, 'latin1')) {
        width += widthOf(byte);
        if (byte === 32) spaces += 1;
      }
      return { text: WINDOWS_1252.decode(Buffer.from(bytes, 'latin1')), width, spaces };
    },
  };
}

function embedded(
  objects: ReadonlyMap<number, PdfValue>,
  entries: ReadonlyMap<string, PdfValue>,
): Font['show'] {
  const map = resolve(objects, entries.get('ToUnicode'));
  const unicode = isKind(map, 'stream')
    ? readToUnicode(streamBytes(map).toString('latin1'))
    : new Map<number, string>();
  const descendants = resolve(objects, entries.get('DescendantFonts'));
  const descendant = entriesOf(resolve(objects, Array.isArray(descendants) ? descendants[0] : undefined));
  const glyphWidths = readWidths(objects, resolve(objects, descendant.get('W')));
  const standard = resolve(objects, descendant.get('DW'));
  const standardWidth = typeof standard === 'number' ? standard : 1_000;
  return (bytes) => {
    let text = '';
    let width = 0;
    for (let at = 0; at + 1 < bytes.length; at += 2) {
      const glyph = bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1);
      text += unicode.get(glyph) ?? '\u25a1';
      width += glyphWidths.get(glyph) ?? standardWidth;
    }
    return { text, width, spaces: 0 };
  };
}

function readWidths(objects: ReadonlyMap<number, PdfValue>, value: PdfValue): ReadonlyMap<number, number> {
  const result = new Map<number, number>();
  if (!Array.isArray(value)) return result;
  const list: readonly PdfValue[] = value;
  for (let at = 0; at < list.length; ) {
    const first = list[at];
    const second = resolve(objects, list[at + 1]);
    if (typeof first !== 'number') return result;
    if (Array.isArray(second)) {
      for (const [index, width] of second.entries())
        if (typeof width === 'number') result.set(first + index, width);
      at += 2;
    } else {
      const width = list[at + 2];
      if (typeof second !== 'number' || typeof width !== 'number' || second - first > 65_535) return result;
      for (let glyph = first; glyph <= second; glyph += 1) result.set(glyph, width);
      at += 3;
    }
  }
  return result;
}

/** Glyph number to text, from `bfchar` and `bfrange`. */
function readToUnicode(map: string): ReadonlyMap<number, string> {
  const result = new Map<number, string>();
  const lexer = new Lexer(map);
  let pending: PdfValue[] = [];
  for (let value = lexer.next(); value !== undefined; value = lexer.next()) {
    if (!isKind(value, 'word')) {
      pending.push(value);
      continue;
    }
    if (value.word === 'endbfchar') {
      for (let at = 0; at + 1 < pending.length; at += 2) {
        const from = codeOf(pending[at]);
        const to = pending[at + 1];
        if (from !== null && isKind(to, 'string')) result.set(from, utf16(to.bytes));
      }
    } else if (value.word === 'endbfrange') {
      for (let at = 0; at + 2 < pending.length; at += 3) mapRange(result, pending.slice(at, at + 3));
    }
    pending = [];
  }
  return result;
}

function mapRange(result: Map<number, string>, [first, last, to]: readonly PdfValue[]): void {
  const from = codeOf(first);
  const until = codeOf(last);
  if (from === null || until === null || until - from > 65_535) return;
  if (Array.isArray(to)) {
    for (const [index, item] of to.entries())
      if (isKind(item, 'string')) result.set(from + index, utf16(item.bytes));
  } else if (isKind(to, 'string')) {
    const base = utf16(to.bytes).codePointAt(0) ?? 0;
    for (let code = from; code <= until; code += 1)
      result.set(code, String.fromCodePoint(base + code - from));
  }
}

function codeOf(value: PdfValue | undefined): number | null {
  if (!isKind(value, 'string')) return null;
  let code = 0;
  for (const byte of Buffer.from(value.bytes.slice(0, 4), 'latin1')) code = code * 256 + byte;
  return code;
}

function utf16(bytes: string): string {
  const swapped = Buffer.from(bytes.length % 2 === 0 ? bytes : `${bytes}\0`, 'latin1').swap16();
  return swapped.toString('utf16le');
}
