// Telephone numbers as keyed hashes, for what is remembered of a number and not of its holder.
import { createHmac, hkdfSync } from 'node:crypto';

/** The hashes of a number of ten digits: by the key that counts first, then by earlier ones. */
export type PhoneHashes = (phone: string) => readonly [string, ...string[]];

const KEY_BYTES = 32;

/** `linkKey` is the deployment's secret for links; hashes use a key of their own derived from it. */
export function createPhoneHashes(linkKey: Uint8Array, previous: readonly Uint8Array[] = []): PhoneHashes {
  const hashing = (secret: Uint8Array): ((phone: string) => string) => {
    const key = new Uint8Array(
      hkdfSync('sha256', secret, new Uint8Array(), 'pestle telephone numbers', KEY_BYTES),
    );
    return (phone) => createHmac('sha256', key).update(phone).digest('hex');
  };
  const current = hashing(linkKey);
  const others = previous.map(hashing);
  return (phone) => [current(phone), ...others.map((hash) => hash(phone))];
}
