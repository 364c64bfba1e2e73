// Owns the Spanish words of why something stands as it does, by the code that the record carries; English are the service's own sentences.

type Reasons = Readonly<Record<string, string>>;

/** What people must know at once of a fill, beside its situation: see `ALERTS_EN`. */
export const ALERTS_ES: Reasons = {
  'filling-after-cancel': 'La farmacia dice que la prepara aunque se canceló. Llámela.',
  'filled-by-former-pharmacy': 'La farmacia que la tenía antes dice que la prepara. Llame a las dos.',
  'held-electronically-and-by-fax':
    'La farmacia la tiene por vía electrónica y por fax. Se le avisó que las dos son una.',
};

/** Why a fill is stopped, and what a pharmacy cannot do. */
export const STOP_REASONS_ES: Reasons = {
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
  SERVICE_FAULT:
    'Este servicio no pudo enviarla por un error propio y ya no lo intenta. Aun así, puede haber llegado a la farmacia: llámela antes de recetar de nuevo o de elegir otra.',
  NOT_SENT_AGAIN:
    'La farmacia ya la había recibido y no la recibió de nuevo. No se envía por fax, para que no se surta dos veces. Llame a la farmacia.',
  CANCEL_NOT_SENT: 'No se pudo avisar a la farmacia de la cancelación. Llámela enseguida: podría dispensar.',
  'cannot-fill-out-of-stock': 'No hay existencias',
  'cannot-fill-not-carried': 'No manejamos este medicamento',
  'cannot-fill-not-covered': 'El seguro no lo cubre',
  'cannot-fill-clinical-question': 'Tenemos una pregunta para quien receta',
  'cannot-fill-patient-unknown': 'No podemos identificar al paciente',
  'cannot-fill-does-not-want-it': 'El paciente no lo quiere',
  'cannot-fill-other': 'Otra razón',
};

/** Why a pharmacy could not be told of a cancel. */
export const CANCEL_REASONS_ES: Reasons = {
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
};

/** Why a pharmacy could not be told that there are no more refills. */
export const REFILL_REASONS_ES: Reasons = {
  NO_FAX_NUMBER:
    'No se puede avisar a la farmacia que ya no hay resurtidos: no recibe ese mensaje y no tiene fax. Llámela.',
  FAX_FORBIDDEN:
    'No se puede avisar a la farmacia que ya no hay resurtidos: donde está, una computadora no puede enviarle un fax. Llámela.',
  PHARMACY_GONE:
    'La farmacia ya no se conoce aquí, y no se le puede avisar que ya no hay resurtidos. Búsquela y llámela.',
  NOT_DELIVERED: 'El aviso de que ya no hay resurtidos no llegó a la farmacia por ningún medio. Llámela.',
  FAX_COPY_NOT_TOLD:
    'Se avisó a la farmacia, por la copia electrónica, que ya no hay resurtidos. También tiene una copia por fax, de la que no se le pudo avisar. Llámela.',
};
