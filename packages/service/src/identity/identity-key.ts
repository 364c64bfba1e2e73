// The one secret of identity: from it come the keys that seal what the store keeps, sign cookies and hide what is counted.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';
import type { Ports } from '../kernel/ports.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const ID_CHARACTERS = 8;

export interface IdentityKey {
  /** Names the current key and tells nothing of it; kept beside hashes that cannot be made anew. */
  readonly id: string;
  /** Keyed hash as base64url text, by the current key; `purpose` keeps the uses apart. */
  mac(purpose: string, ...parts: readonly string[]): string;
  /** The same by every key that counts, the current one first: to look up what may be from before a rotation. */
  macs(
    purpose: string,
    ...parts: readonly string[]
  ): readonly { readonly keyId: string; readonly mac: string }[];
  /** Compares in constant time with each of them. */
  macMatches(mac: string, purpose: string, ...parts: readonly string[]): boolean;
  /** Keys of its own for a library that wants some: the first one signs, all verify. */
  derive(purpose: string): readonly Uint8Array[];
  /** AES-256-GCM by the current key; `address` (table, column, row) is authenticated, so that a sealed value cannot be moved. */
  seal(address: string, plain: Uint8Array): Uint8Array;
  /** Throws when the value was changed, moved, or sealed by a key that does not count. */
  open(address: string, sealed: Uint8Array): Uint8Array;
  /** The value sealed by the current key; null when it is already. Throws as `open` does. */
  reseal(address: string, sealed: Uint8Array): Uint8Array | null;
}

/** What one secret gives. */
interface OneKey {
  readonly id: string;
  readonly macKey: Uint8Array;
  readonly sealKey: Uint8Array;
  derive(purpose: string): Uint8Array;
}

/**
 * `previous` are secrets that still verify and open (and, on several nodes, the one that is to come). Throws RangeError
 * unless each has exactly 32 bytes.
 */
export function createIdentityKey(
  secret: Uint8Array,
  ports: Pick<Ports, 'random'>,
  previous: readonly Uint8Array[] = [],
): IdentityKey {
  const current = oneKey(secret);
  const all = [current, ...previous.map(oneKey)];
  const macs: IdentityKey['macs'] = (purpose, ...parts) =>
    all.map(({ id, macKey }) => ({ keyId: id, mac: macBy(macKey, purpose, parts) }));
  const seal: IdentityKey['seal'] = (address, plain) => {
    const nonce = ports.random.bytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', current.sealKey, nonce);
    cipher.setAAD(Buffer.from(address));
    return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  const openAny = (address: string, sealed: Uint8Array): { plain: Uint8Array; by: OneKey } => {
    for (const by of all) {
      const plain = openBy(by.sealKey, address, sealed);
      if (plain !== undefined) return { plain, by };
    }
    throw new Error(`a sealed value does not open: ${address}`);
  };
  return {
    id: current.id,
    mac: (purpose, ...parts) => macBy(current.macKey, purpose, parts),
    macs,
    macMatches: (given, purpose, ...parts) =>
      // Every one is compared, so that the time does not tell by which it was made.
      macs(purpose, ...parts)
        .map(({ mac }) => same(mac, given))
        .includes(true),
    derive: (purpose) => all.map((one) => one.derive(purpose)),
    seal,
    open: (address, sealed) => openAny(address, sealed).plain,
    reseal: (address, sealed) => {
      const { plain, by } = openAny(address, sealed);
      return by === current ? null : seal(address, plain);
    },
  };
}

function oneKey(secret: Uint8Array): OneKey {
  if (secret.length !== KEY_BYTES) throw new RangeError(`The identity key must have ${KEY_BYTES} bytes.`);
  const derive = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `pestle identity ${purpose}`, KEY_BYTES));
  const id = createHash('sha256').update(derive('id')).digest('hex').slice(0, ID_CHARACTERS);
  return { id, macKey: derive('mac'), sealKey: derive('seal'), derive };
}

function macBy(key: Uint8Array, purpose: string, parts: readonly string[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, ...parts]))
    .digest('base64url');
}

function same(one: string, other: string): boolean {
  const [expected, actual] = [Buffer.from(one), Buffer.from(other)];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Undefined when this key did not seal it for this address. */
function openBy(key: Uint8Array, address: string, sealed: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(sealed);
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(address));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    return undefined;
  }
}
