// Goal: what people are told of a situation is what was agreed on: word by word, in both languages, for a practice and for a patient.
// Method: the agreed table, written down here a second time, so that a word that is changed by accident is noticed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SITUATION_GUIDE } from './guide.ts';
import { PATIENT_EN, PATIENT_ES } from './patient-words.ts';
import { PRACTICE_EN } from './practice-en.ts';
import { PRACTICE_ES } from './practice-es.ts';
import type { SituationWords } from './sentence.ts';
import { SITUATION_KEYS, SITUATIONS, type Situation } from './situations.ts';

/** Key, icon, tone, who acts, what is next; word and sentence for the practice, then for the patient: English, Spanish. `–`: none. */
const AGREED = `
to-sign | pen | info | signer | review-and-sign | To sign | Por firmar | Prepared by {staff}; {prescriber} signs. | Preparada por {staff}; firma {prescriber}. | – | – | – | –
unknown | again | warn | service | – | Not known yet | Aún no se sabe | It is asked for again; nothing is sent twice. | Se vuelve a preguntar; nada se envía dos veces. | – | – | – | –
choose | person | warn | patient | choose-for-patient | Patient to choose | Elige el paciente | No pharmacy chosen; {n} texts sent. | Sin farmacia elegida; {n} mensajes enviados. | Choose a pharmacy | Elija una farmacia | Choose where you want your medicine. | Elija dónde quiere su medicina.
queued | clock | plain | service | cancel | Waiting to be sent | En espera de envío | Leaves {when}. | Sale {when}. | Sending | Enviando | It goes to the pharmacy soon. | Se envía pronto a la farmacia.
sending | send | info | service | – | Being sent | Enviándose | Attempt {n} to {pharmacy}. | Intento {n} a {pharmacy}. | Sending | Enviando | It is going to the pharmacy. | Va a la farmacia.
sent | check | info | pharmacy | – | Sent | Enviada | {pharmacy} has it since {time}. | {pharmacy} la tiene desde {time}. | Sent | Enviada | It was sent to {pharmacy}. | Se envió a {pharmacy}.
faxed | fax | info | pharmacy | – | Faxed | Enviada por fax | Fax delivered {time}: {reason}. | Fax entregado {time}: {reason}. | Sent | Enviada | It was sent to {pharmacy}. | Se envió a {pharmacy}.
unconfirmed | wait | warn | preparer | call, resend | Not confirmed | Sin confirmar | Nobody at {pharmacy} has confirmed it. | Nadie en {pharmacy} la ha confirmado. | Sent | Enviada | It was sent to {pharmacy}. | Se envió a {pharmacy}.
received | tray | info | pharmacy | other-pharmacy | Received | Recibida | {pharmacy} has it. Next: filling. | {pharmacy} la tiene. Sigue: preparación. | Received | Recibida | The pharmacy has it. Next: they fill it. | La farmacia la tiene. Ahora la prepara.
filling | bottle | info | pharmacy | cancel | Being filled | En preparación | Being filled since {time}. | En preparación desde {time}. | Being filled | En preparación | The pharmacy is filling it. | La farmacia la está preparando.
ready | bag | ok | patient | – | Ready for pickup | Lista para recoger | Ready since {time}. | Lista desde {time}. | Ready for pickup | Lista para recoger | Pick it up at {pharmacy}. | Recójala en {pharmacy}.
shipped | truck | info | pharmacy | track | Shipped | Despachada | {carrier} {tracking}, sent {date}. | {carrier} {tracking}, desde {date}. | Shipped | En camino | {carrier} brings it. | La trae {carrier}.
picked-up | ok | ok | none | refill | Picked up | Recogida | {date}. Lasts until {date2}. | {date}. Alcanza hasta {date2}. | Picked up | Recogida | You have it. | Ya la tiene.
delivered | home | ok | none | refill | Delivered | Entregada | {date}. Lasts until {date2}. | {date}. Alcanza hasta {date2}. | Delivered | Entregada | It was delivered. | Se entregó.
question | bubble | warn | signer | answer | Question | Pregunta | {pharmacy} asks: {text} | {pharmacy} pregunta: {text} | – | – | – | –
problem | warn | danger | signer | other-pharmacy | Problem | Problema | {pharmacy} says: {reason}. | {pharmacy} dice: {reason}. | Delayed | Demorada | There is a delay. {practice} is working on it. | Hay una demora. {practice} lo está resolviendo.
stuck | stop | danger | signer | other-pharmacy | Stuck | Detenida | {reason} {owner} was told {time}. | {reason} Se avisó a {owner} {time}. | Delayed | Demorada | There is a delay. {practice} is working on it. | Hay una demora. {practice} lo está resolviendo.
cancel-sent | ban | warn | none | call-in-sheet | Cancel sent | Cancelación enviada | {pharmacy} has not confirmed it. | {pharmacy} no la ha confirmado. | Canceled | Cancelada | We told the pharmacy to cancel it. | Pedimos a la farmacia que la cancele.
canceled | ban | plain | none | prescribe-again | Canceled | Cancelada | By {who}, {time}. | Por {who}, {time}. | Canceled | Cancelada | It was canceled. | Se canceló.
cancel-refused | warn | warn | none | call | Cancel refused | Cancelación rechazada | {pharmacy} says: {reason}. | {pharmacy} dice: {reason}. | Canceled | Cancelada | Ask the pharmacy before you take it. | Pregunte a la farmacia antes de tomarla.
moved | swap | plain | none | – | Moved | Trasladada | Now at {pharmacy}. | Ahora en {pharmacy}. | Moved | Trasladada | It is now at {pharmacy}. | Ahora está en {pharmacy}.
ended | cal | plain | none | prescribe-again | Ended | Terminada | No refills left, or past {date}. | Sin resurtidos, o pasó el {date}. | Ended | Terminada | Ask {practice} for a new one. | Pida una nueva a {practice}.
cancel-not-sent | stop | danger | signer | call | Cancel not sent | Cancelación no enviada | {reason} Call {pharmacy}. | {reason} Llame a {pharmacy}. | – | – | – | –
cancel-asked | ban | warn | signer | cancel | Cancel asked | Cancelación pedida | {staff} asks: {reason} | {staff} pide: {reason} | – | – | – | –
refills-asked | ban | warn | signer | stop-refills | Refill stop asked | Fin de resurtidos pedido | {staff} asks: {reason} | {staff} pide: {reason} | – | – | – | –
dispensed-after-cancel | warn | danger | signer | call | Dispensed after cancel | Dispensada tras cancelar | {pharmacy} dispensed it {time}. | {pharmacy} la dispensó {time}. | Picked up | Recogida | Call {practice} before you take it. | Llame a {practice} antes de tomarla.
phoned-in | phone | info | pharmacy | – | Phoned in | Dictada por teléfono | Taken by {name} at {time}. | La tomó {name} a las {time}. | Sent | Enviada | {pharmacy} has it since {time}. | {pharmacy} la tiene desde {time}.
wrong-number | phone | warn | preparer | correct-number | Wrong number | Número equivocado | Somebody else has the number of the patient. Texts have stopped. | Otra persona tiene el número del paciente. Ya no se envían mensajes. | – | – | – | –
patient-not-told | phone | warn | preparer | call-patient | Patient not told | Paciente sin avisar | {reason} Call the patient. | {reason} Llame al paciente. | – | – | – | –
request | bubble | warn | signer | answer | Request | Solicitud | {pharmacy} asks: {text} | {pharmacy} pide: {text} | – | – | – | –
`;

interface Agreed {
  readonly key: Situation;
  readonly look: readonly [icon: string, tone: string, owner: string];
  readonly next: string;
  /** Word and sentence, English and Spanish; undefined where the patient is not told. */
  readonly practice: readonly string[];
  readonly patient: readonly string[] | undefined;
}

const agreed = AGREED.trim()
  .split('\n')
  .map((line): Agreed => {
    const [key = '', icon = '', tone = '', owner = '', next = '', ...words] = line.split(' | ');
    assert.equal(words.length, 8, line);
    return {
      key: key as Situation,
      look: [icon, tone, owner],
      next: next === '–' ? '' : next,
      practice: words.slice(0, 4),
      patient: words[4] === '–' ? undefined : words.slice(4),
    };
  });

/** The fullest sentence; one and many of what is counted are told as many. */
const told = (en: SituationWords, es: SituationWords): readonly string[] => [
  en.word,
  es.word,
  ...[en, es].map(({ sentences }) => (sentences[0] ?? '').replaceAll(/\{n [^|}]*\|([^}]*)\}/g, '{n} $1')),
];

test('every situation was agreed on, and no other', () => {
  assert.deepEqual(agreed.map(({ key }) => key).toSorted(), SITUATION_KEYS.toSorted());
});

for (const { key, look, next, practice, patient } of agreed)
  test(`${key}: icon, tone, who acts, what is next, and every word`, () => {
    const { icon, tone, owner } = SITUATIONS[key];
    assert.deepEqual([icon, tone, owner], look);
    assert.equal(SITUATION_GUIDE[key].next.join(', '), next);
    assert.deepEqual(told(PRACTICE_EN[key], PRACTICE_ES[key]), practice);
    const [en, es] = [PATIENT_EN, PATIENT_ES].map(
      (words: Readonly<Partial<Record<Situation, SituationWords>>>) => words[key],
    );
    assert.deepEqual(en === undefined || es === undefined ? undefined : told(en, es), patient);
  });
