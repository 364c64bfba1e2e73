// Owns when each situation holds, and what people can do about it: apart, because a page that tells situations needs neither.
import type { Situation } from './situations.ts';

/** What a person can do next. */
export type SituationStep =
  | 'answer'
  | 'call'
  | 'call-in-sheet'
  | 'cancel'
  | 'choose-for-patient'
  | 'other-pharmacy'
  | 'prescribe-again'
  | 'refill'
  | 'resend'
  | 'review-and-sign'
  | 'track';

/** When a situation holds and what can be done. */
export interface SituationGuide {
  /** When it holds, for the documentation. */
  readonly when: string;
  /** The nearest first; empty where nothing is to be done. */
  readonly next: readonly SituationStep[];
}

/** The guide of every situation. */
export const SITUATION_GUIDE: Readonly<Record<Situation, SituationGuide>> = {
  'dispensed-after-cancel': guide('DELIVERED after it was canceled', 'call'),
  'cancel-not-sent': guide('a cancel could not leave', 'call'),
  stuck: guide('STUCK', 'other-pharmacy'),
  problem: guide('ERROR', 'other-pharmacy'),
  'cancel-refused': guide('CANCELED, and the pharmacy denied the cancel', 'call'),
  question: guide('the pharmacy asks', 'answer'),
  request: guide('the pharmacy asks for a renewal or a change', 'answer'),
  'cancel-asked': guide('staff ask for a cancel', 'cancel'),
  unconfirmed: guide(
    'SENT for longer than the limit, to a pharmacy that has reported before',
    'call',
    'resend',
  ),
  'cancel-sent': guide('CANCELED, no answer from the pharmacy', 'call-in-sheet'),
  unknown: guide('signed, and the answer was lost'),
  choose: guide('no pharmacy yet', 'choose-for-patient'),
  'to-sign': guide('a draft for a prescriber', 'review-and-sign'),
  queued: guide('QUEUED', 'cancel'),
  sending: guide('SENDING'),
  sent: guide('SENT electronically'),
  faxed: guide('SENT by fax: the fax was delivered'),
  'phoned-in': guide('SENT by telephone'),
  received: guide('RECEIVED', 'other-pharmacy'),
  filling: guide('FILLING', 'cancel'),
  shipped: guide('SHIPPED', 'track'),
  ready: guide('FILLING, and ready for pickup'),
  'picked-up': guide('DELIVERED at a local pharmacy', 'refill'),
  delivered: guide('DELIVERED by mail', 'refill'),
  ended: guide('the prescription is DEPLETED or EXPIRED', 'prescribe-again'),
  canceled: guide('CANCELED for good', 'prescribe-again'),
  moved: guide('it went to another pharmacy'),
};

function guide(when: string, ...next: readonly SituationStep[]): SituationGuide {
  return { when, next };
}
