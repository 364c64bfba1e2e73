// The tree between a typed message and its text: what XML and JSON have in common.

/** One element. It has either text or children, never both. */
export interface Element {
  readonly name: string;
  readonly text: string;
  readonly children: readonly Element[];
  readonly attributes?: Readonly<Record<string, string>>;
  /** The text was a JSON number: leading zeros may have been lost. */
  readonly number?: true;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,127}$/;

/** Whether a text may name an element: the standard's names are plain ASCII. */
export const isElementName = (name: string): boolean => NAME.test(name);

const ILLEGAL = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Whether XML can carry a text: not even a reference stands for NUL, other control characters, or half a character. */
export const isLegalXml = (text: string): boolean => !ILLEGAL.test(text);

/** Whether an element says nothing: no text, no parts, no attributes. */
export function isEmpty({ text, children, attributes }: Element): boolean {
  return text.trim() === '' && children.length === 0 && attributes === undefined;
}
