// Owns the words of every situation for patients, English and Spanish: plain, without a code, without a drug's name.
import type { SituationWords } from './sentence.ts';
import type { PatientSituation } from './situation-of.ts';

/** What a patient can be told; `moved` at a link of the pharmacy that it left. */
export type PatientKey = PatientSituation | 'moved';

/** What a patient reads of each situation, in English. */
export const PATIENT_EN: Readonly<Record<PatientKey, SituationWords>> = {
  choose: words('Choose a pharmacy', 'Choose where you want your medicine.'),
  queued: words('Sending', 'It goes to the pharmacy soon.'),
  sending: words('Sending', 'It is going to the pharmacy.'),
  sent: words('Sent', 'It was sent to {pharmacy}.', 'It was sent to the pharmacy.'),
  faxed: words('Sent', 'It was sent to {pharmacy}.', 'It was sent to the pharmacy.'),
  unconfirmed: words('Sent', 'It was sent to {pharmacy}.', 'It was sent to the pharmacy.'),
  'phoned-in': words('Sent', '{pharmacy} has it since {time}.', '{pharmacy} has it.', 'The pharmacy has it.'),
  received: words('Received', 'The pharmacy has it. Next: they fill it.'),
  filling: words('Being filled', 'The pharmacy is filling it.'),
  ready: words('Ready for pickup', 'Pick it up at {pharmacy}.', 'Pick it up at the pharmacy.'),
  shipped: words('Shipped', '{carrier} brings it.', 'It is on its way to you.'),
  'picked-up': words('Picked up', 'You have it.'),
  delivered: words('Delivered', 'It was delivered.'),
  problem: words(
    'Delayed',
    'There is a delay. {practice} is working on it.',
    'There is a delay. The practice is working on it.',
  ),
  stuck: words(
    'Delayed',
    'There is a delay. {practice} is working on it.',
    'There is a delay. The practice is working on it.',
  ),
  'cancel-sent': words('Canceled', 'We told the pharmacy to cancel it.'),
  canceled: words('Canceled', 'It was canceled.'),
  'cancel-refused': words('Canceled', 'Ask the pharmacy before you take it.'),
  'dispensed-after-cancel': words(
    'Picked up',
    'Call {practice} before you take it.',
    'Call the practice before you take it.',
  ),
  moved: words('Moved', 'It is now at {pharmacy}.', 'It is now at another pharmacy.'),
  ended: words('Ended', 'Ask {practice} for a new one.', 'Ask the practice for a new one.'),
};

/** What a patient reads of each situation, in Spanish. */
export const PATIENT_ES: Readonly<Record<PatientKey, SituationWords>> = {
  choose: words('Elija una farmacia', 'Elija dónde quiere su medicina.'),
  queued: words('Enviando', 'Se envía pronto a la farmacia.'),
  sending: words('Enviando', 'Va a la farmacia.'),
  sent: words('Enviada', 'Se envió a {pharmacy}.', 'Se envió a la farmacia.'),
  faxed: words('Enviada', 'Se envió a {pharmacy}.', 'Se envió a la farmacia.'),
  unconfirmed: words('Enviada', 'Se envió a {pharmacy}.', 'Se envió a la farmacia.'),
  'phoned-in': words(
    'Enviada',
    '{pharmacy} la tiene desde {time}.',
    '{pharmacy} la tiene.',
    'La farmacia la tiene.',
  ),
  received: words('Recibida', 'La farmacia la tiene. Ahora la prepara.'),
  filling: words('En preparación', 'La farmacia la está preparando.'),
  ready: words('Lista para recoger', 'Recójala en {pharmacy}.', 'Recójala en la farmacia.'),
  shipped: words('En camino', 'La trae {carrier}.', 'Va en camino.'),
  'picked-up': words('Recogida', 'Ya la tiene.'),
  delivered: words('Entregada', 'Se entregó.'),
  problem: words(
    'Demorada',
    'Hay una demora. {practice} lo está resolviendo.',
    'Hay una demora. El consultorio lo está resolviendo.',
  ),
  stuck: words(
    'Demorada',
    'Hay una demora. {practice} lo está resolviendo.',
    'Hay una demora. El consultorio lo está resolviendo.',
  ),
  'cancel-sent': words('Cancelada', 'Pedimos a la farmacia que la cancele.'),
  canceled: words('Cancelada', 'Se canceló.'),
  'cancel-refused': words('Cancelada', 'Pregunte a la farmacia antes de tomarla.'),
  'dispensed-after-cancel': words(
    'Recogida',
    'Llame a {practice} antes de tomarla.',
    'Llame al consultorio antes de tomarla.',
  ),
  moved: words('Trasladada', 'Ahora está en {pharmacy}.', 'Ahora está en otra farmacia.'),
  ended: words('Terminada', 'Pida una nueva a {practice}.', 'Pida una nueva al consultorio.'),
};

function words(word: string, ...sentences: readonly string[]): SituationWords {
  return { word, sentences };
}
