// Owns how an order that can take more is offered before the review, and what the review says of the one that was chosen.

import { momentText } from '@pestle/rules/moment';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { medicationLine } from '../../kit/medication.ts';
import { clockOf } from '../../situation/situation-view.ts';
import { situation } from '../../text/en/situation.ts';
import type { OrdersText } from '../../text/en/workflow/orders.ts';
import type { PartWords } from '../../text/part-words.ts';
import { addToText, orderMedications } from '../orders/order-line.ts';
import { ordersWords } from '../orders/words.ts';
import type { WorkflowHost } from '../part.ts';
import type { CombinableOrder, Destination } from '../state/signing/combining.ts';

export class CombineOffer {
  readonly #host: WorkflowHost;
  readonly #choose: (choice: Destination) => void;
  readonly #text: PartWords<OrdersText>;

  constructor(host: WorkflowHost, choose: (choice: Destination) => void) {
    this.#host = host;
    this.#choose = choose;
    this.#text = ordersWords(host.update);
    // Asked for now, so that they are there when the offer is announced.
    if (host.config.enableCombineAndDuplicate) this.#text.of(host.text.kit.language);
  }

  get words(): OrdersText {
    return this.#text.of(this.#host.text.kit.language);
  }

  /** The order that is joined; null where none is. */
  get target(): CombinableOrder | null {
    return this.#host.state.review.combining?.target ?? null;
  }

  /** Old and new prescriptions, and the two ways on; nothing while nobody is asked. */
  render(): unknown {
    const { state, id, text } = this.#host;
    const { combining, status } = state.review;
    if (status !== 'closed' || combining === null || !combining.asks || combining.lines.length === 0)
      return nothing;
    const { words } = this;
    const clock = clockOf(this.#host.session, situation);
    return html`<section class="card review" part="combine" aria-labelledby=${id('combine')}>
      <h2 id=${id('combine')} tabindex="-1">${words.title}</h2>
      <div class="stack">
        <p class="muted">${words.hint}</p>
        <div class="lines"><div class="small muted">${words.toAdd}</div><ul class="plain">${combining.lines.map(
          ({ treatment }) =>
            treatment === null ? nothing : html`<li>${medicationLine(treatment, text.kit.language)}</li>`,
        )}</ul></div>
        ${repeat(
          combining.orders,
          (order) => order.id,
          (
            order,
          ) => html`<div class="lines"><div class="small muted">${words.onIt}</div>${orderMedications(order, text.kit.language)}</div>
          <button type="button" class="primary" @click=${() => this.#choose(order.id)}>${addToText(order, words, clock)}</button>`,
        )}
        <button type="button" @click=${() => this.#choose('new')}>${words.asNew}</button>
      </div>
    </section>`;
  }

  /** Which order it joins, with what is on it, and what of this page's own the order does not take. */
  joined(target: CombinableOrder): TemplateResult {
    const { words } = this;
    const when = momentText(target.createdAt, clockOf(this.#host.session, situation));
    const { pharmacy } = target;
    return html`${pharmacy === null ? words.joinedOpen(when) : words.joined(pharmacy.name, when)}
      ${orderMedications(target, this.#host.text.kit.language)}
      ${this.#kept(target).map((sentence) => html`<div>${sentence}</div>`)}`;
  }

  actText(target: CombinableOrder, count: number): string {
    const { words } = this;
    if (this.#host.state.review.kind === 'saved')
      return target.pharmacy === null ? words.addOpen(count) : words.add(count, target.pharmacy.name);
    return target.pharmacy === null
      ? words.signAndAddOpen(count)
      : words.signAndAdd(count, target.pharmacy.name);
  }

  /** An order keeps its pharmacy, its address and its number, whatever the page says by now. */
  #kept({ pharmacy, address, externalId }: CombinableOrder): readonly string[] {
    const { config, state } = this.#host;
    const { words } = this;
    const { selected } = state.pharmacy;
    const same = (['street1', 'street2', 'city', 'state', 'postalCode'] as const).every(
      (field) => (config.address?.[field] ?? null) === (address?.[field] ?? null),
    );
    const { externalOrderId: given } = config;
    return [
      ...(selected === null || selected.id === pharmacy?.id ? [] : [words.otherPharmacy(selected.name)]),
      ...(config.address === null || same ? [] : [words.otherAddress]),
      ...(given === null || given === externalId ? [] : [words.otherId(given, externalId)]),
    ];
  }
}
