// Owns the one button of the form, 'Save Prescriptions' or 'Send Order', which opens the review (W3).
import { html, nothing } from 'lit/html.js';
import type { Part, WorkflowHost } from '../part.ts';

export class ActionBar implements Part {
  readonly #host: WorkflowHost;
  readonly #review: () => void;

  constructor(host: WorkflowHost, review: () => void) {
    this.#host = host;
    this.#review = review;
  }

  render(): unknown {
    const { config, state, text, id } = this.#host;
    const { review, drafts } = state;
    if (config.hideSubmit || state.patient.record === null) return nothing;
    if (review.status === 'open' || review.submission.status === 'sent' || review.combining?.asks)
      return nothing;
    const words = config.enableOrder ? text.order.send : text.order.save;
    const checking = review.status === 'checking';
    return html`<div class="action-bar" part="actions">
      <button type="button" class="primary" part="submit" id=${id('send')} aria-disabled=${checking}
        aria-keyshortcuts=${config.disableShortcuts ? nothing : 'Control+Enter'} aria-describedby=${id('send-count')} @click=${() => checking || this.#review()}>${
          checking ? html`<span class="spinner" aria-hidden="true"></span> ${text.order.checking}` : words
        }</button>
      <span class="visually-hidden" id=${id('send-count')}>${text.order.counted(drafts.rows.length)}</span>
    </div>`;
  }
}
