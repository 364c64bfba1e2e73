// Owns the Spanish words of every situation for the people of a practice.
import type { SituationWords } from './sentence.ts';
import type { Situation } from './situations.ts';

/** What a practice reads of each situation, in Spanish. */
export const PRACTICE_ES: Readonly<Record<Situation, SituationWords>> = {
  'to-sign': words(
    'Por firmar',
    'Preparada por {staff}; firma {prescriber}.',
    'Firma {prescriber}.',
    'Preparada por {staff}.',
  ),
  unknown: words('Aún no se sabe', 'Se vuelve a preguntar; nada se envía dos veces.'),
  choose: words(
    'Elige el paciente',
    'Sin farmacia elegida; {n mensaje enviado|mensajes enviados}.',
    'Sin farmacia elegida.',
  ),
  queued: words('En espera de envío', 'Sale {when}.', 'Aún no ha salido.'),
  sending: words('Enviándose', 'Intento {n} a {pharmacy}.', 'En camino a {pharmacy}.', 'En camino.'),
  sent: words('Enviada', '{pharmacy} la tiene desde {time}.', '{pharmacy} la tiene.'),
  faxed: words(
    'Enviada por fax',
    'Fax entregado {time}: {reason}.',
    'Fax entregado {time}.',
    'Fax entregado.',
  ),
  unconfirmed: words('Sin confirmar', 'Nadie en {pharmacy} la ha confirmado.', 'Nadie la ha confirmado.'),
  'wrong-number': words(
    'Número equivocado',
    'Otra persona tiene el número del paciente. Ya no se envían mensajes.',
  ),
  'patient-not-told': words('Paciente sin avisar', '{reason} Llame al paciente.', 'Llame al paciente.'),
  received: words(
    'Recibida',
    '{pharmacy} la tiene. Sigue: preparación.',
    'La farmacia la tiene. Sigue: preparación.',
  ),
  filling: words('En preparación', 'En preparación desde {time}.'),
  ready: words('Lista para recoger', 'Lista desde {time}.'),
  shipped: words(
    'Despachada',
    '{carrier} {tracking}, desde {date}.',
    '{carrier}, desde {date}.',
    'Número de seguimiento {tracking}, desde {date}.',
    '{carrier} {tracking}.',
    'Transportista: {carrier}.',
    'Número de seguimiento {tracking}.',
    'Desde {date}.',
  ),
  'picked-up': words('Recogida', '{date}. Alcanza hasta {date2}.', '{date}.'),
  delivered: words('Entregada', '{date}. Alcanza hasta {date2}.', '{date}.'),
  question: words(
    'Pregunta',
    '{pharmacy} pregunta: {text}',
    'La farmacia pregunta: {text}',
    '{pharmacy} pregunta.',
  ),
  problem: words(
    'Problema',
    '{pharmacy} dice: {reason}.',
    'La farmacia dice: {reason}.',
    '{pharmacy} no dio una razón.',
  ),
  stuck: words(
    'Detenida',
    '{reason} Se avisó a {owner} {time}.',
    '{reason} {owner} debe actuar.',
    '{reason}',
    '{owner} debe actuar.',
    'Una persona debe actuar.',
  ),
  'cancel-sent': words(
    'Cancelación enviada',
    '{pharmacy} no la ha confirmado.',
    'La farmacia no la ha confirmado.',
  ),
  canceled: words('Cancelada', 'Por {who}, {time}.', 'Por {who}.', '{time}.'),
  'cancel-refused': words(
    'Cancelación rechazada',
    '{pharmacy} dice: {reason}.',
    'La farmacia dice: {reason}.',
    '{pharmacy} no dio una razón. Llámela.',
    'La farmacia no dio una razón. Llámela.',
  ),
  moved: words('Trasladada', 'Ahora en {pharmacy}.'),
  ended: words('Terminada', 'Sin resurtidos, o pasó el {date}.'),
  'cancel-not-sent': words(
    'Cancelación no enviada',
    '{reason} Llame a {pharmacy}.',
    '{reason}',
    'Llame a {pharmacy}.',
    'Llame a la farmacia.',
  ),
  'cancel-asked': words(
    'Cancelación pedida',
    '{staff} pide: {reason}',
    '{staff} la pide.',
    'Se pide: {reason}',
  ),
  'refills-asked': words(
    'Fin de resurtidos pedido',
    '{staff} pide: {reason}',
    '{staff} la pide.',
    'Se pide: {reason}',
  ),
  'dispensed-after-cancel': words(
    'Dispensada tras cancelar',
    '{pharmacy} la dispensó {time}.',
    '{pharmacy} la dispensó.',
    'La farmacia la dispensó.',
  ),
  'phoned-in': words(
    'Dictada por teléfono',
    'La tomó {name} a las {time}.',
    'La tomó {name}.',
    'Dictada a las {time}.',
  ),
  request: words('Solicitud', '{pharmacy} pide: {text}', 'La farmacia pide: {text}', '{pharmacy} la pide.'),
};

function words(word: string, ...sentences: readonly string[]): SituationWords {
  return { word, sentences };
}
