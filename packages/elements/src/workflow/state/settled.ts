// Waits until the order stands still, before it is reviewed or handed over (W6).
import type { Drafts } from './drafts/drafts.ts';
import type { FormState } from './form-state.ts';
import type { Prefills } from './page/prefills.ts';

/** What of a workflow is waited for. */
interface Waited {
  readonly prefills: Prefills;
  readonly form: FormState;
  readonly drafts: Drafts;
  readonly started: Promise<void> | undefined;
  readonly signal: AbortSignal;
  subscribe(listener: () => void): () => void;
}

/**
 * Resolves when the prefills that the page wanted first have been tried, and what is being saved is answered for: with the drafts whose
 * change could not be saved meanwhile. Undefined where there is nothing to wait for.
 */
export function settled(state: Waited): Promise<readonly string[]> | undefined {
  return state.prefills.wanted || isSaving(state) ? settle(state) : undefined;
}

async function settle(state: Waited): Promise<readonly string[]> {
  const { prefills, drafts, started } = state;
  const saving = drafts.rows.filter(({ busy }) => busy).map(({ record }) => record.id);
  if (prefills.wanted) await started;
  await saved(state);
  return saving.filter((id) => drafts.rows.some(({ record, error }) => record.id === id && error !== null));
}

function isSaving({ form, drafts }: Waited): boolean {
  return form.saving || drafts.status === 'loading' || drafts.rows.some(({ busy }) => busy);
}

/** Every change is told to those who follow the state; its end, to the signal. */
function saved(state: Waited): Promise<void> {
  return new Promise((resolve) => {
    let stop = (): void => undefined;
    const look = (): void => {
      if (isSaving(state) && !state.signal.aborted) return;
      stop();
      resolve();
    };
    stop = state.subscribe(look);
    state.signal.addEventListener('abort', look, { once: true });
    look();
  });
}

/** Why what stands in the form is not in the order: nobody has added it, or it could not be saved; null where nothing does. */
export function unfinishedIn({ dirty, error }: FormState): 'FORM_UNFINISHED' | 'DRAFT_UNSAVED' | null {
  if (!dirty) return null;
  return error === null ? 'FORM_UNFINISHED' : 'DRAFT_UNSAVED';
}
