// Owns the shape in which every reader of hostile text in this package answers.

/**
 * The value, or one sentence that says what is wrong and what to write instead. The message never repeats the text. `code`, where a reader
 * has one, stands for the sentence, for saying it in another language.
 */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string; readonly code?: string };

/** Wraps a good value. */
export function parsed<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

/** Wraps a refusal. */
export function refused(
  message: string,
  code?: string,
): { readonly ok: false; readonly message: string; readonly code?: string } {
  return { ok: false, message, ...(code === undefined ? {} : { code }) };
}
