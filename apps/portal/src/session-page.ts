// Owns what every page of the portal needs: the session of the client around it, one load at a time, looking again while something is awaited, and what failed in words.

import type { Session } from '@pestle/client';
import { ClientError, isAbort } from '@pestle/client';
import type { Search } from '@pestle/elements/connection';
import { findClient } from '@pestle/elements/connection';
import { hasEnded, kitWords as kit, note, saidWords as said, trouble } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, LitElement, nothing } from 'lit';
import { PORTAL_LIMITS } from './limits.ts';
import { portalStyles } from './styles.ts';

const WORDS = { kit, said };

/** Where a page has nothing to show, these say more than the service's own words. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  NOT_FOUND: 'There is nothing here, or it belongs to another organization.',
  FORBIDDEN: 'Your role in this organization may not see this page. Ask an administrator.',
};

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
  #wasReady = false;

  override connectedCallback(): void {
    super.connectedCallback();
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
    clearTimeout(this.#timer);
    this.#loading?.abort();
    this.#loadedFor = '';
    this.#search?.stop();
    this.#attach(null);
  }

  /** What the page is called while it has nothing to show. */
  protected abstract readonly heading: string;
  /** What the page is about, beside the person: when it changes, everything is asked anew. */
  protected abstract subject(): string;
  protected abstract load(session: Session, signal: AbortSignal): Promise<Data>;

  /** True while something is awaited of what is shown: then it is looked at again. */
  protected abstract isAwaited(data: Data): boolean;
  protected abstract show(data: Data, session: Session): TemplateResult;

  protected override render(): TemplateResult {
    this.#lookAgain();
    const { session, data } = this;
    if (session === null || session.me === undefined) return html`<h1>${this.heading}</h1>`;
    if (data === undefined && this.#problem !== undefined) return this.#failed(this.#problem, session);
    if (data === undefined)
      return html`<h1>${this.heading}</h1><p role="status"><span class="spinner" aria-hidden="true"></span> Loading…</p>`;
    return this.show(data, session);
  }

  /** Looks again without waiting, unless a look is under way. */
  protected lookNow(): void {
    if (this.#looking) return;
    this.#looks = 0;
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
    const what = 'What is shown may be old.';
    return note(
      'warn',
      trouble({ session, text: WORDS }, what, this.#problem, () => this.lookNow()),
    );
  }

  #failed(problem: ClientError, session: Session): TemplateResult {
    const view = { session, text: { ...WORDS, said: { ...said, errors: OWN_WORDS } } };
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
    if (key !== this.#loadedFor) this.data = undefined;
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
    try {
      const data = await this.load(session, loading.signal);
      if (loading.signal.aborted) return;
      this.data = data;
      this.#problem = undefined;
    } catch (error) {
      if (loading.signal.aborted || isAbort(error)) return;
      this.#problem =
        error instanceof ClientError
          ? error
          : new ClientError('server', 'INTERNAL', 'The page could not be loaded.');
    }
    this.#looking = false;
    this.requestUpdate();
    this.#lookLater();
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

  readonly #seen = (): void => {
    clearTimeout(this.#timer);
    const { data } = this;
    if (document.visibilityState === 'visible' && data !== undefined && this.isAwaited(data)) this.lookNow();
  };
}
