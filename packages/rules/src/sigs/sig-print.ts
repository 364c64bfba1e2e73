// Owns the sentence a patient reads, made from structured directions.
import type { SigDose, SigFrequency, SigPart, SigPhase, StructuredSig } from './sig-model.ts';
import {
  actionWords,
  DIRECTED_BY,
  DOSE_UNITS,
  type DoseUnit,
  FREQUENCIES,
  momentWords,
  ROUTES,
  SITES,
  TIMINGS,
} from './sig-words.ts';

export { DAYS_PER, dailyAmount, sigDays, sigDaysSupply, sigQuantity } from './sig-quantity.ts';

const FRACTIONS: ReadonlyMap<string, string> = new Map([
  ['0.25', 'one-quarter'],
  ['0.5', 'one-half'],
  ['0.75', 'three-quarters'],
]);

/** The sentence, in plain words and digits: action, dose, unit, route, frequency, time, reason, duration, steps. ASCII. */
export function printSig(sig: StructuredSig): string {
  const { action, steps = [], asNeededFor, purpose, asDirectedBy, advice = [] } = sig;
  const verb = actionWords(action);
  const words = [
    verb.charAt(0).toUpperCase() + verb.slice(1),
    doseWords(sig.dose),
    routeWords(sig),
    withMore(sig, asNeededFor === undefined ? '' : `as needed for ${asNeededFor}`),
  ];
  const sentence = [
    words.join(' '),
    ...steps.map((phase) => `then ${doseWords(phase.dose)} ${withMore(phase)}`),
  ].join(', ');
  const behind = [
    purpose === undefined ? '' : purpose.startsWith('to ') ? purpose : `for ${purpose}`,
    asDirectedBy === undefined ? '' : `as directed ${DIRECTED_BY[asDirectedBy]}`,
  ];
  const all = [sentence, ...behind].filter((word) => word !== '').join(' ');
  return [`${all}.`, ...limitWords(sig), ...advice.map((one) => `${one}.`)].join(' ');
}

/** When the doses of a step are taken, and for how long. */
function withMore(phase: SigPhase, reason = ''): string {
  const also = (phase.also ?? []).map((part) => `, and ${doseWords(part.dose)} ${whenWords(part)}`).join('');
  const { duration } = phase;
  const time =
    duration === undefined
      ? ''
      : `for ${duration.upTo === true ? 'up to ' : ''}${counted(duration.value, duration.unit)}`;
  return [`${whenWords(phase)}${also}`, reason, time].filter((word) => word !== '').join(' ');
}

function doseWords({ amount, max, unit: name, mass }: SigDose): string {
  const unit: DoseUnit = DOSE_UNITS[name];
  if (unit.uncounted === true) return unit.one;
  const largest = max ?? amount;
  const range =
    max === undefined
      ? amountWords(amount, unit)
      : `${amountWords(amount, unit)} to ${amountWords(max, unit)}`;
  const massUnit = mass === undefined ? undefined : DOSE_UNITS[mass.unit].one;
  const beside =
    mass === undefined
      ? ''
      : ` (${grouped(mass.amount)}${mass.max === undefined ? '' : ` to ${grouped(mass.max)}`} ${massUnit})`;
  return `${range} ${Number(largest) > 1 ? unit.many : unit.one}${beside}`;
}

function limitWords({ maxPerDay, maxPerDayUnit, dose }: StructuredSig): readonly string[] {
  if (maxPerDay === undefined) return [];
  const unit: DoseUnit = DOSE_UNITS[maxPerDayUnit ?? dose.unit];
  return [
    `Do not use more than ${grouped(maxPerDay)} ${Number(maxPerDay) > 1 ? unit.many : unit.one} in 24 hours.`,
  ];
}

function routeWords({ route, site }: StructuredSig): string {
  const { words } = ROUTES[route];
  if (site === undefined) return words;
  const { one, many } = SITES[site.name];
  const place =
    site.side === 'both' ? `both ${many}` : `the ${site.side === undefined ? '' : `${site.side} `}${one}`;
  if (site.affected === true) return `to the affected areas of ${place}`;
  return route === 'topical' ? `to ${place}` : `${words} of ${place}`;
}

function whenWords(part: SigPart): string {
  const { timing, timingMinutes, times, moment } = part;
  const lead =
    timingMinutes === undefined
      ? ''
      : timingMinutes % 60 === 0
        ? `${counted(timingMinutes / 60, 'hour')} `
        : `${timingMinutes} minutes `;
  return [
    oftenWords(part),
    moment === undefined ? '' : momentWords(moment),
    times === undefined ? '' : `at ${listed(times.map(clockWords))}`,
    timing === undefined ? '' : `${lead}${TIMINGS[timing].words}`,
  ]
    .filter((word) => word !== '')
    .join(' ');
}

/** What is taken once on some days of the week is said by the week: "once weekly on Sunday". */
function oftenWords({ frequency, weekdays }: SigPart): string {
  if (weekdays === undefined) return frequencyWords(frequency);
  const days = weekdays.map((day) => day.charAt(0).toUpperCase() + day.slice(1));
  const single = singleMoment(frequency);
  if (single === undefined)
    return `${frequencyWords(frequency)} ${days.length === 1 ? `every ${days[0]}` : `on ${listed(days)}`}`;
  const often = ['once weekly', 'twice weekly', '3 times weekly'][days.length - 1] ?? 'once daily';
  return `${often} on ${listed(days)}${single}`;
}

/** The time of day of what is taken once a day, as it is said behind the days. */
function singleMoment(frequency: SigFrequency): string | undefined {
  if (frequency.kind === 'moments') {
    const [only, ...others] = frequency.moments;
    return only === undefined || others.length > 0 ? undefined : ` ${momentWords(only)}`;
  }
  if (frequency.kind !== 'named') return undefined;
  const { name } = frequency;
  if (name === 'daily') return '';
  return name === 'morning' || name === 'evening' || name === 'bedtime' ? ` ${momentWords(name)}` : undefined;
}

function frequencyWords(frequency: SigFrequency): string {
  switch (frequency.kind) {
    case 'named':
      return FREQUENCIES[frequency.name].words;
    case 'every':
      if (frequency.hoursMax !== undefined) return `every ${frequency.hours} to ${frequency.hoursMax} hours`;
      return frequency.hours === 1 ? 'every hour' : `every ${frequency.hours} hours`;
    case 'minutes':
      return `every ${frequency.minutes % 60 === 0 ? counted(frequency.minutes / 60, 'hour') : `${frequency.minutes} minutes`}, at most ${frequency.doses} doses`;
    case 'interval':
      return `every ${counted(frequency.count, frequency.unit)}`;
    case 'times': {
      const { times, timesMax, per, upTo } = frequency;
      const often =
        timesMax === undefined
          ? (['once', 'twice'][times - 1] ?? `${times} times`)
          : `${times} to ${timesMax} times`;
      return `${upTo === true ? 'up to ' : ''}${often} ${per === 'day' ? 'daily' : `${per}ly`}`;
    }
    case 'moments': {
      const [only, ...others] = frequency.moments;
      if (others.length === 0) return only === 'afternoon' ? 'every afternoon' : momentWords(only ?? 'noon');
      return listed(frequency.moments.map(momentWords));
    }
    default:
      return frequency satisfies never;
  }
}

function amountWords(amount: string, unit: DoseUnit): string {
  // Parts of a tablet are read as words; of a milliliter and a gram as digits.
  if (unit.one === 'mL' || unit.one === 'gram' || unit.unitCode === undefined) return grouped(amount);
  const [whole = '', part] = amount.split('.');
  const fraction = part === undefined ? undefined : FRACTIONS.get(`0.${part}`);
  if (fraction === undefined) return amount;
  return whole === '0' ? fraction : `${whole} and ${fraction}`;
}

/** `10000` as `10,000`: without the comma a zero more or less is not seen. */
export function grouped(amount: string): string {
  const [whole = '', ...part] = amount.split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...part].join('.');
}

/** `14:30` as `2:30 PM`. */
export function clockWords(time: string): string {
  const [hour = '0', minute = '00'] = time.split(':');
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

function listed(words: readonly string[]): string {
  if (words.length < 3) return words.join(' and ');
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1)}`;
}

function counted(value: number, unit: string): string {
  return `${value} ${value === 1 ? unit : `${unit}s`}`;
}
