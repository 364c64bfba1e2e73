// Owns the offering of whole readings: what was typed with its slips mended and its open choices taken.
import { parseSig, type SigOptions, type SigResult } from './sig.ts';
import { SIG_BOUNDS, type SigError, type SigOffer } from './sig-model.ts';

/**
 * Whole readings for directions that were not understood, each one choice away: with everything replaced that has one replacement,
 * and with each of the words among which one must be chosen. Empty where more than one choice is needed, or where a word is not known.
 */
export function offersOf(typed: string, options: SigOptions = {}): readonly SigOffer[] {
  const [text, result] = withReplacements(typed, options);
  if (result.ok) return text === typed ? [] : [{ typed: text, text: result.text }];
  const open = result.errors.filter((error) => fixesOf(error).length > 1);
  const [choice] = open;
  if (choice === undefined || open.length > 1 || result.errors.some((error) => fixesOf(error).length === 0))
    return [];
  const offers = fixesOf(choice).flatMap((fix) => {
    const fixes = new Map(
      result.errors.map((error) => [error, error === choice ? fix : (fixesOf(error)[0] ?? '')]),
    );
    const [whole, read] = withReplacements(fixed(text, fixes), options);
    return read.ok ? [{ typed: whole, text: read.text }] : [];
  });
  return offers.slice(0, SIG_BOUNDS.offers);
}

/** What was typed with one of its errors mended. */
export function mended(typed: string, error: SigError, words: string): string {
  return fixed(typed, new Map([[error, words]]));
}

/** Slips first, then abbreviations, then what is missing. */
const REPLACING_ROUNDS = 4;

/** With everything mended that can be mended in one way only, as long as there is such a thing. */
function withReplacements(typed: string, options: SigOptions): readonly [text: string, result: SigResult] {
  let text = typed;
  let result = parseSig(text, options);
  for (let round = 0; round < REPLACING_ROUNDS && !result.ok; round += 1) {
    // Behind a word that is misspelled nothing is read as it was meant.
    const slips = result.errors.filter(({ code }) => code === 'MISSPELLED');
    const refused = result.errors.filter(
      ({ code, replacement }) => code === 'ERROR_PRONE' && replacement !== undefined,
    );
    const first = [slips, refused].find((errors) => errors.length > 0);
    const wrong = first ?? result.errors;
    const every = wrong.map((error) => [error, fixesOf(error)] as const);
    if (every.some(([, fixes]) => fixes.length !== 1)) break;
    text = fixed(text, new Map(every.map(([error, [fix = '']]) => [error, fix])));
    result = parseSig(text, options);
  }
  return [text, result];
}

function fixesOf({ replacement, choices }: SigError): readonly string[] {
  return replacement === undefined ? (choices ?? []) : [replacement];
}

function fixed(typed: string, fixes: ReadonlyMap<SigError, string>): string {
  const behind: string[] = [];
  let text = typed.trimEnd();
  const placed = [...fixes].toSorted(([a], [b]) => (b.offset ?? 0) - (a.offset ?? 0));
  for (const [{ offset, length }, words] of placed) {
    if (offset === undefined || length === undefined) behind.unshift(words);
    else
      text = `${text.slice(0, offset)}${/[\p{L}\d]$/u.test(text.slice(0, offset)) ? ' ' : ''}${words}${text.slice(offset + length)}`;
  }
  return behind.length === 0 ? text : [text.replace(/[.,;]+$/, ''), ...behind].join(' ').trimStart();
}
