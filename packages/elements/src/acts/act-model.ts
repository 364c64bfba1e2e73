// Owns which of the acts that the service offers stand where, and which of them is the next one.
import type { OrderAct } from '@pestle/rules/order-acts';
import { SITUATION_NEXT, type SituationStep } from '@pestle/rules/situation-next';
import { type Situation, situationOfCode } from '@pestle/rules/situations';
import type { FollowedFill } from '../situation/board.ts';
import { acts as english } from '../text/en/acts.ts';
import type { Offer, Offers } from './offers-board.ts';

/** Every act that has a button; what was phoned in is recorded on the call-in sheet. */
export type ShownAct = Exclude<OrderAct, 'PHONED_IN'>;
type ShownOffer = Offer & { readonly act: ShownAct };

/** What the acts are about. */
export interface ActSubject {
  /** Where it stands: unique among all that one host draws. */
  readonly place: string;
  readonly orderId: string;
  /** The one medicine; null where it is about the order as a whole. */
  readonly fill: FollowedFill | null;
  /** How it is named, such as `metFORMIN 500 mg oral tablet`. */
  readonly line: string;
  readonly prescriptionId: string | null;
  /** How many medicines are on the order. */
  readonly lines: number;
  /** What the service offers; undefined until it has answered. */
  readonly offers: Offers | undefined;
  /** What is about the order stands elsewhere: here only what is about the one medicine. */
  readonly lineOnly?: boolean;
  /** An act whose button stands elsewhere. */
  readonly elsewhere?: ShownAct;
  /** The one item of the desk that is to be marked as handled; without it, whatever of the order lies there. */
  readonly deskItemId?: string;
}

/** What is offered there, allowed or not: of one medicine what is judged of it alone, else what is judged of the order. */
export function offersAt({ fill, lineOnly = false, offers }: ActSubject): readonly ShownOffer[] {
  if (offers === undefined) return [];
  const ofLines = new Set([...offers.lines.values()].flatMap((acts) => acts.map(({ act }) => act)));
  const own = fill === null ? [] : (offers.lines.get(fill.id) ?? []);
  return offers.order.flatMap((offer) => {
    if (!isShown(offer)) return [];
    // What is asked of a prescriber is asked for all of it, too.
    if (fill === null) return ofLines.has(offer.act) && !ASKED_OF_ALL.has(offer.act) ? [] : [offer];
    const line = own.find(({ act }) => act === offer.act);
    if (line !== undefined && isShown(line)) return [line];
    return lineOnly || offer.act === 'CANCEL' ? [] : [offer];
  });
}

const ASKED_OF_ALL: ReadonlySet<ShownAct> = new Set(['ASK_FOR_CANCEL', 'ASK_NO_MORE_REFILLS']);

/** The acts whose buttons stand there. Who may not do an act sees no button. */
export function actsFor(subject: ActSubject): readonly ShownAct[] {
  return offersAt(subject).flatMap(({ act, allowed }) => (allowed ? [act] : []));
}

/** A service may offer acts of which we know no words yet. */
function isShown(offer: Offer): offer is ShownOffer {
  return Object.hasOwn(english.buttons, offer.act);
}

const STEPS: Readonly<Partial<Record<SituationStep, readonly ShownAct[]>>> = {
  answer: ['ANSWER_QUESTION'],
  'call-in-sheet': ['CALL_IN_SHEET'],
  cancel: ['CANCEL_ONE', 'CANCEL'],
  'choose-for-patient': ['CHOOSE_PHARMACY'],
  'other-pharmacy': ['OTHER_PHARMACY'],
  'prescribe-again': ['PRESCRIBE_AGAIN'],
  resend: ['RESEND'],
  'stop-refills': ['NO_MORE_REFILLS'],
};

/** What is to be done next where something waits for a person: its button stands out. */
export function nextAct(situation: Situation | undefined, shown: readonly ShownAct[]): ShownAct | undefined {
  return wanted(situation).find((act) => shown.includes(act));
}

/** The act that a situation asks a person for, before anybody has asked whether it is allowed. */
export function actOf(situation: Situation): ShownAct | undefined {
  return wanted(situation)[0];
}

/** Why what would be next cannot be done; undefined where it can, and where it is only not this person's. */
export function whyNotNext(subject: ActSubject): Offer['refusal'] | undefined {
  const acts = wanted(situationOf(subject));
  const next = offersAt(subject).filter(({ act }) => acts.includes(act));
  if (next.length === 0 || next.some(({ allowed }) => allowed)) return undefined;
  return next.find(({ refusal }) => refusal !== null && !OF_A_ROLE.has(refusal.code))?.refusal ?? undefined;
}

const OF_A_ROLE: ReadonlySet<string> = new Set(['NOT_YOURS', 'PRESCRIBER_ONLY', 'STAFF_ONLY']);

function wanted(situation: Situation | undefined): readonly ShownAct[] {
  if (situation === undefined || !WAITS_FOR_A_PERSON.has(situation)) return [];
  return (SITUATION_NEXT[situation] ?? []).flatMap((step) => STEPS[step] ?? []);
}

const WAITS_FOR_A_PERSON: ReadonlySet<Situation> = new Set([
  'stuck',
  'problem',
  'question',
  'cancel-asked',
  'refills-asked',
  'unconfirmed',
  'choose',
]);

export function situationOf({ fill }: Pick<ActSubject, 'fill'>): Situation | undefined {
  return fill === null ? undefined : situationOfCode(fill.situation);
}

/** The sentence in the language of the page. */
export function saidIn(language: string, text: { readonly en: string; readonly es: string }): string {
  return language === 'es' ? text.es : text.en;
}

/** The name of an act's button at a place, by which the focus comes back to it. */
export function buttonName({ place }: Pick<ActSubject, 'place'>, act: ShownAct): string {
  return `act-${place}-${act}`;
}
