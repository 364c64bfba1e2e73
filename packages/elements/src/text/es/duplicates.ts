// Owns the Spanish words about what was likely prescribed already.
import type { DuplicatesText } from '../en/duplicates.ts';

export const duplicates: DuplicatesText = {
  prescribedBefore: (who, when) => (who === '' ? `Ya se recetó ${when}.` : `Ya lo recetó ${who} ${when}.`),
  similarBefore: (drug, who, when) =>
    `El mismo principio activo: ${drug}, ${who === '' ? 'recetado' : `recetado por ${who}`} ${when}.`,
  why: '¿Por qué se receta otra vez?',
  choose: 'Elija por qué',
  reasons: {
    'Dose change': 'Cambio de dosis',
    'Lost or stolen': 'Perdido o robado',
    'Different strength on purpose': 'Otra concentración a propósito',
    'Vacation supply': 'Para un viaje',
  },
  other: 'Otro',
  otherReason: 'El motivo, en pocas palabras',
  addAnyway: 'Agregar de todos modos',
  goBack: 'Volver',
  wentBack: 'Retirado. Lo que escribió sigue en el formulario.',
  keep: 'Dejarlo por este motivo',
  keepOf: (line) => `Dejar ${line} por este motivo`,
  kept: (line) => `${line} queda en el pedido`,
};
