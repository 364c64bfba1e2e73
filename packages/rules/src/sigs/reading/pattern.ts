// Owns what patterns of directions have in common: they begin at a word, and take whole words.
import type { Token } from './tokens.ts';
import type { Word } from './words.ts';

/** Reads what begins the text; undefined where it is something else. */
export type Pattern = (ahead: string, words: readonly Word[]) => Token | undefined;
/** Behind a whole word. */
export const END = '(?= |$)';

/** How many words were matched. */
export function wordsOf(match: RegExpExecArray): number {
  return wordCount(match[0].trim());
}

/** How many words a text of words has. */
export function wordCount(text: string): number {
  return text.split(' ').length;
}
