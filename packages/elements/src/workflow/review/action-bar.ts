// Owns the one button of the form, 'Save Prescriptions' or 'Send Order', which opens the review (W3); while a medication is written, adding it comes first.
import { html, nothing } from 'lit/html.js';
import type { Part, WorkflowHost } from '../part.ts';
import { TO_ORDER } from './order-sheet.ts';

/** Whoever may neither write nor prepare has nothing to send, and for the dead nothing is prescribed (W8): no button then. */
function isShown({ config, state }: WorkflowHost): boolean {
  const { review, signer, patient } = state;
  if (config.hideSubmit || patient.record === null) return false;
  if (signer.role === 'nobody' || patient.record.deceased) return false;
  return !(review.status === 'open' || review.submission.status === 'sent' || review.combining?.asks);
}

/** True where the bar has the button that adds the medication, as it does where everything is one column: the card then has none. */
export function barAdds(host: WorkflowHost): boolean {
  const { form } = host.state;
  return form.open && form.held === null && isShown(host);
}

/** What the button says that adds the medication. */
export function addWords({ text, config, state }: WorkflowHost): string {
  const { form } = state;
  if (form.saving) return text.form.saving;
  if (form.editing !== null) return text.form.keep;
  return config.enableOrder ? text.form.add : text.form.addWithoutOrder;
}

/** What its buttons do. */
interface BarActs {
  /** The review was asked for, and cannot be told yet. */
  readonly waits: () => boolean;
  readonly review: () => void;
  readonly add: () => void;
  /** Where everything is one column, the order may be far away. */
  readonly order: () => void;
}

export class ActionBar implements Part {
  readonly #host: WorkflowHost;
  readonly #acts: BarActs;

  constructor(host: WorkflowHost, acts: BarActs) {
    this.#host = host;
    this.#acts = acts;
  }

  render(): unknown {
    const { config, state, text, id } = this.#host;
    const { review, drafts, signer } = state;
    if (!isShown(this.#host)) return nothing;
    const words = config.enableOrder && signer.role !== 'staff' ? text.order.send : text.order.save;
    const checking = review.status === 'checking' || this.#acts.waits();
    const { length } = drafts.rows;
    const { open, writing } = state.form;
    const adds = barAdds(this.#host);
    return html`<div class="action-bar" part="actions">
      <button type="button" class="narrow" id=${id(TO_ORDER)} aria-haspopup="dialog" @click=${() => this.#acts.order()}>${text.order.pending} <strong class="numeric">${length}</strong></button>
      ${
        adds
          ? html`<button type="button" class="primary narrow" @click=${() => this.#acts.add()}>${addWords(this.#host)}</button>`
          : nothing
      }
      <button type="button" class="${open || writing !== null ? 'strong' : 'primary'} ${adds ? 'wide' : ''}" part="submit" id=${id('send')} aria-disabled=${checking}
        aria-keyshortcuts=${config.disableShortcuts ? nothing : 'Control+Shift+Enter'} aria-describedby=${id('send-count')} @click=${() => checking || this.#acts.review()}>${
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
}
