// Makes words that came from outside fit to be shown.

/** One line of plain text, bounded: no control characters, nothing that turns the direction of writing, no lone surrogates. */
export function plainWords(text: string | undefined, charactersMax: number): string | null {
  if (text === undefined) return null;
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, '')
    .trim();
  if (clean === '') return null;
  // The cut may fall into the two halves of one sign.
  return clean.length <= charactersMax
    ? clean
    : `${clean.slice(0, charactersMax - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
