// Holds the Spanish words of directions, for each name of the tables of words.
import type {
  Action,
  DirectedBy,
  DoseUnitName,
  FrequencyName,
  Moment,
  RouteName,
  SiteName,
  TimingName,
  Weekday,
} from './sig-words.ts';

/** Spanish words, by the names of the tables. */
export const ACTIONS: Readonly<Record<Action, string>> = {
  take: 'Tome',
  chew: 'Mastique',
  dissolve: 'Disuelva',
  inhale: 'Inhale',
  place: 'Coloque',
  insert: 'Introduzca',
  apply: 'Aplique',
  inject: 'Inyecte',
  instill: 'Ponga',
  use: 'Use',
  drink: 'Beba',
  swallow: 'Trague',
  gargle: 'Haga gárgaras con',
  swishAndSwallow: 'Enjuáguese la boca y trague',
  swishAndSpit: 'Enjuáguese la boca y escupa',
};

/** Spanish words, by the names of the tables. */
export const UNITS: Readonly<Record<DoseUnitName, readonly [one: string, many: string]>> = {
  tablet: ['tableta', 'tabletas'],
  capsule: ['cápsula', 'cápsulas'],
  milliliter: ['mL', 'mL'],
  milligram: ['mg', 'mg'],
  microgram: ['mcg', 'mcg'],
  gram: ['gramo', 'gramos'],
  unit: ['unidad', 'unidades'],
  puff: ['inhalación', 'inhalaciones'],
  drop: ['gota', 'gotas'],
  spray: ['rociada', 'rociadas'],
  patch: ['parche', 'parches'],
  suppository: ['supositorio', 'supositorios'],
  application: ['aplicación', 'aplicaciones'],
  applicatorful: ['aplicador lleno', 'aplicadores llenos'],
  lozenge: ['pastilla para chupar', 'pastillas para chupar'],
  film: ['lámina', 'láminas'],
  packet: ['sobre', 'sobres'],
  insert: ['óvulo vaginal', 'óvulos vaginales'],
  pill: ['pastilla', 'pastillas'],
  piece: ['pieza', 'piezas'],
  vial: ['vial', 'viales'],
  injection: ['inyección', 'inyecciones'],
  inch: ['pulgada', 'pulgadas'],
  capful: ['tapa llena', 'tapas llenas'],
  strip: ['tira', 'tiras'],
  thinLayer: ['una capa fina', 'una capa fina'],
  smallAmount: ['una cantidad pequeña', 'una cantidad pequeña'],
};

/** Spanish words, by the names of the tables. */
export const ROUTES: Readonly<Record<RouteName, string>> = {
  oral: 'por la boca',
  sublingual: 'debajo de la lengua',
  buccal: 'dentro de la mejilla',
  inhaled: 'hacia los pulmones',
  nebulized: 'con nebulizador',
  nasal: 'en cada fosa nasal',
  oneNostril: 'en una fosa nasal',
  rectal: 'por el recto',
  vaginal: 'por la vagina',
  topical: 'en la zona afectada',
  transdermal: 'en la piel',
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

/** "Once" is eleven in Spanish: one time is always written out. */
export const FREQUENCIES: Readonly<Record<FrequencyName, string>> = {
  daily: 'una vez al día',
  twiceDaily: '2 veces al día',
  threeTimesDaily: '3 veces al día',
  fourTimesDaily: '4 veces al día',
  fiveTimesDaily: '5 veces al día',
  sixTimesDaily: '6 veces al día',
  bedtime: 'a la hora de dormir',
  morning: 'cada mañana',
  evening: 'cada tarde, al anochecer',
  morningAndEvening: 'por la mañana y al anochecer',
  everyOtherDay: 'un día sí y otro no',
  weekly: 'una vez por semana',
  twiceWeekly: '2 veces por semana',
  threeTimesWeekly: '3 veces por semana',
  everyTwoWeeks: 'cada 2 semanas',
  monthly: 'una vez al mes',
  once: 'una sola vez',
};

/** Spanish words, by the names of the tables. */
export const TIMINGS: Readonly<Record<TimingName, string>> = {
  beforeMeals: 'antes de las comidas',
  afterMeals: 'después de las comidas',
  withMeals: 'con las comidas',
  beforeMeal: 'antes de una comida',
  afterMeal: 'después de una comida',
  withMeal: 'con una comida',
  withFood: 'con comida',
  beforeFood: 'antes de comer',
  afterFood: 'después de comer',
  emptyStomach: 'con el estómago vacío',
  beforeBreakfast: 'antes del desayuno',
  withBreakfast: 'con el desayuno',
  afterBreakfast: 'después del desayuno',
  beforeLunch: 'antes del almuerzo',
  withLunch: 'con el almuerzo',
  afterLunch: 'después del almuerzo',
  beforeDinner: 'antes de la cena',
  withDinner: 'con la cena',
  afterDinner: 'después de la cena',
  beforeBreakfastAndDinner: 'antes del desayuno y de la cena',
  withBreakfastAndDinner: 'con el desayuno y con la cena',
  mealsAndBedtime: 'con las comidas y a la hora de dormir',
  beforeMealsAndBedtime: 'antes de las comidas y a la hora de dormir',
  foodOrMilk: 'con comida o leche',
  milk: 'con leche',
  water: 'con un vaso lleno de agua',
};

/** Spanish words, by the names of the tables. */
export const MOMENTS: Readonly<Record<Moment, string>> = {
  morning: 'por la mañana',
  noon: 'al mediodía',
  afternoon: 'por la tarde',
  evening: 'al anochecer',
  night: 'por la noche',
  bedtime: 'a la hora de dormir',
};
/** Spanish words, by the names of the tables. */
export const WEEKDAYS: Readonly<Record<Weekday, string>> = {
  monday: 'los lunes',
  tuesday: 'los martes',
  wednesday: 'los miércoles',
  thursday: 'los jueves',
  friday: 'los viernes',
  saturday: 'los sábados',
  sunday: 'los domingos',
};
/** Spanish words, by the names of the tables. */
export const DIRECTED: Readonly<Record<DirectedBy, string>> = {
  package: 'según las instrucciones del envase',
  prescriber: 'según le indicó quien se lo recetó',
};
/** With "el", "la" or "los"; right and left follow it. */
export const SITES: Readonly<Record<SiteName, readonly [one: string, feminine: boolean, many: string]>> = {
  face: ['la cara', true, 'la cara'],
  neck: ['el cuello', false, 'el cuello'],
  chest: ['el pecho', false, 'el pecho'],
  back: ['la espalda', true, 'la espalda'],
  abdomen: ['el abdomen', false, 'el abdomen'],
  groin: ['la ingle', true, 'las dos ingles'],
  lips: ['los labios', false, 'los dos labios'],
  arm: ['el brazo', false, 'los dos brazos'],
  upperArm: ['la parte superior del brazo', true, 'la parte superior de los dos brazos'],
  hand: ['la mano', true, 'las dos manos'],
  shoulder: ['el hombro', false, 'los dos hombros'],
  elbow: ['el codo', false, 'los dos codos'],
  hip: ['la cadera', true, 'las dos caderas'],
  thigh: ['el muslo', false, 'los dos muslos'],
  leg: ['la pierna', true, 'las dos piernas'],
  knee: ['la rodilla', true, 'las dos rodillas'],
  foot: ['el pie', false, 'los dos pies'],
};
/** Advice with one meaning; of any other no Spanish sentence is made. */
export const ADVICE: ReadonlyMap<string, string> = new Map([
  ['use until finished', 'Use hasta terminar todo.'],
  ['shake well', 'Agite bien.'],
  ['shake well before use', 'Agite bien antes de usar.'],
  ['shake well before using', 'Agite bien antes de usar.'],
  ['rinse mouth after use', 'Enjuáguese la boca después de usar.'],
  ['rinse mouth and throat after use', 'Enjuáguese la boca y la garganta después de usar.'],
  ['avoid alcohol', 'Evite el alcohol.'],
  ['do not drink alcohol', 'No beba alcohol.'],
  ['do not crush or chew', 'No triture ni mastique.'],
  ['avoid grapefruit', 'Evite la toronja.'],
  ['may cause drowsiness', 'Puede causar sueño.'],
]);

/** Reasons of "as needed" that are understood; of any other reason no Spanish sentence is made. */
export const REASONS: ReadonlyMap<string, string> = new Map([
  ['pain', 'el dolor'],
  ['fever', 'la fiebre'],
  ['pain or fever', 'el dolor o la fiebre'],
  ['nausea', 'las náuseas'],
  ['nausea or vomiting', 'las náuseas o los vómitos'],
  ['cough', 'la tos'],
  ['itching', 'la comezón'],
  ['allergies', 'la alergia'],
  ['headache', 'el dolor de cabeza'],
  ['heartburn', 'la acidez'],
  ['constipation', 'el estreñimiento'],
  ['diarrhea', 'la diarrea'],
  ['wheezing', 'los silbidos al respirar'],
  ['shortness of breath', 'la falta de aire'],
  ['anxiety', 'la ansiedad'],
  ['sleep', 'dormir'],
  ['insomnia', 'el insomnio'],
  ['muscle spasms', 'los espasmos musculares'],
  ['vomiting', 'los vómitos'],
  ['asthma', 'el asma'],
  ['chest pain', 'el dolor en el pecho'],
  ['angina', 'la angina de pecho'],
  ['congestion', 'la congestión'],
  ['sore throat', 'el dolor de garganta'],
  ['rash', 'el sarpullido'],
  ['dry eyes', 'los ojos secos'],
  ['erectile dysfunction', 'la disfunción eréctil'],
  ['blood pressure', 'la presión'],
  ['high blood pressure', 'la presión alta'],
  ['cholesterol', 'el colesterol'],
  ['diabetes', 'la diabetes'],
  ['infection', 'la infección'],
  ['depression', 'la depresión'],
]);

/** Spanish words, by the names of the tables. */
export const PERIODS = {
  day: ['día', 'días'],
  week: ['semana', 'semanas'],
  month: ['mes', 'meses'],
} as const;
/** Alone, before the name of what is divided, and behind it: "media tableta", "2 tabletas y media". */
export const FRACTIONS: ReadonlyMap<string, readonly [alone: string, behind: string]> = new Map([
  ['0.25', ['un cuarto de', 'y un cuarto']],
  ['0.5', ['media', 'y media']],
  ['0.75', ['tres cuartos de', 'y tres cuartos']],
]);
