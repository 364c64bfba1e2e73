// Owns the same words in Spanish.
import type { TriedWords } from './delivery-words.ts';

/** The words in which it is told by what a prescription was tried, in Spanish. */
export const TRIED_WORDS_ES: TriedWords = {
  channels: { script: 'NCPDP SCRIPT', api: 'la interfaz de la farmacia', fax: 'fax' },
  outcomes: {
    ACCEPTED: 'Recibido',
    REJECTED: 'Rechazado',
    RETRY: 'No entregado',
    AGAIN: 'No entregado, se intentará de nuevo',
    UNKNOWN: 'Sin respuesta clara: puede haber llegado',
    EXHAUSTED: 'No entregado',
    FAILED: 'No entregado',
    WITHDRAWN: 'Retirado: no sale',
    DELIVERED: 'Entregado',
  },
  sending: 'enviándose',
};
