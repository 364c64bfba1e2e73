// Owns the English words of every situation for the people of a practice.
import type { SituationWords } from './sentence.ts';
import type { Situation } from './situations.ts';

/** What a practice reads of each situation, in English. */
export const PRACTICE_EN: Readonly<Record<Situation, SituationWords>> = {
  'to-sign': words(
    'To sign',
    'Prepared by {staff}; {prescriber} signs.',
    '{prescriber} signs.',
    'Prepared by {staff}.',
  ),
  unknown: words('Not known yet', 'It is asked for again; nothing is sent twice.'),
  choose: words('Patient to choose', 'No pharmacy chosen; {n text|texts} sent.', 'No pharmacy chosen.'),
  queued: words('Waiting to be sent', 'Leaves {when}.', 'It has not left yet.'),
  sending: words('Being sent', 'Attempt {n} to {pharmacy}.', 'On its way to {pharmacy}.', 'On its way.'),
  sent: words('Sent', '{pharmacy} has it since {time}.', '{pharmacy} has it.'),
  faxed: words('Faxed', 'Fax delivered {time}: {reason}.', 'Fax delivered {time}.', 'Fax delivered.'),
  unconfirmed: words('Not confirmed', 'Nobody at {pharmacy} has confirmed it.', 'Nobody has confirmed it.'),
  'wrong-number': words('Wrong number', 'Somebody else has the number of the patient. Texts have stopped.'),
  'patient-not-told': words('Patient not told', '{reason} Call the patient.', 'Call the patient.'),
  received: words('Received', '{pharmacy} has it. Next: filling.', 'The pharmacy has it. Next: filling.'),
  filling: words('Being filled', 'Being filled since {time}.'),
  ready: words('Ready for pickup', 'Ready since {time}.'),
  shipped: words(
    'Shipped',
    '{carrier} {tracking}, sent {date}.',
    '{carrier}, sent {date}.',
    'Tracking number {tracking}, sent {date}.',
    '{carrier} {tracking}.',
    'Carrier: {carrier}.',
    'Tracking number {tracking}.',
    'Sent {date}.',
  ),
  'picked-up': words('Picked up', '{date}. Lasts until {date2}.', '{date}.'),
  delivered: words('Delivered', '{date}. Lasts until {date2}.', '{date}.'),
  question: words('Question', '{pharmacy} asks: {text}', 'The pharmacy asks: {text}', '{pharmacy} asks.'),
  problem: words(
    'Problem',
    '{pharmacy} says: {reason}.',
    'The pharmacy says: {reason}.',
    '{pharmacy} gave no reason.',
  ),
  stuck: words(
    'Stuck',
    '{reason} {owner} was told {time}.',
    '{reason} {owner} must act.',
    '{reason}',
    '{owner} must act.',
    'A person must act.',
  ),
  'cancel-sent': words(
    'Cancel sent',
    '{pharmacy} has not confirmed it.',
    'The pharmacy has not confirmed it.',
  ),
  canceled: words('Canceled', 'By {who}, {time}.', 'By {who}.', '{time}.'),
  'cancel-refused': words(
    'Cancel refused',
    '{pharmacy} says: {reason}.',
    'The pharmacy says: {reason}.',
    '{pharmacy} gave no reason. Call it.',
    'The pharmacy gave no reason. Call it.',
  ),
  moved: words('Moved', 'Now at {pharmacy}.'),
  ended: words('Ended', 'No refills left, or past {date}.'),
  'cancel-not-sent': words(
    'Cancel not sent',
    '{reason} Call {pharmacy}.',
    '{reason}',
    'Call {pharmacy}.',
    'Call the pharmacy.',
  ),
  'cancel-asked': words('Cancel asked', '{staff} asks: {reason}', '{staff} asks.', 'Asked: {reason}'),
  'refills-asked': words('Refill stop asked', '{staff} asks: {reason}', '{staff} asks.', 'Asked: {reason}'),
  'dispensed-after-cancel': words(
    'Dispensed after cancel',
    '{pharmacy} dispensed it {time}.',
    '{pharmacy} dispensed it.',
    'The pharmacy dispensed it.',
  ),
  'phoned-in': words('Phoned in', 'Taken by {name} at {time}.', 'Taken by {name}.', 'Phoned in at {time}.'),
  request: words('Request', '{pharmacy} asks: {text}', 'The pharmacy asks: {text}', '{pharmacy} asks.'),
};

function words(word: string, ...sentences: readonly string[]): SituationWords {
  return { word, sentences };
}
