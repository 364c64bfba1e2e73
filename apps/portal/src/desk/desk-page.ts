// The page of the desk: what needs a person of the practice, the worst first, and what is done with it.

import type { Session } from '@pestle/client';
import { type Clock, liveLinkOf, liveMark, note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { setFilters } from '../navigate.ts';
import { FoldedFilters } from '../page/lists/folded-filters.ts';
import { rowActsStyles } from '../page/lists/row-acts.ts';
import { spanText } from '../page/moments.ts';
import { PageActs } from '../page/page-acts.ts';
import { SessionPage } from '../page/session-page.ts';
import { practiceClock } from '../page/status.ts';
import { portalStyles } from '../page/styles.ts';
import { PageWords } from '../page/words.ts';
import { type DeskText, desk as english } from '../text/en/desk.ts';
import { type ActDone, type Around, type Colleague, DeskActs, type Kind } from './desk-acts.ts';
import { chosenOnDesk, DESK_FILTERS, deskChips, deskFilterIn } from './desk-filters.ts';
import { type DeskItem, lineOf, nextActOf, subjectOf } from './desk-item.ts';
import { colleagues, type DeskRead, readDesk } from './desk-read.ts';
import { type DeskRow, deskRow } from './desk-row.ts';
import { deskStyles } from './desk-styles.ts';

interface Loaded extends DeskRead {
  readonly people: readonly Colleague[];
}

export class DeskPage extends SessionPage<Loaded> {
  static override styles = [...portalStyles, rowActsStyles, deskStyles];
  static override properties = { address: {}, route: {} };
  declare address: string;
  readonly #words = new PageWords<DeskText>(
    english,
    async () => (await import('../text/es/desk.ts')).desk,
    () => this.requestUpdate(),
  );
  readonly #folded = new FoldedFilters(this);
  readonly #acts = new DeskActs(
    () => this.requestUpdate(),
    (what) => void this.#acted(what),
  );
  readonly #orderActs = new PageActs(this, {
    shared: () => this.shared,
    announce: (message) => {
      this.#heard = message;
      this.requestUpdate();
    },
    told: (outcome) => this.#hasTold(outcome),
    acted: () => this.lookNow(),
    began: (place) => this.#began(place),
  });
  /** What those hear who hear the page. */
  #heard = '';
  /** What became of an act on what is open; it may leave the desk by it, before or after that is known. */
  #told = '';
  #leftMeanwhile = false;
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
    const read = await readDesk(session, this.#pages, signal);
    const { items } = read;
    // What was settled by somebody else while it was open here is not closed without a word.
    if (this.#open !== undefined && !items.some(({ id }) => id === this.#open)) this.#gone();
    // A link to one item opens it, once.
    const [only] = items;
    if (deskFilterIn(location.search).id != null && only !== undefined && this.#openedIn !== location.search)
      this.#show(only.id);
    return { ...read, people };
  }

  /** What was open lies there no more: by what was done here, which is said, or by somebody else. */
  #gone(): void {
    const told = this.#told;
    const here = this.#openedIn === location.search;
    this.#show(undefined);
    this.#leftMeanwhile = told === '' && here;
    this.#said = told !== '' ? told : here ? this.#words.now.left : '';
    // The button that was pressed is gone: whoever uses the keyboard goes on from here.
    if (told !== '') void this.#focusOn('#said');
  }

  /** The desk may have been told that it lies there no more before the answer came. */
  #hasTold(outcome: string): void {
    this.#told = outcome;
    if (!this.#leftMeanwhile) return;
    this.#leftMeanwhile = false;
    this.#said = outcome;
    void this.#focusOn('#said');
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
      ${figures.count === 0 && location.search === '' ? nothing : this.#folded.render(words.filter, chosenOnDesk(figures, words, shared), deskChips(figures, words, shared))}
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
    const around: Around = { session, words, shared: this.shared, people };
    const drawn = (item: DeskItem): DeskRow => {
      const { id } = item;
      const isOpen = id === this.#open;
      return {
        ...around,
        item,
        clock,
        isOpen,
        toggle: () => this.#show(isOpen ? undefined : id),
        begin: (act) => this.#begin(id, act),
        hand: () => void this.#hand(id),
        acts: html`${this.#orderActs.render(
          session,
          subjectOf(item, words, nextActOf(item, session)),
          (fillId) => lineOf(item, fillId),
        )}${this.#acts.buttons(item, isOpen, around, (kind) => void this.#beginWith(id, kind))}`,
        form: isOpen ? this.#acts.render(item, around) : nothing,
        told: this.#heard,
      };
    };
    return html`<div class="panel"><table><caption class="visually-hidden">${words.title}</caption>
      <thead><tr>${words.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      ${repeat(
        items,
        ({ id }) => id,
        (item) => deskRow(drawn(item)),
      )}</table></div>`;
  }

  #show(id: string | undefined): void {
    this.#open = id;
    this.#openedIn = location.search;
    this.#said = '';
    this.#told = '';
    this.#heard = '';
    this.#leftMeanwhile = false;
    this.#orderActs.putAway();
    this.#acts.open(undefined);
  }

  /** Opens it with its next act, as soon as that is known to be offered. */
  #begin(id: string, act: string): void {
    if (this.#open !== id) this.#show(id);
    this.#orderActs.openSoon(act, id);
    this.requestUpdate();
  }

  /** An act of an order was opened in a row: the row is open with it, and what was open elsewhere is not. */
  #began(id: string): void {
    this.#open = id;
    this.#openedIn = location.search;
    this.#said = '';
    this.#told = '';
    this.#heard = '';
    this.#leftMeanwhile = false;
    this.#acts.open(undefined);
  }

  /** Opens it where its owner or a note is entered. */
  async #beginWith(id: string, kind: Kind | undefined): Promise<void> {
    this.#show(id);
    this.#acts.open(kind);
    if (kind !== undefined) await this.#focusOn('#desk-field, tbody.open form .primary');
  }

  /** Opens it where it is handed over. */
  async #hand(id: string): Promise<void> {
    await this.#beginWith(id, 'hand');
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
    await this.#focusOn(
      stays ? `tbody.open [data-act="${what.kind === 'take' ? 'hand' : 'note'}"]` : '#said',
    );
  }

  #more(): void {
    this.#pages += 1;
    this.lookNow();
  }
}
