// Owns what a fax can print: the letters of PDF's standard fonts. Other text is rewritten where that is certain, and marked where it is not.
import { transliterateName, transliterateText } from '@pestle/script';

/** Windows-1252 beyond Latin-1: what the standard fonts have. */
const EXTRAS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const UNPRINTABLE = new RegExp(`[^\\n\\u0020-\\u007e\\u00a1-\\u00ac\\u00ae-\\u00ff${EXTRAS}]+`, 'gu');
/** Stands for letters that the font does not have. */
const OMITTED = '[…]';

/** Collects whether anything on a page differs from the record. */
export interface Printer {
  /** A name: José stays, Łukasz becomes Lukasz, 李 is marked. */
  name(text: string): string;
  /** Free text: never rewritten by guess. */
  text(text: string): string;
  /** True when something was rewritten or marked: the page then points to the record. */
  readonly differs: boolean;
}

export function createPrinter(): Printer {
  let differs = false;
  const printed = (text: string, rewrite: (part: string) => string): string => {
    const plain = text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/\t|\u00a0/g, ' ');
    return plain.replace(UNPRINTABLE, (part) => {
      differs = true;
      const rewritten = rewrite(part);
      return rewritten.search(UNPRINTABLE) === -1 ? rewritten : OMITTED;
    });
  };
  return {
    name: (text) => printed(text, transliterateName),
    text: (text) => printed(text, transliterateText),
    get differs() {
      return differs;
    },
  };
}
