// Owns sig shorthand: typed directions to a structure, a sentence and a quantity. It never guesses.
import { lowerAscii } from '../codes/letter-case.ts';
import { findErrorProne } from '../texts/error-prone.ts';
import { scriptText } from '../texts/script-text.ts';
import {
  SIG_BOUNDS,
  SIG_VERSION,
  type SigError,
  type SigErrorCode,
  type SigWarning,
  type StructuredSig,
} from './sig-model.ts';
import { printSig, sigDays, sigQuantity } from './sig-print.ts';
import { readToken, splitWords, type Token, type Word } from './sig-read.ts';
import { type Action, DOSE_UNITS, type DoseUnit, FORM_ACTIONS, FORM_UNITS, ROUTES } from './sig-words.ts';

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

type Parts = {
  action?: Action;
  amount?: Extract<Token, { kind: 'amount' }>;
  unit?: StructuredSig['dose']['unit'];
  route?: StructuredSig['route'];
  frequency?: StructuredSig['frequency'];
  timing?: StructuredSig['timing'];
  reason?: string;
  duration?: NonNullable<StructuredSig['duration']>;
  maxPerDay?: string;
};

/**
 * Reads `1 tab po bid x10d` as well as the sentence that `printSig` makes of it. The dose comes first, the rest in any order,
 * in any letter case. `doseForm` is the treatment's: its verb is used, and a unit that does not fit it is a warning.
 * @example parseSig('1 tab po bid x10d') // text 'Take 1 tablet by mouth twice daily for 10 days.', quantity '20'
 */
export function parseSig(typed: string, options: { readonly doseForm?: string } = {}): SigResult {
  if (typed.length > SIG_BOUNDS.typedCharacters) {
    return {
      ok: false,
      errors: [
        {
          code: 'TOO_LONG',
          message: `Directions of more than ${SIG_BOUNDS.typedCharacters} characters are written as prose.`,
        },
      ],
    };
  }
  const words = splitWords(typed);
  const parts: Parts = {};
  const errors: SigError[] = [];
  for (let at = 0; at < words.length; ) {
    const token = readToken(words, at);
    const word = words[at];
    const named = errors.length;
    at += token.words;
    if (token.kind === 'error') errors.push(token.error);
    else if (token.kind === 'asNeeded') at = readReason(words, at, parts, errors, word);
    else keep(token, parts, errors, word);
    // The unit of a dose that has just been refused is no second mistake.
    if (errors.length > named && token.kind !== 'unit' && readToken(words, at).kind === 'unit') at += 1;
  }
  const sig = complete(parts, errors, options.doseForm);
  return sig === undefined ? { ok: false, errors } : answer(sig, options.doseForm);
}

/**
 * The structure that stored directions say word for word; undefined for prose, and for shorthand, of which a reader would see
 * something else than the structure holds.
 */
export function structureOf(text: string): StructuredSig | undefined {
  const result = parseSig(text);
  return result.ok && result.text === text ? result.sig : undefined;
}

function keep(
  token: Exclude<Token, { kind: 'error' | 'asNeeded' }>,
  parts: Parts,
  errors: SigError[],
  word: Word | undefined,
): void {
  const twice = (said: unknown, what: string): boolean => {
    if (said !== undefined) errors.push(at('SAID_TWICE', `The ${what} is there twice.`, word));
    return said !== undefined;
  };
  switch (token.kind) {
    case 'action':
      if (!twice(parts.action, 'verb')) parts.action = token.value;
      return;
    case 'amount':
      if (twice(parts.amount, 'dose')) return;
      parts.amount = token;
      if (token.unit !== undefined) parts.unit = token.unit;
      return;
    case 'unit':
      if (parts.amount === undefined)
        errors.push(at('DOSE_MISSING', 'The dose comes before its unit.', word));
      else if (!twice(parts.unit, 'unit')) parts.unit = token.value;
      return;
    case 'route':
      if (!twice(parts.route, 'route')) parts.route = token.value;
      return;
    case 'frequency':
      if (!twice(parts.frequency, 'frequency')) parts.frequency = token.value;
      return;
    case 'timing':
      if (!twice(parts.timing, 'time')) parts.timing = token.value;
      return;
    case 'duration':
      if (!twice(parts.duration, 'duration')) parts.duration = { value: token.value, unit: token.unit };
      return;
    case 'maxPerDay':
      if (twice(parts.maxPerDay, 'daily maximum')) return;
      if (token.unit !== undefined && token.unit !== parts.unit)
        errors.push(at('MAXIMUM_IN_OTHER_UNIT', 'The daily maximum is in another unit than the dose.', word));
      else parts.maxPerDay = token.amount;
      return;
    default:
      return never(token);
  }
}

/** Reads the words after "as needed" up to the next thing the tables know; returns where reading goes on. */
function readReason(
  words: readonly Word[],
  from: number,
  parts: Parts,
  errors: SigError[],
  asNeeded: Word | undefined,
): number {
  let end = from;
  while (end < words.length && isProse(words, end, parts)) end += 1;
  const typed = words.slice(from, end).map((word) => word.typed);
  if (lowerAscii(typed[0] ?? '') === 'for') typed.shift();
  const reason = typed.join(' ');
  const first = words[from];
  if (parts.reason !== undefined) errors.push(at('SAID_TWICE', '"As needed" is there twice.', asNeeded));
  else if (reason === '')
    errors.push(at('REASON_MISSING', '"As needed" needs a reason, as in "prn pain".', asNeeded));
  else if (
    reason.length > SIG_BOUNDS.reasonCharacters ||
    scriptText(reason) !== reason ||
    !/^[A-Za-z]/.test(reason)
  ) {
    errors.push(
      at(
        'REASON_UNREADABLE',
        `The reason is a few plain words, at most ${SIG_BOUNDS.reasonCharacters} characters.`,
        first,
      ),
    );
  } else if (findErrorProne(reason).length > 0)
    errors.push(at('ERROR_PRONE', 'The reason has an error-prone abbreviation: write it out.', first));
  else parts.reason = reason;
  return end;
}

/** A word no table knows, or a number without a unit after the dose ("fever above 101"): both belong to the reason. */
function isProse(words: readonly Word[], index: number, parts: Parts): boolean {
  const token = readToken(words, index);
  if (token.kind === 'amount') {
    return (
      parts.amount !== undefined &&
      token.unit === undefined &&
      readToken(words, index + token.words).kind !== 'unit'
    );
  }
  return token.kind === 'error' && token.error.code === 'UNKNOWN_WORD';
}

/** The structure, or undefined with what is missing among the errors: named only when nothing typed is wrong. */
function complete(parts: Parts, errors: SigError[], doseForm: string | undefined): StructuredSig | undefined {
  const { amount, unit, route, frequency } = parts;
  if (errors.length > 0) return undefined;
  if (amount === undefined)
    errors.push({
      code: 'DOSE_MISSING',
      message: 'The dose is missing: begin with a number, as in "1 tab".',
    });
  else if (unit === undefined)
    errors.push({
      code: 'UNIT_MISSING',
      message: 'The unit of the dose is missing, as in "1 tab" or "5 ml".',
    });
  else if (
    !DOSE_UNITS[unit].divisible &&
    [amount.amount, amount.max ?? '1'].some((value) => value.includes('.'))
  ) {
    errors.push({ code: 'NOT_DIVISIBLE', message: `A ${DOSE_UNITS[unit].one} cannot be divided.` });
  }
  if (route === undefined)
    errors.push({ code: 'ROUTE_MISSING', message: 'The route is missing, as in "po" or "by mouth".' });
  if (frequency === undefined)
    errors.push({
      code: 'FREQUENCY_MISSING',
      message: 'How often is missing, as in "bid" or "every 8 hours".',
    });
  if (
    errors.length > 0 ||
    amount === undefined ||
    unit === undefined ||
    route === undefined ||
    frequency === undefined
  )
    return undefined;
  return {
    version: SIG_VERSION,
    action: parts.action ?? actionOf(doseForm, route),
    dose: { amount: amount.amount, ...(amount.max === undefined ? {} : { max: amount.max }), unit },
    route,
    frequency,
    ...(parts.timing === undefined ? {} : { timing: parts.timing }),
    ...(parts.reason === undefined ? {} : { asNeededFor: parts.reason }),
    ...(parts.duration === undefined ? {} : { duration: parts.duration }),
    ...(parts.maxPerDay === undefined ? {} : { maxPerDay: parts.maxPerDay }),
  };
}

function actionOf(doseForm: string | undefined, route: StructuredSig['route']): Action {
  const byForm = doseForm === undefined ? undefined : FORM_ACTIONS.find(([form]) => form.test(doseForm))?.[1];
  return byForm ?? ROUTES[route].action;
}

function answer(sig: StructuredSig, doseForm: string | undefined): SigResult {
  const days = sigDays(sig);
  const computed = days === undefined ? undefined : sigQuantity(sig, days);
  const units = doseForm === undefined ? undefined : FORM_UNITS.find(([form]) => form.test(doseForm))?.[1];
  const unit: DoseUnit = DOSE_UNITS[sig.dose.unit];
  const ranges =
    sig.dose.max !== undefined || (sig.frequency.kind === 'every' && sig.frequency.hoursMax !== undefined);
  return {
    ok: true,
    sig,
    text: printSig(sig),
    ...computed,
    ...(days === undefined ? {} : { daysSupply: days }),
    asks: sig.asNeededFor !== undefined && ranges && sig.maxPerDay === undefined ? ['maxPerDay'] : [],
    warnings:
      units === undefined || units.includes(sig.dose.unit)
        ? []
        : [
            {
              code: 'UNIT_UNLIKE_TREATMENT',
              message: `The dose is in ${unit.many}, and the treatment is: ${doseForm?.toLowerCase()}. Check the unit.`,
            },
          ],
  };
}

function at(code: SigErrorCode, message: string, word: Word | undefined): SigError {
  return word === undefined ? { code, message } : { code, message, offset: word.offset, length: word.length };
}

function never(token: never): never {
  throw new TypeError(`Unexpected token ${JSON.stringify(token)}.`);
}
