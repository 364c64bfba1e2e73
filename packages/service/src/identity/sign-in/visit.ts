// One request of a sign-in: finds the sign-in that the browser's cookie belongs to, checks where a form comes from, sends pages.
import type { ApplicationId } from '@pestle/rules/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type { Ports } from '../../kernel/ports.ts';
import { pageHeaders, STRICT_TRANSPORT_SECURITY } from '../../kernel/web/security-headers.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { Language } from '../pages/texts.ts';
import { chooseLanguage, TEXTS } from '../pages/texts.ts';
import { extrasOf, homeOf } from '../provider/clients.ts';
import type { CurrentProvider } from '../provider/mount.ts';
import { pinAddress } from '../provider/mount.ts';
import { ACR, organizationFor } from '../provider/policy.ts';
import { deviceCookieName } from './device-cookie.ts';
import type { SignIn } from './flow.ts';
import type { FormFrame } from './pages.ts';
import { messagePage } from './pages.ts';

export interface VisitDeps {
  readonly issuer: string;
  readonly key: IdentityKey;
  readonly ports: Ports;
  readonly provider: CurrentProvider;
  readonly requireSecondFactor: boolean;
  readonly ownIssuerOnly: ReadonlySet<string>;
}

export type VisitRoute = { Params: { uid: string }; Querystring: { lang?: string }; Body: unknown };
export type VisitRequest = FastifyRequest<VisitRoute>;
export type Fields = Readonly<Record<string, string>>;

/** A sign-in as one request works on it. */
export interface Visit {
  readonly signIn: SignIn;
  readonly frame: FormFrame;
  readonly request: VisitRequest;
  readonly reply: FastifyReply;
  /** Where the application is; forms lead there in the end. */
  readonly applicationOrigin: string;
  readonly loginHint: string;
}

/** The sign-in of this address and this browser; null when it has ended, or belongs to another browser. */
export async function openVisit(
  deps: VisitDeps,
  request: VisitRequest,
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
    return {
      signIn: {
        provider,
        interaction,
        raw: { request: request.raw, response: reply.raw },
        clientId: client.clientId as ApplicationId,
        homeOrganizationId: homeOf(client),
        origin: { address: request.ip, requestId: request.id },
        wish: {
          organizationId: organizationFor(extrasOf(client), params['organization']),
          secondFactor: textOf(params['acr_values'])?.split(' ').includes(ACR.secondFactor) === true,
          requireSecondFactor: deps.requireSecondFactor,
          ownIssuerOnly: deps.ownIssuerOnly,
          enrolSinceSeconds:
            Math.floor(deps.ports.clock.now() / 1000) - IDENTITY_LIMITS.accountProofAgeSeconds,
        },
      },
      frame: {
        language: languageOf(request, fieldsOf(request.body)['lang'], textOf(params['ui_locales'])),
        action: `/sign-in/${interaction.uid}`,
        csrf: deps.key.mac('csrf', interaction.uid),
        application: client.clientName ?? client.clientId,
      },
      request,
      reply,
      applicationOrigin: new URL(String(params['redirect_uri'])).origin,
      loginHint: textOf(params['login_hint'])?.slice(0, IDENTITY_LIMITS.emailCharactersMax) ?? '',
    };
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/**
 * A form counts only from our own page: it carries a keyed hash of `subject`, whose cookie a foreign site cannot make
 * the browser send (`SameSite`), and browsers that say where a form comes from must say that it was here.
 */
export function isOurForm(
  { issuer, key }: { readonly issuer: string; readonly key: IdentityKey },
  request: FastifyRequest,
  csrf: string | undefined,
  subject: string,
): boolean {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined && origin !== new URL(issuer).origin) return false;
  return key.macMatches(csrf ?? '', 'csrf', subject);
}

/** The cookie that remembers who signed in on this device. */
export function deviceCookie(
  issuer: string,
  request: FastifyRequest,
): { readonly value: string | undefined; set(value: string): string } {
  const secure = issuer.startsWith('https:');
  const name = deviceCookieName(secure);
  const pair = (request.headers.cookie ?? '')
    .split(/;\s*/)
    .map((part) => part.split('='))
    .find(([key]) => key === name);
  const attributes = `Path=/; Max-Age=${IDENTITY_LIMITS.deviceCookieSeconds}; HttpOnly; SameSite=Lax`;
  return {
    value: pair?.[1],
    set: (value) => `${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`,
  };
}

export interface SentPage {
  readonly status: number;
  readonly page: string;
  readonly scripts?: boolean;
  /** Origins that the page's forms may lead to. */
  readonly formTargets?: readonly string[];
}

export function sendPage(reply: FastifyReply, issuer: string, sent: SentPage): FastifyReply {
  return reply
    .code(sent.status)
    .headers(pageHeaders({ formTargets: sent.formTargets ?? [], scripts: sent.scripts === true }))
    .headers(issuer.startsWith('https:') ? { 'strict-transport-security': STRICT_TRANSPORT_SECURITY } : {})
    .type('text/html; charset=utf-8')
    .send(sent.page);
}

/** Sends a page of a sign-in; its forms may lead back to the application. */
export function send(visit: Visit, status: number, page: string, scripts = false): FastifyReply {
  const { issuer } = visit.signIn.provider;
  return sendPage(visit.reply, issuer, { status, page, scripts, formTargets: [visit.applicationOrigin] });
}

export function sendRefused(visit: Visit): FastifyReply {
  const text = TEXTS[visit.frame.language];
  return send(visit, 403, messagePage(visit.frame.language, text.refusedTitle, text.refused));
}

export function sendEnded(issuer: string, request: VisitRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request, fieldsOf(request.body)['lang']);
  const text = TEXTS[language];
  return sendPage(reply, issuer, {
    status: 410,
    page: messagePage(language, text.expiredTitle, text.expired),
  });
}

export function languageOf(
  request: FastifyRequest<{ Querystring: { lang?: string } }>,
  ...wishes: readonly (string | undefined)[]
): Language {
  return chooseLanguage(textOf(request.query.lang), ...wishes, request.headers['accept-language']);
}

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The text fields of a form; one that is sent twice does not count. */
export function fieldsOf(body: unknown): Fields {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** JSON from a form field; null when it is none. */
export function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
