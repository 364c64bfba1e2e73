// Keeps with a draft that stands in the order why it is prescribed all the same: for its row, and for the review (W2).
import type { DraftRecord } from '../../../records.ts';
import type { FormState } from '../form-state.ts';
import { type FormValues, inputOf, valuesOf } from './draft-fields.ts';
import type { Drafts, Outcome } from './drafts.ts';

/** Whoever edits that draft meanwhile goes on from it: their own reason is no change from elsewhere. */
export async function keepReason(
  { drafts, form }: { readonly drafts: Drafts; readonly form: FormState },
  record: DraftRecord,
  reason: Partial<Pick<FormValues, 'screeningAnswers' | 'duplicateReason'>>,
): Promise<Outcome> {
  const outcome = await drafts.update(record, inputOf({ ...valuesOf(record), ...reason }));
  if (outcome.ok) form.answered(outcome.draft, reason);
  return outcome;
}
