// Owns what people can do about an order after it was sent: the acts, and what each will do, in words.

import { firstKnownSentence } from '../situations/sentence.ts';
import type { InBothLanguages } from './act-refusals.ts';

export {
  type InBothLanguages,
  isOrderActRefusal,
  ORDER_ACT_REFUSALS,
  type OrderActRefusal,
  orderActRefusal,
} from './act-refusals.ts';

/** What people can do about an order, in the order in which pages offer it. */
export const ORDER_ACTS = [
  'OTHER_PHARMACY',
  'CHOOSE_PHARMACY',
  'REMIND_PATIENT',
  'ANSWER_QUESTION',
  'RESEND',
  'NO_MORE_REFILLS',
  'DECLINE_NO_MORE_REFILLS',
  'ASK_NO_MORE_REFILLS',
  'REISSUE',
  'CALL_IN_SHEET',
  'PHONED_IN',
  'PRESCRIBE_AGAIN',
  'HANDLED',
  'CANCEL_ONE',
  'DECLINE_CANCEL',
  'CANCEL',
  'ASK_FOR_CANCEL',
] as const;
/** One of them. */
export type OrderAct = (typeof ORDER_ACTS)[number];

/** Those that are about one medication of an order, each judged for itself. */
export const LINE_ACTS = [
  'ANSWER_QUESTION',
  'RESEND',
  'NO_MORE_REFILLS',
  'DECLINE_NO_MORE_REFILLS',
  'ASK_NO_MORE_REFILLS',
  'REISSUE',
  'PRESCRIBE_AGAIN',
  'CANCEL_ONE',
  'DECLINE_CANCEL',
  'ASK_FOR_CANCEL',
] as const satisfies readonly OrderAct[];
/** One of them. */
export type LineAct = (typeof LINE_ACTS)[number];

/** What a sentence about an act names. */
export interface OrderActFacts {
  /** The pharmacy that the order is with. */
  readonly pharmacy?: string | null;
}

type Sentences = { readonly [Language in keyof InBothLanguages]: readonly string[] };

const EFFECTS: Readonly<Record<OrderAct, Sentences>> = {
  OTHER_PHARMACY: both(
    [
      'Cancels at {pharmacy}, sends to the pharmacy that you choose.',
      'Cancels at the old pharmacy, sends to the one that you choose.',
    ],
    [
      'Cancela en {pharmacy} y envía a la farmacia que usted elija.',
      'Cancela en la farmacia anterior y envía a la que usted elija.',
    ],
  ),
  RESEND: both(
    [
      'Sends the same message to {pharmacy} again. It is never filled twice.',
      'Sends the same message again. It is never filled twice.',
    ],
    [
      'Envía otra vez el mismo mensaje a {pharmacy}. Nunca se surte dos veces.',
      'Envía otra vez el mismo mensaje. Nunca se surte dos veces.',
    ],
  ),
  REISSUE: both(
    [
      'Sends a new message with a new number to {pharmacy}, and cancels the old one.',
      'Sends a new message with a new number, and cancels the old one.',
    ],
    [
      'Envía a {pharmacy} un mensaje nuevo con otro número y cancela el anterior.',
      'Envía un mensaje nuevo con otro número y cancela el anterior.',
    ],
  ),
  CALL_IN_SHEET: both(
    [
      'Opens the page to read aloud to {pharmacy}. Nothing is sent.',
      'Opens the page to read aloud. Nothing is sent.',
    ],
    [
      'Abre la hoja para leer por teléfono a {pharmacy}. No se envía nada.',
      'Abre la hoja para leer por teléfono. No se envía nada.',
    ],
  ),
  PHONED_IN: both(
    [
      'Records that {pharmacy} took it by telephone. What waits is stopped; it is not sent again.',
      'Records that it was taken by telephone. What waits is stopped; it is not sent again.',
    ],
    [
      'Anota que {pharmacy} la tomó por teléfono. Se detiene lo que espera; no se envía otra vez.',
      'Anota que se tomó por teléfono. Se detiene lo que espera; no se envía otra vez.',
    ],
  ),
  CHOOSE_PHARMACY: both(
    ['Sends it at once to the pharmacy that you choose. The patient can choose no more.'],
    ['La envía de inmediato a la farmacia que usted elija. El paciente ya no puede elegir.'],
  ),
  REMIND_PATIENT: both(
    ['Sends the patient the text with the link once more.'],
    ['Envía al paciente otra vez el mensaje con el enlace.'],
  ),
  CANCEL: both(
    [
      'Cancels everything on this order that is open, and tells {pharmacy}.',
      'Cancels everything on this order that is open.',
    ],
    [
      'Cancela todo lo que está abierto en este pedido y avisa a {pharmacy}.',
      'Cancela todo lo que está abierto en este pedido.',
    ],
  ),
  CANCEL_ONE: both(
    [
      'Cancels one medication and tells {pharmacy}. The others stay.',
      'Cancels one medication. The others stay.',
    ],
    [
      'Cancela un medicamento y avisa a {pharmacy}. Los demás quedan.',
      'Cancela un medicamento. Los demás quedan.',
    ],
  ),
  ASK_FOR_CANCEL: both(
    ['Asks the prescriber to cancel it. Nothing is canceled until then.'],
    ['Pide a quien recetó que la cancele. Hasta entonces no se cancela nada.'],
  ),
  DECLINE_CANCEL: both(
    ['It is not canceled, and goes on as it is. Staff read why.'],
    ['No se cancela, y sigue como está. El personal lee por qué.'],
  ),
  NO_MORE_REFILLS: both(
    [
      'Tells {pharmacy} to stop the refills. What was dispensed stays.',
      'Stops the refills. What was dispensed stays.',
    ],
    [
      'Pide a {pharmacy} que no dé más resurtidos. Lo dispensado queda.',
      'Ya no habrá resurtidos. Lo dispensado queda.',
    ],
  ),
  ASK_NO_MORE_REFILLS: both(
    ['Asks the prescriber to stop the refills. Nothing is stopped until then.'],
    ['Pide a quien recetó que detenga los resurtidos. Hasta entonces no se detiene nada.'],
  ),
  DECLINE_NO_MORE_REFILLS: both(
    ['The refills stay, and it goes on as it is. Staff read why.'],
    ['Los resurtidos quedan, y sigue como está. El personal lee por qué.'],
  ),
  ANSWER_QUESTION: both(
    [
      'Your answer goes to {pharmacy}, in your name. Nothing of the prescription changes.',
      'Your answer goes to the pharmacy, in your name. Nothing of the prescription changes.',
    ],
    [
      'Su respuesta va a {pharmacy}, en su nombre. La receta no cambia.',
      'Su respuesta va a la farmacia, en su nombre. La receta no cambia.',
    ],
  ),
  PRESCRIBE_AGAIN: both(
    ['Makes a copy as a draft, which is signed anew. Nothing is sent.'],
    ['Hace una copia como borrador, que se firma de nuevo. No se envía nada.'],
  ),
  HANDLED: both(
    ['Takes it off the desk until something new happens. Nothing is sent.'],
    ['Lo quita del escritorio hasta que pase algo nuevo. No se envía nada.'],
  ),
};

/** What the act will do, before anybody does it; the shorter sentence where the pharmacy is not known. */
export function orderActEffect(act: OrderAct, facts: OrderActFacts): InBothLanguages {
  const { en, es } = EFFECTS[act];
  const known = { pharmacy: facts.pharmacy ?? '' };
  return {
    en: firstKnownSentence({ sentences: en }, known),
    es: firstKnownSentence({ sentences: es }, known),
  };
}

function both(en: readonly string[], es: readonly string[]): Sentences {
  return { en, es };
}
