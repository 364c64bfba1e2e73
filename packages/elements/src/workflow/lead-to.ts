// Leads a person to where a problem is mended: a field of the form, a draft, the patient, the pharmacy (W6).
import { focusOn } from '../kit/host.ts';
import type { WorkflowHost } from './part.ts';
import { SAVED } from './saved/saved-field.ts';
import type { FormField, ProblemLocation } from './state/problem.ts';

/** The form, to whose fields it leads; without a name, to where writing begins. */
export interface LedForm {
  focusField(name?: FormField): void;
}

/** `form` is the form of this patient; `submit` opens the review again. */
export function leadTo(
  location: ProblemLocation,
  host: WorkflowHost,
  form: LedForm,
  submit: () => Promise<boolean>,
): void {
  switch (location.in) {
    case 'form':
      return form.focusField(location.field);
    case 'draft': {
      const draft = host.state.drafts.find(location.draftId);
      if (draft === undefined) return;
      // Its row asks.
      if (location.field === 'duplicateReason') return void focusOn(host, `duplicate-${draft.id}`);
      if (host.state.form.dirty) return form.focusField();
      host.state.form.edit(draft);
      return void host.updated().then(() => form.focusField(location.field));
    }
    case 'pharmacy':
      return void focusOn(host, 'pharmacy');
    case 'patient':
      return void focusOn(host, 'edit-patient');
    case 'again':
      return void host.state.resume().then(() => submit());
    case 'prescriber':
    case 'attestation':
    case 'stated':
      return void focusOn(host, location.in);
    case 'saved':
      return void focusOn(host, SAVED);
    case 'page':
      return;
    default:
      return location satisfies never;
  }
}
