// Owns what people can do about each situation: apart from the words around it, because a page that offers acts needs no more.
import type { Situation } from './situations.ts';

/** What a person can do next. */
export type SituationStep =
  | 'answer'
  | 'call'
  | 'call-patient'
  | 'call-in-sheet'
  | 'cancel'
  | 'choose-for-patient'
  | 'correct-number'
  | 'other-pharmacy'
  | 'prescribe-again'
  | 'refill'
  | 'resend'
  | 'review-and-sign'
  | 'stop-refills'
  | 'track';

/** What can be done about each situation, the nearest first; nothing where it is left out. */
export const SITUATION_NEXT: Readonly<Partial<Record<Situation, readonly SituationStep[]>>> = {
  'dispensed-after-cancel': ['call'],
  'cancel-not-sent': ['call'],
  stuck: ['other-pharmacy'],
  problem: ['other-pharmacy'],
  'cancel-refused': ['call'],
  question: ['answer'],
  request: ['answer'],
  'cancel-asked': ['cancel'],
  'refills-asked': ['stop-refills'],
  'wrong-number': ['correct-number'],
  'patient-not-told': ['call-patient'],
  unconfirmed: ['call', 'resend'],
  'cancel-sent': ['call-in-sheet'],
  choose: ['choose-for-patient'],
  'to-sign': ['review-and-sign'],
  queued: ['cancel'],
  received: ['other-pharmacy'],
  filling: ['cancel'],
  shipped: ['track'],
  'picked-up': ['refill'],
  delivered: ['refill'],
  ended: ['prescribe-again'],
  canceled: ['prescribe-again'],
};
