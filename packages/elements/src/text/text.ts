// Owns the text of an element: English at once, other languages when a page speaks them.
import { en, type Text } from './en.ts';
import type { Language } from './language.ts';

export type { Text };

/** The words to begin with, also where the language is still on its way. */
export const initialText: Text = en;

/** The words of a language; Spanish comes in a file of its own. English when that cannot be loaded: words are better than none. */
export async function loadText(language: Language): Promise<Text> {
  if (language === 'en') return en;
  try {
    return (await import('./es.ts')).es;
  } catch {
    return en;
  }
}
