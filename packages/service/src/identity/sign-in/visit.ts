// One request of a sign-in: finds the sign-in that the browser's cookie belongs to, checks where a form comes from, sends pages.
import type { ApplicationId } from '@pestle/rules/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type { Ports } from '../../kernel/ports.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import type { FormFrame } from '../pages/frame.ts';
import { messagePage } from '../pages/frame.ts';
import { fieldsOf, languageOf, sendPage, textOf } from '../pages/requests.ts';
import { TEXTS } from '../pages/texts.ts';
import { extrasOf, homeOf } from '../provider/clients.ts';
import type { CurrentProvider } from '../provider/mount.ts';
import { pinAddress } from '../provider/mount.ts';
import { ACR, organizationFor } from '../provider/policy.ts';
import type { SignIn } from './flow.ts';

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
