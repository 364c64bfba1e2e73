// The session of one `svc-client`: finds the service, continues a session or has one begun, and answers for the bodies inside.

import type { Persisted } from '../document.ts';
import { Me as MeDocument } from '../documents/generated/people.ts';
import { Drafts, WorkflowPatient } from '../documents/generated/workflow.ts';
import { ClientError, type StepUp } from '../errors.ts';
import type { Live } from '../live/news.ts';
import { discover } from '../requests/discovery.ts';
import { EarlyQuestions } from '../requests/early-questions.ts';
import { withoutAsking } from '../sign-in/callback.ts';
import { openPopup } from '../sign-in/popup.ts';
import type { ClientConfig, ClientSession } from './client-session.ts';
import type { IdleEnd } from './idle-end.ts';
import { asProblem, refusalOf } from './judging.ts';
import { openConnection } from './open-connection.ts';
import type { QueryOptions, SessionState, SignInOptions } from './session.ts';
import type { Connection, SessionCore } from './session-core.ts';
import { SessionFacts } from './session-facts.ts';

export type { Maintenance } from '../requests/discovery.ts';
/** What the owner of a session sets and may do. */
export type { ClientConfig, ClientSession } from './client-session.ts';
export type { IdleEnd } from './idle-end.ts';
/** What everybody inside it may read and ask. */
export type { Me, Session } from './session.ts';

/** Most pages continue a session: what only a sign-in needs is loaded for it. */
const flow = async (): Promise<typeof import('./sign-in-flow.ts')> => await import('./sign-in-flow.ts');

/** Makes the session; nothing is asked of the service before `start`. */
export function createClientSession(config: ClientConfig, warn: (message: string) => void): ClientSession {
  return new BrowserSession(config, warn);
}

class BrowserSession extends SessionFacts implements ClientSession {
  #mustProve = false;
  #config: ClientConfig;
  #connection: Connection | undefined;
  #connecting: Promise<Connection> | undefined;
  #starting: Promise<void> | undefined;
  #popup: AbortController | undefined;
  /** The page is on its way to the provider. */
  #leaving = false;
  /** Another origin of the application sent the person here to sign in. */
  #sentHere = false;
  readonly #early = new EarlyQuestions();
  readonly #core: SessionCore;

  constructor(config: ClientConfig, warn: (message: string) => void) {
    super();
    this.#config = config;
    this.#core = {
      now: () => ({
        config: this.#config,
        state: this.state,
        me: this.me,
        mustProve: this.#mustProve,
      }),
      connect: () => this.#connect(),
      signedIn: () => {
        this.#mustProve = false;
        return this.#identify();
      },
      set: (state, problem) => this.#set(state, problem),
      warn,
    };
  }

  get apiUrl(): string | undefined {
    return this.#connection?.deployment.apiUrl;
  }

  start(): Promise<void> {
    this.#starting ??= this.#begin().catch((error: unknown) => this.#fail(error));
    return this.#starting;
  }

  retry(): Promise<void> {
    this.#starting = undefined;
    this.#set('loading', undefined);
    return this.start();
  }

  change(config: Parameters<ClientSession['change']>[0]): void {
    const otherUser = config.userId !== this.#config.userId;
    const nowAutomatic = config.autoLogin && !this.#config.autoLogin;
    this.#config = { ...this.#config, ...config };
    if (otherUser && this.state === 'ready') void this.#identify();
    if (nowAutomatic && this.state === 'signed-out' && this.me === undefined) void this.#leave();
  }

  readonly query: ClientSession['query'] = (document, variables, options = {}) =>
    this.#send(document, variables, options);

  ahead<Data, Variables>(document: Persisted<Data, Variables>, variables: Variables): void {
    if (this.state === 'loading') this.#early.ask(document, variables);
  }

  aheadOfWorkflow(patientId: unknown, shown: { readonly ownApplication: boolean }): void {
    const id = typeof patientId === 'string' && patientId.trim();
    if (!id) return;
    this.ahead(WorkflowPatient, { id });
    // Asked by the service's own id, which only the patient's record tells where the page gave another.
    if (id.startsWith('pat_')) this.ahead(Drafts, { patientId: id, ...shown });
  }

  readonly mutate: ClientSession['mutate'] = (document, variables, options) =>
    this.#send(document, variables, options);

  async live(): Promise<Live> {
    return (await import('../live/open-stream.ts')).openLive(await this.#connect(), this);
  }

  async watchIdleEnd(changed: () => void): Promise<IdleEnd> {
    return (await import('./idle-end.ts')).watchIdleEnd(this, changed);
  }

  async signIn({ popup = true }: SignInOptions = {}): Promise<boolean> {
    if (this.#leaving) return false;
    if (popup) return await this.#signInByPopup(undefined);
    await this.#leave();
    return false;
  }

  proveAgain(stepUp: StepUp = {}): Promise<boolean> {
    return this.#signInByPopup(stepUp);
  }

  cancelSignIn(): void {
    this.#popup?.abort();
    // Before the page has gone, or after the browser's "back" brought it again as it was.
    if (!this.#leaving) return;
    this.#leaving = false;
    this.#set('signed-out', undefined);
  }

  async signOut({ everywhere = false }: { readonly everywhere?: boolean } = {}): Promise<void> {
    const connection = await this.#connect();
    this.cancelSignIn();
    await this.#forget(connection);
    this.hidden = true;
    this.#set('signed-out', undefined);
    connection.channel.send({ type: 'signed-out' });
    if (everywhere) await (await flow()).leaveForSignOut(this.#core);
  }

  async lookForMaintenance(): Promise<void> {
    const { apiUrl, devMode } = this.#config;
    const found = await discover(apiUrl, devMode).catch(() => undefined);
    if (found === undefined || JSON.stringify(found.maintenance) === JSON.stringify(this.maintenance)) return;
    this.maintenance = found.maintenance;
    this.notify();
  }

  rest(): void {
    this.#connection?.channel.rest();
  }

  wake(): void {
    if (this.#connection === undefined) return;
    this.#connection.channel.wake();
    void this.#otherTabChanged();
  }

  close(): void {
    this.cancelSignIn();
    this.listeners.clear();
    this.#connection?.channel.rest();
    this.#connection?.store.close();
    this.#connection = undefined;
  }

  async #begin(): Promise<void> {
    // Back from a sign-in that we began: the address is cleaned before anything is asked of the service.
    const isAnswer = new URLSearchParams(location.search).get('state')?.startsWith('pestle.') === true;
    if (isAnswer && (await (await flow()).takeAnswer(this.#core))) return;
    const asked = withoutAsking(location.href);
    if (asked !== null) {
      this.#sentHere = true;
      history.replaceState(history.state, '', asked);
    }
    const { tokens, store, transport } = await this.#connect();
    if (await tokens.restore()) {
      this.#early.send(transport);
      return void (await this.#identify());
    }
    this.#mustProve = (await store.read()).mustProve;
    if (this.#config.autoLogin || this.#sentHere) await this.#leave();
    else this.#set('signed-out', undefined);
  }

  async #connect(): Promise<Connection> {
    this.#connecting ??= this.#open();
    try {
      return await this.#connecting;
    } catch (error) {
      this.#connecting = undefined;
      throw error;
    }
  }

  async #open(): Promise<Connection> {
    this.#connection = await openConnection(this.#config, (signedOut) => this.#otherTabChanged(signedOut));
    this.maintenance = this.#connection.deployment.maintenance;
    return this.#connection;
  }

  /** Asks who is signed in, and refuses whoever must not be (`org`, `user-id`). */
  async #identify(): Promise<boolean> {
    const connection = await this.#connect();
    try {
      const { me, organization } = await connection.transport.send(MeDocument, {});
      const refusal = refusalOf(me, this.#config);
      if (refusal !== undefined) {
        await this.#forget(connection);
        this.#set(...refusal);
        return false;
      }
      this.me = me;
      this.organization = organization;
      this.hidden = false;
      this.#set('ready', undefined);
      return true;
    } catch (error) {
      this.#fail(await (await flow()).explained(this.#core, asProblem(error)));
      return false;
    }
  }

  async #forget(connection: Connection): Promise<void> {
    this.#mustProve = true;
    await (await flow()).forget(connection, this.#config.clientId);
  }

  /** Shown before anything is awaited: nobody can begin a second sign-in while the page leaves. */
  async #leave(): Promise<void> {
    if (this.#leaving) return;
    this.#leaving = true;
    this.#set('signing-in', undefined);
    try {
      await (await flow()).leaveForSignIn(this.#core, () => this.#leaving, this.#sentHere);
    } catch (error) {
      this.#leaving = false;
      this.#fail(error);
    }
  }

  async #signInByPopup(stepUp: StepUp | undefined): Promise<boolean> {
    const before = this.state;
    this.#popup?.abort();
    const popup = openPopup();
    if (popup === null) {
      const message = 'The window for signing in was blocked.';
      this.#set(before, new ClientError('session', 'POPUP_BLOCKED', message));
      return false;
    }
    const given = new AbortController();
    this.#popup = given;
    if (stepUp === undefined) this.#set('signing-in', undefined);
    try {
      return await (await flow()).throughPopup(this.#core, popup, { stepUp, signal: given.signal });
    } catch (error) {
      popup.close();
      if (!given.signal.aborted) this.#set(stepUp === undefined ? 'signed-out' : before, asProblem(error));
      return false;
    } finally {
      if (this.#popup === given) this.#popup = undefined;
    }
  }

  async #send<Data, Variables>(
    document: Persisted<Data, Variables>,
    variables: Variables,
    options: QueryOptions & { readonly key?: string },
  ): Promise<Data> {
    if (this.state === 'loading') await this.#starting;
    if (this.state === 'signing-in') await (await flow()).settled(this.#core, this, options.signal);
    const early = this.state === 'ready' ? await this.#early.take(document, variables) : undefined;
    options.signal?.throwIfAborted();
    if (early !== undefined) return early;
    const { transport } = await this.#connect();
    try {
      return await transport.send(document, variables, options);
    } catch (error) {
      if (error instanceof ClientError && error.code === 'SIGNED_OUT' && this.state === 'ready')
        this.#set('signed-out', undefined);
      throw error;
    }
  }

  /** Nothing may be written in the name of somebody else from a page that shows the former one's work. */
  async #otherTabChanged(onPurpose = false): Promise<void> {
    const { tokens, store } = await this.#connect();
    const { mustProve, subject } = await store.read();
    this.#mustProve = mustProve;
    if (this.state === 'ready' && subject !== this.me?.id) {
      tokens.drop();
      this.hidden = onPurpose;
      this.#set('signed-out', undefined);
      return;
    }
    // Whoever was here, or anybody where nobody was: the session of the other tab is this one's, too.
    const fits = subject !== null && (this.me === undefined || this.me.id === subject);
    if (this.state === 'signed-out' && fits && (await tokens.restore())) await this.#identify();
  }

  #fail(error: unknown): void {
    const problem = asProblem(error);
    if (problem.code === 'SIGNED_OUT') this.#set('signed-out', undefined);
    else this.#set('failed', problem);
  }

  #set(state: SessionState, problem: ClientError | undefined): void {
    this.state = state;
    this.problem = problem;
    if (state !== 'ready' && state !== 'loading') this.#early.clear();
    this.notify();
  }
}
