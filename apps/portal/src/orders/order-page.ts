// The page of one order: where it stands, what was signed, where it goes, what happened, and the messages.

import type { Session } from '@pestle/client';
import { PortalOrder } from '@pestle/client/documents/portal-orders';
import type { Clock } from '@pestle/elements/views';
import {
  boardOf,
  isOver,
  momentText,
  quantityText,
  shownSituation,
  situationLines,
} from '@pestle/elements/views';
import { formatDate } from '@pestle/rules/dates';
import { orderName } from '@pestle/rules/order-number';
import { formatPhone } from '@pestle/rules/phone';
import { situationOfCode, worstSituation } from '@pestle/rules/situations';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { happenedList } from '../page/happened.ts';
import { medicationLine, medicationText } from '../page/medication.ts';
import { listedPatient } from '../page/moments.ts';
import { PageActs, type PageSubject } from '../page/page-acts.ts';
import { SessionPage } from '../page/session-page.ts';
import { practiceClock, statusChip, statusOfCode } from '../page/status.ts';
import { portalStyles } from '../page/styles.ts';
import { PageWords } from '../page/words.ts';
import { language } from '../preferences.ts';
import { fact } from '../prescription/where-it-is.ts';
import type { Route } from '../routes.ts';
import { orders as english, type OrdersText } from '../text/en/orders.ts';
import { MessageList } from './messages.ts';
import { type OrderSubjects, subjectsOf } from './order-subjects.ts';
import { type Fill, type Order, statusLine, statusLineStyles } from './status-line.ts';
import { textsToPatient } from './texts-to-patient.ts';

export class OrderPage extends SessionPage<Order> {
  static override styles = [...portalStyles, statusLineStyles];
  static override properties = { address: {}, route: {} };
  declare address: string;
  declare route: Route;
  readonly #messages = new MessageList(() => this.requestUpdate());
  readonly #words = new PageWords<OrdersText>(
    english,
    async () => (await import('../text/es/orders.ts')).orders,
    () => this.requestUpdate(),
  );

  readonly #acts = new PageActs(this, {
    shared: () => this.shared,
    announce: (message) => {
      this.#told = message;
      this.requestUpdate();
    },
    acted: () => this.lookNow(),
  });
  /** What became of the last act, for those who hear the page. */
  #told = '';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#acts.close();
  }

  protected override get heading(): string {
    return this.#words.now.order;
  }

  protected override subject(): string {
    return 'id' in this.route ? this.route.id : '';
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Order> {
    if (this.data?.id !== this.subject()) {
      this.#messages.close();
      this.#acts.close();
    }
    const board = boardOf(session);
    const asked = board.asking();
    const { order } = await session.query(PortalOrder, { id: this.subject() }, { signal });
    board.take(asked, order.fills);
    return order;
  }

  protected override isAwaited({ fills }: Order): boolean {
    return fills.some((fill) => !isOver(fill));
  }

  protected override show(order: Order, session: Session): TemplateResult {
    const words = this.#words.now;
    const { shared } = this;
    const clock = practiceClock(session, shared);
    const { patient, fills } = order;
    const subjects = subjectsOf(
      order.id,
      fills.map((fill) => ({ fill, prescriptionId: fill.prescription?.id ?? null, line: lineOf(fill) })),
      words.wholeOrder,
    );
    return html`<div class="page">
      <div class="head"><h1>${patient === null ? words.order : listedPatient(patient)}</h1>
        ${patient === null ? nothing : html`<span class="muted whole">${words.born(formatDate(patient.dateOfBirth, language()))}</span>`}
        <span role="status">${statusOfCode(order.situation, shared)}</span>
        <span class="whole">${orderName(order, shared.kit.language)}</span>
        <span class="muted whole">${words.signed(momentText(order.createdAt, clock))}</span>
        ${patient === null ? nothing : html`<div class="end"><a class="button" href="/portal/patients/${patient.id}">${words.patient}</a></div>`}
      </div>
      ${this.staleNote()}
      ${this.#way(order, words, clock)}
      <section class="card" aria-labelledby="acts"><h2 id="acts">${words.acts}</h2>
        ${this.#actsOf(subjects.whole, subjects, session)}
        <p class="visually-hidden" role="status">${this.#told}</p></section>
      <div class="pair">
        <section class="card" aria-labelledby="lines"><h2 id="lines">${words.lines}</h2>
          <ol class="events">${fills.map((fill) => {
            const own = subjects.each.find(({ place }) => place === fill.id);
            const acts = own === undefined ? nothing : this.#actsOf(own, subjects, session);
            return this.#line(fill, { words, clock, acts });
          })}</ol></section>
        <div class="page">${this.#where(order, words, clock)}
          <section class="card" aria-labelledby="happened"><h2 id="happened">${words.happened}</h2>
            ${fills.map(
              (
                fill,
              ) => html`${fills.length > 1 && fill.prescription !== null ? html`<h3>${medicationLine(fill.prescription.content.treatment)}</h3>` : nothing}
                ${happenedList(fill, words, clock)}`,
            )}</section>
          ${textsToPatient(order, words, clock)}
          ${this.#messages.render(order.id, session, { words, shared, clock })}
        </div>
      </div>
    </div>`;
  }

  /** Of the line that needs most; the others say their own where they differ. */
  #way(order: Order, words: OrdersText, clock: Clock): unknown {
    const worst = worstSituation(order.fills.map(({ situation }) => situationOfCode(situation)));
    const fill = order.fills.find(({ situation }) => situationOfCode(situation) === worst);
    if (fill === undefined) return nothing;
    const { shared } = this;
    return html`<section class="card" aria-label=${words.way}>${statusLine(order, fill, { words, shared, clock })}</section>`;
  }

  #actsOf(subject: PageSubject, { lineOf }: OrderSubjects, session: Session): unknown {
    return this.#acts.render(session, subject, lineOf);
  }

  #line(
    fill: Fill,
    { words, clock, acts }: { readonly words: OrdersText; readonly clock: Clock; readonly acts: unknown },
  ): TemplateResult {
    const { prescription } = fill;
    const { shared } = this;
    if (prescription === null) return html`<li>${statusChip(situationOfCode(fill.situation), shared)}</li>`;
    const { content, daysSupply, expirationDate, preparer } = prescription;
    const { treatment, prescriber } = content;
    const shown = shownSituation(fill, { text: shared.situation, clock, daysSupply, expirationDate });
    return html`<li>
      <div class="head"><div>${medicationLine(treatment)}</div>${statusChip(shown.key, shared)}</div>
      ${situationLines(shown)}
      ${acts}
      <p class="directions" dir="auto">${content.instructions}${content.liquidDose === null ? '' : ` (${content.liquidDose})`}</p>
      <dl>
        ${fact(words.facts.quantity, quantityText(content.dispenseQuantity, content.dispenseUnit, shared.history))}
        ${fact(words.facts.days, content.daysSupply === null ? null : shared.history.days(content.daysSupply))}
        ${fact(words.facts.refills, String(content.fillsAllowed - 1))}
        ${fact(words.facts.note, content.notes)}
        ${fact(words.facts.asNamed, treatment.description)}
        ${fact(words.facts.signer, `${prescriber.firstName} ${prescriber.lastName}${prescriber.credentials === null ? '' : `, ${prescriber.credentials}`} (NPI ${prescriber.npi})`)}
        ${fact(words.facts.preparer, preparer === null ? null : `${preparer.firstName} ${preparer.lastName}`)}
        ${fact(words.facts.atPharmacy, fill.prescriberOrderNumber, 'number')}
      </dl>
      <p><a href="/portal/prescriptions/${prescription.id}" aria-label=${words.prescriptionOf(medicationText(treatment))}>${words.prescription}</a></p>
    </li>`;
  }

  #where(order: Order, words: OrdersText, clock: Clock): TemplateResult {
    const { pharmacy, address, routingHistory, invitation } = order;
    const former = routingHistory
      .slice(0, -1)
      .flatMap(({ pharmacy: one, at }) => (one === null ? [] : [`${one.name}, ${momentText(at, clock)}`]));
    return html`<section class="card" aria-labelledby="where"><h2 id="where">${words.where}</h2>
      ${
        pharmacy === null
          ? html`<p>${words.noPharmacy}</p>`
          : html`<p><strong>${pharmacy.name}</strong></p>
            ${pharmacy.address === null ? nothing : html`<p>${pharmacy.address.street1}, ${pharmacy.address.city}, ${pharmacy.address.state} ${pharmacy.address.postalCode}</p>`}
            ${pharmacy.phone === null ? nothing : html`<p><a class="whole" href="tel:+1${pharmacy.phone}">${formatPhone(pharmacy.phone)}</a></p>`}`
      }
      <dl>
        ${fact(words.facts.fax, pharmacy?.fax == null ? null : formatPhone(pharmacy.fax))}
        ${fact(words.before, former.join('; '))}
        ${fact(words.facts.invitation, invitation === null ? null : (words.invitations[invitation] ?? null))}
        ${fact(words.facts.address, address === null ? null : `${address.street1}, ${address.city}, ${address.state} ${address.postalCode}`)}
        ${fact(words.facts.external, order.externalId)}
      </dl>
      <details><summary class="small">${words.technical}</summary><dl>${fact(words.facts.order, order.id)}</dl></details>
    </section>`;
  }
}

function lineOf({ prescription }: Fill): string {
  return prescription === null ? '' : medicationText(prescription.content.treatment);
}
