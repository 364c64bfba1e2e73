// Into the console and out of it: the way to the provider, the way back with its code, and the page for somebody who is no operator.
import { html } from '@remix-run/html-template';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Begun, NoOperator, Operators } from '../../identity/identity.ts';
import { CONSOLE_CALLBACK_PATH } from '../../identity/identity.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { answering, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { isSame } from '../../kernel/web/pages/keyed-cookie.ts';
import type { Language } from '../../kernel/web/pages/language.ts';
import { outerPage } from '../frame.ts';
import { WORDS } from '../words.ts';
import type { ConsoleCookies } from './cookies.ts';
import { SIGN_IN_PATH, SIGN_OUT_PATH } from './guard.ts';
import type { ProviderClient } from './provider.ts';
import { pathWithin } from './return-path.ts';

export interface SessionRoutesDeps {
  readonly operators: Operators;
  readonly provider: ProviderClient;
  readonly cookies: ConsoleCookies;
  readonly languageOf: (request: Spoken) => Language;
  /** Where people change their own sign-in. */
  readonly accountUrl: string;
}

/** What tells the language that a browser wants. */
export type Spoken = Pick<FastifyRequest, 'headers' | 'query'>;

type Query = { Querystring: Readonly<Record<string, unknown>> };

/** Those that need no session. */
export function openRoutes(app: FastifyInstance, deps: SessionRoutesDeps): void {
  app.get(SIGN_IN_PATH, answering(deps, begin));
  app.get(CONSOLE_CALLBACK_PATH, answering(deps, finish));
  app.get(SIGNED_OUT_PATH, answering(deps, signedOut));
}

/** The way out: a form of the operator's own pages. */
export function signOutRoute(app: FastifyInstance, deps: SessionRoutesDeps): void {
  app.post(
    SIGN_OUT_PATH,
    answering(deps, async ({ operators, cookies }, request) => {
      const secret = cookies.session(request.headers.cookie);
      if (secret !== undefined) await operators.end(secret);
      return goingTo(SIGNED_OUT_PATH, cookies.endSession());
    }),
  );
}

const SIGNED_OUT_PATH = '/signed-out';

async function begin(
  { provider, cookies, languageOf }: SessionRoutesDeps,
  request: FastifyRequest<Query>,
): Promise<Answer> {
  const { to, another } = request.query;
  const { url, underWay } = provider.begin(pathWithin(to), another !== undefined, languageOf(request));
  return goingTo(url, cookies.beginSignIn(underWay));
}

async function finish(deps: SessionRoutesDeps, request: FastifyRequest<Query>): Promise<Answer> {
  const { operators, provider, cookies } = deps;
  const language = deps.languageOf(request);
  const underWay = cookies.signIn(request.headers.cookie);
  const { code, state } = request.query;
  const failed = { ...showing(400, failedPage(language)), setCookie: cookies.endSignIn() };
  if (underWay === undefined || typeof state !== 'string' || !isSame(state, underWay.state)) return failed;
  const idToken = typeof code === 'string' ? await provider.idTokenFor(code, underWay) : undefined;
  if (idToken === undefined) return failed;
  const before = cookies.session(request.headers.cookie);
  try {
    const begun = await operators.begin({ idToken, nonce: underWay.nonce, before });
    if ('refused' in begun)
      return {
        ...showing(403, refusedPage(language, begun, deps.accountUrl)),
        setCookie: [cookies.endSignIn(), cookies.endSession()],
      };
    return goingTo(pathWithin(underWay.to), [cookies.endSignIn(), cookies.beginSession(begun.secret)]);
  } catch (error) {
    if (error instanceof Failure && error.code === 'UNAUTHENTICATED') return failed;
    throw error;
  }
}

async function signedOut(
  { provider, languageOf }: SessionRoutesDeps,
  request: FastifyRequest<Query>,
): Promise<Answer> {
  const language = languageOf(request);
  const words = WORDS[language];
  const body = html`<p>${words.signedOut}</p>
<p><a class="button main" href="/">${words.signInAgain}</a></p>
<p><a class="button" href="${provider.signOutUrl}">${words.signOutThere}</a></p>`;
  return showing(200, outerPage(language, words.signedOutTitle, body));
}

function failedPage(language: Language): string {
  const words = WORDS[language];
  const body = html`<p>${words.failed}</p><p><a class="button main" href="/">${words.signInAgain}</a></p>`;
  return outerPage(language, words.failedTitle, body);
}

/** Says who must do what, so that the person can come in. */
function refusedPage(
  language: Language,
  { refused, orgId, userId }: Extract<Begun, { readonly refused: NoOperator }>,
  accountUrl: string,
): string {
  const words = WORDS[language];
  const why = {
    inactive: html`<p>${words.inactive}</p>`,
    role: html`<p>${words.noRole}</p><p class="mono">pestle user role ${orgId} ${userId} --add operator</p>`,
    'second-factor': html`<p>${words.noFactor}</p><p><a class="button" href="${accountUrl}">${words.account}</a></p>`,
  }[refused];
  const body = html`${why}<p><a class="button" href="${SIGN_IN_PATH}?another">${words.asAnother}</a></p>`;
  return outerPage(language, words.noOperatorTitle, body);
}
