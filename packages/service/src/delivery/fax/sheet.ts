// Draws on one fax page from top to bottom: rows of labels and values, frames and columns, in black on white.
import PDFDocument from 'pdfkit';

/** US Letter, in points. */
const PAGE = { width: 612, height: 792 } as const;
const MARGIN = { x: 36, top: 30, bottom: 28 } as const;
const LABEL_GAP = 8;
/** No text is smaller, whatever the page's scale: 12 lines of a fax at 98 lines an inch. */
const SIZE_MIN = 9;

export interface TextStyle {
  readonly size: number;
  readonly bold?: boolean;
  readonly align?: 'left' | 'center';
}

/** A column of the page. */
export interface Span {
  readonly x: number;
  readonly width: number;
}

export const FULL: Span = { x: MARGIN.x, width: PAGE.width - 2 * MARGIN.x };

/** One page that is filled from the top. Sizes are in points and shrink with `scale`. */
export class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #scale: number;
  readonly #lineGap: number;
  readonly #drawn: { readonly y: number; readonly text: string }[] = [];
  y: number = MARGIN.top;

  /** Not compressed: a zlib of another version would give other bytes for the same facts. */
  constructor(scale: number, date: Date, title: string) {
    this.#scale = scale;
    this.#lineGap = scale < 0.9 ? 0.5 : 1.5;
    this.#doc = new PDFDocument({
      size: 'LETTER',
      margin: 0,
      compress: false,
      info: { Title: title, Producer: 'Pestle', Creator: 'Pestle', CreationDate: date },
    });
    this.#doc.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
  }

  /** True while everything drawn stands on the page. */
  get fits(): boolean {
    return this.y <= PAGE.height - MARGIN.bottom;
  }

  /** The words of the page in the order in which they were drawn: neighbors at one height are one line. */
  get lines(): string[] {
    return this.#drawn.reduce<string[]>((lines, { y, text }, index) => {
      if (this.#drawn[index - 1]?.y !== y) return [...lines, text];
      return [...lines.slice(0, -1), `${lines.at(-1)}  ${text}`];
    }, []);
  }

  text(text: string, style: TextStyle, span: Span = FULL): void {
    this.y = this.#draw(text, style, span, this.y) + this.#lineGap;
  }

  /** Parts of one line that differ in weight. */
  row(label: string, value: string, style: TextStyle, labelWidth: number, span: Span = FULL): void {
    const width = labelWidth * this.#scale;
    const after = this.#draw(label, { size: style.size }, { x: span.x, width }, this.y);
    const x = span.x + width + LABEL_GAP;
    this.y =
      Math.max(after, this.#draw(value, style, { x, width: span.width - width - LABEL_GAP }, this.y)) +
      this.#lineGap;
  }

  gap(points: number): void {
    this.y += points * this.#scale;
  }

  rule(weight: number): void {
    this.#doc.rect(FULL.x, this.y, FULL.width, weight).fill('black');
    this.y += weight;
  }

  /** Draws in a frame of lines. */
  frame(weight: number, draw: (inside: Span) => void, span: Span = FULL): void {
    const inset = 7 * this.#scale;
    const top = this.y;
    this.y += inset;
    draw({ x: span.x + inset + weight, width: span.width - 2 * (inset + weight) });
    this.y += inset - this.#lineGap;
    this.#doc
      .lineWidth(weight)
      .rect(span.x + weight / 2, top + weight / 2, span.width - weight, this.y - top - weight)
      .stroke('black');
  }

  /** Draws side by side; goes on below the longer one. */
  columns(left: Span, drawLeft: (span: Span) => void, right: Span, drawRight: (span: Span) => void): void {
    const top = this.y;
    drawLeft(left);
    const afterLeft = this.y;
    this.y = top;
    drawRight(right);
    this.y = Math.max(this.y, afterLeft);
  }

  bars(bars: readonly { x: number; y: number; width: number; height: number }[]): void {
    for (const { x, y, width, height } of bars) this.#doc.rect(x, y, width, height);
    this.#doc.fill('black');
  }

  async bytes(): Promise<Uint8Array> {
    const ended = new Promise<void>((resolve, reject) => {
      this.#doc.once('end', resolve).once('error', reject);
    });
    this.#doc.end();
    await ended;
    return new Uint8Array(Buffer.concat(this.#chunks));
  }

  #draw(text: string, { size, bold = false, align = 'left' }: TextStyle, span: Span, y: number): number {
    const scaled = Math.max(SIZE_MIN, size * this.#scale);
    const options = { width: span.width, align, lineGap: this.#lineGap, height: PAGE.height * 4 };
    this.#doc
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(scaled)
      .fillColor('black');
    const height = this.#doc.heightOfString(text, options);
    // Text that would run over the edge is not drawn: PDFKit would begin a second page. `fits` then is false.
    if (y + height <= PAGE.height) {
      this.#doc.text(text, span.x, y, options);
      this.#drawn.push({ y, text });
    }
    return y + height;
  }
}
