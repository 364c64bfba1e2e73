// Owns what an element inside `svc-client` does before its body is there: finds the client, loads the body, keeps calls for it.
import type { Session } from '@pestle/client';
import type { Search } from '../connection.ts';
import { findClient } from '../connection.ts';
import { first } from './first.ts';
import { Shell } from './shell.ts';
import type { BodyModule, ShellBody } from './shell-body.ts';

const CSS = ':host{display:block}:host([hidden]){display:none}';

/** A shell whose body needs a session. */
export abstract class NestedShell extends Shell {
  #root: ShadowRoot | undefined;
  #body: ShellBody | undefined;
  #loading: Promise<ShellBody> | undefined;
  #session: Session | null = null;
  #search: Search | undefined;
  #notice: HTMLElement | undefined;
  #broken = false;

  /**
   * Imports the module of the body.
   * @internal
   */
  protected abstract load(): Promise<BodyModule>;

  /**
   * Has asked what the body asks first. Called while the body is on its way.
   * @internal
   */
  protected ahead?(session: Session): void;

  /** @internal */
  connectedCallback(): void {
    this.#root ??= this.makeRoot(CSS);
    this.#search?.stop();
    this.#search = findClient(
      this,
      (session) => this.#connect(session),
      () => setTimeout(() => this.#missing()),
    );
    void this.#ready().catch(() => this.#failed());
  }

  /** @internal */
  disconnectedCallback(): void {
    // A move in the document is a removal and an insertion in one turn: only what stays away stops searching.
    queueMicrotask(() => {
      if (!this.isConnected) this.#search?.stop();
    });
  }

  /** @internal */
  protected override changed(): void {
    if (this.#body !== undefined) this.handOn(this.#body);
  }

  /**
   * Calls a method of the body, now or when it is there.
   * @internal
   */
  protected async call(method: string, ...given: readonly unknown[]): Promise<unknown> {
    const body = (await this.#ready()) as unknown as Record<
      string,
      (...given: readonly unknown[]) => unknown
    >;
    return body[method]?.(...given);
  }

  #ready(): Promise<ShellBody> {
    this.#loading ??= first()
      .then(() => this.load())
      .then(
        ({ createBody }) => this.#attach(createBody()),
        (error: unknown) => {
          this.#loading = undefined;
          throw error;
        },
      );
    return this.#loading;
  }

  #attach(body: ShellBody): ShellBody {
    body.attach(this);
    this.#body = body;
    this.changed();
    body.connect(this.#session);
    this.#root ??= this.makeRoot(CSS);
    if (this.#search?.found !== false) this.#root.replaceChildren(body);
    return body;
  }

  #connect(session: Session | null): void {
    if (session === this.#session && this.#notice === undefined) return;
    this.#session = session;
    if (session !== null && this.#body === undefined) this.ahead?.(session);
    // Without its code the element has nothing to show a session in: what it says stays.
    if (this.#broken) return;
    this.#notice = undefined;
    this.#body?.connect(session);
    if (this.#body !== undefined && this.#body.parentNode === null) this.#root?.replaceChildren(this.#body);
    else if (this.#body === undefined) this.#root?.replaceChildren();
  }

  #missing(): void {
    if (!this.isConnected || this.#search?.found === true) return;
    this.#session = null;
    this.#body?.connect(null);
    const message = `<${this.localName}> must be inside <svc-client>.`;
    this.#tell('NO_CLIENT', message);
  }

  #failed(): void {
    this.#broken = true;
    // The build of the service has asked several times; a failed import is kept by browsers for the life of the page.
    this.#tell('LOAD_FAILED', this.lost);
  }

  #tell(code: string, message: string): void {
    this.say(code, message, (notice) => {
      this.#notice = notice;
      this.#root?.replaceChildren(notice);
    });
  }
}
