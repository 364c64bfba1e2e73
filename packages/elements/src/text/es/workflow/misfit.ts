// Owns the Spanish words about numbers that contradict the directions.
import type { MisfitText } from '../../en/workflow/misfit.ts';

export const misfit: MisfitText = {
  days: (count) => (count === 1 ? '1 día' : `${count} días`),
  mismatch: 'Las indicaciones, la cantidad y los días se contradicen.',
  mismatchDays: (directions, supply) =>
    `Las indicaciones terminan a los ${directions}, y los días de suministro son ${supply}.`,
  mismatchQuantity: (needed, days, written, atMost) =>
    `Estas indicaciones requieren ${atMost ? 'como máximo ' : ''}${needed}${days === null ? '' : ` para ${days}`}, y la cantidad es ${written}.`,
  use: (numbers) => `Usar ${numbers.join(' y ')}`,
  writeCourse: (days) => `Escribir “for ${days} days” en las indicaciones`,
  amountsReason: 'Por qué estos números son correctos',
  amountsReasonHint: 'Corríjalos, o diga por qué quedan. Se guarda con la receta.',
};
