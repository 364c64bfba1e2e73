// The portal itself: the practice it is for, sign-in, and the address that its frame shows.

import { note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, LitElement, nothing } from 'lit';
import { goTo, MOVED } from './navigate.ts';
import { portalIcon } from './page/icons.ts';
import { portalStyles } from './page/styles.ts';
import { PageWords } from './page/words.ts';
import { rememberedOrganization, rememberOrganization, watchPreferences } from './preferences.ts';
import { returnAddress, returnedTo, routeOf } from './routes.ts';
import { frameStyles } from './shell/frame-styles.ts';
import { type ShellText, shell } from './text/en/shell.ts';

/** The application through which this portal signs people in. Neither id is a secret. */
interface Practice {
  readonly applicationId: string;
  readonly organizationId: string;
}

/** Pages to which links lead from outside. */
const RECORDS: ReadonlySet<string> = new Set(['prescription', 'order', 'call-in', 'sign']);

export class Portal extends LitElement {
  static override styles = [...portalStyles, frameStyles];

  #practice: Practice | 'loading' | 'choose' | 'failed' = 'loading';
  /** Why it failed: the status of the answer; undefined without one. */
  #status: number | undefined;
  #wrong = false;
  #address = location.pathname + location.search;
  /** Whoever came with a session of the service that has just begun, and is asked for nothing more. */
  #enters = false;
  /** Somebody is signed in: the frame says whose portal it is. */
  #isInside = false;
  /** What the service wrote into the page stands there until the elements have something to show: no link goes before another way is there. */
  #isFirst = this.childElementCount > 0;
  #shows: ResizeObserver | undefined;
  /** Where the link led on which a press began. */
  #pressed: string | undefined;
  readonly #words = new PageWords<ShellText>(
    shell,
    async () => (await import('./text/es/shell.ts')).shell,
    () => this.requestUpdate(),
  );

  override connectedCallback(): void {
    super.connectedCallback();
    this.#enter();
    addEventListener('popstate', this.#moved);
    addEventListener(MOVED, this.#moved);
    watchPreferences(() => this.requestUpdate());
    this.addEventListener('pointerdown', this.#begun);
    this.addEventListener('click', this.#followed);
    this.addEventListener('svc-ready', this.#signedIn);
    void this.#find(rememberedOrganization());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('popstate', this.#moved);
    removeEventListener(MOVED, this.#moved);
  }

  protected override render(): TemplateResult {
    const practice = this.#practice;
    return typeof practice === 'string' ? this.#without(practice) : this.#within(practice);
  }

  #within({ applicationId, organizationId }: Practice): TemplateResult {
    const { page } = routeOf(new URL(this.#address, location.origin).pathname);
    // A link to a record is followed by whoever is signed in at the service already, without another click.
    const autoLogin = this.#enters || RECORDS.has(page);
    const above = this.#isFirst ? html`<slot></slot>` : html`<main class="plain">${this.#heading()}</main>`;
    return html`${this.#isInside ? nothing : above}
      <div class="client"><svc-client id=${applicationId} org=${organizationId} auto-login=${String(autoLogin)}
        redirect-uri=${returnAddress(location.origin, this.#address)}
        ><pestle-portal-frame .address=${this.#address}></pestle-portal-frame></svc-client></div>`;
  }

  /** `?sign-in` is meant once: it stays in no address, so that neither Reload nor signing out signs in again. */
  #enter(): void {
    const url = new URL(location.href);
    this.#enters = url.searchParams.has('sign-in');
    if (!this.#enters) return;
    url.searchParams.delete('sign-in');
    history.replaceState(history.state, '', url.pathname + url.search);
    this.#address = url.pathname + url.search;
  }

  #heading(): TemplateResult {
    return html`<h1 class="brand"><span class="logo">${portalIcon('pestle', 20)}</span> ${this.#words.now.title}</h1>`;
  }

  #without(state: 'loading' | 'choose' | 'failed'): TemplateResult {
    const text = this.#words.now;
    switch (state) {
      case 'loading':
        if (this.#isFirst) return html`<slot></slot>`;
        return html`<main class="plain">${this.#heading()}<p role="status"><span class="spinner" aria-hidden="true"></span> ${text.loading}</p></main>`;
      case 'failed': {
        const why =
          this.#status === undefined ? text.unreachable : (text.refusals[this.#status] ?? text.cannotAnswer);
        return html`<main class="plain">${this.#heading()}${note('danger', why, { role: 'alert' })}
          <p><button type="button" @click=${() => void this.#find(rememberedOrganization())}>${text.tryAgain}</button></p></main>`;
      }
      case 'choose':
        return html`<main class="plain">${this.#heading()}<h2>${text.which}</h2>
          ${this.#wrong ? note('danger', text.noPortal, { role: 'alert' }) : nothing}
          <form class="card" @submit=${this.#chosen}>
            <div><label for="org">${text.organization}</label>
              <input id="org" name="org" required spellcheck="false" autocomplete="organization" placeholder="org_…"></div>
            <p><button class="primary">${text.continue}</button></p>
          </form></main>`;
      default:
        throw new Error(`unknown state ${String(state satisfies never)}`);
    }
  }

  readonly #chosen = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.target as HTMLFormElement).get('org');
    if (typeof given === 'string') void this.#find(given.trim(), true);
  };

  /** The one that the service has named in the page, unless another one is remembered here. */
  #named(organizationId: string | null): Practice | undefined {
    const { application, organization } = this.dataset;
    if (application === undefined || organization === undefined) return undefined;
    if (organizationId !== null && organizationId !== organization) return undefined;
    return { applicationId: application, organizationId: organization };
  }

  async #find(organizationId: string | null, typed = false): Promise<void> {
    const named = this.#named(organizationId);
    if (named !== undefined) {
      rememberOrganization(named.organizationId);
      return this.#set(named);
    }
    this.#set('loading');
    const url = new URL('/portal/practice.json', location.origin);
    if (organizationId !== null) url.searchParams.set('org', organizationId);
    this.#status = undefined;
    try {
      const response = await fetch(url, { credentials: 'omit' });
      if (response.status === 404) {
        this.#wrong = typed;
        // What was remembered may be gone; the only practice of a deployment is found without an id.
        if (organizationId !== null && !typed) return await this.#find(null);
        return this.#set('choose');
      }
      if (!response.ok) {
        this.#status = response.status;
        return this.#set('failed');
      }
      const practice = (await response.json()) as Practice;
      rememberOrganization(practice.organizationId);
      this.#set(practice);
    } catch {
      this.#set('failed');
    }
  }

  protected override updated(): void {
    const client = this.renderRoot.querySelector('.client');
    if (!this.#isFirst || client === null || this.#shows !== undefined) return;
    this.#shows = new ResizeObserver(([entry]) => {
      if (entry === undefined || entry.contentRect.height === 0) return;
      this.#shows?.disconnect();
      this.#isFirst = false;
      this.requestUpdate();
    });
    this.#shows.observe(client);
  }

  #set(practice: Practice | 'loading' | 'choose' | 'failed'): void {
    this.#practice = practice;
    this.requestUpdate();
  }

  readonly #begun = (event: PointerEvent): void => {
    this.#pressed = linkOf(event)?.href;
  };

  /**
   * Links of the portal change the page in place; everything else is the browser's. A list that changes under a press that is half done leads
   * nowhere: it would be another patient's page. A click without a press is the keyboard's or an assistive technology's.
   */
  readonly #followed = (event: MouseEvent): void => {
    if (event.defaultPrevented) return;
    const link = linkOf(event);
    if (link === undefined) return;
    if (event.detail > 0 && link.href !== this.#pressed) return event.preventDefault();
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.target !== '' || link.origin !== location.origin || !link.pathname.startsWith('/portal')) return;
    event.preventDefault();
    goTo(link.pathname + link.search);
  };

  readonly #moved = (): void => {
    this.#address = location.pathname + location.search;
    this.requestUpdate();
  };

  /** A sign-in returns to the callback; the page that was asked for follows. */
  readonly #signedIn = (): void => {
    this.#isInside = true;
    this.#enters = false;
    const path = returnedTo(location);
    if (path !== null) history.replaceState(history.state, '', path);
    this.#moved();
  };
}

function linkOf(event: Event): HTMLAnchorElement | undefined {
  return event.composedPath().find((one) => one instanceof HTMLAnchorElement);
}
