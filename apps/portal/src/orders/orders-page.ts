// The page of the orders: everything that was sent, narrowed by filters that stand in the address, and found by what is typed.

import type { DataOf, InputOf, Session } from '@pestle/client';
import { PortalOrders } from '@pestle/client/documents/portal-orders';
import { PortalPeople } from '@pestle/client/documents/portal-patients';
import { momentText, note } from '@pestle/elements/views';
import { orderNumberText, readOrderNumber } from '@pestle/rules/order-number';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { setFilters, typedSearch } from '../navigate.ts';
import { FoldedFilters } from '../page/lists/folded-filters.ts';
import { actsOfLine, rowActs, rowActsStyles } from '../page/lists/row-acts.ts';
import { medicationLine, medicationText } from '../page/medication.ts';
import { listedPatient } from '../page/moments.ts';
import { PageActs, type PageSubject } from '../page/page-acts.ts';
import { SearchField } from '../page/search-field.ts';
import { SessionPage } from '../page/session-page.ts';
import { practiceClock, statusOfCode } from '../page/status.ts';
import { portalStyles } from '../page/styles.ts';
import { PageWords } from '../page/words.ts';
import { hasDesk } from '../roles.ts';
import { orders as english, type OrdersText } from '../text/en/orders.ts';
import { chosenFilters, FILTERS, filterForm, filtersIn } from './order-filters.ts';
import { subjectsOf } from './order-subjects.ts';

type Orders = DataOf<typeof PortalOrders>['orders'];
type Order = Orders['nodes'][number];
/** How many columns the list has. */
const COLUMNS = 6;

type Person = DataOf<typeof PortalPeople>['users']['nodes'][number];

interface Loaded {
  readonly orders: readonly Order[];
  readonly hasMore: boolean;
  readonly prescribers: readonly Person[];
}

export class OrdersPage extends SessionPage<Loaded> {
  static override styles = [...portalStyles, rowActsStyles];
  static override properties = { address: {}, route: {} };
  declare address: string;
  readonly #search = new SearchField();
  readonly #folded = new FoldedFilters(this);
  readonly #words = new PageWords<OrdersText>(
    english,
    async () => (await import('../text/es/orders.ts')).orders,
    () => this.requestUpdate(),
  );
  readonly #acts = new PageActs(this, {
    shared: () => this.shared,
    announce: (message) => {
      this.#heard = message;
      this.requestUpdate();
    },
    told: (outcome) => {
      this.#told = outcome;
    },
    acted: (orderId) => {
      this.#actedOn = orderId;
      this.lookNow();
    },
    began: () => this.#forget(),
  });
  /** What those hear who hear the page. */
  #heard = '';
  /** What became of the last act, and of which order: it may leave a narrowed list by it. */
  #told = '';
  #actedOn = '';
  #hasLeft = false;
  /** Pages of the list that are shown, of the filters that stand in `#shown`. */
  #pages = 1;
  #shown = '';
  #people: readonly Person[] | undefined;

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    const shown = `${location.search} ${typedSearch()}`;
    if (shown !== this.#shown) {
      this.#pages = 1;
      this.#forget();
    }
    this.#shown = shown;
    return shown;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#search.stop();
    this.#acts.close();
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Loaded> {
    const text = typedSearch().trim();
    const variables: InputOf<typeof PortalOrders> = {
      ...filtersIn(location.search),
      ...(text === '' ? {} : { text }),
    };
    const people = this.#people ?? (await session.query(PortalPeople, {}, { signal })).users.nodes;
    this.#people = people;
    const orders: Order[] = [];
    let after: string | null = null;
    for (let page = 0; page < this.#pages; page += 1) {
      const { orders: found }: { orders: Orders } = await session.query(
        PortalOrders,
        { ...variables, after },
        { signal },
      );
      orders.push(...found.nodes);
      after = found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null;
      if (after === null) break;
    }
    await this.#leave(orders);
    return {
      orders,
      hasMore: after !== null,
      prescribers: people.filter(({ roles }) => roles.includes('PRESCRIBER')),
    };
  }

  /** What was sent moves by itself. */
  protected override isAwaited(): boolean {
    return true;
  }

  protected override keepsWhileLoading(): boolean {
    return true;
  }

  protected override show({ orders, hasMore, prescribers }: Loaded, session: Session): TemplateResult {
    const words = this.#words.now;
    const isNarrowed =
      typedSearch() !== '' || FILTERS.some((name) => new URLSearchParams(location.search).has(name));
    return html`<div class="page">
      <div class="head"><h1>${words.title}</h1>
        <div class="end">${this.#search.render(words.search, words.searchFor)}</div></div>
      ${this.staleNote()}
      ${this.#folded.render(words.narrow, chosenFilters({ words, shared: this.shared, prescribers }), filterForm({ words, shared: this.shared, prescribers }))}
      <div role="status" tabindex="-1" id="said">${this.#hasLeft ? note('info', this.#told) : html`<span class="visually-hidden">${words.found(orders.length, hasMore)}</span>`}</div>
      <p class="visually-hidden" role="status">${this.#heard}</p>
      ${orders.length === 0 ? this.#empty(words, isNarrowed) : this.#table(orders, words, session)}
      ${hasMore ? html`<p><button type="button" @click=${() => this.#more()}>${words.more}</button></p>` : nothing}
    </div>`;
  }

  #empty(words: OrdersText, isNarrowed: boolean): TemplateResult {
    return html`<div class="card empty"><p>${!isNarrowed ? words.none : readOrderNumber(typedSearch())?.mistyped === true ? words.mistyped : words.noneFound}</p>
      ${
        isNarrowed
          ? html`<button type="button" @click=${() => this.#clear()}>${words.clear}</button>`
          : html`<a class="button primary" href="/portal/patients">${words.write}</a>`
      }</div>`;
  }

  #table(orders: readonly Order[], words: OrdersText, session: Session): TemplateResult {
    const clock = practiceClock(session, this.shared);
    return html`<div class="panel"><table><caption class="visually-hidden">${words.title}</caption>
      <thead><tr>${words.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      ${repeat(
        orders,
        ({ id }) => id,
        (order) => {
          const { id, number, createdAt, situation, patient, pharmacy, fills } = order;
          return html`<tbody data-item><tr>
            <td class="part">${statusOfCode(situation, this.shared)}</td>
            <td><a href="/portal/orders/${id}" data-row>${patient === null ? words.open : listedPatient(patient)}</a></td>
            <td>${fills.map(({ prescription }) =>
              prescription === null ? nothing : html`<div>${medicationLine(prescription.treatment)}</div>`,
            )}</td>
            <td class="part muted">${
              pharmacy === null
                ? nothing
                : html`<a href="/portal/orders?pharmacy=${pharmacy.id}" aria-label=${words.onlyTo(pharmacy.name)}>${pharmacy.name}</a>`
            }</td>
            <td class="part whole">${orderNumberText(number)}</td>
            <td class="part end muted">${momentText(createdAt, clock)}</td>
          </tr>${this.#actsOf(order, words, session)}</tbody>`;
        },
      )}</table></div>`;
  }

  /** Whatever can be done with it, for those who may do something with orders. */
  #actsOf({ id, patient, fills }: Order, words: OrdersText, session: Session): unknown {
    if (session.me === undefined || !hasDesk(session.me)) return nothing;
    const lines = fills.map((fill) => ({
      fill,
      prescriptionId: fill.prescription?.id ?? null,
      line: fill.prescription === null ? '' : medicationText(fill.prescription.treatment),
    }));
    const { whole, each, lineOf } = subjectsOf(id, lines, words.wholeOrder);
    // Many patients stand here: whoever hears a button hears whose it is.
    const drawn = (subject: PageSubject): unknown => {
      const line = patient === null ? subject.line : `${subject.line}, ${listedPatient(patient)}`;
      return this.#acts.render(session, { ...subject, line }, lineOf);
    };
    return rowActs(COLUMNS, [drawn(whole), ...each.map((one) => actsOfLine(one.line, drawn(one)))]);
  }

  #forget(): void {
    this.#heard = '';
    this.#told = '';
    this.#actedOn = '';
    this.#hasLeft = false;
  }

  /** What was done may have put the order out of what is narrowed: then it is said in place of its row, and the keyboard goes on from there. */
  async #leave(orders: readonly Order[]): Promise<void> {
    const hasLeft =
      this.#actedOn !== '' && this.#told !== '' && !orders.some(({ id }) => id === this.#actedOn);
    if (hasLeft === this.#hasLeft) return;
    this.#hasLeft = hasLeft;
    if (!hasLeft) return;
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('#said')?.focus();
  }

  #more(): void {
    this.#pages += 1;
    this.lookNow();
  }

  #clear(): void {
    history.replaceState(null, '', location.pathname + location.search);
    setFilters(Object.fromEntries(FILTERS.map((name) => [name, null])));
    void this.reload();
  }
}
