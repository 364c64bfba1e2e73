// Remembers, in the browser, who signed in on it: such a browser has its own budget of failures, so nobody can lock its people out.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Ports } from '../../kernel/ports.ts';
import { cookieOf } from '../../kernel/web/pages/keyed-cookie.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';

const NONCE_BYTES = 16;
/** 128 bits of the keyed hash are enough to prove a past sign-in. */
const MAC_CHARACTERS = 22;

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
  const macs = key.macs('device', device.nonce, email).map(({ mac }) => Buffer.from(shortened(mac)));
  const known = device.macs.some((other) => {
    const actual = Buffer.from(other);
    return macs.some((mac) => actual.length === mac.length && timingSafeEqual(actual, mac));
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
  const mac = macOf(key, nonce, email);
  const macs = [mac, ...(device?.macs ?? []).filter((other) => other !== mac)];
  return [nonce, ...macs.slice(0, IDENTITY_LIMITS.deviceAccountsMax)].join('.');
}

const macOf = (key: IdentityKey, nonce: string, email: string): string =>
  shortened(key.mac('device', nonce, email));

const shortened = (mac: string): string => mac.slice(0, MAC_CHARACTERS);

function read(cookie: string | undefined): { nonce: string; macs: readonly string[] } | null {
  const [nonce, ...macs] = cookie?.split('.') ?? [];
  if (nonce === undefined || !/^[\w-]{22}$/.test(nonce)) return null;
  return { nonce, macs: macs.slice(0, IDENTITY_LIMITS.deviceAccountsMax) };
}
