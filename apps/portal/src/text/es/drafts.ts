// Owns the same words in Spanish.
import type { DraftsText } from '../en/drafts.ts';

export const drafts: DraftsText = {
  title: 'Por firmar',
  columns: ['Paciente', 'Medicamentos', 'Preparado por', 'Espera', 'Siguiente'],
  byYou: 'Usted',
  drafts: (count) => (count === 1 ? '1 borrador' : `${count} borradores`),
  review: 'Revisar y firmar',
  reviewOf: (name) => `Revisar y firmar para ${name}`,
  begin: (count) => (count === 1 ? 'Firmar para 1 paciente' : `Firmar para ${count} pacientes seguidos`),
  none: 'Nada espera su firma.',
  write: 'Escribir una receta',
  days: (count) => (count === 1 ? '1 día' : `${count} días`),
  born: (date) => `nacimiento ${date}`,
  place: (at, of) => `Paciente ${at} de ${of}`,
  next: (name) => `Siguiente: ${name}`,
  previous: (name) => `Antes: ${name}`,
  signed: 'Firmado.',
  last: 'Era el último.',
  back: 'Volver a la lista',
  preparedBy: (names) => `Preparado por ${names}.`,
  oneEach: 'Cada paciente se revisa y se firma por separado.',
  toSend: 'Firmado, sin enviar',
  toSendHint: 'Lo que no se envía en las 72 horas después de la firma se tiene que firmar de nuevo.',
  toSendColumns: ['Paciente', 'Medicamentos', 'Firmado por', 'Enviar antes de', 'Siguiente'],
  send: 'Enviar',
  sendOf: (name) => `Enviar para ${name}`,
};
