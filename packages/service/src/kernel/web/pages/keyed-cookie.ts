// The cookie of a visit behind a secret link: signed, for one link and path, short, with the token of the visit's forms.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../ports.ts';

export interface KeyedCookieOptions {
  /** The deployment's secret for links; cookies use a key of their own, derived from it for this purpose. */
  readonly linkKey: Uint8Array;
  /** Earlier secrets: what they began goes on. */
  readonly previous: readonly Uint8Array[];
  readonly purpose: string;
  readonly name: string;
  /** Sent over https only, which its name says too. */
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax';
  readonly seconds: number;
  readonly clock: Clock;
}

export interface KeyedVisit {
  /** The digit that it was begun with. */
  readonly state: number;
  readonly expiresAtSeconds: number;
  /** Goes into every form: a page of another site cannot know it. */
  readonly formToken: string;
}

export interface KeyedCookie {
  /** The Set-Cookie value that begins a visit of this link, with a digit of the caller's (0 to 9). */
  begin(linkId: string, path: string, state: number): string;
  /** The Set-Cookie value that ends it. */
  end(path: string): string;
  /** The visit in a Cookie header, if it is this link's and still holds. */
  read(cookieHeader: string | undefined, linkId: string): KeyedVisit | undefined;
}

const KEY_BYTES = 32;

export function createKeyedCookie(options: KeyedCookieOptions): KeyedCookie {
  const { purpose, secure, sameSite, seconds, clock } = options;
  const derived = (secret: Uint8Array): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), purpose, KEY_BYTES));
  const current = derived(options.linkKey);
  const all = [current, ...options.previous.map(derived)];
  const name = `${secure ? '__Secure-' : ''}${options.name}`;
  const attributes = (path: string): string =>
    `Path=${path}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  const mac = (
    key: Uint8Array,
    kind: 'visit' | 'form',
    linkId: string,
    state: number,
    expires: number,
  ): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, linkId, state, expires]))
      .digest('base64url');
  return {
    begin: (linkId, path, state) => {
      const expires = Math.floor(clock.now() / 1000) + seconds;
      const value = `${state}.${expires}.${mac(current, 'visit', linkId, state, expires)}`;
      return `${name}=${value}; Max-Age=${seconds}; ${attributes(path)}`;
    },
    end: (path) => `${name}=; Max-Age=0; ${attributes(path)}`,
    read: (cookieHeader, linkId) => {
      const [, digit, digits = '', given = ''] =
        /^(\d)\.(\d{1,12})\.([\w-]{43})$/.exec(cookieOf(cookieHeader, name) ?? '') ?? [];
      const expires = Number(digits);
      if (digit === undefined || expires * 1000 <= clock.now()) return undefined;
      const state = Number(digit);
      const key = all.find((one) => isSame(given, mac(one, 'visit', linkId, state, expires)));
      if (key === undefined) return undefined;
      return { state, expiresAtSeconds: expires, formToken: mac(key, 'form', linkId, state, expires) };
    },
  };
}

/** The value of a cookie in a Cookie header. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const cookie = part.trim();
    if (cookie.startsWith(`${name}=`)) return cookie.slice(name.length + 1);
  }
  return undefined;
}

/** Compares two secrets in a time that does not tell where they differ. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
