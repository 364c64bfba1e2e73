// Owns what is shown after signing: the order's number, where each prescription stands as it changes, or what was saved.

import { orderNumberText } from '@pestle/rules/order-number';
import { formatPhone } from '@pestle/rules/phone';
import { situationOfCode } from '@pestle/rules/situations';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { note } from '../../kit/look/icons.ts';
import { medicationText } from '../../kit/medication.ts';
import { hasEnded, trouble } from '../../kit/trouble.ts';
import { addressText } from '../../pharmacy/pharmacy-model.ts';
import type { OrderRecord, PrescriptionRecord } from '../../records.ts';
import { boardOf, type FollowedFill } from '../../situation/board.ts';
import { liveWord } from '../../situation/live-link.ts';
import { News } from '../../situation/news.ts';
import { type Around, shownSituation, worstOf } from '../../situation/situation-model.ts';
import { clockOf, situationChip, situationLines } from '../../situation/situation-view.ts';
import { statusLine, statusLineStyles } from '../../situation/status-line.ts';
import { stopsOf } from '../../situation/status-stops.ts';
import { situation as english, type SituationText } from '../../text/en/situation.ts';
import type { OrdersText } from '../../text/en/workflow/orders.ts';
import { PartWords } from '../../text/part-words.ts';
import { writtenLines } from '../drafts/draft-line.ts';
import { ordersWords } from '../orders/words.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { reviewStyles } from '../review/review-styles.ts';
import type { LiveOrder } from '../state/signing/live-order.ts';
import type { Sent } from '../state/signing/submission.ts';
import { ResultActs } from './result-acts.ts';
import { resultStyles } from './result-styles.ts';

export class ResultPart implements Part {
  readonly #host: WorkflowHost;
  readonly #done: () => void;
  readonly #text: PartWords<SituationText>;
  readonly #orders: PartWords<OrdersText>;
  readonly #acts: ResultActs;
  #news = new News();

  /** `done` leads on to the next prescription. */
  constructor(host: WorkflowHost, done: () => void) {
    this.#host = host;
    this.#done = done;
    this.#acts = new ResultActs(host);
    for (const styles of [reviewStyles, statusLineStyles, resultStyles]) host.dress(styles);
    this.#orders = ordersWords(host.update);
    this.#text = new PartWords(
      english,
      async () => (await import('../../text/es/situation.ts')).situation,
      host.update,
    );
  }

  get #ofOrders(): OrdersText {
    return this.#orders.of(this.#host.text.kit.language);
  }

  get #words(): SituationText {
    return this.#text.of(this.#host.text.kit.language);
  }

  render(): unknown {
    const { state, text, id } = this.#host;
    const { sent, status } = state.review.submission;
    if (status !== 'sent' || sent === null) return nothing;
    const { order, prescriptions, live } = sent;
    return html`<section class="card result" part="result" aria-labelledby=${id('result')}>
      <h2 id=${id('result')} tabindex="-1">${this.#title(sent)}</h2>
      <div class="sent"><div class="stack">
        ${order === null ? nothing : this.#stops(sent, order)}
        ${sent.combined ? html`<p>${this.#ofOrders.wasAdded}</p>` : nothing}
        ${this.#invitation(sent)}
        ${live === null || live.ended ? nothing : this.#followed(live)}
        <ol class="drafts">${prescriptions.map(
          (prescription) =>
            html`<li class="draft">${writtenLines(prescription, text)}${this.#situation(sent, prescription)}${this.#acts.ofLine(
              sent,
              prescription,
            )}</li>`,
        )}</ol></div>
        <div class="stack">${order === null ? nothing : this.#aside(sent, order)}
          <div class="row end"><button type="button" class="primary" @click=${() => this.#over()}>${this.#ofOrders.startOver}</button></div>
        </div></div>
    </section>`;
  }

  /** Of its worst prescription: how far it has come. */
  #stops({ live }: Sent, order: OrderRecord): unknown {
    const fills = live?.fills ?? [];
    const worst = worstOf(fills);
    const fill = fills.find(({ situation }) => situationOfCode(situation) === worst);
    if (fill === undefined) return nothing;
    const byMail = (live?.pharmacy ?? order.pharmacy)?.kind === 'MAIL_ORDER';
    const clock = clockOf(this.#host.session, this.#words);
    const { signed } = this.#ofOrders;
    return statusLine(stopsOf(fill, order.createdAt, byMail), this.#words, { signed, clock });
  }

  /** What is said on the telephone, who has it, and what can be done with the order. */
  #aside(sent: Sent, order: OrderRecord): TemplateResult {
    const words = this.#ofOrders;
    const pharmacy = sent.live === null ? order.pharmacy : sent.live.pharmacy;
    return html`<div><div class="small muted">${words.numberOf}</div>
        <div class="row"><strong class="numeric unbroken">${orderNumberText(order.number) || order.id}</strong><button type="button" class="quiet" aria-label=${words.copyNumber}
          @click=${() => void this.#copy(order.number ?? order.id, words.copied)}>${words.copy}</button></div></div>
      ${
        pharmacy === null
          ? nothing
          : html`<div><div class="name">${pharmacy.name}</div><div dir="auto">${addressText(pharmacy.address)}</div>${
              pharmacy.phone === null
                ? nothing
                : html`<a class="unbroken" href="tel:+1${pharmacy.phone}"><bdi dir="ltr">${formatPhone(pharmacy.phone)}</bdi></a>`
            }</div>`
      }
      ${this.#acts.ofOrder(sent, order)}`;
  }

  async #copy(text: string, copied: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#host.announce(copied);
    } catch {
      // A page may forbid it: the number stands there to be read.
    }
  }

  /** What changed is said once, by prescription. */
  updated(): void {
    const { sent } = this.#host.state.review.submission;
    if (sent?.live === undefined || sent.live === null) return;
    const rows = sent.prescriptions.flatMap((prescription) => {
      const fill = this.#fillOf(sent, prescription);
      return fill === undefined
        ? []
        : [{ id: prescription.id, key: situationOfCode(fill.situation), prescription }];
    });
    for (const { key, prescription } of this.#news.of(rows)) {
      const line = medicationText(prescription.treatment, this.#host.text.kit.language);
      this.#host.announce(this.#host.text.history.changed(line, this.#words.situations[key].word));
    }
  }

  /** Whether what stands here is kept current, and else why not. */
  #followed(live: LiveOrder): TemplateResult {
    const { text, session } = this.#host;
    if (live.error === null && !hasEnded(session))
      return html`<p class="muted small">${this.#ofOrders.followed} ${liveWord(live, session, this.#host.update, this.#words)}</p>`;
    return note(
      'warn',
      trouble(this.#host, text.order.notFollowed, live.error, () => live.retry()),
    );
  }

  /** An order is what its worst prescription is; before anything is read of it, it waits. */
  #title({ order, live, prescriptions }: Sent): string {
    if (order === null) return this.#ofOrders.saved(prescriptions.length);
    const worst = worstOf(live?.fills ?? []) ?? (order.pharmacy === null ? 'choose' : 'queued');
    return this.#words.order(this.#words.situations[worst].word);
  }

  /** Send to Patient: what became of the text with the link, while the choice is awaited. */
  #invitation({ live }: Sent): unknown {
    if (live === null || live.invitation === null || worstOf(live.fills) !== 'choose') return nothing;
    const { invitation } = live;
    const failed = invitation === 'FAILED' || invitation === 'NOT_SENT';
    return note(
      failed ? 'danger' : 'info',
      this.#ofOrders.invitations[invitation],
      failed ? { role: 'alert' } : {},
    );
  }

  #situation(sent: Sent, prescription: PrescriptionRecord): unknown {
    const fill = this.#fillOf(sent, prescription);
    if (fill === undefined) return nothing;
    const invitation = sent.live?.invitation ?? null;
    const around: Around = {
      text: this.#words,
      clock: clockOf(this.#host.session, this.#words),
      daysSupply: prescription.daysSupply,
      expirationDate: prescription.expirationDate,
      textsSent: invitation === null ? null : invitation === 'SENT' ? 1 : 0,
    };
    const situation = shownSituation(fill, around);
    return html`<div class="lines"><div>${situationChip(situation.key, situation.word)}</div>${situationLines(situation)}</div>`;
  }

  /** The fill of a prescription as it was read last; undefined before that, and without an order. */
  #fillOf({ order }: Sent, { id }: PrescriptionRecord): FollowedFill | undefined {
    const made = order?.fills.find((fill) => fill.prescription?.id === id);
    return made === undefined ? undefined : boardOf(this.#host.session).of(made.id);
  }

  #over(): void {
    const { review } = this.#host.state;
    review.submission.startOver();
    this.#news = new News();
    this.#host.update();
    this.#done();
  }
}
