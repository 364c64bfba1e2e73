// Owns the Spanish of directions: made from their structure by fixed phrases, never by translating a text.
import type { SigFrequency, StructuredSig } from '@pestle/rules/sig-model';
import type { Action, DoseUnitName, FrequencyName, RouteName, TimingName } from '@pestle/rules/sig-words';

const ACTIONS: Readonly<Record<Action, string>> = {
  take: 'Tome',
  chew: 'Mastique',
  dissolve: 'Disuelva',
  inhale: 'Inhale',
  place: 'Coloque',
  insert: 'Introduzca',
  apply: 'Aplique',
  inject: 'Inyecte',
  instill: 'Aplique',
  use: 'Use',
};

const UNITS: Readonly<Record<DoseUnitName, readonly [one: string, many: string, feminine: boolean]>> = {
  tablet: ['tableta', 'tabletas', true],
  capsule: ['cápsula', 'cápsulas', true],
  milliliter: ['mL', 'mL', false],
  milligram: ['mg', 'mg', false],
  microgram: ['mcg', 'mcg', false],
  gram: ['gramo', 'gramos', false],
  unit: ['unidad', 'unidades', true],
  puff: ['inhalación', 'inhalaciones', true],
  drop: ['gota', 'gotas', true],
  spray: ['atomización', 'atomizaciones', true],
  patch: ['parche', 'parches', false],
  suppository: ['supositorio', 'supositorios', false],
  application: ['aplicación', 'aplicaciones', true],
  applicatorful: ['aplicador lleno', 'aplicadores llenos', false],
  lozenge: ['pastilla para chupar', 'pastillas para chupar', true],
  film: ['lámina', 'láminas', true],
  packet: ['sobre', 'sobres', false],
  insert: ['óvulo vaginal', 'óvulos vaginales', false],
};

const ROUTES: Readonly<Record<RouteName, string>> = {
  oral: 'por la boca',
  sublingual: 'debajo de la lengua',
  buccal: 'dentro de la mejilla',
  inhaled: 'en los pulmones',
  nebulized: 'con nebulizador',
  nasal: 'en cada fosa nasal',
  rectal: 'por el recto',
  vaginal: 'por la vagina',
  topical: 'en la zona afectada',
  transdermal: 'sobre la piel',
  scalp: 'en el cuero cabelludo',
  intramuscular: 'en el músculo',
  subcutaneous: 'debajo de la piel',
  affectedEye: 'en el ojo afectado',
  rightEye: 'en el ojo derecho',
  leftEye: 'en el ojo izquierdo',
  eachEye: 'en cada ojo',
  affectedEar: 'en el oído afectado',
  rightEar: 'en el oído derecho',
  leftEar: 'en el oído izquierdo',
  eachEar: 'en cada oído',
};

const FREQUENCIES: Readonly<Record<FrequencyName, string>> = {
  daily: 'una vez al día',
  twiceDaily: 'dos veces al día',
  threeTimesDaily: '3 veces al día',
  fourTimesDaily: '4 veces al día',
  fiveTimesDaily: '5 veces al día',
  sixTimesDaily: '6 veces al día',
  bedtime: 'al acostarse',
  morning: 'cada mañana',
  evening: 'cada noche',
  morningAndEvening: 'en la mañana y en la noche',
  everyOtherDay: 'un día sí y un día no',
  weekly: 'una vez a la semana',
  twiceWeekly: 'dos veces a la semana',
  threeTimesWeekly: '3 veces a la semana',
  everyTwoWeeks: 'cada 2 semanas',
  monthly: 'una vez al mes',
  once: 'una sola vez',
};

const TIMINGS: Readonly<Record<TimingName, string>> = {
  beforeMeals: 'antes de las comidas',
  afterMeals: 'después de las comidas',
  withMeals: 'con las comidas',
  withFood: 'con alimentos',
  emptyStomach: 'con el estómago vacío',
};

/** Reasons with one meaning only. Others have no Spanish sentence: a guess is worse than none. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['pain', 'dolor'],
  ['fever', 'fiebre'],
  ['pain or fever', 'dolor o fiebre'],
  ['headache', 'dolor de cabeza'],
  ['nausea', 'náuseas'],
  ['nausea or vomiting', 'náuseas o vómito'],
  ['cough', 'tos'],
  ['itching', 'comezón'],
  ['anxiety', 'ansiedad'],
  ['sleep', 'dormir'],
  ['insomnia', 'insomnio'],
  ['wheezing', 'silbidos al respirar'],
  ['shortness of breath', 'falta de aire'],
  ['constipation', 'estreñimiento'],
  ['diarrhea', 'diarrea'],
  ['heartburn', 'acidez'],
  ['allergies', 'alergias'],
  ['muscle spasms', 'espasmos musculares'],
]);

const FRACTIONS: ReadonlyMap<string, readonly [alone: string, after: string]> = new Map([
  ['0.25', ['un cuarto de', 'y un cuarto']],
  ['0.5', ['media', 'y media']],
  ['0.75', ['tres cuartos de', 'y tres cuartos']],
]);
const DURATIONS = { day: ['día', 'días'], week: ['semana', 'semanas'], month: ['mes', 'meses'] } as const;

/** The Spanish sentence of a structure, or null where a reason has no reviewed phrase. */
export function printSpanish(sig: StructuredSig): string | null {
  const reason = sig.asNeededFor === undefined ? undefined : REASONS.get(sig.asNeededFor.toLowerCase());
  if (sig.asNeededFor !== undefined && reason === undefined) return null;
  const largest = sig.dose.max ?? sig.dose.amount;
  const [one, many] = UNITS[sig.dose.unit];
  const unit = Number(largest) > 1 ? many : one;
  const words = [
    ACTIONS[sig.action],
    sig.dose.max === undefined
      ? doseWords(largest, sig.dose.unit, unit)
      : `${sig.dose.amount} a ${largest} ${unit}`,
    ROUTES[sig.route],
    frequencyWords(sig.frequency),
    sig.timing === undefined ? '' : TIMINGS[sig.timing],
    reason === undefined ? '' : `si lo necesita para ${reason}`,
    sig.duration === undefined
      ? ''
      : `durante ${sig.duration.value} ${DURATIONS[sig.duration.unit][sig.duration.value === 1 ? 0 : 1]}`,
  ];
  const limit =
    sig.maxPerDay === undefined
      ? ''
      : ` No use más de ${sig.maxPerDay} ${Number(sig.maxPerDay) > 1 ? many : one} en 24 horas.`;
  return `${words.filter((word) => word !== '').join(' ')}.${limit}`;
}

function doseWords(amount: string, name: DoseUnitName, unit: string): string {
  const [whole = '', part] = amount.split('.');
  const fraction = part === undefined || name !== 'tablet' ? undefined : FRACTIONS.get(`0.${part}`);
  if (fraction === undefined) return `${amount} ${unit}`;
  return whole === '0' ? `${fraction[0]} ${UNITS[name][0]}` : `${whole} ${unit} ${fraction[1]}`;
}

function frequencyWords(frequency: SigFrequency): string {
  if (frequency.kind === 'named') return FREQUENCIES[frequency.name];
  if (frequency.hoursMax !== undefined) return `cada ${frequency.hours} a ${frequency.hoursMax} horas`;
  return frequency.hours === 1 ? 'cada hora' : `cada ${frequency.hours} horas`;
}
