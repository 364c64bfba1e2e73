// Owns what a person at the pharmacy takes from the words of a fax: its order number, its message id, and whether it cancels or stops refills.

/** What a fax says. */
export type FaxEvidence = {
  readonly prescriberOrderNumber: string | null;
  readonly messageId: string | null;
  /** The fax cancels an order that came before. */
  readonly isCancelNotice: boolean;
  /** The fax stops the refills of an order that came before. */
  readonly isRefillNotice: boolean;
};

/** ULID of the order, line, and from the second pharmacy on a number (D9). */
const ORDER_NUMBER = /\b[0-7][0-9A-HJKMNP-TV-Z]{25}-\d{1,3}(?:-\d{1,3})?\b/;
const MESSAGE_ID = /\bmessage\s*(?:id)?\s*[:#]?\s*([A-Za-z][A-Za-z0-9]{7,34})\b/i;
const REFILL_TITLE = /^\s*no more refills\s*$/i;
const CANCEL_TITLE = /\bcancel(?:l?ation|led|ed)?\b/i;
/** The heading of a fax is in its first lines. */
const TITLE_LINES = 4;

/** Reads the lines of a fax as a person would; a page without words says nothing. */
export function readFaxText(lines: readonly string[]): FaxEvidence {
  const text = lines.join('\n');
  return {
    prescriberOrderNumber: ORDER_NUMBER.exec(text)?.[0] ?? null,
    messageId: MESSAGE_ID.exec(text)?.[1] ?? null,
    isRefillNotice: lines.slice(0, TITLE_LINES).some((line) => REFILL_TITLE.test(line)),
    isCancelNotice: lines.slice(0, TITLE_LINES).some((line) => CANCEL_TITLE.test(line)),
  };
}
