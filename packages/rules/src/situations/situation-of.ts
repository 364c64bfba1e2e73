// Decides in which situation a fill is, from what is known of it; and what of that its patient is told.
import type { FillState } from '../orders/fill-status.ts';
import type { Situation } from './situations.ts';

/** What is known of a fill. */
export interface FillFacts {
  readonly state: FillState;
  /** False while the order waits for the choice of one. */
  readonly hasPharmacy: boolean;
  /** How the pharmacy got it; null while nothing has arrived. */
  readonly channel: 'script' | 'api' | 'fax' | 'telephone' | null;
  /** Sent, and a pharmacy that does report has said nothing for longer than the limit. */
  readonly unconfirmed: boolean;
  /** The pharmacy said that it can be picked up. */
  readonly ready: boolean;
  readonly fulfillment: 'pickup' | 'mail';
  /** A cancel has left for the pharmacy; false where nothing of the prescription ever did. */
  readonly cancelSent: boolean;
  /** What the pharmacy answered to it (shown, never acted on). */
  readonly cancelAnswer: 'approved' | 'denied' | null;
  /** The pharmacy itself reported that it is canceled. */
  readonly canceledByPharmacy: boolean;
  /** A cancel was wanted and cannot leave: somebody must call. */
  readonly cancelNotSent: boolean;
  /** Staff ask the prescriber for a cancel. */
  readonly cancelAsked: boolean;
  /** Staff ask the prescriber to stop the refills. */
  readonly refillStopAsked: boolean;
  readonly dispensedAfterCancel: boolean;
  /** The pharmacy waits for an answer. */
  readonly question: boolean;
  readonly prescription: 'ACTIVE' | 'DEPLETED' | 'EXPIRED' | 'CANCELED';
}

/** What a fill can be in: the rest is told of drafts, of a signature under way, of requests, of numbers, of texts, and at a pharmacy that it left. */
export type FillSituation = Exclude<
  Situation,
  'to-sign' | 'unknown' | 'request' | 'wrong-number' | 'patient-not-told' | 'moved'
>;

/** What only the practice is told of. */
const PRACTICE_ONLY = {
  cancelNotSent: false,
  cancelAsked: false,
  refillStopAsked: false,
  question: false,
} as const;
/** The situations that a patient is shown. */
export type PatientSituation = Exclude<
  FillSituation,
  'cancel-not-sent' | 'cancel-asked' | 'refills-asked' | 'question'
>;

/**
 * The one situation of a fill. Pure and total: exactly one for any facts. What a person must act on goes before what is under way, and
 * nothing that has not arrived is ever `sent`, `faxed` or `unconfirmed`.
 */
export function situationOf(facts: FillFacts): FillSituation {
  if (facts.dispensedAfterCancel) return 'dispensed-after-cancel';
  if (facts.cancelNotSent) return 'cancel-not-sent';
  switch (facts.state) {
    case 'STUCK':
      return 'stuck';
    case 'ERROR':
      return 'problem';
    case 'CANCELED':
      return canceled(facts);
    case 'DELIVERED':
      if (facts.question) return 'question';
      if (facts.refillStopAsked) return 'refills-asked';
      return over(facts) ? 'ended' : facts.fulfillment === 'mail' ? 'delivered' : 'picked-up';
    case 'QUEUED':
    case 'SENDING':
    case 'SENT':
    case 'RECEIVED':
    case 'FILLING':
    case 'SHIPPED':
      if (facts.question) return 'question';
      if (facts.cancelAsked) return 'cancel-asked';
      if (facts.refillStopAsked) return 'refills-asked';
      return over(facts) ? 'ended' : underWay(facts.state, facts);
    default:
      return unknownState(facts.state);
  }
}

/** The same for the patient, who is not told what the practice has yet to settle. */
export function patientSituationOf(facts: FillFacts): PatientSituation {
  return situationOf({ ...facts, ...PRACTICE_ONLY }) as PatientSituation;
}

/** Canceled is a fact when nothing ever left, or when the pharmacy said so; until then only the cancel is known. */
function canceled({ cancelAnswer, cancelSent, canceledByPharmacy }: FillFacts): FillSituation {
  if (cancelAnswer === 'denied') return 'cancel-refused';
  if (cancelAnswer === 'approved' || canceledByPharmacy || !cancelSent) return 'canceled';
  return 'cancel-sent';
}

function over({ prescription }: FillFacts): boolean {
  return prescription === 'DEPLETED' || prescription === 'EXPIRED';
}

function underWay(
  state: Exclude<FillState, 'STUCK' | 'ERROR' | 'CANCELED' | 'DELIVERED'>,
  { hasPharmacy, channel, unconfirmed, ready }: FillFacts,
): FillSituation {
  switch (state) {
    case 'QUEUED':
      return hasPharmacy ? 'queued' : 'choose';
    case 'SENDING':
      return 'sending';
    case 'SENT':
      if (channel === 'telephone') return 'phoned-in';
      if (unconfirmed) return 'unconfirmed';
      return channel === 'fax' ? 'faxed' : 'sent';
    case 'RECEIVED':
      return 'received';
    case 'FILLING':
      return ready ? 'ready' : 'filling';
    case 'SHIPPED':
      return 'shipped';
    default:
      return unknownState(state);
  }
}

function unknownState(state: never): never {
  throw new RangeError(`A fill has no state ${String(state)}.`);
}
