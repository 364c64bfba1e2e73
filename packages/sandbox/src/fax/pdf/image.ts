// Owns the pictures on a fax page (a QR code, a logo): reduced to what a fax machine prints, black or nothing.
import { PAGE_IMAGE_PIXELS_MAX } from '../../limits.ts';
import {
  entriesOf,
  isKind,
  type PdfStream,
  type PdfValue,
  resolve,
  streamBytes,
  UnreadablePdf,
} from './objects.ts';

/** A black rectangle in a picture, in pixels from the top left corner. */
export type DarkBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
/** A picture as black rectangles. */
export type DarkPicture = {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly DarkBox[];
};

/** Darker than half counts as black (ITU-R BT.601 weights). */
const BLACK_BELOW = 128;

/** Reads an image object: gray, RGB or indexed colors, with or without PNG predictors. */
export function readPicture(objects: ReadonlyMap<number, PdfValue>, image: PdfStream): DarkPicture {
  const number = (name: string): number => {
    const value = resolve(objects, image.entries.get(name));
    return typeof value === 'number' ? value : 0;
  };
  const width = number('Width');
  const height = number('Height');
  const bits = number('BitsPerComponent') || 8;
  if (width < 1 || height < 1 || width * height > PAGE_IMAGE_PIXELS_MAX || ![1, 2, 4, 8].includes(bits))
    throw new UnreadablePdf('A picture of the PDF is too large or of an unknown kind.');
  const { components, darkness } = readColors(objects, image, bits);
  const rows = unfilter(objects, image, { width, height, components, bits });
  const isDark = (x: number, y: number): boolean => {
    const row = rows.subarray(y * rows.stride, (y + 1) * rows.stride);
    return darkness((index) => sample(row, (x * components + index) * bits, bits)) < BLACK_BELOW;
  };
  return { width, height, boxes: boxesOf(width, height, isDark) };
}

type Rows = { readonly stride: number; subarray(from: number, to: number): Uint8Array };

type Colors = {
  readonly components: number;
  /** 0 black … 255 white, from the samples of one pixel. */
  readonly darkness: (sampleAt: (index: number) => number) => number;
};

function readColors(objects: ReadonlyMap<number, PdfValue>, image: PdfStream, bits: number): Colors {
  const space = resolve(objects, image.entries.get('ColorSpace'));
  const full = 2 ** bits - 1;
  if (Array.isArray(space)) {
    const palette = paletteOf(resolve(objects, space[3]));
    return {
      components: 1,
      darkness: (at) => luminance(palette[at(0) * 3], palette[at(0) * 3 + 1], palette[at(0) * 3 + 2]),
    };
  }
  if (isKind(space, 'name') && space.name === 'DeviceRGB') {
    const of = (value: number): number => (value * 255) / full;
    return { components: 3, darkness: (at) => luminance(of(at(0)), of(at(1)), of(at(2))) };
  }
  return { components: 1, darkness: (at) => (at(0) * 255) / full };
}

function paletteOf(value: PdfValue): Uint8Array {
  if (isKind(value, 'string')) return Buffer.from(value.bytes, 'latin1');
  if (isKind(value, 'stream')) return streamBytes(value);
  throw new UnreadablePdf('A picture of the PDF has no palette.');
}

function luminance(red = 255, green = 255, blue = 255): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

function sample(row: Uint8Array, bit: number, bits: number): number {
  const byte = row[bit >> 3] ?? 255;
  return bits === 8 ? byte : (byte >> (8 - bits - (bit & 7))) & (2 ** bits - 1);
}

/** Undoes PNG predictors (each row begins with the number of its filter). */
function unfilter(
  objects: ReadonlyMap<number, PdfValue>,
  image: PdfStream,
  shape: { width: number; height: number; components: number; bits: number },
): Rows {
  const bytes = streamBytes(image);
  const stride = Math.ceil((shape.width * shape.components * shape.bits) / 8);
  const predictor = entriesOf(resolve(objects, image.entries.get('DecodeParms'))).get('Predictor');
  if (typeof predictor !== 'number' || predictor < 10)
    return { stride, subarray: (from, to) => bytes.subarray(from, to) };
  const step = Math.max(1, (shape.components * shape.bits) >> 3);
  const out = new Uint8Array(stride * shape.height);
  for (let y = 0; y < shape.height; y += 1) {
    const filter = bytes[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= step ? (out[at - step] ?? 0) : 0;
      const up = y > 0 ? (out[at - stride] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (out[at - stride - step] ?? 0) : 0;
      out[at] = (bytes[y * (stride + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return { stride, subarray: (from, to) => out.subarray(from, to) };
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** Black runs of each row; rows that look the same become one box. */
function boxesOf(width: number, height: number, isDark: (x: number, y: number) => boolean): DarkBox[] {
  const boxes: DarkBox[] = [];
  let previous = '';
  let from = 0;
  let runs: [number, number][] = [];
  const flush = (until: number): void => {
    for (const [x, length] of runs) boxes.push({ x, y: from, width: length, height: until - from });
  };
  for (let y = 0; y < height; y += 1) {
    const row: [number, number][] = [];
    for (let x = 0; x < width; ) {
      const start = x;
      while (x < width && isDark(x, y)) x += 1;
      if (x > start) row.push([start, x - start]);
      else x += 1;
    }
    const key = row.join(' ');
    if (key !== previous) {
      flush(y);
      [previous, from, runs] = [key, y, row];
    }
  }
  flush(height);
  return boxes;
}
