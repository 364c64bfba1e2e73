// The page of the orders: everything that was sent, narrowed by filters that stand in the address, and found by what is typed.

import type { DataOf, InputOf, Session } from '@pestle/client';
import { PortalOrders } from '@pestle/client/documents/portal-orders';
import { PortalPeople } from '@pestle/client/documents/portal-patients';
import { medicationLine, momentText } from '@pestle/elements/views';
import { orderNumberText, readOrderNumber } from '@pestle/rules/order-number';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { setFilters, typedSearch } from '../navigate.ts';
import { listedPatient } from '../page/moments.ts';
import { SearchField } from '../page/search-field.ts';
import { SessionPage } from '../page/session-page.ts';
import { practiceClock, statusOfCode } from '../page/status.ts';
import { PageWords } from '../page/words.ts';
import { orders as english, type OrdersText } from '../text/en/orders.ts';
import { FILTERS, filterForm, filtersIn } from './order-filters.ts';

type Orders = DataOf<typeof PortalOrders>['orders'];
type Order = Orders['nodes'][number];
type Person = DataOf<typeof PortalPeople>['users']['nodes'][number];

interface Loaded {
  readonly orders: readonly Order[];
  readonly hasMore: boolean;
  readonly prescribers: readonly Person[];
}

export class OrdersPage extends SessionPage<Loaded> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  readonly #search = new SearchField();
  readonly #words = new PageWords<OrdersText>(
    english,
    async () => (await import('../text/es/orders.ts')).orders,
    () => this.requestUpdate(),
  );
  /** Pages of the list that are shown, of the filters that stand in `#shown`. */
  #pages = 1;
  #shown = '';
  #people: readonly Person[] | undefined;

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    const shown = `${location.search} ${typedSearch()}`;
    if (shown !== this.#shown) this.#pages = 1;
    this.#shown = shown;
    return shown;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#search.stop();
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
      ${filterForm({ words, shared: this.shared, prescribers })}
      <p class="visually-hidden" role="status">${words.found(orders.length, hasMore)}</p>
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
      <tbody>${orders.map(
        ({ id, number, createdAt, situation, patient, pharmacy, fills }) => html`<tr>
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
        </tr>`,
      )}</tbody></table></div>`;
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
