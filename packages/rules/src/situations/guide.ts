// Owns when each situation holds, and what people can do about it: apart, because a page that tells situations needs neither.
import { SITUATION_NEXT, type SituationStep } from './next.ts';
import { SITUATION_KEYS, type Situation } from './situations.ts';

/** When a situation holds and what can be done. */
export interface SituationGuide {
  /** When it holds, for the documentation. */
  readonly when: string;
  /** The nearest first; empty where nothing is to be done. */
  readonly next: readonly SituationStep[];
}

const WHEN: Readonly<Record<Situation, string>> = {
  'dispensed-after-cancel': 'DELIVERED after it was canceled',
  'cancel-not-sent': 'a cancel could not leave',
  stuck: 'STUCK',
  problem: 'ERROR',
  'cancel-refused': 'CANCELED, and the pharmacy denied the cancel',
  question: 'the pharmacy asks',
  request: 'the pharmacy asks for a renewal or a change',
  'cancel-asked': 'staff ask for a cancel',
  'refills-asked': 'staff ask to stop the refills',
  'wrong-number': 'whoever has the telephone number of the patient says that they are somebody else',
  'patient-not-told':
    'a text that something is ready, delayed or canceled reached nobody, no later one did, and it is still so',
  unconfirmed: 'SENT for longer than the limit, to a pharmacy that has reported before',
  'cancel-sent': 'CANCELED, no answer from the pharmacy',
  unknown: 'signed, and the answer was lost',
  choose: 'no pharmacy yet',
  'to-sign': 'a draft for a prescriber',
  queued: 'QUEUED',
  sending: 'SENDING',
  sent: 'SENT electronically',
  faxed: 'SENT by fax: the fax was delivered',
  'phoned-in': 'SENT by telephone',
  received: 'RECEIVED',
  filling: 'FILLING',
  shipped: 'SHIPPED',
  ready: 'FILLING, and ready for pickup',
  'picked-up': 'DELIVERED at a local pharmacy',
  delivered: 'DELIVERED by mail',
  ended: 'the prescription is DEPLETED or EXPIRED',
  canceled: 'CANCELED for good',
  moved: 'it went to another pharmacy',
};

/** The guide of every situation. */
export const SITUATION_GUIDE = Object.fromEntries(
  SITUATION_KEYS.map((key): [Situation, SituationGuide] => [
    key,
    { when: WHEN[key], next: SITUATION_NEXT[key] ?? [] },
  ]),
) as Readonly<Record<Situation, SituationGuide>>;
