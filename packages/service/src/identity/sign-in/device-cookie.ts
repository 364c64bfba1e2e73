// Remembers, in the browser, who signed in on it: such a browser has its own budget of failures, so nobody can lock its people out.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Ports } from '../../kernel/ports.ts';
import { cookieOf } from '../../kernel/web/pages/keyed-cookie.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

const NONCE_BYTES = 16;
/** 128 bits of the keyed hash are enough to prove a past sign-in. */
const MARK_CHARACTERS = 22;

/** The cookie that remembers who signed in on this device. */
export function deviceCookie(
  issuer: string,
  request: FastifyRequest,
): { readonly value: string | undefined; set(value: string): string } {
  const secure = issuer.startsWith('https:');
  const name = secure ? '__Secure-pestle_device' : 'pestle_device';
  const attributes = `Path=/; Max-Age=${IDENTITY_LIMITS.deviceCookieSeconds}; HttpOnly; SameSite=Lax`;
  return {
    value: cookieOf(request.headers.cookie, name),
    set: (value) => `${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`,
  };
}

/** The device's name for the throttle when this person signed in on it before; else null. */
export function trustedDevice(key: IdentityKey, cookie: string | undefined, email: string): string | null {
  const device = read(cookie);
  if (device === null) return null;
  const marks = key.macs('device', device.nonce, email).map(({ mac }) => Buffer.from(shortened(mac)));
  const known = device.marks.some((other) => {
    const actual = Buffer.from(other);
    return marks.some((mark) => actual.length === mark.length && timingSafeEqual(actual, mark));
  });
  return known ? device.nonce : null;
}

/** The cookie's new value after this person signed in on the device; the last few people are kept. */
export function rememberOnDevice(
  key: IdentityKey,
  ports: Ports,
  cookie: string | undefined,
  email: string,
): string {
  const device = read(cookie);
  const nonce = device?.nonce ?? Buffer.from(ports.random.bytes(NONCE_BYTES)).toString('base64url');
  const mark = markOf(key, nonce, email);
  const marks = [mark, ...(device?.marks ?? []).filter((other) => other !== mark)];
  return [nonce, ...marks.slice(0, IDENTITY_LIMITS.deviceAccountsMax)].join('.');
}

const markOf = (key: IdentityKey, nonce: string, email: string): string =>
  shortened(key.mac('device', nonce, email));

const shortened = (mac: string): string => mac.slice(0, MARK_CHARACTERS);

function read(cookie: string | undefined): { nonce: string; marks: readonly string[] } | null {
  const [nonce, ...marks] = cookie?.split('.') ?? [];
  if (nonce === undefined || !/^[\w-]{22}$/.test(nonce)) return null;
  return { nonce, marks: marks.slice(0, IDENTITY_LIMITS.deviceAccountsMax) };
}
