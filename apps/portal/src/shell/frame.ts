// The frame of the portal: who is here, where they may go, the page that the address names, and the keys.

import type { Session } from '@pestle/client';
import type { Search } from '@pestle/elements/connection';
import { findClient } from '@pestle/elements/connection';
import { note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, LitElement, nothing } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { portalIcon } from '../page/icons.ts';
import { portalStyles } from '../page/styles.ts';
import { PageWords } from '../page/words.ts';
import { areKeysOn, chooseLanguage, language, turnKeys, watchPreferences } from '../preferences.ts';
import { hasDesk } from '../roles.ts';
import { type Route, routeOf } from '../routes.ts';
import { type ShellText, shell } from '../text/en/shell.ts';
import { DeskCount } from './desk-count.ts';
import { frameStyles } from './frame-styles.ts';
import { onKey } from './keys.ts';
import { entriesFor, homeOf, type LoadedPage, loadPage, TAGS } from './navigation.ts';

const LANGUAGES = [
  ['en', 'English'],
  ['es', 'Español'],
] as const;

export class PortalFrame extends LitElement {
  static override styles = [...portalStyles, frameStyles];
  /** Path and filters, as they stand in the address. */
  static override properties = { address: {} };
  declare address: string;

  #session: Session | null = null;
  #search: Search | undefined;
  #stop: (() => void) | undefined;
  #stopWatching: (() => void) | undefined;
  #open = false;
  readonly #desk = new DeskCount(() => this.requestUpdate());
  readonly #loaded = new Set<LoadedPage>();
  #lost = false;
  #shownPath = '';
  readonly #words = new PageWords<ShellText>(
    shell,
    async () => (await import('../text/es/shell.ts')).shell,
    () => this.requestUpdate(),
  );

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopWatching = watchPreferences(() => this.requestUpdate());
    document.addEventListener('keydown', this.#key);
    this.#search = findClient(
      this,
      (session) => {
        this.#stop?.();
        this.#session = session;
        this.#stop = session?.subscribe(() => this.requestUpdate());
        this.requestUpdate();
      },
      () => undefined,
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#key);
    this.#stopWatching?.();
    this.#stop?.();
    this.#desk.stop();
    this.#search?.stop();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { me, organization } = this.#session ?? {};
    if (me === undefined) return nothing;
    const text = this.#words.now;
    const route = this.#route();
    const entries = entriesFor(me);
    if (this.#session !== null && hasDesk(me)) this.#desk.follow(this.#session);
    const name = [me.firstName, me.lastName].filter(Boolean).join(' ');
    document.title = `${text.pages[this.#entryName(route) ?? 'orders']} – ${text.title}`;
    return html`<header class="topbar">
        <button type="button" aria-expanded=${String(this.#open)} aria-controls="navigation" aria-label=${this.#open ? text.closeMenu : text.menu}
          @click=${() => this.#toggle()}>${portalIcon('menu')}</button>
        <b>${organization?.name ?? text.title}</b><span>${name}</span>
      </header>
      <div class="portal">
        <nav class="nav" id="navigation" aria-label=${text.navigation} ?data-open=${this.#open}>
          <button type="button" class="skip" @click=${this.#skip}>${text.skip}</button>
          <div class="brand"><span class="logo">${portalIcon('pestle', 20)}</span>
            <div>${organization?.name ?? ''}<span>${text.title}</span></div></div>
          <ul>${entries.map(
            ({
              name: page,
              path,
              icon,
              first,
              pages,
            }) => html`<li class=${first === true ? 'first' : nothing}>
              <a href=${path} aria-current=${pages.includes(route.page) ? 'page' : nothing}>${portalIcon(icon)}${text.pages[page]}${page === 'desk' ? this.#count(text) : nothing}</a></li>`,
          )}</ul>
          ${this.#person(text, name)}
        </nav>
        <main id="content" tabindex="-1">${this.#page(route, text)}</main>
      </div>
      ${this.#help(text)}`;
  }

  #count(text: ShellText): TemplateResult | typeof nothing {
    const count = this.#desk.now ?? 0;
    return count === 0
      ? nothing
      : html`<span class="count" aria-hidden="true">${count}</span><span class="visually-hidden">, ${text.waiting(count)}</span>`;
  }

  #route(): Route {
    const route = routeOf(new URL(this.address, location.origin).pathname);
    const me = this.#session?.me;
    return route.page === 'home' && me !== undefined ? homeOf(me) : route;
  }

  #entryName(route: Route): keyof ShellText['pages'] | undefined {
    const me = this.#session?.me;
    return me === undefined
      ? undefined
      : entriesFor(me).find(({ pages }) => pages.includes(route.page))?.name;
  }

  #person(text: ShellText, name: string): TemplateResult {
    const me = this.#session?.me;
    const roles = (me?.roles ?? []).map((role) => text.roles[role] ?? role);
    const npi = me?.npi ?? null;
    return html`<div class="me"><div><b>${name}</b><div class="muted">${[...roles, ...(npi === null ? [] : [text.npi(npi)])].join(', ')}</div></div>
      <p><a href="/account" target="_blank" rel="noopener">${text.account}</a>
        <button type="button" class="inline" @click=${() => void this.#session?.signOut({ everywhere: true })}>${portalIcon('out', 16)}${text.signOut}</button></p>
      <p role="group" aria-label=${text.language}>${LANGUAGES.map(
        ([
          code,
          label,
        ]) => html`<button type="button" class="inline" lang=${code} aria-pressed=${String(language() === code)}
          @click=${() => chooseLanguage(code)}>${label}</button>`,
      )}<button type="button" class="inline keys" @click=${() => this.#showHelp()}>${text.keys.show}</button></p>
    </div>`;
  }

  #page(route: Route, text: ShellText): unknown {
    if (route.page === 'unknown' || route.page === 'home')
      return html`<h1>${text.unknown}</h1><p><a href="/portal/">${text.toStart}</a></p>`;
    const { page } = route;
    if (this.#lost) return note('danger', text.lost, { role: 'alert' });
    if (!this.#loaded.has(page)) {
      void this.#load(page);
      return html`<p role="status"><span class="spinner" aria-hidden="true"></span> ${text.loading}</p>`;
    }
    // The name of a tag is one of ours; everything else is a value.
    const tag = unsafeStatic(TAGS[page]);
    return staticHtml`<${tag} .route=${route} .address=${this.address}></${tag}>`;
  }

  async #load(page: LoadedPage): Promise<void> {
    try {
      await loadPage(page);
      this.#loaded.add(page);
    } catch {
      // Browsers keep a failed import for the life of the page.
      this.#lost = true;
    }
    this.requestUpdate();
  }

  #help(text: ShellText): TemplateResult {
    const { keys } = text;
    const rows: readonly (readonly [readonly string[], string])[] = [
      [['/'], keys.search],
      [['J', 'K'], keys.rows],
      [['Enter'], keys.open],
      [['N'], keys.next],
      [['A'], keys.assign],
      [['?'], keys.help],
    ];
    return html`<dialog aria-labelledby="keys-title"><h2 id="keys-title">${keys.title}</h2>
      <dl>${rows.map(([names, does]) => html`<dt>${names.map((one) => html`<kbd>${one}</kbd> `)}</dt><dd>${does}</dd>`)}</dl>
      <label><input type="checkbox" .checked=${areKeysOn()} @change=${(event: Event) =>
        turnKeys((event.target as HTMLInputElement).checked)}>${keys.on}</label>
      <p><button type="button" @click=${() => this.renderRoot.querySelector('dialog')?.close()}>${keys.close}</button></p></dialog>`;
  }

  #showHelp(): void {
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  #toggle(): void {
    this.#open = !this.#open;
    this.requestUpdate();
  }

  protected override updated(): void {
    const { pathname } = new URL(this.address, location.origin);
    if (pathname === this.#shownPath) return;
    const isFirst = this.#shownPath === '';
    this.#shownPath = pathname;
    if (isFirst) return;
    this.#open = false;
    this.requestUpdate();
    // As if another page had been loaded: the next Tab goes on from there.
    this.renderRoot.querySelector('main')?.focus({ preventScroll: true });
  }

  readonly #skip = (): void => {
    this.renderRoot.querySelector('main')?.focus();
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (!areKeysOn()) return;
    const page = this.renderRoot.querySelector('main')?.firstElementChild?.shadowRoot ?? null;
    const done = onKey(event, page);
    if (done === 'nothing') return;
    event.preventDefault();
    if (done === 'help') this.#showHelp();
  };
}
