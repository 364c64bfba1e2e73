// Owns what becomes elsewhere of the draft that stands in the form: how a change or a deletion by another window is known (W2).
import type { ClientError } from '@pestle/client';
import type { DraftRecord } from '../../../records.ts';
import { type Drafts, isElsewhere } from '../drafts/drafts.ts';

/** A draft as the form began on it, and as it is now: null, where it is not in the order any more. */
export interface ChangedElsewhere {
  readonly before: DraftRecord;
  readonly now: DraftRecord | null;
}

/**
 * What a refused write tells of the draft that it was to change, after the drafts were read anew; null where it was refused for another
 * reason, where the form has left the draft meanwhile (`written` is what stands in it now), or where nothing was read anew.
 */
export function changedElsewhere(
  error: ClientError,
  before: DraftRecord | null,
  { drafts, written }: { readonly drafts: Pick<Drafts, 'find'>; readonly written: DraftRecord | null },
): ChangedElsewhere | null {
  if (!isElsewhere(error) || before === null || written?.id !== before.id) return null;
  const now = drafts.find(before.id) ?? null;
  return now?.revision === before.revision ? null : { before, now };
}
