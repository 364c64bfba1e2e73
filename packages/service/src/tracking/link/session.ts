// Owns the short session behind the second fact: a signed cookie bound to one link's path, and the token of its forms.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../ports.ts';
import { TRACKING_LIMITS } from '../limits.ts';

export interface LinkSession {
  readonly linkId: string;
  readonly expiresAtSeconds: number;
  /** Goes into every form: a page of another site cannot know it. */
  readonly formToken: string;
}

export interface LinkSessions {
  /** The Set-Cookie value that begins a session for this link's path. */
  begin(linkId: string, path: string): string;
  /** The Set-Cookie value that ends it. */
  end(path: string): string;
  /** The session in a Cookie header, if it is this link's and still holds. */
  read(cookieHeader: string | undefined, linkId: string): LinkSession | undefined;
  /** True when a form was made for this session. */
  owns(session: LinkSession, formToken: string): boolean;
}

const KEY_BYTES = 32;

/**
 * `linkKey` is the deployment's secret for links; sessions use a key of their own derived from it. Sessions that a
 * `previous` one began go on.
 */
export function createLinkSessions(
  linkKey: Uint8Array,
  clock: Clock,
  secure: boolean,
  previous: readonly Uint8Array[] = [],
): LinkSessions {
  const derived = (secret: Uint8Array): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'pestle link sessions', KEY_BYTES));
  const current = derived(linkKey);
  const all = [current, ...previous.map(derived)];
  const name = secure ? '__Secure-pestle-rx' : 'pestle-rx';
  const attributes = (path: string): string =>
    `Path=${path}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  const mac = (key: Uint8Array, use: string, linkId: string, expires: number): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([use, linkId, expires]))
      .digest('base64url');
  return {
    begin: (linkId, path) => {
      const expires = Math.floor(clock.now() / 1000) + TRACKING_LIMITS.linkSessionSeconds;
      return `${name}=${expires}.${mac(current, 'session', linkId, expires)}; Max-Age=${TRACKING_LIMITS.linkSessionSeconds}; ${attributes(path)}`;
    },
    end: (path) => `${name}=; Max-Age=0; ${attributes(path)}`,
    read: (cookieHeader, linkId) => {
      const value = cookieOf(cookieHeader, name);
      const [, digits = '', given = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(value) ?? [];
      const expires = Number(digits);
      if (digits === '' || expires * 1000 <= clock.now()) return undefined;
      const key = all.find((one) => same(given, mac(one, 'session', linkId, expires)));
      if (key === undefined) return undefined;
      return { linkId, expiresAtSeconds: expires, formToken: mac(key, 'form', linkId, expires) };
    },
    owns: (session, formToken) => same(formToken, session.formToken),
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
