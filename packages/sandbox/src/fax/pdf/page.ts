// Owns the reading of a fax page into what is drawn on it: texts, lines, areas and pictures, in points from the top left corner.
import { PAGE_OPERATORS_MAX } from '../../limits.ts';
import { type Font, readFont } from './fonts.ts';
import { type DarkPicture, readPicture } from './image.ts';
import {
  entriesOf,
  isKind,
  Lexer,
  type PdfValue,
  readObjects,
  resolve,
  streamBytes,
  UnreadablePdf,
} from './objects.ts';

/** `[a b c d e f]` as PDF and SVG write a transform. */
export type Matrix = readonly [number, number, number, number, number, number];

export type Drawn =
  | {
      readonly is: 'text';
      readonly text: string;
      readonly matrix: Matrix;
      readonly size: number;
      /** Width before the transform. */
      readonly width: number;
      readonly font: Pick<Font, 'family' | 'bold' | 'italic'>;
      readonly color: string;
    }
  | {
      readonly is: 'path';
      readonly data: string;
      readonly fill: string | null;
      readonly stroke: string | null;
      readonly lineWidth: number;
      readonly evenOdd: boolean;
    }
  | { readonly is: 'picture'; readonly picture: DarkPicture; readonly matrix: Matrix };

/** One page: its size in points, and what is drawn in drawing order. */
export type Page = { readonly width: number; readonly height: number; readonly drawn: readonly Drawn[] };

/** Reads the pages of a PDF. Throws UnreadablePdf for what it cannot read; unknown operators are passed over. */
export function readPages(pdf: Buffer): Page[] {
  const objects = readObjects(pdf);
  return leavesOf(objects).map((page) => readPage(objects, page));
}

/** The pages in the order of the page tree. */
function leavesOf(objects: ReadonlyMap<number, PdfValue>): ReadonlyMap<string, PdfValue>[] {
  const typeOf = (value: PdfValue): string => {
    const type = entriesOf(value).get('Type');
    return isKind(type, 'name') ? type.name : '';
  };
  const root = [...objects.values()].find(
    (value) => typeOf(value) === 'Pages' && !entriesOf(value).has('Parent'),
  );
  const pages: ReadonlyMap<string, PdfValue>[] = [];
  const seen = new Set<PdfValue>();
  const walk = (value: PdfValue): void => {
    if (seen.has(value)) return;
    seen.add(value);
    if (typeOf(value) === 'Page') pages.push(entriesOf(value));
    const kids = resolve(objects, entriesOf(value).get('Kids'));
    if (Array.isArray(kids)) for (const kid of kids) walk(resolve(objects, kid));
  };
  if (root !== undefined) walk(root);
  if (pages.length === 0) throw new UnreadablePdf('The PDF has no page.');
  return pages;
}

function readPage(objects: ReadonlyMap<number, PdfValue>, page: ReadonlyMap<string, PdfValue>): Page {
  const box = resolve(objects, page.get('MediaBox'));
  const numbers = Array.isArray(box) ? box.filter((item): item is number => typeof item === 'number') : [];
  const [left = 0, bottom = 0, right = 612, top = 792] = numbers;
  const contents = resolve(objects, page.get('Contents'));
  const streams = Array.isArray(contents) ? contents.map((item) => resolve(objects, item)) : [contents];
  const text = streams
    .map((stream) => (isKind(stream, 'stream') ? streamBytes(stream).toString('latin1') : ''))
    .join('\n');
  const resources = entriesOf(resolve(objects, page.get('Resources')));
  const painter = new Painter(objects, resources, [1, 0, 0, -1, -left, top]);
  painter.run(text);
  return { width: right - left, height: top - bottom, drawn: painter.drawn };
}

type State = {
  readonly matrix: Matrix;
  readonly fill: string;
  readonly stroke: string;
  readonly lineWidth: number;
  readonly font: Font | null;
  readonly size: number;
  readonly characterSpace: number;
  readonly wordSpace: number;
  readonly leading: number;
  readonly rise: number;
};

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

class Painter {
  readonly drawn: Drawn[] = [];
  readonly #objects: ReadonlyMap<number, PdfValue>;
  readonly #resources: ReadonlyMap<string, PdfValue>;
  readonly #fonts = new Map<string, Font>();
  readonly #saved: State[] = [];
  #state: State;
  #textMatrix: Matrix = IDENTITY;
  #lineMatrix: Matrix = IDENTITY;
  #path = '';
  #point: readonly [number, number] = [0, 0];

  constructor(
    objects: ReadonlyMap<number, PdfValue>,
    resources: ReadonlyMap<string, PdfValue>,
    base: Matrix,
  ) {
    this.#objects = objects;
    this.#resources = resources;
    this.#state = {
      matrix: base,
      fill: '#000000',
      stroke: '#000000',
      lineWidth: 1,
      font: null,
      size: 12,
      characterSpace: 0,
      wordSpace: 0,
      leading: 0,
      rise: 0,
    };
  }

  run(content: string): void {
    const lexer = new Lexer(content);
    let operands: PdfValue[] = [];
    let count = 0;
    for (let value = lexer.next(); value !== undefined; value = lexer.next()) {
      if (!isKind(value, 'word')) {
        operands.push(value);
        continue;
      }
      count += 1;
      if (count > PAGE_OPERATORS_MAX) throw new UnreadablePdf('The page has too many drawing operators.');
      this.#draw(value.word, operands);
      operands = [];
    }
  }

  #draw(operator: string, operands: readonly PdfValue[]): void {
    const numbers = operands.filter((item): item is number => typeof item === 'number');
    if (this.#drawPath(operator, numbers)) return;
    if (this.#setGraphics(operator, operands, numbers)) return;
    this.#drawText(operator, operands, numbers);
  }

  #setGraphics(operator: string, operands: readonly PdfValue[], numbers: readonly number[]): boolean {
    const [first = 0] = numbers;
    switch (operator) {
      case 'q':
        this.#saved.push(this.#state);
        return true;
      case 'Q':
        this.#state = this.#saved.pop() ?? this.#state;
        return true;
      case 'cm':
        this.#state = { ...this.#state, matrix: times(matrixOf(numbers), this.#state.matrix) };
        return true;
      case 'w':
        this.#state = { ...this.#state, lineWidth: first };
        return true;
      case 'g':
      case 'rg':
      case 'k':
      case 'sc':
      case 'scn':
        this.#state = { ...this.#state, fill: colorOf(numbers) };
        return true;
      case 'G':
      case 'RG':
      case 'K':
      case 'SC':
      case 'SCN':
        this.#state = { ...this.#state, stroke: colorOf(numbers) };
        return true;
      case 'Do':
        this.#drawPicture(operands[0]);
        return true;
      default:
        return false;
    }
  }

  #drawPath(operator: string, n: readonly number[]): boolean {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = n;
    switch (operator) {
      case 'm':
      case 'l':
        this.#path += `${operator.toUpperCase()}${this.#at(a, b)}`;
        this.#point = [a, b];
        return true;
      case 'c':
        this.#path += `C${this.#at(a, b)} ${this.#at(c, d)} ${this.#at(e, f)}`;
        this.#point = [e, f];
        return true;
      case 'v':
        this.#path += `C${this.#at(...this.#point)} ${this.#at(a, b)} ${this.#at(c, d)}`;
        this.#point = [c, d];
        return true;
      case 'y':
        this.#path += `C${this.#at(a, b)} ${this.#at(c, d)} ${this.#at(c, d)}`;
        this.#point = [c, d];
        return true;
      case 're':
        this.#path += `M${this.#at(a, b)}L${this.#at(a + c, b)}L${this.#at(a + c, b + d)}L${this.#at(a, b + d)}Z`;
        this.#point = [a, b];
        return true;
      case 'h':
        this.#path += 'Z';
        return true;
      case 'n':
        this.#path = '';
        return true;
      case 's':
      case 'S':
      case 'f':
      case 'F':
      case 'f*':
      case 'b':
      case 'B':
      case 'b*':
      case 'B*':
        this.#paint(operator);
        return true;
      default:
        return false;
    }
  }

  #paint(operator: string): void {
    if (operator === 's' || operator.startsWith('b')) this.#path += 'Z';
    const { fill, stroke, lineWidth, matrix } = this.#state;
    const isStroked = /^[sSbB]/.test(operator);
    if (this.#path !== '')
      this.drawn.push({
        is: 'path',
        data: this.#path,
        fill: /^[fFbB]/.test(operator) ? fill : null,
        stroke: isStroked ? stroke : null,
        lineWidth: lineWidth * scaleOf(matrix),
        evenOdd: operator.endsWith('*'),
      });
    this.#path = '';
  }

  #drawPicture(name: PdfValue | undefined): void {
    const pictures = entriesOf(resolve(this.#objects, this.#resources.get('XObject')));
    const image = isKind(name, 'name') ? resolve(this.#objects, pictures.get(name.name)) : null;
    if (!isKind(image, 'stream')) return;
    const subtype = resolve(this.#objects, image.entries.get('Subtype'));
    if (!isKind(subtype, 'name') || subtype.name !== 'Image') return;
    const picture = readPicture(this.#objects, image);
    // A picture fills the unit square, first row on top.
    const pixels: Matrix = [1 / picture.width, 0, 0, -1 / picture.height, 0, 1];
    this.drawn.push({ is: 'picture', picture, matrix: times(pixels, this.#state.matrix) });
  }

  #drawText(operator: string, operands: readonly PdfValue[], n: readonly number[]): void {
    const [a = 0, b = 0] = n;
    const state = this.#state;
    switch (operator) {
      case 'BT':
        this.#textMatrix = IDENTITY;
        this.#lineMatrix = IDENTITY;
        break;
      case 'Tf':
        this.#state = { ...state, font: this.#font(operands[0]), size: a };
        break;
      case 'Tc':
        this.#state = { ...state, characterSpace: a };
        break;
      case 'Tw':
        this.#state = { ...state, wordSpace: a };
        break;
      case 'TL':
        this.#state = { ...state, leading: a };
        break;
      case 'Ts':
        this.#state = { ...state, rise: a };
        break;
      case 'TD':
        this.#state = { ...state, leading: -b };
        this.#nextLine(a, b);
        break;
      case 'Td':
        this.#nextLine(a, b);
        break;
      case 'T*':
        this.#nextLine(0, -state.leading);
        break;
      case 'Tm':
        this.#lineMatrix = matrixOf(n);
        this.#textMatrix = this.#lineMatrix;
        break;
      case "'":
      case '"':
        this.#nextLine(0, -state.leading);
        this.#show(operands.slice(-1));
        break;
      case 'Tj':
        this.#show(operands);
        break;
      case 'TJ':
        this.#show(Array.isArray(operands[0]) ? operands[0] : []);
        break;
      default:
    }
  }

  #nextLine(x: number, y: number): void {
    this.#lineMatrix = times([1, 0, 0, 1, x, y], this.#lineMatrix);
    this.#textMatrix = this.#lineMatrix;
  }

  #show(parts: readonly PdfValue[]): void {
    const { font, size, characterSpace, wordSpace, fill, matrix, rise } = this.#state;
    if (font === null) return;
    let text = '';
    let width = 0;
    for (const part of parts) {
      if (typeof part === 'number') width -= (part / 1_000) * size;
      else if (isKind(part, 'string')) {
        const shown = font.show(part.bytes);
        text += shown.text;
        width += (shown.width / 1_000) * size + shown.text.length * characterSpace + shown.spaces * wordSpace;
      }
    }
    if (text.trim() !== '') {
      const glyphs: Matrix = [1, 0, 0, -1, 0, rise];
      const whole = times(glyphs, times(this.#textMatrix, matrix));
      this.drawn.push({ is: 'text', text, matrix: whole, size, width, font, color: fill });
    }
    this.#textMatrix = times([1, 0, 0, 1, width, 0], this.#textMatrix);
  }

  #font(name: PdfValue | undefined): Font | null {
    if (!isKind(name, 'name')) return null;
    const known = this.#fonts.get(name.name);
    if (known !== undefined) return known;
    const fonts = entriesOf(resolve(this.#objects, this.#resources.get('Font')));
    const font = readFont(this.#objects, resolve(this.#objects, fonts.get(name.name)));
    this.#fonts.set(name.name, font);
    return font;
  }

  #at(x: number, y: number): string {
    const [a, b, c, d, e, f] = this.#state.matrix;
    return `${short(a * x + c * y + e)} ${short(b * x + d * y + f)}`;
  }
}

/** The transform that first does `first`, then `then`. */
function times(first: Matrix, then: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = then;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

function matrixOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f];
}

function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Gray, RGB or CMYK, each 0 … 1, as `#rrggbb`. */
function colorOf(values: readonly number[]): string {
  const [a = 0, b = a, c = a, k] = values;
  const rgb = k === undefined ? [a, b, c] : [a, b, c].map((ink) => (1 - ink) * (1 - k));
  const hex = rgb.map((part) =>
    Math.round(Math.min(1, Math.max(0, part)) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

/** A number with as many digits as a picture needs. */
export function short(value: number): string {
  return String(Math.round(value * 1_000) / 1_000);
}
