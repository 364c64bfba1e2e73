// Owns the Spanish words about directions while they are typed.
import { formatValue } from '@pestle/rules/strength';
import type { ReadingText } from '../../../en/workflow/card/reading.ts';

const CONTAINERS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  bottle: ['frasco', 'frascos'],
  tube: ['tubo', 'tubos'],
  jar: ['tarro', 'tarros'],
  vial: ['vial', 'viales'],
  pen: ['pluma', 'plumas'],
  cartridge: ['cartucho', 'cartuchos'],
  syringe: ['jeringa', 'jeringas'],
  'auto-injector': ['autoinyector', 'autoinyectores'],
  inhaler: ['inhalador', 'inhaladores'],
  'blister pack': ['blíster', 'blísteres'],
  box: ['caja', 'cajas'],
};

export const reading: ReadingText = {
  patientReads: 'El paciente leerá:',
  spanish: 'En español:',
  which: '¿Cuál se quiere decir?',
  offered: (count) => (count === 1 ? '1 lectura para tomar' : `${count} lecturas para elegir`),
  asWritten: 'Enviar estas palabras exactamente como están escritas',
  asWrittenWhy: 'Estas indicaciones no se entienden como abreviaturas, así que nada se calcula con ellas.',
  writeInstead: (replacement) => `Escribir “${replacement}”`,
  maxPerDay: 'Indique el máximo por día, como en “max 8 per day”.',
  doseUnits: {
    pill: ['pastilla', 'pastillas'],
    puff: ['inhalación', 'inhalaciones'],
    drop: ['gota', 'gotas'],
    spray: ['rociado', 'rociados'],
    unit: ['unidad', 'unidades'],
    application: ['aplicación', 'aplicaciones'],
    applicatorful: ['aplicador lleno', 'aplicadores llenos'],
    vial: ['vial', 'viales'],
    injection: ['inyección', 'inyecciones'],
    pen: ['pluma', 'plumas'],
    autoInjector: ['autoinyector', 'autoinyectores'],
    carton: ['envase', 'envases'],
    inch: ['pulgada', 'pulgadas'],
    capful: ['tapa llena', 'tapas llenas'],
  },
  perDay: (amount, atMost) => `${atMost ? 'Como máximo ' : ''}${amount} al día`,
  once: (amount) => `${amount} una sola vez`,
  comesTo: (days, quantity) => ` durante ${days} son ${quantity}`,
  lasts: (refills, quantity, until) =>
    `Con ${refills === 1 ? '1 resurtido' : `${refills} resurtidos`}: ${quantity}, hasta el ${until}.`,
  days: (count) => (count === 1 ? '1 día' : `${count} días`),
  mismatch: 'Las indicaciones, la cantidad y los días se contradicen.',
  mismatchDays: (directions, supply) =>
    `Las indicaciones terminan a los ${directions}, y los días de suministro son ${supply}.`,
  mismatchQuantity: (needed, days, written, atMost, dropsPerMl) =>
    `Estas indicaciones requieren ${atMost ? 'como máximo ' : ''}${needed}${days === null ? '' : ` para ${days}`}${dropsPerMl === undefined ? '' : ` (a ${dropsPerMl} gotas por mililitro)`}, y la cantidad es ${written}.`,
  mismatchDose: (amount) =>
    `Una sola dosis de ${amount} es mucho más de lo usual: corríjala, o diga por qué es correcta.`,
  packed: 'Envases',
  packages: (container, count, doses) => {
    const [one, many] = CONTAINERS[container] ?? [container, container];
    return `${count} ${count === 1 ? one : many}${doses === null ? '' : ` de ${doses} dosis`}`;
  },
  mismatchOver: (over) => {
    if (over.of === 'weekly')
      return `${over.ingredient} se toma una vez por semana: a diario es una sobredosis peligrosa. Corrija las indicaciones, o diga por qué.`;
    const { of, ingredient, kilograms, course, units } = over;
    const long = course === true ? ' durante más de un día' : '';
    const whom = kilograms === undefined ? 'un adulto' : `un niño de ${formatValue(kilograms)} kg`;
    const [written, most] = [over.written, over.most].map(
      (amount) => `${formatValue(amount)} ${units === true ? 'unidades' : 'mg'}`,
    );
    return of === 'dose'
      ? `Una sola dosis de ${written} de ${ingredient} es más que los ${most} que se dan como máximo a ${whom}${long}. Corríjala, o diga por qué.`
      : `Estas indicaciones suman ${written} de ${ingredient} al día, y lo máximo que se da a ${whom}${long} son ${most}. Corríjalas, o diga por qué.`;
  },
  mismatchRefills: ({ days, refills }) =>
    `Con ${refills === 1 ? '1 resurtido' : `${refills} resurtidos`}, este tratamiento de ${days === 1 ? '1 día' : `${days} días`} contra una infección se toma ${refills === 1 ? '1 vez' : `${refills} veces`} más sin que nadie lo revise. Quite los resurtidos, o diga por qué.`,
  noRefills: 'Sin resurtidos',
  notCompared: 'Nada indica cuánto dura esta cantidad: no se compara con las indicaciones.',
  use: (numbers) => `Usar ${numbers.join(' y ')}`,
  writeCourse: (days) => `Escribir “for ${days} days” en las indicaciones`,
  amountsReason: 'Por qué estos números son correctos',
  amountsReasonHint: 'Corríjalos, o diga por qué quedan. Se guarda con la receta.',
};
