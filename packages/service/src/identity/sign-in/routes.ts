// The sign-in pages over HTTP: forms that work without script, each bound to its own sign-in.

import formbody from '@fastify/formbody';
import type { ApplicationId } from '@pestle/rules/ids';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import { Failure } from '../../errors.ts';
import { pageHeaders, STRICT_TRANSPORT_SECURITY } from '../../http/security-headers.ts';
import type { Ports } from '../../ports.ts';
import { normalizeEmail } from '../accounts/accounts.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { extrasOf } from '../provider/clients.ts';
import type { CurrentProvider } from '../provider/mount.ts';
import { pinAddress } from '../provider/mount.ts';
import { organizationFor } from '../provider/policy.ts';
import { deviceCookieName, rememberOnDevice, trustedDevice } from './device-cookie.ts';
import type { Flow, SignIn } from './flow.ts';
import type { FormFrame } from './pages.ts';
import { messagePage, noPlacePage, organizationPage, passwordPage } from './pages.ts';
import type { Progress } from './progress.ts';
import { STYLE, STYLE_PATH } from './style.ts';
import type { Language } from './texts.ts';
import { chooseLanguage, TEXTS } from './texts.ts';

export interface SignInRouteDeps {
  readonly issuer: string;
  readonly key: IdentityKey;
  readonly ports: Ports;
  readonly provider: CurrentProvider;
  readonly flow: Flow;
  /** The organization's name, for the people whom it refuses. */
  readonly organizationName: (orgId: string) => Promise<string | null>;
}

/** A sign-in as one request works on it. */
interface Visit {
  readonly signIn: SignIn;
  readonly frame: FormFrame;
  /** Where the application is; forms lead there in the end. */
  readonly applicationOrigin: string;
  readonly loginHint: string;
}

type Params = { Params: { uid: string }; Querystring: { lang?: string }; Body: unknown };

export function signInRoutes(deps: SignInRouteDeps): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    await app.register(formbody, { bodyLimit: IDENTITY_LIMITS.signInBodyBytesMax });
    app.get(STYLE_PATH, (_request, reply) =>
      reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .type('text/css; charset=utf-8')
        .send(STYLE),
    );
    app.get<Params>('/sign-in/:uid', async (request, reply) => {
      const visit = await open(deps, request, reply);
      if (visit === null) return sendEnded(request, reply);
      const progress = await deps.flow.progressOf(visit.signIn);
      return await show(deps, visit, progress, reply);
    });
    app.post<Params>('/sign-in/:uid', async (request, reply) => {
      const visit = await open(deps, request, reply);
      if (visit === null) return sendEnded(request, reply);
      const body = fieldsOf(request.body);
      if (!isOurForm(deps, request, body)) return sendRefused(visit, reply);
      return await answer(deps, visit, body, request, reply);
    });
  };
}

async function open(
  deps: SignInRouteDeps,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<Visit | null> {
  pinAddress(request.raw, deps.issuer);
  const provider = await deps.provider.get();
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    if (interaction.uid !== request.params.uid) return null;
    const { params } = interaction;
    const client = await provider.Client.find(String(params['client_id']));
    if (client === undefined) return null;
    const action = `/sign-in/${interaction.uid}`;
    return {
      signIn: {
        provider,
        interaction,
        raw: { request: request.raw, response: reply.raw },
        clientId: client.clientId as ApplicationId,
        wanted: organizationFor(extrasOf(client), params['organization']),
      },
      frame: {
        language: languageOf(request, fieldsOf(request.body)['lang'], textOf(params['ui_locales'])),
        action,
        csrf: deps.key.mac('csrf', interaction.uid),
        application: client.clientName ?? client.clientId,
      },
      applicationOrigin: new URL(String(params['redirect_uri'])).origin,
      loginHint: textOf(params['login_hint'])?.slice(0, IDENTITY_LIMITS.emailCharactersMax) ?? '',
    };
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/** The page of the step that comes next, or the way back to the application when all is proved. */
async function show(
  deps: SignInRouteDeps,
  visit: Visit,
  progress: Progress | null,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const next = await deps.flow.next(visit.signIn, progress);
  switch (next.step) {
    case 'password':
      return send(visit, reply, 200, passwordPage(visit.frame, { email: visit.loginHint, problem: null }));
    case 'no-place': {
      const name = next.organizationId === null ? null : await deps.organizationName(next.organizationId);
      return send(visit, reply, 403, noPlacePage(visit.frame, name));
    }
    case 'organization':
      return send(visit, reply, 200, organizationPage(visit.frame, next.places));
    case 'done': {
      if (progress === null) throw new Error('nobody was proved');
      return reply.redirect(await deps.flow.finish(visit.signIn, progress, next.place), 303);
    }
    default: {
      const unknown: never = next;
      throw new Error(`there is no step ${JSON.stringify(unknown)}`);
    }
  }
}

async function answer(
  deps: SignInRouteDeps,
  visit: Visit,
  body: Readonly<Record<string, string>>,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  switch (body['step'] ?? '') {
    case 'password':
      return await answerPassword(deps, visit, body, request, reply);
    case 'organization': {
      const progress = await deps.flow.progressOf(visit.signIn);
      if (progress === null) return await show(deps, visit, null, reply);
      return await show(deps, visit, { ...progress, userId: body['user'] ?? '' }, reply);
    }
    case 'restart':
      await deps.flow.forget(visit.signIn);
      return reply.redirect(visit.frame.action, 303);
    case 'cancel':
      return reply.redirect(await deps.flow.cancel(visit.signIn), 303);
    default:
      return sendRefused(visit, reply);
  }
}

async function answerPassword(
  deps: SignInRouteDeps,
  visit: Visit,
  body: Readonly<Record<string, string>>,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { flow, key, ports } = deps;
  const text = TEXTS[visit.frame.language];
  const email = body['email'] ?? '';
  const password = body['password'] ?? '';
  const again = (status: number, problem: string): FastifyReply =>
    send(visit, reply, status, passwordPage(visit.frame, { email, problem }));
  if (email.trim() === '' || password === '') return again(422, text.missing);
  const cookies = deviceCookie(deps.issuer, request);
  const device = trustedDevice(key, cookies.value, normalizeEmail(email));
  try {
    const outcome = await flow.provePassword(
      visit.signIn,
      { email, password },
      { address: request.ip, device },
    );
    switch (outcome.kind) {
      case 'wrong':
        return again(401, text.wrong);
      case 'slow-down':
        void reply.header('retry-after', String(outcome.retryAfterSeconds));
        return again(429, text.slowDown(Math.ceil(outcome.retryAfterSeconds / 60)));
      case 'proved': {
        void reply.header(
          'set-cookie',
          cookies.set(rememberOnDevice(key, ports, cookies.value, outcome.progress.email)),
        );
        await flow.keep(visit.signIn, outcome.progress);
        return await show(deps, visit, outcome.progress, reply);
      }
      default: {
        const unknown: never = outcome;
        throw new Error(`there is no outcome ${JSON.stringify(unknown)}`);
      }
    }
  } catch (error) {
    if (error instanceof Failure && error.code === 'UNAVAILABLE') return again(503, text.busy);
    throw error;
  }
}

/**
 * A form counts only from our own page: it carries a keyed hash of the sign-in, whose cookie a foreign site cannot make
 * the browser send (`SameSite`), and browsers that say where a form comes from must say that it was here.
 */
function isOurForm(
  deps: SignInRouteDeps,
  request: FastifyRequest<Params>,
  body: Readonly<Record<string, string>>,
): boolean {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined && origin !== new URL(deps.issuer).origin) return false;
  return deps.key.macMatches(body['csrf'] ?? '', 'csrf', request.params.uid);
}

function deviceCookie(
  issuer: string,
  request: FastifyRequest,
): { readonly value: string | undefined; set(value: string): string } {
  const secure = issuer.startsWith('https:');
  const name = deviceCookieName(secure);
  const pair = (request.headers.cookie ?? '')
    .split(/;\s*/)
    .map((part) => part.split('='))
    .find(([key]) => key === name);
  return {
    value: pair?.[1],
    set: (value) =>
      `${name}=${value}; Path=/sign-in; Max-Age=${IDENTITY_LIMITS.deviceCookieSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  };
}

function send(visit: Visit, reply: FastifyReply, status: number, page: string): FastifyReply {
  const secure = visit.signIn.provider.issuer.startsWith('https:');
  return reply
    .code(status)
    .headers(pageHeaders({ formTargets: [visit.applicationOrigin] }))
    .headers(secure ? { 'strict-transport-security': STRICT_TRANSPORT_SECURITY } : {})
    .type('text/html; charset=utf-8')
    .send(page);
}

function sendRefused(visit: Visit, reply: FastifyReply): FastifyReply {
  const text = TEXTS[visit.frame.language];
  return send(visit, reply, 403, messagePage(visit.frame.language, text.refusedTitle, text.refused));
}

function sendEnded(request: FastifyRequest<Params>, reply: FastifyReply): FastifyReply {
  const language = languageOf(request, fieldsOf(request.body)['lang']);
  const text = TEXTS[language];
  return reply
    .code(410)
    .headers(pageHeaders())
    .type('text/html; charset=utf-8')
    .send(messagePage(language, text.expiredTitle, text.expired));
}

function languageOf(request: FastifyRequest<Params>, ...wishes: readonly (string | undefined)[]): Language {
  return chooseLanguage(textOf(request.query.lang), ...wishes, request.headers['accept-language']);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The text fields of a form; one that is sent twice does not count. */
function fieldsOf(body: unknown): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
