// Owns what is shown after signing: the order's number and its live status, or what was saved (ui 4.11).
import { html, nothing } from 'lit/html.js';
import type { Tone } from '../../kit/icons.ts';
import { chip, note } from '../../kit/icons.ts';
import { stopReason } from '../../text/told.ts';
import { writtenLines } from '../drafts/draft-line.ts';
import type { Part, WorkflowHost } from '../part.ts';
import type { OrderStatusRecord } from '../state/signing/live-order.ts';
import type { Sent } from '../state/signing/submission.ts';

type FillStatus = OrderStatusRecord['fills'][number]['state'];

const TONES: Readonly<Record<FillStatus, Tone>> = {
  QUEUED: 'wait',
  SENDING: 'wait',
  SENT: 'ok',
  RECEIVED: 'ok',
  FILLING: 'ok',
  SHIPPED: 'ok',
  DELIVERED: 'ok',
  CANCELED: 'off',
  ERROR: 'danger',
  STUCK: 'danger',
};

export class ResultPart implements Part {
  readonly #host: WorkflowHost;
  readonly #done: () => void;
  #said = '';

  /** `done` leads on to the next prescription. */
  constructor(host: WorkflowHost, done: () => void) {
    this.#host = host;
    this.#done = done;
  }

  render(): unknown {
    const { state, text, id } = this.#host;
    const { sent, status } = state.review.submission;
    if (status !== 'sent' || sent === null) return nothing;
    const { order, prescriptions, live } = sent;
    const title =
      order === null
        ? text.order.saved(prescriptions.length)
        : text.order.sent(text.order.states[live?.status.state ?? order.state]);
    return html`<section class="card result" part="result" aria-labelledby=${id('result')}>
      <h2 id=${id('result')} tabindex="-1">${title}</h2>
      ${
        order === null
          ? nothing
          : html`<p>${text.order.orderNumber} <code class="numeric">${order.id}</code></p>
        ${this.#invitation(sent)}
        ${live === null || live.ended ? nothing : html`<p class="muted small">${text.order.followed}</p>`}`
      }
      <ol class="drafts">${prescriptions.map(
        (prescription) =>
          html`<li class="draft">${writtenLines(prescription, text)}${this.#fill(sent, prescription.id)}</li>`,
      )}</ol>
      <div class="row end"><button type="button" class="primary" @click=${() => this.#over()}>${text.order.startOver}</button></div>
    </section>`;
  }

  /** A change of the status is said, once. */
  updated(): void {
    const { sent } = this.#host.state.review.submission;
    const state = sent?.live?.status.state;
    if (state === undefined || state === this.#said) return;
    const first = this.#said === '';
    this.#said = state;
    const { text } = this.#host;
    if (!first) this.#host.announce(text.order.sent(text.order.states[state]));
  }

  /** Send to Patient: what became of the text with the link, while the choice is awaited. */
  #invitation({ live }: Sent): unknown {
    const { text } = this.#host;
    if (live === null || live.status.state !== 'ROUTING' || live.status.invitation === null) return nothing;
    const { invitation } = live.status;
    const failed = invitation === 'FAILED' || invitation === 'NOT_SENT';
    return note(
      failed ? 'danger' : 'info',
      text.order.invitations[invitation],
      failed ? { role: 'alert' } : {},
    );
  }

  #fill({ order, live }: Sent, prescriptionId: string): unknown {
    const { text } = this.#host;
    const made = order?.fills.find((fill) => fill.prescription?.id === prescriptionId);
    if (made === undefined) return nothing;
    const fill = live?.status.fills.find((one) => one.id === made.id) ?? made;
    const { carrier, trackingNumber } = fill.fulfillment;
    const stopped = stopReason(text.history, fill);
    return html`<div class="row">${chip(TONES[fill.state], text.history.fill[fill.state])}${
      carrier === null || trackingNumber === null
        ? nothing
        : html`<span class="muted small">${carrier} ${trackingNumber}</span>`
    }</div>${stopped === null ? nothing : note('danger', stopped)}`;
  }

  #over(): void {
    const { review } = this.#host.state;
    review.submission.startOver();
    this.#said = '';
    this.#host.update();
    this.#done();
  }
}
