// Owns the reading of directions: typed shorthand or prose to a structure, a sentence and a quantity. It never guesses.
import { complete, type Treated } from './reading/build.ts';
import { keep } from './reading/draft.ts';
import { mixedText } from './reading/notes.ts';
import { emptyDraft, type SigDraft } from './reading/parts.ts';
import { painScore, readAdvice, readReason } from './reading/read-prose.ts';
import { readToken, splitWords } from './reading/read-token.ts';
import { errorAt } from './reading/tokens.ts';
import { factsOf, isPowder, ORAL_REASONS } from './reading/treatment.ts';
import { type Word } from './reading/words.ts';
import { SIG_BOUNDS, type SigError, type SigWarning, type StructuredSig } from './sig-model.ts';
import { printSig, sigDays, sigQuantity } from './sig-print.ts';
import { DOSE_UNITS, type DoseUnit } from './sig-words.ts';

/** Directions understood completely, or everything that is wrong. `asks`: what the prescriber should still be asked. */
export type SigResult =
  | {
      readonly ok: true;
      readonly sig: StructuredSig;
      /** The sentence a patient reads. */
      readonly text: string;
      /** Computed where the directions have an end and the dose is counted in what is dispensed. */
      readonly quantity?: string;
      readonly unitCode?: string;
      readonly daysSupply?: number;
      readonly asks: readonly 'maxPerDay'[];
      readonly warnings: readonly SigWarning[];
    }
  | { readonly ok: false; readonly errors: readonly SigError[] };

/** What is known of the treatment: its form, with or without its name, its strength, and what is in it. */
export type SigOptions = {
  readonly doseForm?: string;
  readonly strength?: string;
  /** What is in it: of auto-injectors it settles the route. */
  readonly ingredients?: readonly string[];
};

/**
 * Reads `1 tab po bid x10d`, prose, and the sentence that `printSig` makes of either, in any letter case. `doseForm` is the treatment's:
 * its one route and its one countable unit are settled, its verb is used, and a unit that does not fit it is a warning.
 * @example parseSig('1 tab po bid x10d') // text 'Take 1 tablet by mouth twice daily for 10 days.', quantity '20'
 */
export function parseSig(typed: string, options: SigOptions = {}): SigResult {
  if (typed.length > SIG_BOUNDS.typedCharacters) {
    const message = `Directions of more than ${SIG_BOUNDS.typedCharacters} characters are written as prose.`;
    return { ok: false, errors: [{ code: 'TOO_LONG', message }] };
  }
  const words = splitWords(typed);
  const draft = emptyDraft();
  const treated: Treated = {
    facts: factsOf(options.doseForm, options.ingredients),
    strength: options.strength,
  };
  for (let at = 0; at < words.length; ) at = readAt(typed, words, at, draft, treated);
  if (draft.asNeeded !== undefined) settleReason(draft, treated);
  const sig = complete(draft, treated);
  return sig === undefined ? { ok: false, errors: draft.errors } : answer(sig, options, treated);
}

/**
 * The structure that stored directions say word for word; undefined for prose, and for shorthand, of which a reader would see
 * something else than the structure holds.
 */
export function structureOf(text: string): StructuredSig | undefined {
  const result = parseSig(text);
  return result.ok && ungrouped(result.text) === ungrouped(text) ? result.sig : undefined;
}

/** Directions that were kept before have no commas in their numbers. */
function ungrouped(text: string): string {
  return text.replaceAll(/(?<=\d),(?=\d{3})/g, '');
}

/** Reads what begins at a word into the draft; returns where reading goes on. */
function readAt(
  typed: string,
  words: readonly Word[],
  at: number,
  draft: SigDraft,
  { facts }: Treated,
): number {
  const token = readToken(words, at);
  const end = at + token.words;
  const span = words.slice(at, Math.max(end, at + 1));
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- `keep` takes all others, by type
  switch (token.kind) {
    case 'error':
      draft.errors.push(
        spoons(token.error, words.slice(0, at), facts?.others.includes('milliliter') === true) ?? token.error,
      );
      // The unit of a dose that has just been refused is no second mistake.
      return end + unitBehind(words, end);
    case 'asNeeded':
      return readAsNeeded(typed, words, at, end, draft);
    case 'purpose': {
      const { text, end: after } = readReason(typed, words, at + token.words, false);
      // Of another purpose nobody knows what to make.
      if (text === undefined || text === '' || draft.purpose !== undefined)
        draft.errors.push(
          errorAt(
            'UNKNOWN_WORD',
            `"${typed.slice(words[at]?.offset, endOf(words[Math.max(after, at + 1) - 1]))}" is not understood.`,
            words.slice(at, Math.max(after, at + 1)),
          ),
        );
      else draft.purpose = text;
      return Math.max(after, at + 1);
    }
    case 'note': {
      const text = isPowder(facts) ? mixedText(token.text) : token.text;
      if (!draft.advice.includes(text)) draft.advice.push(text);
      return end;
    }
    case 'advice': {
      const { text, end: after } = readAdvice(typed, words, at);
      if (text === undefined || draft.advice.length === SIG_BOUNDS.advice)
        draft.errors.push(
          errorAt(
            'UNKNOWN_WORD',
            `"${typed.slice(words[at]?.offset, endOf(words[after - 1]))}" is not understood.`,
            words.slice(at, after),
          ),
        );
      else if (!draft.advice.includes(text)) draft.advice.push(text);
      return after;
    }
    default: {
      const named = draft.errors.length;
      keep(draft, token, span);
      return draft.errors.length > named && token.kind !== 'unit' ? end + unitBehind(words, end) : end;
    }
  }
}

/** "As needed" with its reason; returns where reading goes on. */
function readAsNeeded(
  typed: string,
  words: readonly Word[],
  at: number,
  end: number,
  draft: SigDraft,
): number {
  const span = words.slice(at, end);
  if (draft.asNeeded !== undefined)
    draft.errors.push(errorAt('SAID_TWICE', '"As needed" is there twice.', span));
  // "4 times daily and prn" is regularly, and more: read as one it would be only as needed.
  if (['and', 'plus'].includes(words[at - 1]?.text ?? ''))
    draft.errors.push(
      errorAt('STEPS_UNCLEAR', 'Regularly, and as needed besides? Write one prescription for each.', span),
    );
  draft.asNeeded ??= span;
  const from = words[end]?.text === 'for' ? end + 1 : end;
  const { text, end: behind } = readReason(typed, words, from, true);
  const after = behind + painScore(words, behind, text);
  if (text === undefined)
    draft.errors.push(
      errorAt(
        'REASON_UNREADABLE',
        `The reason is a few plain words, at most ${SIG_BOUNDS.reasonCharacters} characters, and no abbreviation that is error-prone.`,
        words.slice(from, after),
      ),
    );
  else if (text !== '') draft.reason = text;
  else {
    const next = words[from] === undefined ? undefined : readToken(words, from);
    if (next?.kind === 'amount' && next.unit === undefined) {
      draft.errors.push(
        errorAt(
          'REASON_UNREADABLE',
          'The reason is a few plain words.',
          words.slice(from, from + next.words),
        ),
      );
      return from + next.words;
    }
    if (from > end) return end;
  }
  return Math.max(after, end);
}

function unitBehind(words: readonly Word[], at: number): number {
  if (at >= words.length) return 0;
  const token = readToken(words, at);
  return token.kind === 'unit' ? token.words : 0;
}

const SPOONS: ReadonlyMap<string, string> = new Map([
  ['1/4', '0.25'],
  ['1/2', '0.5'],
  ['3/4', '0.75'],
]);

/** "2 tsp" of a liquid is 10 mL, "1-2 tsp" 5 to 10: every number before the spoon is replaced with it, and where one is not plain, nothing is. */
function spoons(error: SigError, words: readonly Word[], isLiquid: boolean): SigError | undefined {
  const spoon = /is (5|15) mL/.exec(error.message)?.[1];
  const last = words.at(-1);
  if (spoon === undefined || last === undefined || !isLiquid) return undefined;
  const isRange = ['-', 'to', 'or'].includes(words.at(-2)?.text ?? '');
  const first = isRange ? words.at(-3) : last;
  const amounts = [first, ...(isRange ? [last] : [])].map((word) => millilitersOf(word, Number(spoon)));
  // "1 1/2 tsp", "1 and 1/2 tsp", "1-1/2 tsp": the number before belongs to it.
  const isWhole = !/^(?:\d|and$)/.test(words.at(isRange ? -4 : -2)?.text ?? '');
  const [low, high = Number.POSITIVE_INFINITY] = amounts;
  if (first === undefined || low === undefined || amounts.includes(undefined) || !isWhole || high <= low)
    return undefined;
  const { offset = 0, length = 0 } = error;
  return {
    ...error,
    offset: first.offset,
    length: offset + length - first.offset,
    replacement: `${amounts.join(' to ')} mL`,
  };
}

function millilitersOf(word: Word | undefined, spoon: number): number | undefined {
  const number = SPOONS.get(word?.text ?? '') ?? word?.text ?? '';
  return /^\d+(?:\.\d+)?$/.test(number) ? Number(number) * spoon : undefined;
}

function endOf(word: Word | undefined): number {
  return word === undefined ? 0 : word.offset + word.length;
}

/** "For asthma as needed" is as needed for asthma; "as needed" alone asks what for. */
function settleReason(draft: SigDraft, { facts }: Treated): void {
  if (draft.reason === undefined && draft.purpose !== undefined && !draft.purpose.startsWith('to ')) {
    draft.reason = draft.purpose;
    delete draft.purpose;
  }
  if (draft.reason !== undefined) {
    if (draft.purpose !== undefined)
      draft.errors.push(errorAt('SAID_TWICE', 'The reason is there twice.', draft.asNeeded ?? []));
    return;
  }
  if (draft.errors.some(({ code }) => code === 'REASON_UNREADABLE')) return;
  draft.errors.push(
    errorAt('REASON_MISSING', '"As needed" needs a reason, as in "prn pain".', draft.asNeeded ?? [], {
      choices: (facts?.reasons ?? ORAL_REASONS).map((reason) => `prn ${reason}`),
    }),
  );
}

function answer(sig: StructuredSig, { doseForm }: SigOptions, { facts }: Treated): SigResult {
  const days = sigDays(sig);
  const computed = days === undefined ? undefined : sigQuantity(sig, days);
  const unit: DoseUnit = DOSE_UNITS[sig.dose.unit];
  const { frequency } = sig;
  const ranges =
    sig.dose.max !== undefined ||
    (frequency.kind === 'every' && frequency.hoursMax !== undefined) ||
    (frequency.kind === 'times' && frequency.timesMax !== undefined);
  const fits =
    facts === undefined ||
    [...facts.units, ...facts.others].length === 0 ||
    [...facts.units, ...facts.others].includes(sig.dose.unit);
  const message = `The dose is in ${unit.many}, and the treatment is: ${doseForm?.toLowerCase()}. Check the unit.`;
  return {
    ok: true,
    sig,
    text: printSig(sig),
    ...computed,
    ...(days === undefined ? {} : { daysSupply: days }),
    asks: sig.asNeededFor !== undefined && ranges && sig.maxPerDay === undefined ? ['maxPerDay'] : [],
    warnings: fits ? [] : [{ code: 'UNIT_UNLIKE_TREATMENT', message }],
  };
}
