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
}
