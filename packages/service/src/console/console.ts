// The operators' console: a server of its own, composed of sections, which nobody but an operator with a session reaches.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { BoundedServerOptions } from '../http/http.ts';
import { createBoundedServer, icons } from '../http/http.ts';
import type { Operator, Operators } from '../identity/identity.ts';
import type { Failure } from '../kernel/errors.ts';
import { ERRORS } from '../kernel/errors.ts';
import type { Random } from '../kernel/ports.ts';
import { prepareFormPages, showing } from '../kernel/web/pages/form-pages.ts';
import type { Language } from '../kernel/web/pages/language.ts';
import { chooseLanguage } from '../kernel/web/pages/language.ts';
import { servePageStyle } from '../kernel/web/pages/style/style.ts';
import { signInPolicy } from '../kernel/web/security-headers.ts';
import { outerPage } from './frame.ts';
import { CONSOLE_LIMITS } from './limits.ts';
import type { ConsoleSection } from './section.ts';
import { findVisit, visited } from './section.ts';
import type { ConsoleCookies } from './session/cookies.ts';
import { consoleCookies } from './session/cookies.ts';
import { guardPages, saysOwnPage } from './session/guard.ts';
import type { TokenExchange } from './session/provider.ts';
import { providerClient } from './session/provider.ts';
import type { Spoken } from './session/routes.ts';
import { openRoutes, signOutRoute } from './session/routes.ts';
import { WORDS, type Words } from './words.ts';

export { CONSOLE_LIMITS } from './limits.ts';
export { maintenanceSection } from './maintenance/maintenance.ts';
export { networkFileSection } from './network-file/network-file.ts';
export { partnerSection } from './partners/partners.ts';
export { pharmacySection } from './pharmacies/pharmacies.ts';
export { correctionSection } from './pharmacy-desk/corrections.ts';
export { quarantineSection } from './quarantine/quarantine.ts';
export { queueSection } from './queue/queue.ts';
export { recallSection } from './recall/recall.ts';
export type { ConsolePage, ConsoleSection, ConsoleVisit } from './section.ts';
export { proofFirst, visited, visitOf } from './section.ts';
export { exchangeWithin } from './session/exchange.ts';
export type { TokenExchange } from './session/provider.ts';
export { sessionSection } from './sessions/sessions.ts';
export { tokenSection } from './tokens/tokens.ts';
export { userSection } from './users/users.ts';

export interface ConsoleOptions extends Pick<BoundedServerOptions, 'log' | 'trustedProxies'> {
  /** Where operators reach it, without a slash at the end. */
  readonly url: string;
  readonly operators: Operators;
  /** The identifier of the service's OpenID provider. */
  readonly issuer: string;
  readonly random: Random;
  readonly exchange: TokenExchange;
  /** In the order of the navigation. */
  readonly sections: readonly ConsoleSection[];
  /** The API for operators; it asks who a request is from. */
  readonly api?: (operatorOf: OperatorOf) => FastifyPluginAsync;
}

/** Whom a request to the operators' API is from, by session or token. Throws UNAUTHENTICATED. */
export type OperatorOf = (request: FastifyRequest) => Promise<Operator>;

/** The server, not yet listening. */
export async function createConsole(options: ConsoleOptions): Promise<FastifyInstance> {
  const { url, log, trustedProxies, operators, api } = options;
  const app = await createBoundedServer({ log, baseUrl: url, trustedProxies });
  await app.register(icons);
  const cookies = consoleCookies(url);
  if (api !== undefined)
    await app.register(
      api((request) =>
        operators.authenticate({
          authorization: request.headers.authorization,
          session: saysOwnPage(request, url) ? cookies.session(request.headers.cookie) : undefined,
          address: request.ip,
        }),
      ),
    );
  await app.register((pages) => pagesOf(pages, options, cookies));
  return app;
}

async function pagesOf(
  app: FastifyInstance,
  options: ConsoleOptions,
  cookies: ConsoleCookies,
): Promise<void> {
  const { url, operators, issuer, sections } = options;
  const origin = new URL(issuer).origin;
  const languageOf = (request: Spoken): Language =>
    chooseLanguage(
      wishOf(request),
      cookies.language(request.headers.cookie),
      request.headers['accept-language'],
    );
  servePageStyle(app);
  await prepareFormPages(app, {
    formBytesMax: CONSOLE_LIMITS.formBytesMax,
    failurePage: (failure, request) => failurePage(failure, request, languageOf(request)),
    // A form that comes after the session's end leads to the sign-in.
    policy: signInPolicy(url.startsWith('https:'), { formTargets: [origin] }),
  });
  app.addHook('onRequest', async (request, reply) => {
    const wish = wishOf(request);
    if (wish === 'en' || wish === 'es') reply.header('set-cookie', cookies.chooseLanguage(wish));
  });
  const session = {
    operators,
    cookies,
    languageOf,
    accountUrl: `${origin}/account`,
    provider: providerClient({ ...options, consoleUrl: url, proofAgeSeconds: operators.proofAgeSeconds }),
  };
  openRoutes(app, session);
  await app.register(async (guarded) => {
    guardPages(guarded, { consoleUrl: url, operators, cookies, sections, languageOf });
    signOutRoute(guarded, session);
    homeRoute(guarded, sections);
    for (const section of sections) await section.routes(guarded);
  });
}

function homeRoute(app: FastifyInstance, sections: readonly ConsoleSection[]): void {
  app.get(
    '/',
    visited(async ({ language, operator, page }) => {
      const words = WORDS[language];
      const urgent = await Promise.all(
        sections.map(async ({ attention }) => (await attention?.(language)) ?? []),
      );
      const body = html`${attentionList(words, urgent.flat())}<p>${words.trail} <strong>${operator.by}</strong></p>
<ul class="list">${sections.map(({ path, title }) => html`<li><a href="${path}">${title[language]}</a></li>`)}</ul>`;
      return showing(200, page({ title: words.home, body }));
    }),
  );
}

/** What needs a person comes before what one may do. */
function attentionList(words: Words, urgent: readonly SafeHtml[]): SafeHtml {
  return html`<h2>${words.attention}</h2>
${urgent.length === 0 ? html`<p>${words.noAttention}</p>` : html`<ul>${urgent.map((one) => html`<li>${one}</li>`)}</ul>`}
<h2>${words.welcome}</h2>
`;
}

/** What a request asks for by `?lang=`. */
function wishOf(request: Spoken): string | undefined {
  const { lang } = request.query as Readonly<Record<string, unknown>>;
  return typeof lang === 'string' ? lang : undefined;
}

/** A failure says in its own words what to do. */
function failurePage(failure: Failure, request: FastifyRequest, language: Language): string {
  const { title } = ERRORS[failure.code];
  const body = html`<p>${failure.message}</p><p><a class="button" href="/">${WORDS[language].back}</a></p>`;
  return findVisit(request)?.page({ title, body }) ?? outerPage(language, title, body);
}
