// Owns the way back from a likely duplicate: its draft is taken out of the order again, and what was typed stays in the form (W2).
import type { WorkflowState } from './workflow-state.ts';

/** True when it is out; else the form says why it is not. */
export async function takeBack({ form, drafts }: WorkflowState): Promise<boolean> {
  const { held } = form;
  if (held === null || form.saving) return false;
  const done = await drafts.remove(held.id);
  // The form holds it: nothing is to be brought back.
  if (done) drafts.forget(held.id);
  const row = drafts.rows.find(({ record }) => record.id === held.id);
  form.release(done ? null : held, row?.error ?? null);
  return done;
}
