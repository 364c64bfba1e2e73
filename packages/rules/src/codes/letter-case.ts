// Owns the comparing of words whatever their letter case: only the letters A to Z have two cases here.

/*
 * JavaScript's own functions follow Unicode, where letters of other scripts turn into ASCII ones: a dotless `ı` becomes `I`, a long `ſ`
 * becomes `S`, a Kelvin sign becomes `k`. What came from outside would then equal a word that it does not spell.
 */

/** The text with a to z in capitals, everything else as it is. */
export function upperAscii(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** The text with A to Z in small letters, everything else as it is. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
