// Owns the reading of amounts: decimals, fractions, number words, ranges, and the mass that is written beside a count.
import { toCanonicalDecimal } from '../../codes/decimal.ts';
import { SIG_BOUNDS, type SigDose, type SigError } from '../sig-model.ts';
import { DOSE_UNITS, type DoseUnitName } from '../sig-words.ts';
import type { PartDraft } from './parts.ts';
import { errorAt, failed, type Token } from './tokens.ts';
import type { FormFacts } from './treatment.ts';
import type { Word } from './words.ts';

const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['1/4', '0.25'],
  ['1/2', '0.5'],
  ['3/4', '0.75'],
  ['half', '0.5'],
  ['1 half', '0.5'],
  ['a half', '0.5'],
  ['1 quarter', '0.25'],
  ['a quarter', '0.25'],
  ['3 quarters', '0.75'],
  ['3 quarter', '0.75'],
]);
const MASSES: ReadonlyMap<DoseUnitName, number> = new Map([
  ['milligram', 1],
  ['microgram', 0.001],
]);
type Number_ = { readonly amount: string; readonly words: number };
/** The unit that stands at a word. */
export type UnitOf = (
  words: readonly Word[],
  at: number,
) => { readonly unit: DoseUnitName; readonly words: number } | undefined;

/** An amount that begins at a word, with its unit where that is directly behind; undefined where there is no number. */
export function readAmount(words: readonly Word[], at: number, unitOf: UnitOf): Token | undefined {
  const first = words[at];
  const wrong = wronglyWritten(first);
  if (wrong !== undefined) return wrong;
  const low = oneAmount(words, at);
  if (low === undefined) return undefined;
  // "5 mg-10 mg": the unit of the first is that of the second.
  const counted = unitOf(words, at + low.words);
  const said = counted === undefined ? 0 : rangeBehind(words, at + low.words, counted, unitOf);
  const behind = at + low.words + said;
  const connected = ['-', 'to', 'or'].includes(words[behind]?.text ?? '');
  const wrongHigh = connected ? wronglyWritten(words[behind + 1]) : undefined;
  if (wrongHigh !== undefined) return { ...wrongHigh, words: low.words + 2 };
  const high = connected ? oneAmount(words, behind + 1) : undefined;
  const end = high === undefined ? behind : behind + 1 + high.words;
  const span = words.slice(at, end);
  if (
    high !== undefined &&
    Number(high.amount) < 1 &&
    words[behind + 1]?.text.includes('/') === true &&
    /^\d+$/.test(low.amount)
  )
    return failed('RANGE_REVERSED', 'Is this one number? Write "1 1/2".', span, {
      replacement: `${low.amount} ${words[behind + 1]?.text}`,
    });
  if (high !== undefined && Number(high.amount) <= Number(low.amount))
    return failed('RANGE_REVERSED', 'The second number of the dose must be the larger one.', span);
  const longest = Math.max(low.amount.length, high?.amount.length ?? 0);
  if (Number(low.amount) === 0 || longest > SIG_BOUNDS.amountCharacters)
    return failed('DOSE_OUT_OF_RANGE', 'The dose must be more than 0 and a number people write.', span);
  const max = high === undefined ? {} : { max: high.amount };
  // "1 full tablet" is one.
  const whole = /^(?:full|whole|entire)$/.test(words[end]?.text ?? '') ? 1 : 0;
  const found = unitOf(words, end + whole);
  const unit = found === undefined ? undefined : { unit: found.unit, words: found.words + whole };
  if (unit !== undefined && MASSES.has(unit.unit)) {
    // "150 mg total", "(150 mg)": the mass of a count that was said, no second dose.
    const total = words[end + unit.words]?.text === 'total';
    const value = { amount: low.amount, ...max, unit: unit.unit as 'milligram' | 'microgram' };
    if (total || first?.before.includes('(') === true)
      return { kind: 'mass', value, total, words: end + unit.words + (total ? 1 : 0) - at };
  }
  // "2 x 5 mg daily" is no 2 mg for 5 days.
  const each = words[end]?.text === 'x' ? oneAmount(words, end + 1) : undefined;
  if (
    unit === undefined &&
    each !== undefined &&
    MASSES.has(unitOf(words, end + 1 + each.words)?.unit ?? 'tablet')
  )
    return failed('AMBIGUOUS', 'How many? Write "2 tablets".', words.slice(at, end + 1 + each.words));
  const strong = unit === undefined && high === undefined ? ofStrength(words, end, low, unitOf) : undefined;
  if (strong !== undefined) return { ...strong, words: strong.words + low.words };
  return {
    kind: 'amount',
    amount: low.amount,
    ...max,
    ...(unit === undefined ? {} : { unit: unit.unit }),
    words: end - at + (unit?.words ?? 0),
  };
}

/** The words of a unit between the two numbers of a range, where both have the same. */
function rangeBehind(
  words: readonly Word[],
  at: number,
  { unit, words: count }: NonNullable<ReturnType<UnitOf>>,
  unitOf: UnitOf,
): number {
  const high = ['-', 'to'].includes(words[at + count]?.text ?? '')
    ? oneAmount(words, at + count + 1)
    : undefined;
  return high !== undefined && unitOf(words, at + count + 1 + high.words)?.unit === unit ? count : 0;
}

/** "2 10 mg tablets": two tablets, of which each has 10 mg. */
function ofStrength(words: readonly Word[], at: number, count: Number_, unitOf: UnitOf): Token | undefined {
  const strength = oneAmount(words, at);
  if (strength === undefined) return undefined;
  const mass = unitOf(words, at + strength.words);
  if (mass === undefined || !MASSES.has(mass.unit)) return undefined;
  const unit = unitOf(words, at + strength.words + mass.words);
  if (unit === undefined || MASSES.has(unit.unit)) return undefined;
  const amount = canonical(Number(count.amount) * Number(strength.amount));
  return {
    kind: 'amount',
    amount: count.amount,
    unit: unit.unit,
    mass: { amount, unit: mass.unit as 'milligram' | 'microgram' },
    words: strength.words + mass.words + unit.words,
  };
}

/** One number: `2`, `2.5`, `1/2`, `1 1/2`, `one and a half`, `half a`, and `one (1)` said twice. */
function oneAmount(words: readonly Word[], at: number): Number_ | undefined {
  const text = (index: number): string => words[at + index]?.text ?? '';
  const part = fraction(words, at);
  if (part !== undefined) return part;
  const first = text(0);
  if (!/^\d+(?:\.\d+)?$/.test(first)) return undefined;
  const again = text(1) === first && words[at]?.spelled !== words[at + 1]?.spelled ? 1 : 0;
  const and = text(1 + again) === 'and' ? 1 : 0;
  const added = fraction(words, at + 1 + again + and);
  if (
    added !== undefined &&
    /^[1-9]\d*$/.test(first) &&
    (and === 1 || (text(1 + again).includes('/') && words[at]?.spelled === false))
  )
    return { amount: `${first}${added.amount.slice(1)}`, words: 1 + again + and + added.words };
  const decimal = toCanonicalDecimal(first);
  return decimal.ok ? { amount: decimal.value, words: 1 + again } : undefined;
}

function fraction(words: readonly Word[], at: number): Number_ | undefined {
  for (const count of [2, 1]) {
    const found = FRACTIONS.get(
      words
        .slice(at, at + count)
        .map(({ text }) => text)
        .join(' '),
    );
    if (found === undefined) continue;
    // "1 (half) tab" is one, or half of one.
    const [first, second] = words.slice(at, at + count);
    if (first !== undefined && second !== undefined && second.offset > first.offset + first.length + 1)
      continue;
    let end = at + count;
    if (words[end]?.text === 'of') end += 1;
    if (['a', 'an'].includes(words[end]?.text ?? '')) end += 1;
    return { amount: found, words: end - at };
  }
  return undefined;
}

const MICROGRAMS: Readonly<Record<string, number>> = {
  mcg: 1,
  microgram: 1,
  mg: 1_000,
  milligram: 1_000,
  g: 1_000_000,
  gram: 1_000_000,
};
/** A volume is rounded to what a syringe shows: its mass is not what was meant to the last digit. */
const VOLUME_ROUNDING = 0.05;
const COUNT_ROUNDING = 1e-6;

/** Both ends of a range have their mass, and each is the strength times the count (or times the volume) where a strength is known. */
export function massFits(
  mass: NonNullable<SigDose['mass']>,
  { amount, max, unit }: SigDose,
  strength: string | undefined,
): boolean {
  if ((mass.max === undefined) !== (max === undefined)) return false;
  const each = Number(mass.amount) / Number(amount);
  if (mass.max !== undefined && Math.abs(Number(mass.max) / Number(max) - each) > each * VOLUME_ROUNDING)
    return false;
  const isVolume = unit === 'milliliter';
  // Of several ingredients the mass of any one may have been written.
  const known = (strength ?? '').split(' / ').flatMap((part) => {
    const match = /^([\d,.]+) ?(mcg|mg|g)(\/([\d.]*) ?mL)?$/i.exec(part.trim());
    if (match === null || (match[3] !== undefined) !== isVolume) return [];
    const size = match[4] === undefined || match[4] === '' ? 1 : Number(match[4]);
    return [
      (Number(match[1]?.replaceAll(',', '')) * (MICROGRAMS[match[2]?.toLowerCase() ?? ''] ?? 0)) / size,
    ];
  });
  const said = each * (MICROGRAMS[mass.unit] ?? 0);
  const leeway = isVolume ? VOLUME_ROUNDING : COUNT_ROUNDING;
  return known.length === 0 || known.some((one) => Math.abs(one - said) <= one * leeway);
}

/** Whether a strength is counted in units, as "100 units/mL". */
export function isInUnits(strength = ''): boolean {
  return /\bun(?:its?|t)\b/i.test(strength);
}

/**
 * What cannot be given of this strength: units of an injection that comes in milligrams (ten times too much semaglutide was drawn up so), milligrams of
 * one that comes in units, a part of a capsule.
 */
export function unlikeStrength(
  { amount, max = amount, unit }: SigDose,
  facts: FormFacts | undefined,
  strength: string | undefined,
): readonly [code: SigError['code'], message: string] | undefined {
  const mass = MICROGRAMS[unit];
  if (strength === undefined || facts === undefined) return undefined;
  if (facts.routes.includes('subcutaneous')) {
    const onlyUnits = isInUnits(strength) && !/\d ?m?c?g\b/i.test(strength);
    // Nobody draws 1 mL out of a pen that is turned to 100 units.
    const isVolume = unit === 'milliliter' && facts.routes.length === 1;
    const isOther = unit === 'unit' ? !isInUnits(strength) : onlyUnits && (mass !== undefined || isVolume);
    const message = `The dose is in ${DOSE_UNITS[unit].many}, the strength is ${strength}: write what is drawn up.`;
    return isOther ? ['CONTRADICTS_ITSELF', message] : undefined;
  }
  const [settled] = facts.units.length === 1 ? facts.units : [];
  const each = /^([\d,.]+) ?(mcg|mg|g)$/i.exec(strength.trim());
  if (mass === undefined || settled === undefined || DOSE_UNITS[settled].divisible || each === null)
    return undefined;
  const one = Number(each[1]?.replaceAll(',', '')) * (MICROGRAMS[each[2]?.toLowerCase() ?? ''] ?? 0);
  const isWhole = [amount, max].every((value) => {
    const count = (Number(value) * mass) / one;
    return count > 0.5 && Math.abs(count - Math.round(count)) < COUNT_ROUNDING;
  });
  const message = `A ${DOSE_UNITS[settled].one} of ${strength} cannot be divided.`;
  return isWhole ? undefined : ['NOT_DIVISIBLE', message];
}

/** Of a bare number: more of a tablet than most people take at once is often its milligrams. */
const PLAINLY_COUNTED = 4;

/** "10 daily" of a tablet of 2.5 mg, "2.5 daily" of one of 5 mg, "2 daily" of one of 2 mg: what may be meant; undefined where it is plain. */
export function massOrCount(
  { amount: said, words = [] }: PartDraft,
  unit: DoseUnitName,
  strength: string | undefined,
): SigError | undefined {
  if (said === undefined || (unit !== 'tablet' && unit !== 'capsule')) return undefined;
  const most = Number(said.max ?? said.amount);
  const [, number, mass] = /^([\d,.]+) ?(mcg|mg)$/.exec(strength ?? '') ?? [];
  const isStrength = most !== 1 && Number(number?.replaceAll(',', '')) === most;
  if (most <= PLAINLY_COUNTED && !isStrength && !words.some(({ text }) => text.includes('.')))
    return undefined;
  const count = said.max === undefined ? said.amount : `${said.amount} to ${said.max}`;
  const { one, many } = DOSE_UNITS[unit];
  const choices = [`${count} ${most > 1 ? many : one}`, ...(mass === undefined ? [] : [`${count} ${mass}`])];
  return errorAt('UNIT_MISSING', `Is this a number of ${many}, or a mass?`, words, { choices });
}

/** A zero that is missing before a point, or stands behind one. */
function wronglyWritten(word: Word | undefined): Extract<Token, { kind: 'error' }> | undefined {
  if (word === undefined) return undefined;
  if (word.text.startsWith('.'))
    return failed('DECIMAL', `Write 0${word.text}: a zero before the point.`, [word], {
      replacement: `0${word.text}`,
    });
  // "1.000" is a thousand where people write points for commas.
  const thousand = /^(\d{1,3})\.000$/.exec(word.text)?.[1];
  if (thousand !== undefined)
    return failed('DECIMAL', `"${word.text}": ${thousand}, or ${thousand},000?`, [word], {
      choices: [thousand, `${thousand},000`],
    });
  const whole = /^(\d+)\.0+$/.exec(word.text)?.[1];
  return whole === undefined
    ? undefined
    : failed('DECIMAL', `Write ${whole}: no zero after the point.`, [word], { replacement: whole });
}

/** A number as canonical decimal, without what floating point adds. */
export function canonical(value: number): string {
  return String(Number(value.toFixed(4)));
}
