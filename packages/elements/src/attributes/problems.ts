// Owns what is said about an attribute that cannot be used (E4).

/** One fault of the page's own making: the attribute, the place inside its value, and what to write instead. */
export interface AttributeProblem {
  readonly attribute: string;
  /** `[2].dispenseUnit`, or empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

/** Takes a problem; a reader goes on after it, so that all are found at once. */
export type Report = (path: string, message: string) => void;

/** The sentence for the console and for `svc-error`: it names attribute and path and never repeats the value. */
export function sentenceOf({ attribute, path, message }: AttributeProblem): string {
  return `${attribute}${path}: ${message}`;
}
