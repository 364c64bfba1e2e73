// Owns the list of what stops saving a patient, each leading to its field.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { focusOn } from '../../kit/host.ts';
import { note } from '../../kit/look/icons.ts';
import type { PatientHost } from './patient-host.ts';

export interface FormProblem {
  /** Of the field, as the host finds it. */
  readonly name: string;
  readonly label: string;
  readonly error: string;
}

/** Nothing while nothing is wrong. */
export function problemList(
  host: PatientHost,
  title: string,
  problems: readonly FormProblem[],
): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  return html`<div role="group" aria-label=${title}>${note(
    'danger',
    html`<p><strong>${host.text.kit.problems(problems.length)}</strong></p><ul>${problems.map(
      (
        problem,
      ) => html`<li><button type="button" class="inline" @click=${() => void focusOn(host, problem.name)}
        >${withLabel(problem)}</button></li>`,
    )}</ul>`,
  )}</div>`;
}

/** A sentence that does not name its field gets the name in front, where it stands apart from it. */
function withLabel({ label, error }: FormProblem): string {
  return error.startsWith(label) ? error : `${label}: ${error}`;
}
