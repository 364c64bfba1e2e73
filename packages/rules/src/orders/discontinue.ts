// Owns whether the refills of a fill may still be stopped: that is no cancel, and what was dispensed stays (D10).
import type { FillState } from './fill-status.ts';

/** What decides. */
export type DiscontinueQuestion = {
  readonly state: FillState;
  /** Refills that were prescribed: fills allowed after the first. */
  readonly refills: number;
  readonly isDiscontinued: boolean;
  readonly isCancelRequested: boolean;
  /** The prescription has ended by its date: no refill can be dispensed any more. */
  readonly hasExpired: boolean;
};

/** Why the refills cannot be stopped, as a code. */
export type DiscontinueRefusal =
  | 'ALREADY_DISCONTINUED'
  | 'ALREADY_CANCELED'
  | 'BEING_CANCELED'
  | 'NO_REFILLS'
  | 'EXPIRED'
  | 'NOT_SENT_YET';

/** Whether they can; if not, why, and what to do. */
export type DiscontinueDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly code: DiscontinueRefusal; readonly message: string };

const MESSAGES: Readonly<Record<DiscontinueRefusal, string>> = {
  ALREADY_DISCONTINUED: 'The pharmacy was told before that there are no more refills.',
  ALREADY_CANCELED: 'It is canceled, and its refills with it.',
  BEING_CANCELED: 'It is being canceled, and its refills with it.',
  NO_REFILLS: 'No refills were prescribed, so that there is nothing to stop.',
  EXPIRED: 'The prescription has expired: no refill can be dispensed any more.',
  NOT_SENT_YET: 'It has not been sent yet. Cancel it, and prescribe it again without refills.',
};

/** Decides it. Pure and total. */
export function decideDiscontinue(question: DiscontinueQuestion): DiscontinueDecision {
  const code = refusalOf(question);
  return code === undefined ? { allowed: true } : { allowed: false, code, message: MESSAGES[code] };
}

function refusalOf(question: DiscontinueQuestion): DiscontinueRefusal | undefined {
  const { state } = question;
  if (state === 'CANCELED') return 'ALREADY_CANCELED';
  if (question.isCancelRequested) return 'BEING_CANCELED';
  if (question.isDiscontinued) return 'ALREADY_DISCONTINUED';
  if (question.refills === 0) return 'NO_REFILLS';
  if (question.hasExpired) return 'EXPIRED';
  return state === 'QUEUED' || state === 'SENDING' || state === 'STUCK' ? 'NOT_SENT_YET' : undefined;
}
