// Owns the Spanish words of everything that happens to a fill.
import type { FillEventName } from './fill-events.ts';
import { PRACTICE_ES } from './practice-es.ts';

/** Every event that a fill's history can hold, in Spanish. */
export const FILL_EVENTS_ES: Readonly<Record<FillEventName, string>> = {
  ordered: 'Firmada y ordenada',
  'pharmacy-selected': 'Farmacia elegida',
  sending: PRACTICE_ES.sending.word,
  sent: PRACTICE_ES.sent.word,
  'phoned-in': PRACTICE_ES['phoned-in'].word,
  resent: 'El mismo mensaje otra vez',
  'not-sent-again': 'No la recibió otra vez; sigue en pie que la recibió antes',
  reissued: 'Un mensaje nuevo en lugar del anterior',
  rerouted: 'Trasladada a otra farmacia',
  'left-old-pharmacy': 'Dejó la farmacia anterior',
  'canceled-at-old-pharmacy': 'Cancelación para la farmacia anterior',
  'fallback-to-fax': 'Sale por fax',
  answered: 'La farmacia respondió',
  'fax-stopped': 'El fax se detuvo',
  'accepted-late': 'Recibida tarde, cuando ya se había tomado otra vía',
  'accepted-after-cancel': 'Recibida después de cancelarse',
  'acceptance-withdrawn': 'La farmacia retiró su aceptación',
  'held-twice': 'La farmacia puede tenerla dos veces: llámela',
  'cancel-asked': PRACTICE_ES['cancel-asked'].word,
  'cancel-declined': 'El prescriptor no la cancela',
  'refills-asked': PRACTICE_ES['refills-asked'].word,
  'refills-declined': 'El prescriptor deja los resurtidos',
  'cancel-requested': 'Cancelación por enviar',
  'cancel-by-fax': 'La cancelación sale por fax',
  'cancel-sent': PRACTICE_ES['cancel-sent'].word,
  'cancel-not-sent': `${PRACTICE_ES['cancel-not-sent'].word}: llame a la farmacia`,
  'cancel-not-delivered': `${PRACTICE_ES['cancel-not-sent'].word}: llame a la farmacia`,
  'cancel-not-needed': 'La cancelación no hizo falta: la farmacia ya la había terminado',
  'cancel-approved': 'La farmacia aprobó la cancelación',
  'cancel-denied': 'La farmacia rechazó la cancelación',
  canceled: PRACTICE_ES.canceled.word,
  'discontinue-requested': 'Sin más resurtidos: por enviar',
  'discontinue-by-fax': 'Sin más resurtidos: sale por fax',
  'discontinue-sent': 'Sin más resurtidos: enviado',
  'discontinue-not-sent': 'Sin más resurtidos, no enviado: llame a la farmacia',
  'discontinue-approved': 'La farmacia aceptó: sin más resurtidos',
  'discontinue-denied': 'La farmacia rechazó terminar los resurtidos',
  reported: 'La farmacia informó',
  stuck: PRACTICE_ES.stuck.word,
};

/** What an RxFill says of dispensing, by its FillStatus, in Spanish. */
export const FILL_STATUS_WORDS_ES: Readonly<Record<string, string>> = {
  Dispensed: 'Surtida',
  PartiallyDispensed: 'Surtida en parte',
  NotDispensed: 'No surtida',
  Transferred: 'Trasladada a otra farmacia',
};
