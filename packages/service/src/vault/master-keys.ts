// Wraps data keys with the master key of the configuration; several masters may be known while they rotate.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { StoreNotUsableError } from '../store/inside.ts';
import { DATA_KEY_BYTES } from './sealing.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ID_CHARACTERS = 16;

/** 32 bytes each. The current one wraps; the previous ones still open what they wrapped. */
export interface MasterKeys {
  readonly current: Uint8Array;
  readonly previous: readonly Uint8Array[];
}

/** What a wrapped key is bound to. */
export interface WrappedKeyAddress {
  readonly orgId: string;
  readonly purpose: 'data' | 'index';
  readonly version: number;
}

/** No master key of the configuration opens what the store keeps. */
export class MasterKeyMissingError extends StoreNotUsableError {
  constructor() {
    super(
      'The store holds data keys that no configured master key opens. Set DATA_KEY to the key that this store was written with, or name that key in DATA_KEYS_PREVIOUS.',
    );
  }
}

/** Names a master key without telling anything of it. */
export function masterIdOf(master: Uint8Array): string {
  return createHash('sha256')
    .update('pestle master key')
    .update(master)
    .digest('hex')
    .slice(0, ID_CHARACTERS);
}

export function wrapKey(master: Uint8Array, address: WrappedKeyAddress, key: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', master, nonce);
  cipher.setAAD(authenticated(address));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** Throws MasterKeyMissingError when none of the masters wrapped it, or when it was changed or moved. */
export function unwrapKey(
  masters: MasterKeys,
  address: WrappedKeyAddress,
  masterId: string,
  wrapped: Uint8Array,
): Uint8Array {
  const master = [masters.current, ...masters.previous].find((one) => masterIdOf(one) === masterId);
  if (master === undefined) throw new MasterKeyMissingError();
  const bytes = Buffer.from(wrapped.buffer, wrapped.byteOffset, wrapped.byteLength);
  if (bytes.length !== NONCE_BYTES + DATA_KEY_BYTES + TAG_BYTES) throw new MasterKeyMissingError();
  const decipher = createDecipheriv('aes-256-gcm', master, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(authenticated(address));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    throw new MasterKeyMissingError();
  }
}

function authenticated({ orgId, purpose, version }: WrappedKeyAddress): Buffer {
  return Buffer.from(`data_key|wrapped|${orgId}|${purpose}|${version}`);
}
