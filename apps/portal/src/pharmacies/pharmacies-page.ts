// The page of the pharmacies: found by name or place, how each is reached, and the way to what was sent there and what went wrong.

import type { DataOf, Session } from '@pestle/client';
import { PortalPharmacies, PortalPreferPharmacy } from '@pestle/client/documents/portal-lists';
import { chip } from '@pestle/elements/views';
import { formatPhone } from '@pestle/rules/phone';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { setFilters, typedSearch } from '../navigate.ts';
import { ChangingPage } from '../page/changing-page.ts';
import { SearchField } from '../page/search-field.ts';
import { PageWords } from '../page/words.ts';
import { lists as english, type ListsText } from '../text/en/lists.ts';

type Pharmacies = DataOf<typeof PortalPharmacies>['pharmacies'];
type Pharmacy = Pharmacies['nodes'][number]['pharmacy'];
const KINDS = ['LOCAL_PICKUP', 'MAIL_ORDER'] as const;
const PREFERRED = 'preferred';

interface Loaded {
  readonly pharmacies: readonly Pharmacy[];
  readonly hasMore: boolean;
}

export class PharmaciesPage extends ChangingPage<Loaded> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  readonly #search = new SearchField();
  #pages = 1;
  #shown = '';
  readonly #words = new PageWords<ListsText>(
    english,
    async () => (await import('../text/es/lists.ts')).lists,
    () => this.requestUpdate(),
  );

  protected override get heading(): string {
    return this.#words.now.pharmacies.title;
  }

  protected override subject(): string {
    const shown = `${location.search} ${typedSearch()}`;
    if (shown !== this.#shown) this.#pages = 1;
    this.#shown = shown;
    return shown;
  }

  protected override keepsWhileLoading(): boolean {
    return true;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#search.stop();
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Loaded> {
    const text = typedSearch().trim() || null;
    const asked = new URLSearchParams(location.search).get('kind');
    const kind = KINDS.find((one) => one === asked);
    const preferred = asked === PREFERRED ? true : null;
    const kinds = kind === undefined ? null : [kind];
    const found: Pharmacy[] = [];
    let after: string | null = null;
    for (let page = 0; page < this.#pages; page += 1) {
      const { pharmacies }: DataOf<typeof PortalPharmacies> = await session.query(
        PortalPharmacies,
        { text, kinds, preferred, after },
        { signal },
      );
      found.push(...pharmacies.nodes.map(({ pharmacy }) => pharmacy));
      after = pharmacies.pageInfo.hasNextPage ? pharmacies.pageInfo.endCursor : null;
      if (after === null) break;
    }
    return { pharmacies: found, hasMore: after !== null };
  }

  protected override show({ pharmacies, hasMore }: Loaded, session: Session): TemplateResult {
    const isAdmin = session.me?.roles.includes('ADMIN') === true;
    const words = this.#words.now.pharmacies;
    const now = new URLSearchParams(location.search).get('kind');
    const one = (kind: string | null, label: string | undefined): TemplateResult =>
      html`<button type="button" aria-pressed=${String(now === kind)} @click=${() => setFilters({ kind })}>${label}</button>`;
    return html`<div class="page">
      <div class="head"><h1>${words.title}</h1><div class="end">${this.#search.render(words.search, words.searchFor)}</div></div>
      ${this.staleNote()}${this.change.render()}
      <div class="chips" role="group" aria-label=${words.show}>${one(null, words.all)}${one(PREFERRED, words.preferred)}${KINDS.map((kind) => one(kind, words.kinds[kind]))}</div>
      <p class="visually-hidden" role="status">${words.found(pharmacies.length, hasMore)}</p>
      ${
        pharmacies.length === 0
          ? html`<div class="card empty"><p>${now === PREFERRED && typedSearch() === '' ? words.nonePreferred : words.none}</p></div>`
          : html`<div class="panel"><table><caption class="visually-hidden">${words.title}</caption>
              <thead><tr>${words.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
              <tbody>${pharmacies.map((pharmacy) => this.#row(pharmacy, session, words, isAdmin))}</tbody></table></div>`
      }
      ${hasMore ? html`<p><button type="button" @click=${() => this.#more()}>${words.more}</button></p>` : nothing}</div>`;
  }

  #more(): void {
    this.#pages += 1;
    this.lookNow();
  }

  #row(
    pharmacy: Pharmacy,
    session: Session,
    words: ListsText['pharmacies'],
    isAdmin: boolean,
  ): TemplateResult {
    const { id, name, kind, active, phone, address, preferred, stopped } = pharmacy;
    return html`<tr>
    <td><strong>${name}</strong>${active ? nothing : html` ${chip('off', words.closed)}`}${preferred ? html` ${chip('ok', words.isPreferred)}` : nothing}<div class="small muted">${words.kinds[kind]}</div></td>
    <td class="muted">${address === null ? '' : `${address.street1}, ${address.city}, ${address.state} ${address.postalCode}`}</td>
    <td class="part whole">${phone === null ? '' : html`<a href="tel:+1${phone}">${formatPhone(phone)}</a>`}</td>
    <td class="part">${ways(pharmacy, words)}</td>
    <td class="part end line"><a class="whole" href="/portal/orders?pharmacy=${id}" data-row aria-label=${words.ordersOf(name)}>${words.orders}</a>
      <div class="whole">${
        stopped === 0
          ? html`<span class="muted">${words.noProblems}</span>`
          : html`<a class="warn" href="/portal/orders?pharmacy=${id}&amp;attention=true" aria-label=${words.problemsOf(name)}>${words.problems(stopped)}</a>`
      }</div>
      ${
        isAdmin
          ? html`<button type="button" class="inline" ?disabled=${this.change.busy} aria-label=${preferred ? words.preferNotOf(name) : words.preferOf(name)}
              @click=${() => void this.#prefer(pharmacy, session)}>${preferred ? words.preferNot : words.prefer}</button>`
          : nothing
      }</td>
  </tr>`;
  }

  async #prefer({ id, preferred }: Pharmacy, session: Session): Promise<void> {
    const words = this.#words.now;
    const done = preferred ? words.pharmacies.takenOff : words.pharmacies.putOn;
    const said = { done, conflict: words.templates.conflict };
    await this.make(session, PortalPreferPharmacy, { id, preferred: !preferred }, said);
  }
}

/** How it is reached, and what it can receive by that. */
function ways({ electronic, scriptVersion, fax }: Pharmacy, words: ListsText['pharmacies']): TemplateResult {
  if (!electronic && fax === null) return html`<span class="warn">${words.neither}</span>`;
  const way = !electronic ? words.fax : scriptVersion === null ? words.ownApi : words.script(scriptVersion);
  return html`${way}${fax === null ? html`<div class="small muted">${words.noFax}</div>` : html`<div class="small muted whole">${words.fax} ${formatPhone(fax)}</div>`}`;
}
