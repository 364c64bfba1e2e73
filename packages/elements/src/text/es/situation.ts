// Owns the Spanish words of where a prescription stands.
import { ALERTS_ES, CANCEL_REASONS_ES, STOP_REASONS_ES } from '@pestle/rules/situation-reasons-es';
import { PRACTICE_ES } from '@pestle/rules/situations-practice-es';
import type { SituationText } from '../en/situation.ts';

export const situation: SituationText = {
  situations: PRACTICE_ES,
  notOrdered: 'Firmada, sin enviar',
  order: (word) => `Estado del pedido: ${word}`,
  language: 'es',
  halves: ['a.\u00a0m.', 'p.\u00a0m.'],
  live: { now: 'En vivo', again: 'Reconectando', asOf: (time) => `Según datos de ${time}` },
  facts: {
    carrier: 'Transportista',
    tracking: 'Número de seguimiento',
    sent: PRACTICE_ES.sent.word,
    received: PRACTICE_ES.received.word,
    since: 'Desde',
    cancelAsked: 'Cancelación pedida por',
    refillsAsked: 'Fin de resurtidos pedido por',
    cancelUnderWay: 'Cancelación en camino desde',
    cancelSent: PRACTICE_ES['cancel-sent'].word,
    cancelApproved: 'Cancelación confirmada',
    cancelDenied: PRACTICE_ES['cancel-refused'].word,
    saysOfCancel: 'La farmacia dice de la cancelación',
    waitsFor: 'Por qué espera',
    owner: 'Quién actúa',
    call: 'Llamar',
  },
  waits: {
    SERVICE: 'mantenimiento anunciado de este servicio',
    PARTNER: 'mantenimiento anunciado de la red que lleva a la farmacia',
    PHARMACY: 'mantenimiento anunciado del sistema de la farmacia',
    QUARANTINE:
      'este servicio se restauró de una copia; sus operadores comprueban primero que no se haya enviado ya',
  },
  faxReasons: {
    'not-integrated': 'esta farmacia no recibe recetas electrónicas de aquí',
    'electronic-failed': 'el envío electrónico falló',
    maintenance: 'el sistema de la farmacia está en mantenimiento anunciado',
    'electronic-withdrawn': 'la farmacia retiró su recibo electrónico',
  },
  alerts: ALERTS_ES,
  reasons: STOP_REASONS_ES,
  cancelReasons: CANCEL_REASONS_ES,
};
