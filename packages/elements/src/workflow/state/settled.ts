// Waits until the order stands still, before it is reviewed or handed over (W6).
import type { Drafts } from './drafts/drafts.ts';
import type { Forbidden } from './forbidden.ts';
import type { FormState } from './form/form-state.ts';
import type { Prefills } from './page/prefills.ts';
import type { PatientState } from './patient-state.ts';
import type { PharmacyState } from './pharmacy-state.ts';

/** What of a workflow is waited for. */
interface Waited {
  readonly prefills: Prefills;
  readonly form: FormState;
  readonly drafts: Drafts;
  readonly patient: PatientState;
  readonly pharmacy: PharmacyState;
  readonly forbidden: Forbidden;
  readonly started: Promise<void> | undefined;
  readonly signal: AbortSignal;
  subscribe(listener: () => void): () => void;
}

/**
 * Resolves when the prefills that the page wanted first have been tried, what is being loaded is there or has failed, and what is being
 * saved is answered for: with the drafts whose change could not be saved meanwhile. Undefined where there is nothing to wait for.
 */
export function settled(state: Waited): Promise<readonly string[]> | undefined {
  return state.prefills.wanted || isBusy(state) ? settle(state) : undefined;
}

async function settle(state: Waited): Promise<readonly string[]> {
  const { prefills, drafts, started } = state;
  const saving = drafts.rows.filter(({ busy }) => busy).map(({ record }) => record.id);
  if (prefills.wanted) await started;
  await idle(state);
  return saving.filter((id) => drafts.rows.some(({ record, error }) => record.id === id && error !== null));
}

/** Something is saved, or loaded without which nothing can be sent. */
function isBusy({ form, drafts, patient, pharmacy, forbidden }: Waited): boolean {
  const loading = [drafts.status, patient.status, pharmacy.preselection, forbidden.status];
  return form.saving || loading.includes('loading') || drafts.rows.some(({ busy }) => busy);
}

/** Every change is told to those who follow the state; its end, to the signal. */
function idle(state: Waited): Promise<void> {
  return new Promise((resolve) => {
    let stop = (): void => undefined;
    const look = (): void => {
      if (isBusy(state) && !state.signal.aborted) return;
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
