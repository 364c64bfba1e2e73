// The page of the desk: what needs a person of the practice, the worst first, and what is done with it.

import type { DataOf, Session } from '@pestle/client';
import { PortalDesk, PortalDeskFigures } from '@pestle/client/documents/portal-desk';
import { PortalPeople } from '@pestle/client/documents/portal-patients';
import { type Clock, liveLinkOf, liveMark, medicationLine, momentText, note } from '@pestle/elements/views';
import { formatDate } from '@pestle/rules/dates';
import { orderName } from '@pestle/rules/order-number';
import { formatPhone } from '@pestle/rules/phone';
import { situationOfCode } from '@pestle/rules/situations';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { setFilters } from '../navigate.ts';
import { spanText } from '../page/moments.ts';
import { PageActs } from '../page/page-acts.ts';
import { SessionPage } from '../page/session-page.ts';
import { practiceClock, statusOfCode } from '../page/status.ts';
import { portalStyles } from '../page/styles.ts';
import { PageWords } from '../page/words.ts';
import { type DeskText, desk as english } from '../text/en/desk.ts';
import { type ActDone, type Colleague, DeskActs } from './desk-acts.ts';
import { DESK_FILTERS, type DeskFigures, deskChips, deskFilterIn } from './desk-filters.ts';
import {
  type DeskItem,
  lineOf,
  linksOf,
  nextActOf,
  nextOf,
  patientOf,
  subjectOf,
  treatmentsOf,
  whyOf,
} from './desk-item.ts';
import { deskStyles } from './desk-styles.ts';

type Items = DataOf<typeof PortalDesk>['deskItems'];

interface Loaded {
  readonly items: readonly DeskItem[];
  readonly hasMore: boolean;
  readonly figures: DeskFigures;
  readonly people: readonly Colleague[];
}

export class DeskPage extends SessionPage<Loaded> {
  static override styles = [...portalStyles, deskStyles];
  static override properties = { address: {}, route: {} };
  declare address: string;
  readonly #words = new PageWords<DeskText>(
    english,
    async () => (await import('../text/es/desk.ts')).desk,
    () => this.requestUpdate(),
  );
  readonly #acts = new DeskActs(
    () => this.requestUpdate(),
    (what) => void this.#acted(what),
  );
  readonly #orderActs = new PageActs(this, {
    shared: () => this.shared,
    announce: (message) => {
      this.#told = message;
      this.requestUpdate();
    },
    acted: () => this.lookNow(),
  });
  /** What became of an act on what is open; it may leave the desk by it. */
  #told = '';
  /** Pages of the list that are shown, of the filters that stand in `#shown`. */
  #pages = 1;
  #shown = '';
  /** The item that is open, and the filters under which it was opened. */
  #open: string | undefined;
  #openedIn = '';
  /** What became of the last act. */
  #said = '';
  #people: readonly Colleague[] | undefined;
  #follows: AbortController | undefined;

  protected override get heading(): string {
    return this.#words.now.title;
  }

  protected override subject(): string {
    if (location.search !== this.#shown) this.#pages = 1;
    this.#shown = location.search;
    return this.#shown;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#orderActs.close();
    this.#follows?.abort();
    this.#follows = undefined;
  }

  protected override async load(session: Session, signal: AbortSignal): Promise<Loaded> {
    this.#follow(session);
    const people = this.#people ?? (await colleagues(session, signal));
    this.#people = people;
    const figures = session.query(PortalDeskFigures, {}, { signal });
    const items: DeskItem[] = [];
    let after: string | null = null;
    for (let page = 0; page < this.#pages; page += 1) {
      const { deskItems }: { deskItems: Items } = await session.query(
        PortalDesk,
        { filter: deskFilterIn(location.search), after },
        { signal },
      );
      items.push(...deskItems.nodes);
      after = deskItems.pageInfo.hasNextPage ? deskItems.pageInfo.endCursor : null;
      if (after === null) break;
    }
    // What was settled by somebody else while it was open here is not closed without a word.
    if (this.#open !== undefined && !items.some(({ id }) => id === this.#open)) this.#gone();
    // A link to one item opens it, once.
    const [only] = items;
    if (deskFilterIn(location.search).id != null && only !== undefined && this.#openedIn !== location.search)
      this.#show(only.id);
    return { items, hasMore: after !== null, figures: (await figures).deskFigures, people };
  }

  /** What was open lies there no more: by what was done here, which is said, or by somebody else. */
  #gone(): void {
    const told = this.#told;
    const here = this.#openedIn === location.search;
    this.#show(undefined);
    this.#said = told !== '' ? told : here ? this.#words.now.left : '';
    // The button that was pressed is gone: whoever uses the keyboard goes on from here.
    if (told !== '') void this.#focusOn('#said');
  }

  /** What lies on the desk comes and goes by itself. */
  protected override isAwaited(): boolean {
    return true;
  }

  protected override keepsWhileLoading(): boolean {
    return true;
  }

  #follow(session: Session): void {
    if (this.#follows !== undefined) return;
    this.#follows = new AbortController();
    liveLinkOf(session).follow(this.#follows.signal, {}, (what) =>
      what === 'told' ? this.lookNow() : this.requestUpdate(),
    );
  }

  protected override show({ items, hasMore, figures, people }: Loaded, session: Session): TemplateResult {
    const words = this.#words.now;
    const { shared } = this;
    const clock = practiceClock(session, shared);
    const oldest = figures.oldestSince;
    return html`<div class="page">
      <div class="head"><h1>${words.title}</h1>
        ${liveMark(liveLinkOf(session), { text: shared.situation, clock, asOfMs: this.shownSinceMs })}
        <span class="muted">${figures.late === 0 ? '' : words.lateCount(figures.late)} ${
          oldest === null ? '' : words.oldest(spanText(clock.nowMs - Date.parse(oldest), words.days))
        }</span></div>
      ${this.staleNote()}
      ${figures.count === 0 && location.search === '' ? nothing : deskChips(figures, words, shared)}
      <div role="status" tabindex="-1" id="said">${this.#said === '' ? html`<span class="visually-hidden">${words.found(items.length, hasMore)}</span>` : note('info', this.#said)}</div>
      ${items.length === 0 ? this.#empty(words) : this.#table(items, people, session, clock)}
      ${hasMore ? html`<p><button type="button" @click=${() => this.#more()}>${words.more}</button></p>` : nothing}
    </div>`;
  }

  #empty(words: DeskText): TemplateResult {
    const isNarrowed = DESK_FILTERS.some((name) => new URLSearchParams(location.search).has(name));
    return html`<div class="card empty"><p>${isNarrowed ? words.noneFound : words.none}</p>${
      isNarrowed
        ? html`<button type="button" @click=${() => setFilters(Object.fromEntries(DESK_FILTERS.map((name) => [name, null])))}>${words.clear}</button>`
        : html`<a class="button" href="/portal/orders">${words.orders}</a>`
    }</div>`;
  }

  #table(
    items: readonly DeskItem[],
    people: readonly Colleague[],
    session: Session,
    clock: Clock,
  ): TemplateResult {
    const words = this.#words.now;
    return html`<div class="panel"><table><caption class="visually-hidden">${words.title}</caption>
      <thead><tr>${words.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      ${repeat(
        items,
        ({ id }) => id,
        (item) => html`<tbody data-item class=${item.id === this.#open ? 'open' : nothing}>
          ${this.#row(item, session, clock)}
          ${item.id === this.#open ? this.#peek(item, people, session, clock) : nothing}</tbody>`,
      )}</table></div>`;
  }

  #row(item: DeskItem, session: Session, clock: Clock): TemplateResult {
    const words = this.#words.now;
    const { shared } = this;
    const name = patientOf(item, words);
    const next = nextOf(item, session);
    const nextAct = nextActOf(item, session);
    const isOpen = item.id === this.#open;
    const owner = item.owner.id === session.me?.id ? words.you : item.owner.name;
    const word = shared.situation.situations[situationOfCode(item.situation)].word;
    return html`<tr>
      <td class="part">${statusOfCode(item.situation, shared)}</td>
      <td><button type="button" class="inline opener" data-row aria-expanded=${String(isOpen)} aria-label=${words.openOf(name, word)}
        @click=${() => this.#toggle(item.id)}>${name}</button>
        ${treatmentsOf(item).map((treatment) => html`<div>${medicationLine(treatment)}</div>`)}</td>
      <td class="muted" dir="auto">${whyOf(item, shared, clock)}</td>
      <td class="part age ${item.isLate ? 'late' : ''}">${spanText(clock.nowMs - Date.parse(item.since), words.days)}${item.isLate ? html` <span class="small">${words.late}</span>` : nothing}</td>
      <td class="part"><button type="button" class="inline owner" data-assign aria-label=${words.ownerOf(owner)} @click=${() => void this.#hand(item.id)}>${owner}</button></td>
      <td class="part end">${
        nextAct !== undefined
          ? html`<button type="button" class="strong" data-next aria-label=${words.nextOf(shared.acts.buttons[nextAct], name)}
              @click=${() => this.#begin(item.id, nextAct)}>${shared.acts.buttons[nextAct]}</button>`
          : next === null
            ? nothing
            : html`<a class="button" data-next href=${next.path} aria-label=${words.nextOf(words.next[next.name], name)}>${words.next[next.name]}</a>`
      }</td>
    </tr>`;
  }

  #peek(item: DeskItem, people: readonly Colleague[], session: Session, clock: Clock): TemplateResult {
    const words = this.#words.now;
    const { shared } = this;
    const pharmacy =
      item.fill?.pharmacy ??
      item.question?.pharmacy ??
      item.request?.pharmacy ??
      item.order?.pharmacy ??
      null;
    const phone = pharmacy?.phone ?? null;
    return html`<tr><td colspan="6"><div class="peek"><div class="page">
        <p class="small muted">${words.since(momentText(item.since, clock))} ${words.lateAt(momentText(item.lateAt, clock))}
          ${item.takenAt === null ? '' : words.takenBy(item.owner.name, momentText(item.takenAt, clock))}
          ${item.order === null ? '' : html`<span class="whole">${orderName(item.order, shared.kit.language)}.</span>`}
          ${item.patient === null ? '' : words.born(formatDate(item.patient.dateOfBirth))}</p>
        ${pharmacy === null || phone === null ? nothing : html`<p>${words.call(pharmacy.name)} <a class="whole" href="tel:+1${phone}">${formatPhone(phone)}</a></p>`}
        ${item.situation !== 'WRONG_NUMBER' || item.patient?.phone == null ? nothing : html`<p>${words.onFile} <a class="whole" href="tel:+1${item.patient.phone}">${formatPhone(item.patient.phone)}</a></p>`}
        <nav aria-label=${words.openOf(patientOf(item, words), words.title)}>${linksOf(item).map(([path, name]) => html`<a href=${path}>${words.links[name]}</a>`)}</nav>
        ${this.#orderActs.render(session, subjectOf(item, words), (fillId) => lineOf(item, fillId))}
        <p class="visually-hidden" role="status">${this.#told}</p>
        ${this.#acts.render(item, { session, words, shared, people })}
      </div>
      <section aria-label=${words.notes}><h2>${words.notes}</h2>${
        item.notes.length === 0
          ? html`<p class="muted">${words.noNotes}</p>`
          : html`<ul>${item.notes.map(({ at, by, text }) => html`<li><span class="small muted">${momentText(at, clock)}, ${by === null ? words.somebody : `${by.firstName} ${by.lastName}`}</span><div dir="auto">${text}</div></li>`)}</ul>`
      }</section></div></td></tr>`;
  }

  #show(id: string | undefined): void {
    this.#open = id;
    this.#openedIn = location.search;
    this.#said = '';
    this.#told = '';
    this.#orderActs.close();
    this.#acts.open(undefined);
  }

  #toggle(id: string): void {
    this.#show(this.#open === id ? undefined : id);
  }

  /** Opens it with its next act, as soon as that is known to be offered. */
  #begin(id: string, act: string): void {
    if (this.#open !== id) this.#show(id);
    this.#orderActs.openSoon(act, id);
    this.requestUpdate();
  }

  /** Opens it where it is handed over. */
  async #hand(id: string): Promise<void> {
    this.#show(id);
    this.#acts.open('hand');
    await this.#focusOn('#desk-field');
  }

  async #focusOn(what: string): Promise<void> {
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(what)?.focus();
  }

  async #acted(what: ActDone): Promise<void> {
    this.lookNow();
    if ('gone' in what && what.gone === '') return;
    this.#said = 'kind' in what ? this.#words.now.done[what.kind] : what.gone;
    // What was handled leaves the list, what was handed over perhaps.
    const stays = 'kind' in what && (what.kind === 'take' || what.kind === 'note');
    if (!stays) this.#open = undefined;
    // The button that was pressed is gone: whoever uses the keyboard goes on from here.
    await this.#focusOn(stays ? `[data-act="${what.kind === 'take' ? 'hand' : 'note'}"]` : '#said');
  }

  #more(): void {
    this.#pages += 1;
    this.lookNow();
  }
}

/** Who may own something of the desk: active prescribers and staff. */
async function colleagues(session: Session, signal: AbortSignal): Promise<readonly Colleague[]> {
  const found: Colleague[] = [];
  let after: string | null = null;
  do {
    const { users }: DataOf<typeof PortalPeople> = await session.query(PortalPeople, { after }, { signal });
    found.push(
      ...users.nodes.filter(
        ({ active, roles }) => active && (roles.includes('PRESCRIBER') || roles.includes('STAFF')),
      ),
    );
    after = users.pageInfo.hasNextPage ? users.pageInfo.endCursor : null;
  } while (after !== null);
  return found;
}
