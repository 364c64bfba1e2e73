// Owns the Spanish words of the medication history.
import { UNITS_ES } from '@pestle/rules/units-es';
import type { HistoryText } from '../en/history.ts';

export const history: HistoryText = {
  title: 'Historial de medicamentos',
  none: 'No hay recetas registradas en este servicio.',
  failed: 'No se pudo cargar el historial de medicamentos.',
  stale: 'La lista puede estar atrasada.',
  unreadable: (count) =>
    count === 1
      ? 'No se puede leer una receta de este paciente y no está en esta lista: se alteró lo que se guardó de ella.'
      : `No se pueden leer ${count} recetas de este paciente y no están en esta lista: se alteró lo que se guardó de ellas.`,
  written: 'Escrita',
  days: (days) => (days === 1 ? '1\u00a0día' : `${days}\u00a0días`),
  refills: (refills) => (refills === 1 ? '1\u00a0resurtido' : `${refills}\u00a0resurtidos`),
  more: 'Mostrar recetas anteriores',
  refill: 'Recetar de nuevo',
  refillOf: (line) => `Recetar de nuevo ${line}`,
  refilled: (line) => `${line} se agregó al pedido`,
  openOf: (line) => `Abrir ${line} en el portal del prescriptor`,
  changed: (line, status) => `${line}: ${status}`,
  needYou: (count) => (count === 1 ? '1 requiere su atención' : `${count} requieren su atención`),
  signInNeeded: 'Inicie sesión para ver el historial de medicamentos.',
  units: UNITS_ES,
};
