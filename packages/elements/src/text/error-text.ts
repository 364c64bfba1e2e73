// Owns how an error is said in the language of the page: by its code, else in the words that it came with.
import type { SaidText } from './en/said.ts';

/** An error of the service or of the way there. */
export function errorText(
  { said }: { readonly said: SaidText },
  { code, message }: { readonly code: string; readonly message: string },
): string {
  return said.errors[code] ?? said.findings[code] ?? message;
}
