// The one secret of identity: from it come the keys that seal what the store keeps, sign cookies and hide what is counted.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Ports } from '../ports.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface IdentityKey {
  /** Keyed hash as base64url text; `purpose` keeps the uses apart. */
  mac(purpose: string, ...parts: readonly string[]): string;
  /** Compares in constant time. */
  macMatches(mac: string, purpose: string, ...parts: readonly string[]): boolean;
  /** A key of its own for a library that wants one. */
  derive(purpose: string): Uint8Array;
  /** AES-256-GCM; `place` (table, column, row) is authenticated, so that a sealed value cannot be moved. */
  seal(place: string, plain: Uint8Array): Uint8Array;
  /** Throws when the value was changed, moved, or sealed by another key. */
  open(place: string, sealed: Uint8Array): Uint8Array;
}

/** Throws RangeError unless the secret has exactly 32 bytes. */
export function createIdentityKey(secret: Uint8Array, ports: Ports): IdentityKey {
  if (secret.length !== KEY_BYTES) throw new RangeError(`The identity key must have ${KEY_BYTES} bytes.`);
  const derive = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `pestle identity ${purpose}`, KEY_BYTES));
  const macKey = derive('mac');
  const sealKey = derive('seal');
  const mac = (purpose: string, ...parts: readonly string[]): string =>
    createHmac('sha256', macKey)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('base64url');
  return {
    mac,
    macMatches: (given, purpose, ...parts) => {
      const expected = Buffer.from(mac(purpose, ...parts));
      const actual = Buffer.from(given);
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
    derive,
    seal: (place, plain) => {
      const nonce = ports.random.bytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      cipher.setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open: (place, sealed) => {
      const bytes = Buffer.from(sealed);
      const tag = bytes.subarray(bytes.length - TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(tag);
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)),
        decipher.final(),
      ]);
    },
  };
}
