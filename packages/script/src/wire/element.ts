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
