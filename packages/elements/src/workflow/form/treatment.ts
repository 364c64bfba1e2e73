// Owns the treatment that was chosen: its whole line in place of the search, because a field would cut a long name.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import { medicationLine, medicationText } from '../../kit/medication.ts';
import type { TreatmentRecord } from '../../records.ts';
import type { WorkflowHost } from '../part.ts';
import { SEARCH_FIELD } from '../search/search.ts';
import { isLookAlike } from '../search/search-model.ts';

/** The line with its class where another name looks like it, what is wrong with it, and the way back to the search. */
export function chosenTreatment(
  host: WorkflowHost,
  treatment: TreatmentRecord,
  problem: string | undefined,
): TemplateResult {
  const { text, id, state } = host;
  const about = isLookAlike(treatment) ? treatment.therapeuticClass : null;
  return html`<div class="treatment" role="group" aria-label=${text.form.looksAt}>
    <div>${medicationLine(treatment)}${
      about === null ? nothing : html` <span class="muted small">— ${about.toLowerCase()}</span>`
    }${problem === undefined ? nothing : note('danger', problem)}</div>
    <button type="button" id=${id('change')} aria-label=${text.search.changeOf(medicationText(treatment))} @click=${() => {
      state.form.set({ treatment: null });
      void focusOn(host, SEARCH_FIELD);
    }}>${text.search.change}</button>
  </div>`;
}
