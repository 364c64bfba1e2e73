// Owns the Spanish words of what is told beside the drafts: likely duplicates, and prefills that were left out.
import type { DraftNotesText } from '../../en/workflow/draft-notes.ts';

export const draftNotes: DraftNotesText = {
  prescribedBefore: (who, when) => (who === '' ? `Ya se recetó ${when}.` : `Ya lo recetó ${who} ${when}.`),
  similarBefore: (drug, who, when) =>
    `El mismo principio activo: ${drug}, ${who === '' ? 'recetado' : `recetado por ${who}`} ${when}.`,
  unreadableBefore:
    'Lo que se firmó entonces ya no se puede leer: pregunte al paciente o a la farmacia qué era.',
  unreadable: 'Lo que se escribió aquí ya no se puede leer. Escríbalo otra vez o elimínelo.',
  leftOut: {
    disabled: 'no debe recetarse aquí',
    blocked: 'no se puede leer la lista de lo que no debe recetarse',
    missing: 'no existe tal registro para este paciente',
    'no-template': 'no existe tal plantilla',
    failed: 'no se pudo agregar',
    deleted: 'se eliminó de este pedido',
  },
  leftOutOf: (where, why) => `No agregado (${where}): ${why}.`,
  deletedAt: (when) => `Eliminado ${when}.`,
  onAt: (date, time) => `el ${date} a las ${time}`,
  addAgain: 'Agregar otra vez',
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
  keepOf: (line) => `Dejarlo por este motivo: ${line}`,
  kept: (line) => `${line} queda en el pedido`,
  changedBy: (who, when) => `${who} cambió esto ${when}. Ahora dice:`,
  somebody: 'Alguien',
  changedWhat: (fields) => `Cambió: ${fields}.`,
  typedStays: 'Lo que escribió sigue en el formulario. Si pulsa otra vez, reemplaza lo que dice aquí.',
  gone: 'Esto ya no está en el pedido: se eliminó o se envió. Lo que escribió sigue en el formulario. Si pulsa otra vez, se agrega como nuevo.',
};
