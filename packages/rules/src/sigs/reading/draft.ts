// Owns the keeping of tokens while directions are read: into doses, times and steps, or as what contradicts what was said before.

import type { SigError } from '../sig-model.ts';
import type { Action } from '../sig-words.ts';
import { hasTime, isAtOneMeal, lastOf, type PartDraft, type SigDraft } from './parts.ts';
import { type Keeper, keepTime } from './time/keep-time.ts';
import { errorAt, type Token } from './tokens.ts';
import { textOf, type Word } from './words.ts';

/** The words of a token that has a meaning of its own. */
type Kept = Exclude<Token, { kind: 'error' | 'asNeeded' | 'purpose' | 'advice' | 'note' }>;

/** Keeps one token, or says what it contradicts. */
export function keep(draft: SigDraft, token: Kept, words: readonly Word[]): void {
  const phase = lastOf(draft.phases);
  const part = lastOf(phase.parts);
  const joined = draft.joined || /[,;.]/.test(words[0]?.before ?? '');
  const twice = (what: string): void => {
    draft.errors.push(errorAt('SAID_TWICE', `The ${what} is there twice.`, words));
  };
  const set = <T extends object, K extends keyof T>(target: T, key: K, value: T[K], what: string): void => {
    if (target[key] === undefined) target[key] = value;
    else if (JSON.stringify(target[key]) !== JSON.stringify(value)) twice(what);
  };
  draft.joined =
    ['and', 'then', 'action', 'give'].includes(token.kind) || (token.kind === 'filler' && draft.joined);
  switch (token.kind) {
    case 'action':
      return set(draft, 'action', actionOf(draft, token.value), 'verb');
    case 'route':
      // Where it is put on says more than that it is put on.
      if (draft.route === 'topical' && (token.value === 'scalp' || token.value === 'transdermal'))
        draft.route = token.value;
      return set(draft, 'route', token.value, 'route');
    case 'site':
      if (token.each === true) draft.eachSite = words;
      if (token.value.affected === true) set(draft, 'route', 'topical', 'route');
      return set(draft, 'site', token.value, 'place on the body');
    case 'amount':
      return keepAmount(draft, token, words, joined, twice);
    case 'unit':
      if (part.amount === undefined)
        draft.errors.push(errorAt('DOSE_MISSING', 'The dose comes before its unit.', words));
      else set(part, 'unit', token.value, 'unit');
      return;
    case 'mass':
      return set(part, 'mass', token.value, 'mass');
    case 'frequency':
      return keepFrequency(draft, token, words, joined, { set, twice });
    case 'minutes':
    case 'count':
    case 'moments':
    case 'weekdays':
    case 'otherDays':
    case 'times':
    case 'timing':
      return keepTime(draft, token, words, joined, { set, twice });
    case 'duration':
      return set(
        phase,
        'duration',
        { value: token.value, unit: token.unit, ...(token.upTo === true ? { upTo: true as const } : {}) },
        'duration',
      );
    case 'days':
      return keepDays(draft, { from: token.from, to: token.to }, words);
    case 'directed':
    case 'maxPerDay':
      return keepRest(draft, token, words, set);
    case 'then':
      draft.phases.push({ parts: [{}], ...(token.behind && { behind: true }) });
      return;
    case 'stop':
      draft.stopped = true;
      return;
    case 'and':
    case 'give':
    case 'filler':
      return;
    default:
      return never(token);
  }
}

/** "Take 1 tablet. Let dissolve on the tongue": how it is taken says more. */
function actionOf(draft: SigDraft, action: Action): Action {
  if (draft.action === 'take' && (action === 'dissolve' || action === 'chew')) draft.action = action;
  return action;
}

function keepRest(
  draft: SigDraft,
  token: Extract<Token, { kind: 'directed' | 'maxPerDay' }>,
  words: readonly Word[],
  set: Keeper['set'],
): void {
  if (token.kind === 'maxPerDay') {
    draft.maximumWords ??= words;
    const { amount, unit, doses } = token;
    const value = { amount, ...(unit === undefined ? {} : { unit }), ...(doses && { doses }) };
    set(draft, 'maxPerDay', value, 'daily maximum');
  } else if (token.by !== undefined) set(draft, 'directed', token.by, 'source');
  else
    draft.errors.push(
      errorAt('DIRECTED_BY_WHOM', 'Directed by whom? The patient must find it.', words, {
        choices: ['as directed on the package', 'as directed by your prescriber'],
      }),
    );
}

function keepAmount(
  draft: SigDraft,
  token: Extract<Token, { kind: 'amount' }>,
  words: readonly Word[],
  joined: boolean,
  twice: (what: string) => void,
): void {
  const phase = lastOf(draft.phases);
  const part = lastOf(phase.parts);
  const amount = { amount: token.amount, ...(token.max === undefined ? {} : { max: token.max }) };
  const said: PartDraft = {
    amount,
    ...(token.unit === undefined ? {} : { unit: token.unit }),
    ...(token.mass === undefined ? {} : { mass: token.mass }),
    words,
  };
  if (part.amount === undefined) {
    Object.assign(part, said);
    return;
  }
  const same =
    JSON.stringify(part.amount) === JSON.stringify(amount) &&
    (token.unit === undefined || token.unit === (part.unit ?? token.unit));
  const massUnit = token.unit === 'milligram' || token.unit === 'microgram' ? token.unit : undefined;
  if (
    massUnit !== undefined &&
    part.unit !== undefined &&
    !['milligram', 'microgram', 'gram'].includes(part.unit)
  ) {
    // "1 tablet 40 mg": of more than one nobody knows whether each or all have it.
    if (part.amount.amount === '1' && part.amount.max === undefined && part.mass === undefined) {
      part.mass = { ...amount, unit: massUnit };
      return;
    }
    draft.errors.push(
      errorAt('AMBIGUOUS', 'Is this the mass of each, or of all together? Write "(… mg total)".', words),
    );
    return;
  }
  if (isCountOfMass(part, token, words)) {
    // "40 mg (2 tabs)": the count of what was said as a mass.
    const { amount: said, unit: mass } = part;
    Object.assign(part, { amount, unit: token.unit, mass: { ...said, unit: mass } });
    return;
  }
  // "1 tab with breakfast and 1 tab at bedtime" are two doses: only what directly repeats a dose is that dose.
  if (same && !joined) {
    if (hasTime(part) || part.timing !== undefined) phase.parts.push({ ...said, again: words });
    else if (token.unit !== undefined) part.unit = token.unit;
    return;
  }
  if (joined && phase.daysBehind === true && phase.parts.length === 1) {
    draft.phases.push({ parts: [said], listed: true });
    return;
  }
  // "30 mg am 60 mg pm": behind a time of day another dose begins.
  if (!joined && part.moments !== undefined && part.frequency === undefined) {
    phase.parts.push(said);
    return;
  }
  if (!joined || !(hasTime(part) || isAtOneMeal(part) || phase.duration !== undefined)) return twice('dose');
  // "2 tabs now, 1 tab daily" as well: on the first day 3, or from then on?
  const isOnce = part.frequency?.kind === 'named' && part.frequency.name === 'once';
  if (phase.duration !== undefined || isOnce) {
    nextStep(draft, words);
    Object.assign(lastOf(lastOf(draft.phases).parts), said);
    return;
  }
  phase.parts.push(said);
}

function keepFrequency(
  draft: SigDraft,
  token: Extract<Token, { kind: 'frequency' }>,
  words: readonly Word[],
  joined: boolean,
  keeper: Keeper,
): void {
  const { duration, parts } = lastOf(draft.phases);
  const { amount, unit, words: amountWords = [] } = lastOf(parts);
  const [number] = words;
  if (
    amount !== undefined &&
    unit === undefined &&
    /^\d+$/.test(number?.typed ?? '') &&
    number?.before === '' &&
    /^[\d.]+$/.test(amountWords.at(-1)?.typed ?? '') &&
    endOf(amountWords.at(-1)) + 1 === number.offset
  ) {
    const often = textOf(words);
    draft.errors.push(
      errorAt(
        'AMBIGUOUS',
        `"${textOf(amountWords)} ${often}": a dose, and how often?`,
        [...amountWords, ...words],
        { replacement: `${textOf(amountWords)}, ${often}` },
      ),
    );
  }
  if (joined && duration !== undefined && hasTime(lastOf(parts))) {
    const restated = nextStep(draft, words);
    lastOf(draft.phases).restated = restated;
  }
  keepTime(draft, token, words, joined, keeper);
}

/** "QID x 1 week, TID x 1 week": the next step, with the dose as before. What follows is read as its own, so that nothing else is wrong with it. */
function nextStep(draft: SigDraft, words: readonly Word[]): SigError {
  const error = errorAt('STEPS_UNCLEAR', 'Is this the next step? Write "then" before it.', words, {
    replacement: `then ${words.map(({ typed }) => typed).join(' ')}`,
  });
  draft.errors.push(error);
  draft.phases.push({ parts: [{}] });
  return error;
}

function isCountOfMass(
  part: PartDraft,
  { unit, max, mass }: Extract<Token, { kind: 'amount' }>,
  words: readonly Word[],
): boolean {
  return (
    words[0]?.before.includes('(') === true &&
    (part.unit === 'milligram' || part.unit === 'microgram') &&
    unit !== undefined &&
    !['milligram', 'microgram', 'gram'].includes(unit) &&
    part.mass === undefined &&
    mass === undefined &&
    (part.amount?.max === undefined) === (max === undefined)
  );
}

function keepDays(
  draft: SigDraft,
  days: { readonly from: number; readonly to: number },
  words: readonly Word[],
): void {
  const phase = lastOf(draft.phases);
  // "Day 1: 2 tablets. Days 2 to 5: 1 tablet": the days begin the step.
  if (phase.days !== undefined) draft.phases.push({ parts: [{}], days, daysWords: words });
  else {
    phase.days = days;
    phase.daysWords = words;
    if (lastOf(phase.parts).amount !== undefined) phase.daysBehind = true;
  }
}

function endOf(word: Word | undefined): number {
  return word === undefined ? 0 : word.offset + word.length;
}

function never(token: never): never {
  throw new TypeError(`Unexpected token ${JSON.stringify(token)}.`);
}
