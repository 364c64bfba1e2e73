// Owns the Spanish words of where a prescription stands.
import { PRACTICE_ES } from '@pestle/rules/situations-practice-es';
import type { SituationText } from '../en/situation.ts';

export const situation: SituationText = {
  situations: PRACTICE_ES,
  notOrdered: 'Firmada, sin enviar',
  order: (word) => `Estado del pedido: ${word}`,
  halves: ['a.\u00a0m.', 'p.\u00a0m.'],
  facts: {
    carrier: 'Transportista',
    tracking: 'Número de seguimiento',
    sent: 'Enviada',
    received: 'Recibida',
    since: 'Desde',
    cancelAsked: 'Cancelación pedida por',
    cancelUnderWay: 'Cancelación en camino desde',
    cancelSent: 'Cancelación enviada',
    cancelApproved: 'Cancelación confirmada',
    cancelDenied: 'Cancelación rechazada',
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
  alerts: {
    'filling-after-cancel': 'La farmacia dice que la prepara aunque se canceló. Llámela.',
    'filled-by-former-pharmacy': 'La farmacia que la tenía antes dice que la prepara. Llame a las dos.',
    'held-electronically-and-by-fax':
      'La farmacia la tiene por vía electrónica y por fax. Se le avisó que las dos son una.',
  },
  reasons: {
    FAX_FORBIDDEN:
      'No se pudo contactar a la farmacia por vía electrónica, y su estado prohíbe el fax de una computadora. Elija otra farmacia o llame a esta.',
    NO_FAX_NUMBER:
      'No se puede contactar a la farmacia por vía electrónica, y no tiene fax. Elija otra farmacia o llame a esta.',
    FAX_FAILED: 'El fax no llegó después de varios intentos. Llame a la farmacia o elija otra.',
    PHARMACY_GONE: 'La farmacia ya no se conoce. Elija otra.',
    PRESCRIPTION_TOO_OLD: 'Pasaron más de 72 horas desde que se escribió la receta. Recete de nuevo.',
    PRESCRIPTION_DISPENSED: 'Otra farmacia ya dispensó esta receta. Cancélela aquí.',
    SIGNER_NOT_AUTHORIZED: 'Quien firmó la receta ya no puede recetar. Recete de nuevo.',
    CONTROLLED_AT_PHARMACY:
      'El estado de esta farmacia controla el medicamento. Elija una farmacia de otro estado, o recete de otra manera.',
    MESSAGE_REFUSED:
      'La receta no se puede enviar a esta farmacia como está configurada. Elija otra, o llame a los operadores.',
    CANCEL_NOT_SENT:
      'No se pudo avisar a la farmacia de la cancelación. Llámela enseguida: podría dispensar.',
    'cannot-fill-out-of-stock': 'No hay existencias',
    'cannot-fill-not-carried': 'No manejamos este medicamento',
    'cannot-fill-not-covered': 'El seguro no lo cubre',
    'cannot-fill-clinical-question': 'Tenemos una pregunta para quien receta',
    'cannot-fill-patient-unknown': 'No podemos identificar al paciente',
    'cannot-fill-does-not-want-it': 'El paciente no lo quiere',
    'cannot-fill-other': 'Otra razón',
  },
  cancelReasons: {
    NO_FAX_NUMBER:
      'No se puede avisar a la farmacia de la cancelación: no tiene fax. Llámela enseguida: podría dispensar.',
    FAX_FORBIDDEN:
      'No se puede avisar a la farmacia de la cancelación: donde está, una computadora no puede enviar un fax. Llámela enseguida: podría dispensar.',
    PHARMACY_GONE:
      'La farmacia ya no se conoce aquí, y no se le puede avisar de la cancelación. Búsquela y llámela enseguida: podría dispensar.',
    NOT_DELIVERED:
      'La cancelación no llegó a la farmacia por ningún medio. Llámela enseguida: podría dispensar.',
    FAX_COPY_NOT_CANCELED:
      'Se canceló la copia electrónica. La farmacia también tiene una copia por fax que no se pudo cancelar. Llámela para que no surta ninguna.',
  },
};
