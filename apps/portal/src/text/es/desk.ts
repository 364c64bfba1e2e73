// Owns the same words in Spanish.
import type { DeskText } from '../en/desk.ts';

/** A time ends in a full stop of its own: `4:06 p. m.` */
function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

export const desk: DeskText = {
  title: 'Escritorio',
  columns: ['Situación', 'Paciente y receta', 'Por qué está aquí', 'Espera', 'A cargo', 'Siguiente'],
  filter: 'Filtrar',
  everything: 'Todo',
  mine: 'Solo lo mío',
  late: 'con retraso',
  lateCount: (count) => `${count} con retraso.`,
  oldest: (span) => `Lo más antiguo espera ${span}.`,
  found: (count, more) => `${count}${more ? ' o más' : ''} en el escritorio`,
  none: 'Nada requiere su atención.',
  noneFound: 'Nada en el escritorio es así.',
  clear: 'Mostrar todo',
  orders: 'A los pedidos',
  more: 'Mostrar más',
  days: (count) => (count === 1 ? '1 día' : `${count} días`),
  nobody: 'Paciente desconocido aquí',
  you: 'Usted',
  ownerOf: (name) => `A cargo: ${name}. Pasar a otra persona`,
  openOf: (name, word) => `${name}: ${word}`,
  next: {
    order: 'Al pedido',
    sign: 'Revisar y firmar',
    patient: 'Al paciente',
    number: 'Corregir el número',
  },
  whose: (name) => `Responsable y notas: ${name}`,
  nextOf: (what, name) => `${what}: ${name}`,
  links: { order: 'Pedido', prescription: 'Receta', patient: 'Paciente', drafts: 'Borradores del paciente' },
  onFile: 'Número registrado:',
  call: (name) => `Llamar a ${name}:`,
  since: (time) => ended(`Desde ${time}`),
  lateAt: (time) => ended(`Con retraso desde ${time}`),
  takenBy: (name, time) => ended(`${name} lo tiene desde ${time}`),
  born: (date) => `Nacimiento ${date}.`,
  notes: 'Notas',
  noNotes: 'No hay notas.',
  somebody: 'Alguien',
  acts: {
    take: 'Tomar',
    takeFrom: (name) => `Tomar en lugar de ${name}`,
    hand: 'Pasar a otra persona',
    right: 'El número es correcto',
    note: 'Agregar una nota',
  },
  asks: {
    take: 'Pasa a estar a su cargo.',
    takeFrom: (name) => `Pasa a estar a su cargo y deja de estar a cargo de ${name}.`,
    hand: 'A quién',
    right: 'Cómo se sabe, para todos en el escritorio',
    note: 'Nota, para todos en el escritorio',
  },
  choose: 'Elija una persona',
  back: 'Ahora no',
  handledEffect: 'Deja el escritorio hasta que pase algo nuevo. No se envía nada.',
  missing: {
    take: '',
    hand: 'Elija una persona.',
    right: 'Escriba cómo se sabe.',
    note: 'Escriba la nota.',
  },
  done: {
    take: 'Está a su cargo.',
    hand: 'Se pasó a otra persona.',
    right: 'Se envían mensajes a este número otra vez. Lo que no se envió mientras tanto ya no se envía.',
    note: 'Nota agregada.',
  },
  taken: (name, time) => ended(`${name} lo tomó: ${time}`),
  handled: (name, time) => ended(`${name} lo marcó como resuelto: ${time}`),
  left: 'Lo que estaba abierto aquí ya no está en el escritorio.',
};
