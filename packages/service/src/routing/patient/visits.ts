// The visit behind a patient's link: a signed cookie for one link's pages, first without and then with the date of birth, and the token of its forms.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../ports.ts';
import { ROUTING_LIMITS } from '../limits.ts';
import type { PatientLinkId } from './links.ts';

export interface PatientVisit {
  readonly linkId: PatientLinkId;
  /** True once the date of birth was given. */
  readonly proven: boolean;
  /** Goes into every form: a page of another site cannot know it. */
  readonly formToken: string;
}

export interface PatientVisits {
  /** The Set-Cookie value that begins a visit, or replaces it by one that is proven. */
  begin(linkId: PatientLinkId, proven: boolean): string;
  /** The Set-Cookie value that ends it. */
  end(linkId: PatientLinkId): string;
  /** The visit in a Cookie header, if it is this link's and still holds. */
  read(cookieHeader: string | undefined, linkId: PatientLinkId): PatientVisit | undefined;
  /** True when a form was made for this visit. */
  owns(visit: PatientVisit, formToken: string): boolean;
}

const KEY_BYTES = 32;

/** The pages of one link. Its id is in the address; it opens nothing without the cookie. */
export function visitPath(linkId: PatientLinkId): string {
  return `/p/visit/${linkId}`;
}

/**
 * `linkKey` is the deployment's secret for links; visits use a key of their own derived from it. Visits that a `previous`
 * one began go on.
 */
export function createPatientVisits(
  linkKey: Uint8Array,
  clock: Clock,
  secure: boolean,
  previous: readonly Uint8Array[] = [],
): PatientVisits {
  const derived = (secret: Uint8Array): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'pestle patient visits', KEY_BYTES));
  const current = derived(linkKey);
  const all = [current, ...previous.map(derived)];
  const name = secure ? '__Secure-pestle-patient' : 'pestle-patient';
  // Lax, not Strict: the visit begins with a tap in another app, and the page that follows must have the cookie.
  const attributes = (linkId: PatientLinkId): string =>
    `Path=${visitPath(linkId)}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const mac = (key: Uint8Array, use: string, linkId: string, proven: boolean, expires: number): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([use, linkId, proven, expires]))
      .digest('base64url');
  return {
    begin: (linkId, proven) => {
      const seconds = ROUTING_LIMITS.patientSessionSeconds;
      const expires = Math.floor(clock.now() / 1000) + seconds;
      const value = `${proven ? 1 : 0}.${expires}.${mac(current, 'visit', linkId, proven, expires)}`;
      return `${name}=${value}; Max-Age=${seconds}; ${attributes(linkId)}`;
    },
    end: (linkId) => `${name}=; Max-Age=0; ${attributes(linkId)}`,
    read: (cookieHeader, linkId) => {
      const [, state, digits = '', given = ''] =
        /^([01])\.(\d{1,12})\.([\w-]{43})$/.exec(cookieOf(cookieHeader, name)) ?? [];
      const expires = Number(digits);
      if (state === undefined || expires * 1000 <= clock.now()) return undefined;
      const proven = state === '1';
      const key = all.find((one) => same(given, mac(one, 'visit', linkId, proven, expires)));
      if (key === undefined) return undefined;
      return { linkId, proven, formToken: mac(key, 'form', linkId, proven, expires) };
    },
    owns: (visit, formToken) => same(formToken, visit.formToken),
  };
}

function cookieOf(header: string | undefined, name: string): string {
  for (const part of (header ?? '').split(';')) {
    const cookie = part.trim();
    if (cookie.startsWith(`${name}=`)) return cookie.slice(name.length + 1);
  }
  return '';
}

function same(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
