// Owns what the form says when it was refused: everything to mend, each a way to its field, and what the service answered.
import { html, nothing } from 'lit/html.js';
import { note } from '../../kit/look/icons.ts';
import { errorText } from '../../text/error-text.ts';
import type { WorkflowHost } from '../part.ts';

export type ProblemRow = readonly [control: string, words: string];

/** Draws the summary after an attempt; it shrinks as things are mended. `go` moves focus to a control. */
export function formProblems(
  host: WorkflowHost,
  rows: readonly ProblemRow[],
  go: (control: string) => void,
): unknown {
  const { text, state } = host;
  const { error, templateError } = state.form;
  const failure =
    error === null
      ? nothing
      : note('danger', error.kind === 'offline' ? text.kit.offline : errorText(text, error));
  const template = templateError === null ? nothing : note('warn', text.form.templateFailed);
  const list =
    rows.length === 0
      ? nothing
      : html`<div role="group" aria-label=${text.form.mend}>${note(
          'danger',
          html`<p><strong>${text.kit.problems(rows.length)}</strong></p>
          <ul>${rows.map(
            ([control, words]) =>
              html`<li><button type="button" class="inline" @click=${() => go(control)}>${words}</button></li>`,
          )}</ul>`,
        )}</div>`;
  return html`${failure}${template}${list}`;
}
