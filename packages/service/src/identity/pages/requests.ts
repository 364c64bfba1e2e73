// What the sign-in and account pages read of a request and how they answer: proof of origin, language, fields, headers.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../kernel/web/pages/language.ts';
import { chooseLanguage } from '../../kernel/web/pages/language.ts';
import { signInPolicy } from '../../kernel/web/security-headers.ts';
import type { IdentityKey } from '../identity-key.ts';

export type Fields = Readonly<Record<string, string>>;

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

export interface SentPage {
  readonly status: number;
  readonly page: string;
  readonly scripts?: boolean;
  /** Origins that the page's forms may lead to. */
  readonly formTargets?: readonly string[];
}

/** Asks for a part of the server that `protectPages` made. */
export function sendPage(reply: FastifyReply, issuer: string, sent: SentPage): FastifyReply {
  reply.helmet(signInPolicy(issuer.startsWith('https:'), sent));
  return reply.code(sent.status).type('text/html; charset=utf-8').send(sent.page);
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
