// Columns of a fill that tell of its cancel, as they are set back together.
import type { FillChange } from './fills.ts';

/** What was known of the cancel of an earlier issue says nothing of this one. */
export const NO_CANCEL_YET = {
  cancel_sent_at: null,
  cancel_answer: null,
  cancel_answered_at: null,
  sealed_cancel_reason: null,
} as const satisfies FillChange;

/** The pharmacy that could not be told of a cancel can be told, was, or has ended the fill by itself. */
export const CANCEL_TOLD = {
  cancel_not_sent_at: null,
  cancel_not_sent_reason: null,
  cancel_not_sent_pharmacy_id: null,
} as const satisfies FillChange;
