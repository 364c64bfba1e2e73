// Verifies Standard Webhooks signatures (https://www.standardwebhooks.com, HMAC-SHA256 over `id.timestamp.body`) against several secrets.
import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { TRACKING_LIMITS } from '../limits.ts';

export interface SignedDelivery {
  readonly id: string;
  /** Unix seconds of this attempt, as sent. */
  readonly timestamp: string;
  /** `v1,<base64>`, several with blanks between them while a key rotates. */
  readonly signatures: string;
  /** The bytes that came, as UTF-8 without anything replaced or left out. */
  readonly body: string;
}

const PREFIX = 'whsec_';

/** True when the time stamp is whole seconds within five minutes of `nowMs`, either way. */
export function isTimely(timestamp: string, nowMs: number): boolean {
  const seconds = wholeSeconds(timestamp);
  if (seconds === undefined) return false;
  return Math.abs(seconds - Math.floor(nowMs / 1000)) <= TRACKING_LIMITS.signatureAgeMaxSeconds;
}

/**
 * True when one of the signatures was made with one of the secrets. Every pair is compared, in constant time, whatever was found.
 *
 * The library signs and we compare, because its own `verify` reads the machine's clock instead of the clock port and takes any
 * number of signatures.
 */
export function isSignedBy(
  { id, timestamp, signatures, body }: SignedDelivery,
  secrets: readonly string[],
): boolean {
  const seconds = wholeSeconds(timestamp);
  if (seconds === undefined) return false;
  const presented = signatures.split(' ').slice(0, TRACKING_LIMITS.signaturesMax).map(signatureBytes);
  let matches = false;
  for (const secret of secrets) {
    // Handed over as bytes: the library's reader of base64 refuses a secret that was put down without its padding.
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const signature = new Webhook(key, { format: 'raw' }).sign(id, new Date(seconds * 1000), body);
    const expected = signatureBytes(signature);
    for (const bytes of presented)
      if (bytes.length === expected.length && timingSafeEqual(bytes, expected)) matches = true;
  }
  return matches;
}

/** Empty for another version than `v1`. */
function signatureBytes(signature: string): Buffer {
  return Buffer.from(signature.startsWith('v1,') ? signature.slice('v1,'.length) : '', 'base64');
}

/** Undefined for anything that a number would be written otherwise, so that only the text that was signed is taken. */
function wholeSeconds(timestamp: string): number | undefined {
  return /^(0|[1-9]\d{0,11})$/.test(timestamp) ? Number(timestamp) : undefined;
}
