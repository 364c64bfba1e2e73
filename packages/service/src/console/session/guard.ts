// What stands before every page of the console: a session that holds, and for each form the proof that the operator's own page sent it.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperatorSession, Operators } from '../../identity/identity.ts';
import { formOf } from '../../kernel/web/pages/form-pages.ts';
import { form } from '../../kernel/web/pages/frame.ts';
import { isSame } from '../../kernel/web/pages/keyed-cookie.ts';
import type { Language } from '../../kernel/web/pages/language.ts';
import { consolePage } from '../frame.ts';
import type { ConsoleSection } from '../section.ts';
import { beginVisit, signInAddress, visitOf } from '../section.ts';
import { WORDS } from '../words.ts';
import type { ConsoleCookies } from './cookies.ts';
import { pathWithin } from './return-path.ts';

export const SIGN_IN_PATH = '/sign-in';
export const SIGN_OUT_PATH = '/sign-out';

export interface GuardDeps {
  readonly consoleUrl: string;
  readonly operators: Operators;
  readonly cookies: ConsoleCookies;
  readonly sections: readonly ConsoleSection[];
  readonly languageOf: (request: FastifyRequest) => Language;
}

/** The field of a form that proves where it came from. */
const FORM_TOKEN_FIELD = 'form';

/** Applies to all routes of this part of the server. */
export function guardPages(app: FastifyInstance, deps: GuardDeps): void {
  const { consoleUrl, operators, cookies, languageOf } = deps;
  const tokens = new WeakMap<FastifyRequest, string>();
  app.addHook('onRequest', async (request, reply) => {
    const session = await operators.session(cookies.session(request.headers.cookie));
    if (session === undefined) return await toSignIn(request, reply, consoleUrl);
    tokens.set(request, session.formToken);
    const language = languageOf(request);
    const banners = await Promise.all(deps.sections.map(async ({ banner }) => await banner?.(language)));
    beginVisit(
      request,
      visitFor(
        deps,
        request,
        session,
        banners.filter((one) => one !== undefined),
      ),
    );
    return undefined;
  });
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'GET') return undefined;
    const given = formOf(request).get(FORM_TOKEN_FIELD) ?? '';
    if (isOwnPage(request, consoleUrl) && isSame(given, tokens.get(request) ?? '')) return undefined;
    const language = languageOf(request);
    const words = WORDS[language];
    const body = html`<p>${words.notOurForm}</p><p><a class="button" href="/">${words.back}</a></p>`;
    return await reply
      .code(403)
      .type('text/html; charset=utf-8')
      .send(visitOf(request).page({ title: words.refusedTitle, body }));
  });
}

/** Browsers that say where a request comes from must say that it was one of our pages. */
function isOwnPage(request: Pick<FastifyRequest, 'headers'>, consoleUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origin === consoleUrl;
}

/** The same where nothing but the browser's word tells it: a request that says nothing of its origin is nobody's page. */
export function saysOwnPage(request: Pick<FastifyRequest, 'headers'>, consoleUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  return (origin ?? site) !== undefined && isOwnPage(request, consoleUrl);
}

/** A page is shown after the sign-in; a form that was sent too late is not sent again, its page is. */
async function toSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  consoleUrl: string,
): Promise<FastifyReply> {
  const { referer } = request.headers;
  const sender = referer?.startsWith(`${consoleUrl}/`) === true ? referer.slice(consoleUrl.length) : '/';
  const to = pathWithin(request.method === 'GET' ? request.url : sender);
  return await reply.redirect(signInAddress(to), 303);
}

function visitFor(
  { sections, languageOf }: GuardDeps,
  request: FastifyRequest,
  { id, operator, fresh, formToken }: OperatorSession,
  banners: readonly SafeHtml[],
) {
  const language = languageOf(request);
  const ownForm = (
    action: string,
    fields: SafeHtml,
    hidden: Readonly<Record<string, string>> = {},
  ): SafeHtml => form(action, { [FORM_TOKEN_FIELD]: formToken, ...hidden }, fields);
  const signOut = ownForm(
    SIGN_OUT_PATH,
    html`<button class="quiet" type="submit">${WORDS[language].signOut}</button>`,
  );
  return {
    operator,
    language,
    sessionId: id,
    fresh,
    form: ownForm,
    page: (shown: Parameters<typeof consolePage>[1]) =>
      consolePage({ sections, language, address: request.url, name: operator.name, signOut, banners }, shown),
  };
}
