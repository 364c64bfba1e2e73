// Owns which text SCRIPT carries in its strictest profile: printable ASCII with something to read in it (W6, S5).

/** A character that cannot be sent: where it stands (UTF-16 offset and length) and what to write instead, if known. */
export type Unsendable = {
  readonly offset: number;
  readonly length: number;
  readonly character: string;
  readonly suggestion?: string;
};

/** Exact replacements that change no meaning. Fractions and signs of dose are suggested only, never put in silently. */
const SAFE: ReadonlyMap<string, string> = new Map([
  ...['\u2018', '\u2019', '\u201a', '\u2032', '\u02bc'].map((from) => [from, "'"] as const),
  ...['\u201c', '\u201d', '\u201e', '\u2033'].map((from) => [from, '"'] as const),
  ...['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212'].map((from) => [from, '-'] as const),
  ...['\u00a0', '\u2007', '\u202f', '\u2009', '\t'].map((from) => [from, ' '] as const),
  ['\u2026', '...'],
  ['\u00e6', 'ae'],
  ['\u00c6', 'Ae'],
  ['\u0153', 'oe'],
  ['\u0152', 'Oe'],
  ['\u00df', 'ss'],
  ['\u00f8', 'o'],
  ['\u00d8', 'O'],
  ['\u0142', 'l'],
  ['\u0141', 'L'],
  ['\u0111', 'd'],
  ['\u0110', 'D'],
  ['\u0131', 'i'],
  ['\u00f0', 'd'],
  ['\u00d0', 'D'],
  ['\u00fe', 'th'],
  ['\u00de', 'Th'],
]);
const SUGGESTED: ReadonlyMap<string, string> = new Map([
  ['\u00b5', 'mc'],
  ['\u03bc', 'mc'],
  ['\u00bd', '1/2'],
  ['\u00bc', '1/4'],
  ['\u00be', '3/4'],
  ['\u2153', '1/3'],
  ['\u2154', '2/3'],
  ['\u00d7', 'x'],
  ['\u2265', 'at least'],
  ['\u2264', 'at most'],
  ['\u00b0', 'degrees'],
  ['\u00b1', 'plus or minus'],
  ['\u2022', '-'],
]);

const PRINTABLE = /^[\x20-\x7e]*$/;

/** Every character that cannot be sent, in order. Line breaks are no fault: `scriptText` sends each as one blank. */
export function findUnsendable(text: string): readonly Unsendable[] {
  if (PRINTABLE.test(text)) return [];
  const found: Unsendable[] = [];
  let offset = 0;
  for (const character of text) {
    if (!PRINTABLE.test(character) && character !== '\n' && character !== '\r') {
      const suggestion = SUGGESTED.get(character) ?? plain(character);
      found.push({
        offset,
        length: character.length,
        character,
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    }
    offset += character.length;
  }
  return found;
}

/**
 * The text as it goes into a message: line breaks and runs of blanks become one blank, ends are trimmed. Null when it holds a
 * character that cannot be sent, or nothing to read: clinical text is refused then, never changed.
 */
export function scriptText(text: string): string | null {
  const line = text.replace(/[ \r\n]+/g, ' ').replace(/^ | $/g, '');
  return line !== '' && PRINTABLE.test(line) ? line : null;
}

function plain(character: string): string | undefined {
  const safe = SAFE.get(character);
  if (safe !== undefined) return safe;
  const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
  // A combining mark alone has an empty plain form: it belongs to the letter before it.
  return PRINTABLE.test(bare) && (bare !== '' || /^\p{M}$/u.test(character)) ? bare : undefined;
}
