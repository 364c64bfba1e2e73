// Clears the columns of a fill that tell of its cancel, where they do not hold any more.
import type { FillChange } from './fills.ts';

/** What was known of the cancel of an earlier issue says nothing of this one. */
export const NO_CANCEL_YET = {
  cancel_sent_at: null,
  cancel_answer: null,
  cancel_answered_at: null,
  sealed_cancel_reason: null,
} as const satisfies FillChange;

/** A cancel that could not be sent can be sent now, was sent, or is needless, as the pharmacy ended the fill by itself. */
export const CANCEL_OBSTACLE_CLEARED = {
  cancel_not_sent_at: null,
  cancel_not_sent_reason: null,
  cancel_not_sent_pharmacy_id: null,
} as const satisfies FillChange;
