// What became of one attempt, in one vocabulary for all channels.
import type { AttemptOutcome } from './tables.ts';

/** What a pharmacy said to a cancel. */
export interface CancelAnswer {
  readonly answer: 'approved' | 'denied';
  /** The pharmacy's own words, cleaned; null where it gave none. They may name the patient. */
  readonly reason: string | null;
}

/** What became of one attempt. */
export interface Sent {
  readonly outcome: AttemptOutcome;
  /** The receiver may have it although it did not say so (D4). */
  readonly mayHaveArrived: boolean;
  readonly httpStatus: number | null;
  /** A code or short phrase without health information. */
  readonly reason: string;
  readonly answer: Uint8Array | null;
  readonly deliveryMethod: string | null;
  /** What the receiver of a cancel said to it, where it did at once. */
  readonly cancelAnswer?: CancelAnswer;
  /** Operators have settled it: nothing was sent now, and the patient was told then. */
  readonly settled?: true;
}

/** Certainly not sent, and trying the same again would not help. */
export function unsent(reason: string): Sent {
  return {
    outcome: 'REJECTED',
    mayHaveArrived: false,
    httpStatus: null,
    reason,
    answer: null,
    deliveryMethod: null,
  };
}

/** Whoever claimed it was stopped before it left, and nothing of it did. */
export const CLAIMED_TOO_LONG_AGO: Sent = { ...unsent('claimed-too-long-ago'), outcome: 'RETRY' };

/** An attempt was cut off: nobody knows whether it arrived. */
export const INTERRUPTED: Sent = {
  ...unsent('interrupted'),
  outcome: 'UNKNOWN',
  mayHaveArrived: true,
};

/** The receiver has it, and said nothing more. */
export function accepted(reason: string): Sent {
  return { ...unsent(reason), outcome: 'ACCEPTED', mayHaveArrived: true };
}

/** Failures by which a lane is judged: a refusal is an answer. */
export function countsAsFailure({ outcome }: Sent): boolean {
  return outcome === 'RETRY' || outcome === 'UNKNOWN';
}
