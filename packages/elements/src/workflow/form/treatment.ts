// Owns the treatment that was chosen: its whole line in place of the search, because a field would cut a long name.
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import { medicationLine, medicationText, strengthText } from '../../kit/medication.ts';
import type { TreatmentRecord } from '../../records.ts';
import type { WorkflowHost } from '../part.ts';
import { SEARCH_FIELD } from '../search/search.ts';
import { isLookAlike } from '../search/search-model.ts';

/** The line with its class where another name looks like it, what is wrong with it, and the way back to the search. */
export function chosenTreatment(
  host: WorkflowHost,
  treatment: TreatmentRecord,
  {
    problem,
    strengths,
    choose,
  }: {
    readonly problem: string | undefined;
    /** What there is of it, the weakest first; nothing is offered for one alone. */
    readonly strengths: readonly TreatmentRecord[];
    readonly choose: (treatment: TreatmentRecord) => void;
  },
): TemplateResult {
  const { text, id, state } = host;
  const about = isLookAlike(treatment) ? treatment.therapeuticClass : null;
  return html`<div class="treatment" role="group" aria-label=${text.form.looksAt}>
    <div>${medicationLine(treatment, text.kit.language)}${
      about === null ? nothing : html` <span class="muted small">— ${about.toLowerCase()}</span>`
    }${
      strengths.length < 2
        ? nothing
        : html`<div class="chips" role="group" aria-label=${text.form.strengths}>${repeat(
            strengths,
            ({ id: key }) => key,
            (one) =>
              html`<button type="button" aria-pressed=${one.id === treatment.id} aria-label=${medicationText(one, text.kit.language)} @click=${() => one.id === treatment.id || choose(one)}>${strengthText(one)}</button>`,
          )}</div>`
    }${problem === undefined ? nothing : note('danger', problem)}</div>
    <button type="button" id=${id('change')} aria-label=${text.search.changeOf(medicationText(treatment, text.kit.language))} @click=${() => {
      state.form.set({ treatment: null });
      void focusOn(host, SEARCH_FIELD);
    }}>${text.search.change}</button>
  </div>`;
}
