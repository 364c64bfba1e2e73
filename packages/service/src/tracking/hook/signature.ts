// Verifies Standard Webhooks signatures (1.0.0): HMAC-SHA256 over `id.timestamp.body`, in constant time.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { TRACKING_LIMITS } from '../limits.ts';

export interface SignedDelivery {
  readonly id: string;
  /** Unix seconds of this attempt, as sent. */
  readonly timestamp: string;
  /** `v1,<base64>`, several with blanks between them while a key rotates. */
  readonly signatures: string;
  readonly body: Uint8Array;
}

const PREFIX = 'whsec_';

/** True when the time stamp is whole seconds within five minutes of `nowMs`, either way. */
export function isTimely(timestamp: string, nowMs: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(Number(timestamp) - Math.floor(nowMs / 1000)) <= TRACKING_LIMITS.signatureAgeMaxSeconds;
}

/** True when one of the signatures was made with one of the secrets. Every pair is compared, whatever was found. */
export function isSignedBy(delivery: SignedDelivery, secrets: readonly string[]): boolean {
  const presented = delivery.signatures
    .split(' ')
    .slice(0, TRACKING_LIMITS.signaturesMax)
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'));
  let matches = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${delivery.id}.${delivery.timestamp}.`)
      .update(delivery.body)
      .digest();
    for (const signature of presented) {
      if (signature.length === expected.length && timingSafeEqual(signature, expected)) matches = true;
    }
  }
  return matches;
}
