// Owns the Spanish sentence of structured directions: one for the patient's page and for the prescriber's form. The signed words stay beside it.
import type { SigDose, SigFrequency, SigPart, SigPhase, StructuredSig } from './sig-model.ts';
import { grouped } from './sig-print.ts';
import type { DoseUnit } from './sig-words.ts';
import { DOSE_UNITS } from './sig-words.ts';
import {
  ACTIONS,
  ADVICE,
  DIRECTED,
  FRACTIONS,
  FREQUENCIES,
  MOMENTS,
  PERIODS,
  REASONS,
  ROUTES,
  SITES,
  TIMINGS,
  UNITS,
  WEEKDAYS,
} from './sig-words-es.ts';

/** The sentence, or undefined where any part of it cannot be said for certain: then the patient reads the prescriber's own words. */
export function printSigEs(sig: StructuredSig): string | undefined {
  const { action, steps: following = [], asNeededFor, purpose, asDirectedBy, advice = [] } = sig;
  const reason = reasonWords('solo si hace falta para', asNeededFor);
  const why = reasonWords('para', purpose);
  const first = phaseWords(sig, routeWords(sig), reason);
  const steps = following.map((phase) => phaseWords(phase, '', ''));
  const notes = advice.map((one) => ADVICE.get(one.toLowerCase()));
  if (reason === undefined || why === undefined) return undefined;
  const sentence = [first, ...steps.map((step) => (step === undefined ? undefined : `luego ${step}`))];
  if ([...sentence, ...notes].includes(undefined)) return undefined;
  const words = [
    ACTIONS[action],
    sentence.join(', '),
    why,
    asDirectedBy === undefined ? '' : DIRECTED[asDirectedBy],
  ];
  return [`${joined(words)}.`, ...limitWords(sig), ...notes].join(' ');
}

function phaseWords(phase: SigPhase, route: string, reason: string | undefined): string | undefined {
  const doses = [phase, ...(phase.also ?? [])].map(({ dose }) => doseWords(dose));
  if (doses.includes(undefined)) return undefined;
  const also = (phase.also ?? []).map((part, index) => `, y ${doses[index + 1]} ${whenWords(part)}`).join('');
  const { duration } = phase;
  const time =
    duration === undefined
      ? ''
      : `durante ${duration.upTo === true ? 'no más de ' : ''}${counted(duration.value, duration.unit)}`;
  return joined([doses[0] ?? '', route, `${whenWords(phase)}${also}`, reason ?? '', time]);
}

function whenWords(part: SigPart): string {
  const { weekdays, moment, times, timing, timingMinutes } = part;
  const days = weekdays === undefined ? '' : listed(weekdays.map((day) => WEEKDAYS[day]));
  // One dose a day on some days: the days say how often.
  const daily = part.frequency.kind === 'named' && part.frequency.name === 'daily';
  const often =
    daily && weekdays !== undefined
      ? `una vez al día, solo ${days}`
      : joined([frequencyWords(part.frequency), days === '' ? '' : `solo ${days}`]);
  const lead =
    timingMinutes === undefined
      ? ''
      : timingMinutes % 60 === 0
        ? `${timingMinutes / 60} ${timingMinutes === 60 ? 'hora' : 'horas'} `
        : `${timingMinutes} minutos `;
  return joined([
    often,
    moment === undefined ? '' : MOMENTS[moment],
    times === undefined ? '' : listed(times.map(clockWords)),
    timing === undefined ? '' : `${lead}${TIMINGS[timing]}`,
  ]);
}

/** `14:30` as "a las 2:30 de la tarde". */
function clockWords(time: string): string {
  const [hour = '0', minute = '00'] = time.split(':');
  const value = Number(hour);
  const part = value < 12 ? 'de la mañana' : value < 19 ? 'de la tarde' : 'de la noche';
  const twelve = value % 12 || 12;
  return `${twelve === 1 ? 'a la' : 'a las'} ${twelve}:${minute} ${part}`;
}

function reasonWords(before: string, text: string | undefined): string | undefined {
  if (text === undefined) return '';
  const reason = REASONS.get(text.trim().toLowerCase());
  return reason === undefined ? undefined : `${before} ${reason}`;
}

function routeWords({ route, site }: StructuredSig): string {
  if (site === undefined) return ROUTES[route];
  const [one, feminine, many] = SITES[site.name];
  const side =
    site.side === 'left' ? (feminine ? ' izquierda' : ' izquierdo') : feminine ? ' derecha' : ' derecho';
  const place =
    site.side === undefined
      ? one
      : site.side === 'both'
        ? many
        : `${one}${site.name === 'upperArm' ? side.replace(/a$/, 'o') : side}`;
  // "De el" is one word.
  if (site.affected === true) return `en las zonas afectadas ${`de ${place}`.replace(/^de el /, 'del ')}`;
  return route === 'topical' ? `en ${place}` : `${ROUTES[route]}, en ${place}`;
}

function limitWords({ maxPerDay, maxPerDayUnit, dose }: StructuredSig): readonly string[] {
  if (maxPerDay === undefined) return [];
  const [one, many] = UNITS[maxPerDayUnit ?? dose.unit];
  return [`No use más de ${grouped(maxPerDay)} ${Number(maxPerDay) > 1 ? many : one} en 24 horas.`];
}

/** Parts of a tablet as words; of what is no tablet as digits. Undefined for parts that have no word. */
function doseWords({ amount, max, unit, mass }: SigDose): string | undefined {
  const [one, many] = UNITS[unit];
  const { unitCode, uncounted } = DOSE_UNITS[unit] as DoseUnit;
  if (uncounted === true) return one;
  const largest = max ?? amount;
  const name = Number(largest) > 1 ? many : one;
  const beside =
    mass === undefined
      ? ''
      : ` (${grouped(mass.amount)}${mass.max === undefined ? '' : ` a ${grouped(mass.max)}`} ${UNITS[mass.unit][0]})`;
  const digits = unit === 'milliliter' || unit === 'gram' || unitCode === undefined;
  if (digits || !`${amount}${largest}`.includes('.'))
    return `${max === undefined ? grouped(largest) : `de ${grouped(amount)} a ${grouped(largest)}`} ${name}${beside}`;
  if (unit !== 'tablet') return undefined;
  const [low, high] = [tabletWords(amount), tabletWords(largest)];
  if (low === undefined || high === undefined) return undefined;
  if (max !== undefined) return `de ${joined(low)} a ${joined(high)} ${name}${beside}`;
  const [whole, fraction] = low;
  const said = whole === '' ? `${fraction} ${one}` : `${whole} ${whole === '1' ? one : many} ${fraction}`;
  return `${said}${beside}`;
}

/** Whole tablets and the part of one, each empty where there is none: "media", "1" and "y media". */
function tabletWords(amount: string): readonly [whole: string, fraction: string] | undefined {
  const [whole = '', part] = amount.split('.');
  if (part === undefined) return [whole, ''];
  const fraction = FRACTIONS.get(`0.${part}`);
  if (fraction === undefined) return undefined;
  return whole === '0' ? ['', fraction[0]] : [whole, fraction[1]];
}

function frequencyWords(frequency: SigFrequency): string {
  switch (frequency.kind) {
    case 'named':
      return FREQUENCIES[frequency.name];
    case 'every':
      if (frequency.hoursMax !== undefined) return `cada ${frequency.hours} a ${frequency.hoursMax} horas`;
      return frequency.hours === 1 ? 'cada hora' : `cada ${frequency.hours} horas`;
    case 'minutes':
      return `cada ${rescueWords(frequency.minutes)}, ${frequency.doses} dosis como máximo,`;
    case 'interval':
      return `cada ${counted(frequency.count, frequency.unit)}`;
    case 'times': {
      const { times, timesMax, per, upTo } = frequency;
      const one = times === 1 ? 'una vez' : `${times} veces`;
      const count = timesMax === undefined ? one : `${times} a ${timesMax} veces`;
      return `${upTo === true ? 'hasta ' : ''}${count} ${per === 'day' ? 'al día' : per === 'week' ? 'por semana' : 'al mes'}`;
    }
    case 'moments':
      return listed(frequency.moments.map((moment) => MOMENTS[moment]));
    default:
      return frequency satisfies never;
  }
}

function rescueWords(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutos`;
  return minutes === 60 ? '1 hora' : `${minutes / 60} horas`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} y ${words.at(-1)}`;
}

function joined(words: readonly string[]): string {
  return words
    .filter((word) => word !== '')
    .join(' ')
    .replace(/,(?=\.|$)/, '');
}

function counted(value: number, unit: keyof typeof PERIODS): string {
  return `${value} ${PERIODS[unit][value === 1 ? 0 : 1]}`;
}
