// The portal itself: its frame, the practice it is for, sign-in, and which page the address names.

import { note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, LitElement, nothing } from 'lit';
import { returnAddress, returnedTo, routeOf } from './routes.ts';
import { portalStyles } from './styles.ts';

/** The application through which this portal signs people in. Neither id is a secret. */
interface Practice {
  readonly applicationId: string;
  readonly organizationId: string;
}

/** Which practice this browser used last: an id, and nothing of its patients. */
const REMEMBERED = 'pestle.portal.organization';

/** By the status of the answer. */
const REFUSALS: Readonly<Record<number, string>> = {
  429: 'Too many requests came from here. Wait a moment.',
  503: 'The service is in maintenance, or has too much to do. Try again later.',
};

export class Portal extends LitElement {
  static override styles = portalStyles;

  #practice: Practice | 'loading' | 'choose' | 'failed' = 'loading';
  /** Why it failed. */
  #why = '';
  #wrong = false;
  #path = location.pathname;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('popstate', this.#moved);
    this.addEventListener('click', this.#followed);
    this.addEventListener('svc-ready', this.#signedIn);
    void this.#find(remembered());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('popstate', this.#moved);
  }

  protected override render(): TemplateResult {
    const route = routeOf(this.#path);
    const practice = this.#practice;
    return html`<header><div>
        <strong>Prescriber portal</strong>
        <nav aria-label="Portal"><ul>
          <li><a href="/portal/" aria-current=${route.page === 'home' ? 'page' : nothing}>Start</a></li>
          <li><a href="/portal/settings" aria-current=${route.page === 'settings' ? 'page' : nothing}>Settings</a></li>
        </ul></nav>
        <span class="who"><a href="/account">Your sign-in</a></span>
      </div></header>
      <main>${typeof practice === 'string' ? this.#without(practice) : this.#within(practice)}</main>`;
  }

  #within({ applicationId, organizationId }: Practice): TemplateResult {
    // A link to a record is followed by whoever is signed in at the service already, without another click.
    const autoLogin = routeOf(this.#path).page === 'prescription';
    return html`<svc-client id=${applicationId} org=${organizationId} auto-login=${String(autoLogin)}
      redirect-uri=${returnAddress(location.origin, this.#path)}>${this.#page()}</svc-client>`;
  }

  #page(): TemplateResult {
    const route = routeOf(this.#path);
    switch (route.page) {
      case 'home':
        return html`<h1>Welcome</h1>
          <p>A prescription opens from the medication history of the page in which you prescribe.</p>
          <p><a href="/portal/settings">Settings of your organization's applications</a> (administrators)</p>`;
      case 'prescription':
        return html`<pestle-portal-prescription prescription-id=${route.id}></pestle-portal-prescription>`;
      case 'settings':
        return html`<pestle-portal-settings .applicationId=${route.applicationId}></pestle-portal-settings>`;
      case 'unknown':
        return html`<h1>There is no such page</h1><p><a href="/portal/">To the start of the portal</a></p>`;
      default:
        throw new Error(`unknown page ${JSON.stringify(route satisfies never)}`);
    }
  }

  #without(state: 'loading' | 'choose' | 'failed'): TemplateResult {
    switch (state) {
      case 'loading':
        return html`<h1>Prescriber portal</h1><p role="status"><span class="spinner" aria-hidden="true"></span> Loading…</p>`;
      case 'failed':
        return html`<h1>Prescriber portal</h1>${note('danger', this.#why, { role: 'alert' })}
          <p><button type="button" @click=${() => void this.#find(remembered())}>Try again</button></p>`;
      case 'choose':
        return html`<h1>Which organization?</h1>
          ${this.#wrong ? note('danger', 'No portal is set up for this id. Compare it with what your administrator gave you.', { role: 'alert' }) : nothing}
          <form class="card" @submit=${this.#chosen}>
            <div><label for="org">Id of your organization</label>
              <input id="org" name="org" required spellcheck="false" autocomplete="organization" placeholder="org_…"></div>
            <p><button class="primary">Continue</button></p>
          </form>`;
      default:
        throw new Error(`unknown state ${String(state satisfies never)}`);
    }
  }

  readonly #chosen = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.target as HTMLFormElement).get('org');
    if (typeof given === 'string') void this.#find(given.trim(), true);
  };

  async #find(organizationId: string | null, typed = false): Promise<void> {
    this.#set('loading');
    const url = new URL('/portal/practice.json', location.origin);
    if (organizationId !== null) url.searchParams.set('org', organizationId);
    try {
      const response = await fetch(url, { credentials: 'omit' });
      if (response.status === 404) {
        this.#wrong = typed;
        // What was remembered may be gone; the only practice of a deployment is found without an id.
        if (organizationId !== null && !typed) return await this.#find(null);
        return this.#set('choose');
      }
      if (!response.ok) {
        this.#why = REFUSALS[response.status] ?? 'The service cannot answer at the moment.';
        return this.#set('failed');
      }
      const practice = (await response.json()) as Practice;
      remember(practice.organizationId);
      this.#set(practice);
    } catch {
      this.#why = 'The service cannot be reached. Check the connection to the internet.';
      this.#set('failed');
    }
  }

  #set(practice: Practice | 'loading' | 'choose' | 'failed'): void {
    this.#practice = practice;
    this.requestUpdate();
  }

  /** Links of the portal change the page in place; everything else is the browser's. */
  readonly #followed = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.origin !== location.origin) return;
    if (!link.pathname.startsWith('/portal')) return;
    event.preventDefault();
    history.pushState(null, '', link.pathname);
    this.#moved();
    scrollTo(0, 0);
  };

  readonly #moved = (): void => {
    this.#path = location.pathname;
    this.requestUpdate();
  };

  /** A sign-in returns to the callback; the page that was asked for follows. */
  readonly #signedIn = (): void => {
    const path = returnedTo(location);
    if (path === null) return;
    history.replaceState(null, '', path);
    this.#moved();
  };
}

function remembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

function remember(organizationId: string): void {
  try {
    localStorage.setItem(REMEMBERED, organizationId);
  } catch {
    // A browser that keeps nothing asks again.
  }
}
