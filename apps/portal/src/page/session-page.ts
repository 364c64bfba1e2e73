// Owns what every page of the portal needs: the session of the client around it, one load at a time, looking again while something is awaited, and what failed in words.

import type { Session } from '@pestle/client';
import { ClientError, isAbort } from '@pestle/client';
import type { Search } from '@pestle/elements/connection';
import { findClient } from '@pestle/elements/connection';
import { hasEnded, note, trouble } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, LitElement, nothing } from 'lit';
import { PORTAL_LIMITS } from '../limits.ts';
import { MOVED } from '../navigate.ts';
import { watchPreferences } from '../preferences.ts';
import { page as pageEnglish } from '../text/en/page.ts';
import { portalStyles } from './styles.ts';
import { PageWords, type SharedWords, sharedWords } from './words.ts';

/** A page inside `svc-client`. It asks for what it shows as soon as somebody is signed in, and again for another person. */
export abstract class SessionPage<Data> extends LitElement {
  static override styles = portalStyles;

  protected session: Session | null = null;
  protected data: Data | undefined;
  /** Why the last look did not work: what is shown may be old, or there is nothing to show. */
  #problem: ClientError | undefined;
  #search: Search | undefined;
  #stop: (() => void) | undefined;
  #loading: AbortController | undefined;
  #loadedFor = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looks = 0;
  #looking = false;
  /** Something changed while a look was under way, which may not have seen it. */
  #once = false;
  #wasReady = false;
  #stopWatching: (() => void) | undefined;
  readonly #words = new PageWords(
    pageEnglish,
    async () => (await import('../text/es/page.ts')).page,
    () => this.requestUpdate(),
  );

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopWatching = watchPreferences(() => this.requestUpdate());
    // What is typed into a search changes no address, and so nothing that the page is given.
    addEventListener(MOVED, this.#moved);
    document.addEventListener('visibilitychange', this.#seen);
    this.#search = findClient(
      this,
      (session) => this.#attach(session),
      () => undefined,
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#seen);
    this.#stopWatching?.();
    removeEventListener(MOVED, this.#moved);
    clearTimeout(this.#timer);
    this.#loading?.abort();
    this.#loadedFor = '';
    this.#search?.stop();
    this.#attach(null);
  }

  /** What the elements say, too, in the language of the portal. */
  protected get shared(): SharedWords {
    return sharedWords(() => this.requestUpdate());
  }

  /** What the page is called while it has nothing to show. */
  protected abstract get heading(): string;
  /** What the page is about, beside the person: when it changes, everything is asked anew. */
  protected abstract subject(): string;
  protected abstract load(session: Session, signal: AbortSignal): Promise<Data>;

  /** True while something is awaited of what is shown: then it is looked at again. */
  protected abstract isAwaited(data: Data): boolean;
  /** True where what is shown stays until the same person's next question is answered: a list that is narrowed does not blink. */
  protected keepsWhileLoading(): boolean {
    return false;
  }

  protected abstract show(data: Data, session: Session): TemplateResult;

  protected override render(): TemplateResult {
    this.#lookAgain();
    const { session, data } = this;
    if (session === null || session.me === undefined) return html`<h1>${this.heading}</h1>`;
    if (data === undefined && this.#problem !== undefined) return this.#failed(this.#problem, session);
    if (data === undefined)
      return html`<h1>${this.heading}</h1><p role="status"><span class="spinner" aria-hidden="true"></span> ${this.shared.kit.loading}</p>`;
    return this.show(data, session);
  }

  /** When what is shown was asked for; undefined before. */
  protected shownSinceMs: number | undefined;

  /** Looks again without waiting; after the look that is under way. */
  protected lookNow(): void {
    this.#looks = 0;
    if (this.#looking) {
      this.#once = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#lookOnce();
  }

  /** Asks again, for instance after a change. */
  protected async reload(): Promise<void> {
    this.#loadedFor = '';
    this.requestUpdate();
    await this.updateComplete;
  }

  /** Where what is shown may be old: why, and the way on. */
  protected staleNote(): unknown {
    const { session } = this;
    if (session === null || (this.#problem === undefined && !hasEnded(session))) return nothing;
    const { stale } = this.#words.now;
    return note(
      'warn',
      trouble({ session, text: this.shared }, stale, this.#problem, () => this.lookNow()),
    );
  }

  #failed(problem: ClientError, session: Session): TemplateResult {
    const { kit, said } = this.shared;
    // Where a page has nothing to show, the portal's words say more than the service's.
    const errors = { ...said.errors, ...this.#words.now.errors };
    const view = { session, text: { kit, said: { ...said, errors } } };
    return html`<h1>${this.heading}</h1>${note(
      'danger',
      trouble(view, '', problem, () => void this.reload()),
      { role: 'alert' },
    )}`;
  }

  #attach(session: Session | null): void {
    this.#stop?.();
    this.session = session;
    this.#stop = session?.subscribe(() => this.requestUpdate());
    this.requestUpdate();
  }

  #lookAgain(): void {
    const { session } = this;
    const wasReady = this.#wasReady;
    this.#wasReady = session?.state === 'ready';
    if (session?.state !== 'ready' || session.me === undefined) return;
    const key = `${session.me.id} ${this.subject()}`;
    if (key !== this.#loadedFor) {
      if (!this.keepsWhileLoading() || !this.#loadedFor.startsWith(session.me.id)) this.data = undefined;
    }
    // Whoever signs in again finds what could not be asked meanwhile.
    else if (wasReady || this.#looking) return;
    this.#loadedFor = key;
    this.#problem = undefined;
    this.#looks = 0;
    void this.#look(session);
  }

  /** What fails while something is shown leaves it there; the next look may work again. */
  async #look(session: Session): Promise<void> {
    clearTimeout(this.#timer);
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#looking = true;
    this.#once = false;
    try {
      const data = await this.load(session, loading.signal);
      if (loading.signal.aborted) return;
      this.data = data;
      this.shownSinceMs = Date.now();
      this.#problem = undefined;
    } catch (error) {
      if (loading.signal.aborted || isAbort(error)) return;
      this.#problem =
        error instanceof ClientError ? error : new ClientError('server', 'INTERNAL', this.#words.now.failed);
    }
    this.#looking = false;
    this.requestUpdate();
    if (this.#once) this.#lookOnce();
    else this.#lookLater();
  }

  /** Sooner at first, then slower; not while nobody sees the page. */
  #lookLater(): void {
    const { data } = this;
    if (data === undefined || !this.isAwaited(data) || document.visibilityState === 'hidden') return;
    const { lookAfterMs } = PORTAL_LIMITS;
    const wait = lookAfterMs[Math.min(this.#looks, lookAfterMs.length - 1)];
    this.#looks += 1;
    this.#timer = setTimeout(() => this.#lookOnce(), wait);
  }

  #lookOnce(): void {
    const { session } = this;
    if (session?.state === 'ready' && session.me !== undefined) void this.#look(session);
    else this.#lookLater();
  }

  readonly #moved = (): void => this.requestUpdate();

  readonly #seen = (): void => {
    clearTimeout(this.#timer);
    const { data } = this;
    if (document.visibilityState === 'visible' && data !== undefined && this.isAwaited(data)) this.lookNow();
  };
}
