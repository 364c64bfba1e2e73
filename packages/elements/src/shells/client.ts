// The public element `svc-client` (contract section 2): the application, its organization, and whoever is signed in.
import type { Session } from '@pestle/client';
import type { ClientBody } from '../client/body.ts';
import type { Accept } from '../connection.ts';
import { announceClient, answerSearches } from '../connection.ts';
import { Shell } from './shell.ts';

// Without a box of its own the element leaves the page's layout as it is.
const CSS = ':host{display:contents}:host([hidden]),slot[hidden]{display:none}';

export class ClientElement extends Shell {
  static override readonly attributes: readonly string[] = [
    'id',
    'org',
    'auto-login',
    'redirect-uri',
    'redirect-path',
    'dev-mode',
    'api-url',
    'user-id',
  ];

  #root: ShadowRoot | undefined;
  #body: Promise<ClientBody> | undefined;
  #placed: ClientBody | undefined;
  #session: Session | null = null;
  readonly #inside = new Set<Accept>();

  constructor() {
    super();
    answerSearches(this, {
      add: (accept) => {
        this.#inside.add(accept);
        accept(this.#session);
      },
      delete: (accept) => this.#inside.delete(accept),
    });
  }

  connectedCallback(): void {
    if (this.#root === undefined) {
      this.#root = this.makeRoot(CSS);
      this.#root.append(document.createElement('slot'));
    }
    announceClient();
    void this.#ready().catch(() => this.tellError('LOAD_FAILED', 'The sign-in could not be loaded.'));
  }

  /** Signs in, in a window of its own unless `popup` is false. Call it within a gesture of the person. */
  async signIn(options?: { readonly popup?: boolean }): Promise<boolean> {
    // A window can only be opened before anything is awaited.
    if (this.#placed !== undefined) return await this.#placed.signIn(options);
    return await (await this.#ready()).signIn(options);
  }

  /** Ends the session in all tabs of this browser; with `everywhere`, also at the service, for which the page leaves. */
  async signOut(options?: { readonly everywhere?: boolean }): Promise<void> {
    await (await this.#ready()).signOut(options);
  }

  protected override changed(): void {
    this.#placed?.receive(this.raw);
  }

  #ready(): Promise<ClientBody> {
    this.#body ??= import('../client/body.ts').then(
      ({ createBody }) => {
        const body = createBody();
        body.attach({
          element: this,
          publish: (session) => this.#publish(session),
          reveal: (shown) => this.#reveal(shown),
          tellError: (code, message) => this.tellError(code, message),
        });
        body.receive(this.raw);
        this.#placed = body;
        this.#root?.prepend(body);
        return body;
      },
      (error: unknown) => {
        this.#body = undefined;
        throw error;
      },
    );
    return this.#body;
  }

  #publish(session: Session | null): void {
    this.#session = session;
    for (const accept of this.#inside) accept(session);
  }

  #reveal(shown: boolean): void {
    const slot = this.#root?.querySelector('slot');
    if (slot !== null && slot !== undefined) slot.hidden = !shown;
  }
}
