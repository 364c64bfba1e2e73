// The ways through a sign-in and back: in this tab, in a window of its own, for a fresh proof. Loaded when somebody signs in.

import { ClientError, type StepUp } from '../errors.ts';
import { OPENER_WAIT_MS, TOKEN_TIMEOUT_MS } from '../limits.ts';
import { delivered, tried } from '../requests/delivery.ts';
import { discover } from '../requests/discovery.ts';
import type { Callback } from '../sign-in/callback.ts';
import { readCallback, withoutCallback } from '../sign-in/callback.ts';
import type { Popup } from '../sign-in/popup.ts';
import { planReturn } from '../sign-in/return-page.ts';
import type { SignInDemand, SignInUnderWay } from '../sign-in/sign-in.ts';
import { beginSignIn, finishSignIn, isUnderWay } from '../sign-in/sign-in.ts';
import type { Channel } from './channel.ts';
import type { ClientSession } from './client-session.ts';
import { asProblem } from './judging.ts';
import type { Connection, SessionCore } from './session-core.ts';

/**
 * Leaves the page for the provider, unless `isWanted` says that it was given up meanwhile. What stands in the page is lost; drafts are
 * on the server. Where the sign-in returns to another origin, that page is opened and begins it; `sentHere`: this is that page, which
 * sends nobody on.
 */
export async function leaveForSignIn(
  core: SessionCore,
  isWanted: () => boolean,
  sentHere: boolean,
): Promise<void> {
  const { elsewhere } = planReturn(core.now().config, location.href);
  if (elsewhere !== null && !sentHere) {
    if (isWanted()) location.assign(elsewhere);
    return;
  }
  const connection = await core.connect();
  const { url, underWay } = await begin(core, connection, 'page', {}, true);
  await connection.store.keepSignIn(underWay.state, underWay);
  if (isWanted()) location.assign(url);
}

/**
 * Takes the answer of a sign-in out of the address, in the tab or window that came back with it. False when it is not one that
 * can be finished here: then the page goes on as if it had been opened.
 */
export async function takeAnswer(core: SessionCore): Promise<boolean> {
  const callback = readCallback(location.href);
  if (callback === null) return false;
  history.replaceState(history.state, '', withoutCallback(location.href));
  if (callback.kind === 'page') return await comeBack(core, callback);
  core.set('signing-in', undefined);
  return await handOver(core, callback);
}

async function comeBack(core: SessionCore, { state, parameters }: Callback): Promise<boolean> {
  const connection = await core.connect();
  const underWay = await connection.store.takeSignIn(state);
  if (!isUnderWay(underWay)) return false;
  history.replaceState(history.state, '', underWay.returnTo);
  if ((await finish(core, connection, underWay, parameters)) && underWay.goTo !== null)
    location.replace(underWay.goTo);
  return true;
}

/**
 * Waits for the end of a sign-in that is under way: what was asked meanwhile goes on by itself. Throws WRONG_USER when somebody else
 * signed in, in whose name nothing of it may be written.
 */
export async function settled(
  core: SessionCore,
  session: Pick<ClientSession, 'subscribe'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { me: asking } = core.now();
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (core.now().state === 'signing-in' && signal?.aborted !== true) return;
      stop();
      resolve();
    };
    const stop = session.subscribe(look);
    signal?.addEventListener('abort', look, { once: true });
    look();
  });
  signal?.throwIfAborted();
  if (asking !== undefined && core.now().me?.id !== asking.id)
    throw new ClientError('session', 'WRONG_USER', 'Another person was signed in.');
}

export interface PopupWish {
  /** Undefined for a sign-in; else the same person is to prove again who they are. */
  readonly stepUp: StepUp | undefined;
  /** Gives it up. */
  readonly signal: AbortSignal;
}

/** Through a window that was just opened. False when it was given up, or refused (then the session has the problem). */
export async function throughPopup(
  core: SessionCore,
  popup: Popup,
  { stepUp, signal }: PopupWish,
): Promise<boolean> {
  const connection = await core.connect();
  // A page on which somebody works stays where it is.
  const goesOn = stepUp === undefined && core.now().me === undefined;
  const { url, underWay } = await begin(core, connection, 'popup', demandOf(stepUp), goesOn);
  const answered = popupAnswer(connection.channel, underWay.state, signal);
  popup.go(url);
  const parameters = await answered;
  if (parameters === undefined) {
    popup.close();
    if (core.now().state === 'signing-in') core.set('signed-out', undefined);
    return false;
  }
  if (stepUp !== undefined) return await finishStepUp(core, connection, underWay, parameters);
  if (!(await finish(core, connection, underWay, parameters))) return false;
  if (underWay.goTo !== null) location.replace(underWay.goTo);
  return true;
}

/** In the window that came back: hands the answer over and closes. False when the page that began it is gone. */
async function handOver(core: SessionCore, { state, parameters }: Callback): Promise<boolean> {
  const { channel } = await core.connect();
  const taken = new Promise<boolean>((resolve) => {
    channel.listen((message) => {
      if (message.type === 'callback-taken' && message.state === state) resolve(true);
    });
    setTimeout(() => resolve(false), OPENER_WAIT_MS);
  });
  channel.send({ type: 'callback', state, parameters });
  if (!(await taken)) return false;
  window.close();
  return true;
}

/** Ends the session in this browser and at the service (RFC 7009); a failure to reach the service does not keep it here. */
export async function forget({ tokens, store, deployment }: Connection, clientId: string): Promise<void> {
  const token = await tokens.surrender();
  await store.change({ mustProve: true });
  const endpoint = deployment.provider.revocation_endpoint;
  if (token === undefined || endpoint === undefined) return;
  const body = new URLSearchParams({ client_id: clientId, token });
  await delivered(() =>
    tried((signal) => fetch(endpoint, { method: 'POST', body, signal }), TOKEN_TIMEOUT_MS),
  ).catch(() => undefined);
}

/** Leaves for the provider's own page, which ends the session there. */
export async function leaveForSignOut(core: SessionCore): Promise<void> {
  const end = (await core.connect()).deployment.provider.end_session_endpoint;
  if (end === undefined) return;
  const url = new URL(end);
  url.searchParams.set('client_id', core.now().config.clientId);
  url.searchParams.set('post_logout_redirect_uri', planReturn(core.now().config, location.href).redirectUri);
  location.assign(url.href);
}

/** "Cannot be reached" while the service can be: then it is this page's origin that is refused. */
export async function explained(core: SessionCore, problem: ClientError): Promise<ClientError> {
  if (problem.kind !== 'offline') return problem;
  try {
    await discover(core.now().config.apiUrl, core.now().config.devMode);
  } catch {
    return problem;
  }
  return new ClientError(
    'configuration',
    'CONFIGURATION',
    `The service refuses this page: add ${location.origin} to the origins of the application in its settings.`,
  );
}

async function begin(
  core: SessionCore,
  { deployment }: Connection,
  kind: 'popup' | 'page',
  demand: Partial<SignInDemand>,
  goesOn: boolean,
): Promise<{ readonly url: string; readonly underWay: SignInUnderWay }> {
  const { config, me, mustProve } = core.now();
  const wished = planReturn(config, location.href);
  // What begins here returns here.
  const plan =
    wished.elsewhere === null ? wished : planReturn({ ...config, redirectUri: undefined }, location.href);
  for (const warning of plan.warnings) core.warn(warning);
  const whole: SignInDemand = {
    kind,
    redirectUri: plan.redirectUri,
    organization: config.organization,
    moreScopes: config.moreScopes,
    language: config.language,
    loginHint: me?.email ?? undefined,
    mustProve,
    maxAgeSeconds: undefined,
    acrValues: undefined,
    ...demand,
  };
  const after = { returnTo: plan.returnTo, goTo: goesOn ? plan.goTo : null };
  return await beginSignIn(deployment, config.clientId, whole, after);
}

function demandOf(stepUp: StepUp | undefined): Partial<SignInDemand> {
  if (stepUp === undefined) return {};
  return { mustProve: false, maxAgeSeconds: stepUp.maxAgeSeconds, acrValues: stepUp.acrValues };
}

async function finish(
  core: SessionCore,
  { deployment, tokens, store, channel }: Connection,
  underWay: SignInUnderWay,
  parameters: string,
): Promise<boolean> {
  try {
    const { response, claims } = await finishSignIn(deployment, tokens, underWay, parameters);
    await tokens.adopt(response, claims.sub);
    await store.change({ mustProve: false });
  } catch (error) {
    core.set(
      'signed-out',
      await explained(core, asProblem(error, 'Something unexpected went wrong while signing in.')),
    );
    return false;
  }
  const isReady = await core.signedIn();
  channel.send({ type: 'signed-in' });
  return isReady;
}

/** Only the same person's proof counts; anybody else's tokens are thrown away. */
async function finishStepUp(
  core: SessionCore,
  { deployment, tokens, store }: Connection,
  underWay: SignInUnderWay,
  parameters: string,
): Promise<boolean> {
  const { response, claims } = await finishSignIn(deployment, tokens, underWay, parameters);
  if (claims.sub !== core.now().me?.id)
    throw new ClientError(
      'session',
      'WRONG_USER',
      'Another person has proved who they are; nothing changed.',
    );
  await tokens.adopt(response, claims.sub);
  await store.change({ mustProve: false });
  core.set('ready', undefined);
  return true;
}

/** The answer of the sign-in with this state; undefined when `signal` ends the wait. */
function popupAnswer(channel: Channel, state: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (parameters: string | undefined): void => {
      stop();
      resolve(parameters);
    };
    const stop = channel.listen((message) => {
      if (message.type !== 'callback' || message.state !== state) return;
      channel.send({ type: 'callback-taken', state });
      end(message.parameters);
    });
    signal.addEventListener('abort', () => end(undefined), { once: true });
  });
}
