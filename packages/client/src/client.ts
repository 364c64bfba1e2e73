// The session of one `svc-client`: finds the service, continues or begins sign-ins, and answers for the bodies inside.
import { readCallback, withoutCallback } from './callback.ts';
import type { Channel } from './channel.ts';
import { openChannel } from './channel.ts';
import type { ClientConfig, ClientSession } from './client-session.ts';
import type { Deployment } from './discovery.ts';
import { discover } from './discovery.ts';
import type { Persisted } from './document.ts';
import { ClientError, type StepUp } from './errors.ts';
import { Me as MeDocument } from './generated/people.ts';
import type { KeyStore } from './key-store.ts';
import { openKeyStore } from './key-store.ts';
import type { Popup } from './popup.ts';
import { handOver, openPopup, popupAnswer } from './popup.ts';
import type {
  Me,
  MutateOptions,
  Organization,
  QueryOptions,
  SessionState,
  SignInOptions,
} from './session.ts';
import type { SignInDemand, SignInUnderWay } from './sign-in.ts';
import type { Tokens } from './tokens.ts';
import { openTokens } from './tokens.ts';
import type { Transport } from './transport.ts';
import { createTransport } from './transport.ts';

interface Connection {
  readonly deployment: Deployment;
  readonly store: KeyStore;
  readonly channel: Channel;
  readonly tokens: Tokens;
  readonly transport: Transport;
}

/** Most pages continue a session: what only a sign-in needs is loaded for it. */
const signingIn = async (): Promise<typeof import('./sign-in.ts')> => await import('./sign-in.ts');

/** Makes the session; nothing is asked of the service before `start`. */
export function createClientSession(initial: ClientConfig, warn: (message: string) => void): ClientSession {
  return new BrowserSession(initial, warn);
}

class BrowserSession implements ClientSession {
  #state: SessionState = 'loading';
  #me: Me | undefined;
  #organization: Organization | undefined;
  #problem: ClientError | undefined;
  #hidden = false;
  #config: ClientConfig;
  #connection: Connection | undefined;
  #connecting: Promise<Connection> | undefined;
  #starting: Promise<void> | undefined;
  #popup: AbortController | undefined;
  #provingPerson = false;
  readonly #listeners = new Set<() => void>();
  readonly #warn: (message: string) => void;

  constructor(config: ClientConfig, warn: (message: string) => void) {
    this.#config = config;
    this.#warn = warn;
  }

  get state(): SessionState {
    return this.#state;
  }
  get me(): Me | undefined {
    return this.#me;
  }
  get organization(): Organization | undefined {
    return this.#organization;
  }
  get problem(): ClientError | undefined {
    return this.#problem;
  }
  get apiUrl(): string | undefined {
    return this.#connection?.deployment.apiUrl;
  }
  get hidden(): boolean {
    return this.#hidden;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
    this.#config = { ...this.#config, ...config };
    if (otherUser && this.#state === 'ready') void this.#identify();
    if (config.autoLogin && this.#state === 'signed-out' && this.#me === undefined && !this.#hidden)
      void this.#leaveToSignIn({});
  }

  async query<Data, Variables>(
    document: Persisted<Data, Variables>,
    variables: Variables,
    options: QueryOptions = {},
  ): Promise<Data> {
    return await this.#send(document, variables, options);
  }

  async mutate<Data, Variables>(
    document: Persisted<Data, Variables>,
    variables: Variables,
    options: MutateOptions,
  ): Promise<Data> {
    return await this.#send(document, variables, options);
  }

  async signIn({ popup = true }: SignInOptions = {}): Promise<boolean> {
    const demand = this.#provingPerson ? { mustProve: true } : {};
    if (!popup) return await this.#leaveToSignIn(demand);
    return await this.#signInByPopup(demand, this.#me === undefined);
  }

  async proveAgain(stepUp: StepUp = {}): Promise<boolean> {
    const { maxAgeSeconds, acrValues } = stepUp;
    return await this.#signInByPopup({ maxAgeSeconds, acrValues }, false);
  }

  cancelSignIn(): void {
    this.#popup?.abort();
  }

  async signOut({ everywhere = false }: { readonly everywhere?: boolean } = {}): Promise<void> {
    const connection = await this.#connect();
    this.cancelSignIn();
    await this.#forget(connection);
    this.#hidden = true;
    this.#set('signed-out', undefined);
    connection.channel.send({ type: 'signed-out' });
    const end = connection.deployment.provider.end_session_endpoint;
    if (!everywhere || end === undefined) return;
    const url = new URL(end);
    url.searchParams.set('client_id', this.#config.clientId);
    const { planReturn } = await signingIn();
    url.searchParams.set('post_logout_redirect_uri', planReturn(this.#config, location.href).redirectUri);
    location.assign(url.href);
  }

  close(): void {
    this.cancelSignIn();
    this.#listeners.clear();
    this.#connection?.channel.close();
    this.#connection?.store.close();
    this.#connection = undefined;
  }

  async #begin(): Promise<void> {
    const callback = readCallback(location.href);
    // The code leaves the address before anything else can read or send it.
    if (callback !== null) history.replaceState(history.state, '', withoutCallback(location.href));
    const connection = await this.#connect();
    if (callback?.kind === 'popup') {
      this.#set('signing-in', undefined);
      if (await handOver(connection.channel, callback.state, callback.parameters)) return;
    }
    if (callback?.kind === 'page') {
      const { isUnderWay } = await signingIn();
      const underWay = await connection.store.takeSignIn(callback.state);
      if (isUnderWay(underWay)) return await this.#finishPage(connection, underWay, callback.parameters);
    }
    if (await connection.tokens.restore()) return await this.#identify();
    this.#provingPerson = (await connection.store.read()).mustProve;
    this.#set('signed-out', undefined);
    if (this.#config.autoLogin) await this.#leaveToSignIn({});
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
    if (!isSecureContext)
      throw new ClientError('configuration', 'CONFIGURATION', 'This page must be served over https.');
    const { apiUrl, devMode, clientId } = this.#config;
    const deployment = await discover(apiUrl, devMode);
    const name = `pestle ${deployment.provider.issuer} ${clientId}`;
    const store = await openKeyStore(name);
    const channel = openChannel(name);
    const tokens = await openTokens({ name, deployment, clientId, store, channel });
    channel.listen((message) => {
      if (message.type === 'signed-in') void this.#otherTabSignedIn();
      if (message.type === 'signed-out') void this.#otherTabSignedOut();
    });
    this.#connection = { deployment, store, channel, tokens, transport: createTransport(deployment, tokens) };
    return this.#connection;
  }

  /** Comes back from the provider in this tab. */
  async #finishPage(connection: Connection, underWay: SignInUnderWay, parameters: string): Promise<void> {
    history.replaceState(history.state, '', underWay.returnTo);
    if (!(await this.#finish(connection, underWay, parameters))) return;
    // Read in another task than that of the listeners, which have seen `ready`.
    if (this.#state === 'ready' && underWay.goTo !== null) location.replace(underWay.goTo);
  }

  async #finish(connection: Connection, underWay: SignInUnderWay, parameters: string): Promise<boolean> {
    const { deployment, tokens, channel, store } = connection;
    try {
      const { response, claims } = await (await signingIn()).finishSignIn(
        deployment,
        tokens,
        underWay,
        parameters,
      );
      await tokens.adopt(response, claims.sub);
      await store.change({ mustProve: false });
    } catch (error) {
      this.#set('signed-out', await this.#explained(error));
      return false;
    }
    this.#provingPerson = false;
    this.#hidden = false;
    await this.#identify();
    channel.send({ type: 'signed-in' });
    return this.#state === 'ready';
  }

  /** Asks who is signed in, and refuses whoever must not be (contract 2: `org`, `user-id`). */
  async #identify(): Promise<void> {
    const connection = await this.#connect();
    try {
      const { me, organization } = await connection.transport.send(MeDocument, {});
      if (me.organizationId !== this.#config.organization) {
        await this.#forget(connection);
        const message = 'This account belongs to another organization than this page.';
        this.#set('wrong-organization', new ClientError('session', 'WRONG_ORGANIZATION', message));
        return;
      }
      if (!this.#isExpected(me)) {
        await this.#forget(connection);
        const message = 'Another person was signed in than the one who uses this page.';
        this.#set('signed-out', new ClientError('session', 'WRONG_USER', message));
        return;
      }
      this.#me = me;
      this.#organization = organization;
      this.#set('ready', undefined);
    } catch (error) {
      this.#fail(await this.#explained(error));
    }
  }

  /** `user-id` is the service's id of the user, or the e-mail address that both sides know. */
  #isExpected(me: Me): boolean {
    const { userId } = this.#config;
    return userId === undefined || userId === me.id || userId.toLowerCase() === me.email?.toLowerCase();
  }

  async #forget({ tokens, store }: Connection): Promise<void> {
    await tokens.revoke();
    await store.change({ mustProve: true });
    this.#provingPerson = true;
  }

  async #leaveToSignIn(demand: Partial<SignInDemand>): Promise<boolean> {
    try {
      const connection = await this.#connect();
      const begun = await this.#beginWith(connection, 'page', demand, true);
      await connection.store.keepSignIn(begun.underWay.state, begun.underWay);
      this.#set('signing-in', undefined);
      location.assign(begun.url);
      return false;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /** With `goesOn`, `redirect-path` counts; a page on which somebody works stays where it is. */
  async #signInByPopup(demand: Partial<SignInDemand>, goesOn: boolean): Promise<boolean> {
    const stepUp = this.#state === 'ready';
    this.#popup?.abort();
    const popup = openPopup();
    if (popup === null) {
      const message = 'The browser blocked the window for signing in. Allow it, or sign in in this window.';
      this.#set(this.#state, new ClientError('session', 'POPUP_BLOCKED', message));
      return false;
    }
    const given = new AbortController();
    this.#popup = given;
    if (!stepUp) this.#set('signing-in', undefined);
    try {
      return await this.#throughPopup(popup, demand, { goesOn, stepUp, signal: given.signal });
    } catch (error) {
      popup.close();
      if (!given.signal.aborted) this.#set(stepUp ? 'ready' : 'signed-out', asProblem(error));
      return false;
    } finally {
      if (this.#popup === given) this.#popup = undefined;
    }
  }

  async #throughPopup(
    popup: Popup,
    demand: Partial<SignInDemand>,
    { goesOn, stepUp, signal }: { goesOn: boolean; stepUp: boolean; signal: AbortSignal },
  ): Promise<boolean> {
    const connection = await this.#connect();
    const { url, underWay } = await this.#beginWith(connection, 'popup', demand, goesOn);
    const answered = popupAnswer(connection.channel, underWay.state, signal);
    popup.go(url);
    const parameters = await answered;
    if (parameters === undefined) {
      popup.close();
      if (!stepUp && this.#state === 'signing-in') this.#set('signed-out', undefined);
      return false;
    }
    if (stepUp) return await this.#finishStepUp(connection, underWay, parameters);
    if (!(await this.#finish(connection, underWay, parameters))) return false;
    if (goesOn && underWay.goTo !== null) location.replace(underWay.goTo);
    return true;
  }

  /** Only the same person's proof counts; anybody else's tokens are thrown away. */
  async #finishStepUp(
    { deployment, tokens, store }: Connection,
    underWay: SignInUnderWay,
    parameters: string,
  ): Promise<boolean> {
    const { response, claims } = await (await signingIn()).finishSignIn(
      deployment,
      tokens,
      underWay,
      parameters,
    );
    if (claims.sub !== this.#me?.id)
      throw new ClientError(
        'session',
        'WRONG_USER',
        'Another person has proved who they are; nothing changed.',
      );
    await tokens.adopt(response, claims.sub);
    await store.change({ mustProve: false });
    this.#set('ready', undefined);
    return true;
  }

  async #beginWith(
    { deployment }: Connection,
    kind: 'popup' | 'page',
    demand: Partial<SignInDemand>,
    goesOn: boolean,
  ): Promise<{ readonly url: string; readonly underWay: SignInUnderWay }> {
    const { beginSignIn, planReturn } = await signingIn();
    const plan = planReturn(this.#config, location.href);
    for (const warning of plan.warnings) this.#warn(warning);
    const whole: SignInDemand = {
      kind,
      redirectUri: plan.redirectUri,
      organization: this.#config.organization,
      language: this.#config.language,
      loginHint: this.#me?.email ?? undefined,
      mustProve: this.#provingPerson,
      maxAgeSeconds: undefined,
      acrValues: undefined,
      ...demand,
    };
    const after = { returnTo: plan.returnTo, goTo: goesOn ? plan.goTo : null };
    return await beginSignIn(deployment, this.#config.clientId, whole, after);
  }

  async #send<Data, Variables>(
    document: Persisted<Data, Variables>,
    variables: Variables,
    options: QueryOptions & { readonly key?: string },
  ): Promise<Data> {
    if (this.#state === 'loading') await this.#starting;
    const { transport } = await this.#connect();
    try {
      return await transport.send(document, variables, options);
    } catch (error) {
      if (error instanceof ClientError && error.code === 'SIGNED_OUT' && this.#state === 'ready')
        this.#set('signed-out', undefined);
      throw error;
    }
  }

  async #otherTabSignedIn(): Promise<void> {
    const { tokens } = await this.#connect();
    if (this.#state === 'signed-out' && this.#me === undefined) {
      if (await tokens.restore()) await this.#identify();
      return;
    }
    // Somebody else at this computer: nothing may be written in their name from a page that shows the former one's work.
    if (this.#state === 'ready' && !(await tokens.isStillOurs())) this.#set('signed-out', undefined);
  }

  async #otherTabSignedOut(): Promise<void> {
    const { tokens, store } = await this.#connect();
    this.#provingPerson = (await store.read()).mustProve;
    tokens.drop();
    this.#hidden = true;
    if (this.#state === 'ready') this.#set('signed-out', undefined);
  }

  /** "Cannot be reached" while the service can be: then it is this page's origin that is refused. */
  async #explained(error: unknown): Promise<ClientError> {
    const problem = asProblem(error);
    if (problem.kind !== 'offline') return problem;
    try {
      await discover(this.#config.apiUrl, this.#config.devMode);
    } catch {
      return problem;
    }
    const message = `The service refuses this page: add ${location.origin} to the origins of the application in its settings.`;
    return new ClientError('configuration', 'CONFIGURATION', message);
  }

  #fail(error: unknown): void {
    const problem = asProblem(error);
    if (problem.code === 'SIGNED_OUT') this.#set('signed-out', undefined);
    else this.#set('failed', problem);
  }

  #set(state: SessionState, problem: ClientError | undefined): void {
    this.#state = state;
    this.#problem = problem;
    for (const listener of this.#listeners) listener();
  }
}

function asProblem(error: unknown): ClientError {
  if (error instanceof ClientError) return error;
  return new ClientError('server', 'SERVER', 'Something unexpected went wrong while signing in.');
}
