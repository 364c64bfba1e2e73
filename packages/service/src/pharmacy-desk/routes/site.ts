// What every route of the pages for pharmacies works with: the cookie, the session, and the proof that a form came from our page.
import type { FastifyRequest } from 'fastify';
import { originOf } from '../../audit/audit.ts';
import type { Connections, HookKeyAdministration } from '../../directory/inside.ts';
import type { IsBreached } from '../../identity/inside.ts';
import { type Answer, formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { cookieOf, isSame } from '../../kernel/web/pages/keyed-cookie.ts';
import type { LanguageChoice } from '../../kernel/web/pages/language-choice.ts';
import type { DeliveryListener } from '../../tracking/inside.ts';
import type { AccountDeps } from '../accounts/accounts.ts';
import { type DeskSession, readSession, type Stage } from '../accounts/sessions.ts';
import { type DeskReader, type DeskVisit, deskReader, messagePage, PATHS } from '../pages/frame.ts';

export interface PharmacyDeskDeps extends AccountDeps {
  /** Where the service is reached, without a slash at the end. With `https:` the cookies are Secure. */
  readonly baseUrl: string;
  readonly connections: Pick<Connections, 'showPharmacy' | 'writePharmacy'>;
  readonly hookKeys: HookKeyAdministration;
  readonly delivery: DeliveryListener;
  /** Whether a password is known from a breach. */
  readonly isBreached: IsBreached;
}

export interface Site extends PharmacyDeskDeps {
  readonly language: LanguageChoice;
}

const NAME = 'pestle_pharmacy';

const cookieName = ({ baseUrl }: Site): string => `${baseUrl.startsWith('https:') ? '__Host-' : ''}${NAME}`;

/** The secret of the browser's session; only what can be one of ours is looked up. */
export function sessionSecret(site: Site, request: Pick<FastifyRequest, 'headers'>): string | undefined {
  const text = cookieOf(request.headers.cookie, cookieName(site));
  return text !== undefined && /^[\w-]{43}$/.test(text) ? text : undefined;
}

/** Strict: no other site begins or uses a session, not even by a link. It ends with the browser. */
export function sessionCookie(site: Site, secret: string): string {
  return `${cookieName(site)}=${secret}; ${attributes(site)}`;
}

export function endedCookie(site: Site): string {
  return `${cookieName(site)}=; Max-Age=0; ${attributes(site)}`;
}

const attributes = ({ baseUrl }: Site): string =>
  `Path=/; HttpOnly; SameSite=Strict${baseUrl.startsWith('https:') ? '; Secure' : ''}`;

export function readerOf({ language }: Site, request: Pick<FastifyRequest, 'headers'>): DeskReader {
  return deskReader(language.of(request));
}

/** Browsers that say where a form comes from must say that it was one of our pages. */
export function isOwnPage(
  { baseUrl }: Pick<Site, 'baseUrl'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): boolean {
  const { origin, 'sec-fetch-site': from } = headers;
  if (from !== undefined && from !== 'same-origin') return false;
  return origin === undefined || origin === baseUrl;
}

export function refusedForm(site: Site, request: FastifyRequest): Answer {
  const reader = readerOf(site, request);
  return showing(403, messagePage(reader, reader.words.refusedTitle, reader.words.refused));
}

/** A session of that stage; for a form also its token. Without one the way leads to the sign-in. */
export async function withSession(
  site: Site,
  request: FastifyRequest,
  stage: Stage,
  act: (session: DeskSession, reader: DeskReader) => Promise<Answer>,
): Promise<Answer> {
  const secret = sessionSecret(site, request);
  const session = await readSession(site, secret);
  if (session?.stage !== stage)
    return goingTo(
      secret === undefined || session !== undefined ? PATHS.signIn : `${PATHS.signIn}?ended=1`,
      session === undefined && secret !== undefined ? endedCookie(site) : undefined,
    );
  if (request.method !== 'GET') {
    const given = formOf(request).get('form') ?? '';
    if (!isOwnPage(site, request) || !isSame(given, session.formToken)) return refusedForm(site, request);
  }
  return await act(session, readerOf(site, request));
}

/** The same for a page of somebody who is signed in. */
export async function withVisit(
  site: Site,
  request: FastifyRequest,
  path: string,
  act: (visit: DeskVisit, session: DeskSession) => Promise<Answer>,
): Promise<Answer> {
  return await withSession(site, request, 'full', async (session, reader) => {
    const { pharmacy } = await site.connections.showPharmacy({ id: session.account.pharmacy_id });
    const { name: personName } = session.account;
    const visit = { ...reader, path, pharmacyName: pharmacy.name, personName, formToken: session.formToken };
    return await act(visit, session);
  });
}

/** A name for the forms of a page: sent again, they do nothing twice. */
export function once({ ports }: Site): string {
  return Buffer.from(ports.random.bytes(16)).toString('hex');
}

export const fromOf = (site: Site, request: FastifyRequest) => ({
  address: originOf(request).address,
  session: sessionSecret(site, request),
});
