// Owns the one button of the form, 'Save Prescriptions' or 'Send Order', which opens the review (W3).
import { html, nothing } from 'lit/html.js';
import { focusOn } from '../../kit/host.ts';
import type { Part, WorkflowHost } from '../part.ts';

export class ActionBar implements Part {
  readonly #host: WorkflowHost;
  readonly #review: () => void;

  constructor(host: WorkflowHost, review: () => void) {
    this.#host = host;
    this.#review = review;
  }

  /** Whoever may neither write nor prepare has nothing to send, and for the dead nothing is prescribed (W8): no button then. */
  render(): unknown {
    const { config, state, text, id } = this.#host;
    const { review, drafts, signer, patient } = state;
    if (config.hideSubmit || patient.record === null) return nothing;
    if (signer.role === 'nobody' || patient.record.deceased) return nothing;
    if (review.status === 'open' || review.submission.status === 'sent' || review.combining?.asks)
      return nothing;
    const words = config.enableOrder && signer.role !== 'staff' ? text.order.send : text.order.save;
    const checking = review.status === 'checking';
    const { length } = drafts.rows;
    return html`<div class="action-bar" part="actions">
      <button type="button" class="narrow" @click=${() => this.#toOrder()}>${text.order.pending} <strong class="numeric">${length}</strong></button>
      <button type="button" class="primary" part="submit" id=${id('send')} aria-disabled=${checking}
        aria-keyshortcuts=${config.disableShortcuts ? nothing : 'Control+Shift+Enter'} aria-describedby=${id('send-count')} @click=${() => checking || this.#review()}>${
          checking
            ? html`<span class="spinner" aria-hidden="true"></span> ${text.order.checking}`
            : html`${words}${
                config.disableShortcuts
                  ? nothing
                  : html`<span class="keys" aria-hidden="true"><kbd>Ctrl</kbd> <kbd>Shift</kbd> <kbd>Enter</kbd></span>`
              }`
        }</button>
      <span class="visually-hidden" id=${id('send-count')}>${text.order.counted(length)}</span>
    </div>`;
  }

  /** Where everything is one column, the order may be far away. */
  #toOrder(): void {
    this.#host.find('pending')?.scrollIntoView();
    void focusOn(this.#host, 'pending');
  }
}
