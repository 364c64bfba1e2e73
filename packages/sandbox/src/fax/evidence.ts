// Owns what a person at the pharmacy reads off a fax: its lines, its order number and message id, and whether it cancels.
import { readPages } from './pdf/page.ts';

/** What a fax says. */
export type FaxEvidence = {
  /** The lines of all pages from top to bottom; empty when the pages cannot be read. */
  readonly lines: readonly string[];
  readonly pageCount: number;
  readonly prescriberOrderNumber: string | null;
  readonly messageId: string | null;
  /** The fax cancels an order that came before. */
  readonly isCancelNotice: boolean;
};

/** ULID of the order, line, and from the second pharmacy on a number (D9). */
const ORDER_NUMBER = /\b[0-7][0-9A-HJKMNP-TV-Z]{25}-\d{1,3}(?:-\d{1,3})?\b/;
const MESSAGE_ID = /\bmessage\s*(?:id)?\s*[:#]?\s*([A-Za-z][A-Za-z0-9]{7,34})\b/i;
const CANCEL_TITLE = /\bcancel(?:l?ation|led|ed)?\b/i;
/** The heading of a fax is in its first lines. */
const TITLE_LINES = 4;
/** Texts whose base lines are nearer than this (points) stand on one line. */
const SAME_LINE = 2.5;

/** Reads a fax as a person would; never throws. */
export function readFaxText(pdf: Buffer): FaxEvidence {
  let lines: string[] = [];
  let pageCount = 0;
  try {
    const pages = readPages(pdf);
    pageCount = pages.length;
    lines = pages.flatMap((page) =>
      linesOf(
        page.drawn.flatMap((item) =>
          item.is === 'text' ? [{ text: item.text, x: item.matrix[4], y: item.matrix[5] }] : [],
        ),
      ),
    );
  } catch {
    // A page that nobody can read is evidence too: it says nothing.
  }
  const text = lines.join('\n');
  return {
    lines,
    pageCount,
    prescriberOrderNumber: ORDER_NUMBER.exec(text)?.[0] ?? null,
    messageId: MESSAGE_ID.exec(text)?.[1] ?? null,
    isCancelNotice: lines.slice(0, TITLE_LINES).some((line) => CANCEL_TITLE.test(line)),
  };
}

type Placed = { readonly text: string; readonly x: number; readonly y: number };

function linesOf(texts: readonly Placed[]): string[] {
  const rows: { y: number; texts: Placed[] }[] = [];
  for (const text of [...texts].sort((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    if (row !== undefined && Math.abs(row.y - text.y) < SAME_LINE) row.texts.push(text);
    else rows.push({ y: text.y, texts: [text] });
  }
  return rows.map((row) =>
    row.texts
      .sort((one, other) => one.x - other.x)
      .map(({ text }) => text.trim())
      .join('  '),
  );
}
