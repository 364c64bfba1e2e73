// The words of every text to a patient, English and Spanish. They name the practice and the pharmacy, and no medication.
import { formatPhone } from '@pestle/rules/phone';
import { languageOf } from '../../routing/inside.ts';
import type { TextKind } from '../ledger/tables.ts';

export interface TextFacts {
  readonly practice: string;
  /** Ten digits. */
  readonly phone: string | null;
  /** As the record has it. */
  readonly language: string | null;
  readonly url: string;
  readonly pharmacy?: string | undefined;
  /** It goes to the pharmacy that the patient prefers unless they choose soon. */
  readonly goesToPreferred?: boolean | undefined;
  /** It is true of some of several medications. */
  readonly part?: boolean | undefined;
  readonly carrier?: string | null | undefined;
  /** The patient holds it, who was to pick it up. */
  readonly pickedUp?: boolean | undefined;
  /** The patient holds what was canceled. */
  readonly afterCancel?: boolean | undefined;
}

/** One text, all of it. */
export function textOf(kind: TextKind, facts: TextFacts): string {
  const words = languageOf(facts.language) === 'es' ? ES : EN;
  const phone = facts.phone === null ? undefined : formatPhone(facts.phone);
  const [sentence, then] = words[kind](facts, facts.part === true ? words.part : words.whole);
  const questions = phone === undefined ? '' : ` ${words.questions(phone)}`;
  const link = then === '' ? '' : ` ${then ?? words.see}`;
  return `${facts.practice}: ${sentence}${link}: ${facts.url}${questions} ${words.stop}`;
}

type Say = (facts: TextFacts, what: string) => readonly [sentence: string, then?: string];
type Words = Readonly<Record<TextKind, Say>> & {
  readonly whole: string;
  readonly part: string;
  readonly see: string;
  readonly questions: (phone: string) => string;
  readonly stop: string;
};

const EN: Words = {
  whole: 'your prescription',
  part: 'part of your prescription',
  see: 'See more',
  questions: (phone) => `Questions? ${phone}.`,
  stop: 'This link is only for you. Reply STOP for no more texts.',
  invitation: ({ goesToPreferred }) =>
    goesToPreferred === true
      ? [
          'your prescription goes to your usual pharmacy in 15 minutes, unless you choose another one.',
          'Choose a pharmacy',
        ]
      : ['choose a pharmacy for your prescription', ''],
  reminder: () => [
    'your prescription waits for you. It goes to no pharmacy before you choose one.',
    'Choose a pharmacy',
  ],
  sent: ({ pharmacy = 'the pharmacy' }) => [`your prescription was sent to ${pharmacy}.`, 'See where it is'],
  ready: ({ pharmacy = 'the pharmacy' }, what) => [`${what} is ready for pickup at ${pharmacy}.`],
  shipped: ({ carrier }, what) => [
    `${what} is on its way to you${carrier ? `. ${carrier} brings it` : ''}.`,
    'See where it is',
  ],
  delivered: ({ pharmacy = 'the pharmacy', pickedUp, afterCancel }, what) =>
    afterCancel === true
      ? ['call us before you take the medicine that you picked up. It was canceled.']
      : pickedUp === true
        ? [`${what} was picked up at ${pharmacy}. If nobody did that for you, call us.`]
        : [`${what} was delivered. If you do not have it, call us.`],
  problem: (_, what) => [`there is a delay with ${what}. We are working on it.`, 'See where it is'],
  canceled: (_, what) => [`${what} was canceled. Do not pick it up.`],
};

const ES: Words = {
  whole: 'su receta',
  part: 'una parte de su receta',
  see: 'Vea más',
  questions: (phone) => `¿Preguntas? ${phone}.`,
  stop: 'Este enlace es solo para usted. Responda STOP si no quiere más mensajes.',
  invitation: ({ goesToPreferred }) =>
    goesToPreferred === true
      ? ['su receta va a su farmacia habitual en 15 minutos, si no elige otra.', 'Elija una farmacia']
      : ['elija una farmacia para su receta', ''],
  reminder: () => [
    'su receta le espera. No va a ninguna farmacia antes de que elija una.',
    'Elija una farmacia',
  ],
  sent: ({ pharmacy = 'la farmacia' }) => [`su receta se envió a ${pharmacy}.`, 'Vea dónde está'],
  ready: ({ pharmacy = 'la farmacia' }, what) => [`${what} está lista para recoger en ${pharmacy}.`],
  shipped: ({ carrier }, what) => [
    `${what} va en camino${carrier ? `. La trae ${carrier}` : ''}.`,
    'Vea dónde está',
  ],
  delivered: ({ pharmacy = 'la farmacia', pickedUp, afterCancel }, what) =>
    afterCancel === true
      ? ['llámenos antes de tomar la medicina que recogió. Se había cancelado.']
      : pickedUp === true
        ? [`${what} se recogió en ${pharmacy}. Si nadie la recogió por usted, llámenos.`]
        : [`${what} se entregó. Si no la tiene, llámenos.`],
  problem: (_, what) => [`hay una demora con ${what}. Lo estamos resolviendo.`, 'Vea dónde está'],
  canceled: (_, what) => [`${what} se canceló. No la recoja.`],
};
