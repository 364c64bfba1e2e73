// The body of `svc-client`: owns the session, gives it to those inside, and shows how to sign in.
import type { ClientConfig, ClientSession, IdleEnd, Session } from '@pestle/client/session';
import { createClientSession } from '@pestle/client/session';
import { definePrivate } from '../registry.ts';
import { CLIENT_PARTS } from '../shells/parts.ts';
import type { RawAttributes } from '../shells/shell-body.ts';
import { readClientConfig, sessionKey } from './config.ts';
import { MAINTENANCE_LOOK_MS } from './limits.ts';
import type { Panel } from './panel.ts';
import type { ActionName } from './view.ts';

/** What the shell of a client does for its body; not on the public element, where any script could call it. */
export interface ClientOwner {
  readonly element: HTMLElement;
  /** Hands the session to those inside; null takes it back. */
  publish(session: Session | null): void;
  /** Whether the content of the page inside is shown. */
  reveal(shown: boolean): void;
  /** Fires `svc-error`. */
  reportError(code: string, message: string): void;
}

export interface ClientBody extends HTMLElement {
  attach(owner: ClientOwner): void;
  receive(raw: RawAttributes): void;
  signIn(options?: { readonly popup?: boolean }): Promise<boolean>;
  signOut(options?: { readonly everywhere?: boolean }): Promise<void>;
}

export interface ClientBodyModule {
  readonly createBody: () => ClientBody;
}

class ClientBodyElement extends HTMLElement implements ClientBody {
  #owner: ClientOwner | undefined;
  #raw: RawAttributes = {};
  #session: ClientSession | undefined;
  #key = '';
  #config: ClientConfig | undefined;
  #reported = '';
  #wasReady = false;
  #returning = false;
  #unset = '';
  #panel: Promise<Panel> | undefined;
  #looking: ReturnType<typeof setInterval> | undefined;
  #attending: Promise<() => void> | undefined;
  #idle: IdleEnd | undefined;

  attach(owner: ClientOwner): void {
    this.#owner = owner;
    this.setAttribute('exportparts', CLIENT_PARTS.replaceAll(' ', ','));
    this.hidden = true;
    // Known before the session cleans the address of the page.
    this.#returning = new URLSearchParams(location.search).get('state')?.startsWith('pestle.popup.') === true;
  }

  connectedCallback(): void {
    this.#session?.wake();
    this.#read();
    // A chart stays open for hours.
    this.#looking ??= setInterval(() => {
      if (!document.hidden) void this.#session?.lookForMaintenance();
    }, MAINTENANCE_LOOK_MS);
  }

  disconnectedCallback(): void {
    // A move in the document is a removal and an insertion in one turn.
    queueMicrotask(() => {
      if (this.isConnected) return;
      clearInterval(this.#looking);
      this.#looking = undefined;
      this.#session?.rest();
    });
  }

  receive(raw: RawAttributes): void {
    this.#raw = raw;
    if (this.isConnected) this.#read();
  }

  async signIn(options?: { readonly popup?: boolean }): Promise<boolean> {
    const popup = options?.popup ?? !this.#leavesPage();
    return (await this.#session?.signIn({ popup })) ?? false;
  }

  async signOut(options?: { readonly everywhere?: boolean }): Promise<void> {
    await this.#session?.signOut(options);
  }

  /** The page's own wish: it named where a sign-in returns to. Somebody's work on the screen is never left. */
  #leavesPage(): boolean {
    if (this.#session?.me !== undefined) return false;
    return this.#config?.redirectUri !== undefined || this.#config?.redirectPath !== undefined;
  }

  #read(): void {
    const { config, attention, problems, warnings } = readClientConfig(
      this.#raw,
      languageAround(this.#owner?.element),
    );
    for (const warning of warnings) this.#warn(warning);
    this.#config = config;
    if (config === undefined) {
      this.#end();
      this.#unset = problems.join(' ');
      this.#show();
      this.#reportError('CONFIGURATION', this.#unset);
      return;
    }
    this.#unset = '';
    const key = sessionKey(config);
    if (key === this.#key && this.#session !== undefined) {
      this.#session.change(config);
      this.#changed();
      this.#attend(attention);
      return;
    }
    this.#end();
    this.#key = key;
    const session = createClientSession(config, (message) => this.#warn(message));
    this.#session = session;
    session.subscribe(() => {
      if (this.#session === session) this.#changed();
    });
    this.#owner?.publish(session);
    this.#changed();
    void session.start();
    this.#attend(attention);
  }

  /** Most pages do not ask: what follows is loaded for those that do. */
  #attend(wanted: boolean): void {
    const session = this.#session;
    const element = this.#owner?.element;
    if (wanted && session !== undefined && element !== undefined)
      this.#attending ??= import('../situation/attention.ts').then(({ attend }) => attend(session, element));
    else {
      void this.#attending?.then((stop) => stop());
      this.#attending = undefined;
    }
  }

  #end(): void {
    this.#attend(false);
    this.#idle?.stop();
    this.#idle = undefined;
    if (this.#session === undefined) return;
    this.#session.close();
    this.#session = undefined;
    this.#wasReady = false;
    this.#owner?.publish(null);
  }

  #changed(): void {
    const session = this.#session;
    if (session === undefined) return;
    const { state, problem } = session;
    this.#owner?.reveal(!session.hidden);
    if (state !== 'loading' && state !== 'signing-in') this.#returning = false;
    this.#show();
    if (state === 'ready' && !this.#wasReady) {
      this.#wasReady = true;
      void session.watchIdleEnd(() => this.#show()).then((idle) => (this.#idle = idle));
      this.#owner?.element.dispatchEvent(
        new CustomEvent('svc-ready', { bubbles: true, composed: true, detail: {} }),
      );
    }
    if (problem !== undefined) this.#reportError(problem.code, problem.message);
    else this.#reported = '';
  }

  /** Once per problem, not at every render of it. */
  #reportError(code: string, message: string): void {
    if (this.#reported === message) return;
    this.#reported = message;
    this.#owner?.reportError(code, message);
  }

  #warn(message: string): void {
    if (warned.has(message)) return;
    warned.add(message);
    console.warn(`svc-client: ${message}`);
  }

  /** Most pages continue a session and never show anything: what shows it is loaded for it. */
  #show(): void {
    const state = this.#session?.state;
    const isQuiet =
      (state === 'ready' || state === 'loading') &&
      !this.#session?.maintenance.length &&
      !this.#idle?.isEnding;
    if (this.#panel === undefined && isQuiet) return;
    this.#panel ??= import('./panel.ts').then(({ Panel }) => new Panel(this, (action) => this.#act(action)));
    void this.#panel.then((panel) =>
      panel.show({
        session: this.#session,
        unset: this.#unset,
        idle: this.#idle,
        isReturningWindow: this.#returning,
      }),
    );
  }

  #act(action: Exclude<ActionName, 'stay'>): void {
    switch (action) {
      case 'sign-in':
        void this.signIn();
        return;
      case 'sign-in-here':
        void this.signIn({ popup: false });
        return;
      case 'cancel':
        this.#session?.cancelSignIn();
        return;
      case 'retry':
        void this.#session?.retry();
        return;
      default:
        action satisfies never;
    }
  }
}

const warned = new Set<string>();

/** For the provider's pages, which have their own words. */
function languageAround(element: Element | undefined): string | undefined {
  const lang = element?.closest('[lang]')?.getAttribute('lang');
  return lang === null || lang === undefined || lang === '' ? undefined : lang.slice(0, 2).toLowerCase();
}

/** Makes the body; its tag belongs to this build. */
export const createBody: () => ClientBody = definePrivate('client', ClientBodyElement);
