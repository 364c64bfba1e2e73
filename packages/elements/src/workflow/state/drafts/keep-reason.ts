// Keeps with a draft that stands in the order why it is prescribed all the same: for its row, and for the review (W2).
import type { DraftRecord } from '../../../records.ts';
import { type FormValues, inputOf, valuesOf } from './draft-fields.ts';
import type { Drafts, Outcome } from './drafts.ts';

type Reason = Partial<Pick<FormValues, 'screeningAnswers' | 'duplicateReason'>>;

/** The form beside the order: drafts know nothing else of it. */
interface BesideForm {
  answered(draft: DraftRecord, reason: Reason): void;
}

/** Whoever edits that draft meanwhile goes on from it: their own reason is no change from elsewhere. */
export async function keepReason(
  { drafts, form }: { readonly drafts: Drafts; readonly form: BesideForm },
  record: DraftRecord,
  reason: Reason,
): Promise<Outcome> {
  const outcome = await drafts.update(record, inputOf({ ...valuesOf(record), ...reason }));
  if (outcome.ok) form.answered(outcome.draft, reason);
  return outcome;
}
