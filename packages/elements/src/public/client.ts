// The public element `svc-client`: the application, its organization, and whoever is signed in.
import type { Session } from '@pestle/client';
import { askEarly } from '@pestle/client/early-discovery';
import type { ClientBody } from '../client/body.ts';
import { configuredApiUrl } from '../configure.ts';
import type { Accept } from '../connection.ts';
import { announceClient, answerSearches } from '../connection.ts';
import { letFirst } from '../shells/first.ts';
import { Shell } from '../shells/shell.ts';

// Without a box of its own the element leaves the page's layout as it is.
const CSS = ':host{display:contents}:host([hidden]),slot[hidden]{display:none}';

/**
 * The application, its organization, and whoever is signed in. The other elements must be inside it.
 *
 * @tagname svc-client
 * @slot - The page's own content, with the other elements.
 * @fires {CustomEvent<{errors: PlainError[]}>} svc-error - Something is set wrongly, the sign-in was refused, or the service cannot be reached.
 * @fires {CustomEvent<{}>} svc-ready - Somebody is signed in.
 * @fires {CustomEvent<{count: number}>} svc-attention - How much on the practice's desk waits for the signed-in person, with `attention`: once it is known, and whenever it is another number.
 * @attr {string} id - The id of the application (`app_…`); the element's own property `id` is its twin.
 * @csspart sign-in - What the client says when nobody is signed in.
 * @csspart button - A button of the sign-in.
 * @csspart primary - The one button of the sign-in that goes on.
 * @csspart maintenance - What the client says of announced maintenance.
 */
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
    'attention',
    'theme',
  ];

  /** The id of the organization. @attr org */
  declare org: string | null;
  /** Sign in as soon as the page is there. Default `false`. @attr auto-login */
  declare autoLogin: boolean | string | null;
  /** Where a sign-in returns to: one of the callback URLs of the application; a query of its own is kept. On another origin, the page there must hold this element too: it begins the sign-in and ends signed in. @attr redirect-uri */
  declare redirectUri: string | null;
  /** Where to go after a sign-in that succeeded. Only where it returns to the root of the domain. @attr redirect-path */
  declare redirectPath: string | null;
  /** Uses the staging deployment, for everything. Default `false`. @attr dev-mode */
  declare devMode: boolean | string | null;
  /** The service's address. The script that the service serves knows it. @attr api-url */
  declare apiUrl: string | null;
  /** The user who must be signed in: the service's id (`usr_…`) or the e-mail address. Anybody else is signed out. @attr user-id */
  declare userId: string | null;
  /** Follows how much on the practice's desk waits for the signed-in person, and fires `svc-attention`. Default `false`. @attr attention */
  declare attention: boolean | string | null;
  /** `light` or `dark`; else what the reader's system prefers. @attr theme */
  declare theme: 'light' | 'dark' | null;

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

  /** @internal */
  connectedCallback(): void {
    if (this.#root === undefined) {
      this.#root = this.makeRoot(CSS);
      this.#root.append(document.createElement('slot'));
    }
    announceClient();
    const address = this.apiUrl ?? configuredApiUrl();
    const described =
      this.#placed === undefined && typeof address === 'string' ? askEarly(address) : undefined;
    const ready = this.#ready().catch(() => this.#failed());
    // By when the service has described itself, the line has brought most of what signs in.
    letFirst(described ?? ready);
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

  /** @internal */
  protected override changed(): void {
    if (this.#placed !== undefined) this.handOn(this.#placed);
  }

  #ready(): Promise<ClientBody> {
    this.#body ??= import('../client/body.ts').then(
      ({ createBody }) => {
        const body = createBody();
        body.attach({
          element: this,
          publish: (session) => this.#publish(session),
          reveal: (shown) => this.#reveal(shown),
          reportError: (code, message) => this.reportError(code, message),
        });
        this.#placed = body;
        this.changed();
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

  /** Browsers keep a failed import for the life of the page: only another load of it tries again. */
  #failed(): void {
    this.say('LOAD_FAILED', this.lost, (notice) => {
      this.#root?.querySelector('[part=notice]')?.remove();
      this.#root?.prepend(notice);
    });
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
