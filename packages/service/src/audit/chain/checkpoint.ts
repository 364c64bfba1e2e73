// Signed heads of a chain: who holds one can show later that nothing up to it was changed or cut off.
import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto';
import type { Row } from '../../store/store.ts';
import { hashedInstant } from './entry.ts';

export interface Checkpoint {
  readonly orgId: string;
  /** The link that it covers, with all before it. */
  readonly number: number;
  readonly hash: Uint8Array;
  /** The number of the checkpoint before; 0 for the first. */
  readonly previous: number;
  /** ISO 8601 UTC with six digits of the second's fraction. */
  readonly at: string;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** A public key that checkpoints are believed by. */
export interface TrustedKey {
  readonly id: string;
  readonly key: KeyObject;
}

export interface CheckpointKey extends TrustedKey {
  /** The public key as base64url text: noted elsewhere, it proves checkpoints without the secret. */
  readonly publicKey: string;
  sign(checkpoint: Omit<Checkpoint, 'keyId' | 'signature'>): Checkpoint;
}

const SECRET_BYTES = 32;
/** PKCS #8 of an Ed25519 private key (RFC 8410), up to the key itself. */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_ID_CHARACTERS = 16;

/** The key that an identity key stands for: the same on every node, and kept in no store. Throws RangeError for a secret of another length. */
export function createCheckpointKey(secret: Uint8Array): CheckpointKey {
  if (secret.length !== SECRET_BYTES)
    throw new RangeError(`The identity key must have ${SECRET_BYTES} bytes.`);
  const seed = hkdfSync('sha256', secret, new Uint8Array(), 'pestle audit checkpoint', SECRET_BYTES);
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY_PREFIX, Buffer.from(seed)]),
    format: 'der',
    type: 'pkcs8',
  });
  const key = createPublicKey(privateKey);
  const publicKey = String(key.export({ format: 'jwk' }).x);
  const id = keyIdOf(publicKey);
  return {
    id,
    key,
    publicKey,
    sign: (checkpoint) => {
      const whole = { ...checkpoint, keyId: id };
      return { ...whole, signature: sign(null, signedBytes(whole), privateKey) };
    },
  };
}

/** A public key as it was noted (base64url). Undefined when it is none. */
export function trustedKey(publicKey: string): TrustedKey | undefined {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    return { id: keyIdOf(publicKey), key };
  } catch {
    return undefined;
  }
}

export function isSignedBy(key: TrustedKey, checkpoint: Checkpoint): boolean {
  return verify(null, signedBytes(checkpoint), key.key, checkpoint.signature);
}

function keyIdOf(publicKey: string): string {
  return createHash('sha256')
    .update(Buffer.from(publicKey, 'base64url'))
    .digest('hex')
    .slice(0, KEY_ID_CHARACTERS);
}

// See entry.ts: 0 and 1 begin what is chained.
const CHECKPOINT = Uint8Array.of(2);
const FORM = 1;

function signedBytes(checkpoint: Omit<Checkpoint, 'signature'>): Uint8Array {
  const { orgId, number, hash, previous, at, keyId } = checkpoint;
  const text = JSON.stringify([FORM, orgId, number, Buffer.from(hash).toString('hex'), previous, at, keyId]);
  return Buffer.concat([CHECKPOINT, Buffer.from(text)]);
}

/** A moment as checkpoints state it. */
export function checkpointInstant(atMs: number): string {
  return new Date(atMs).toISOString().replace('Z', '000Z');
}

export const CHECKPOINT_COLUMNS = `c.org_id, c.number, c.hash, c.previous, ${hashedInstant('c.at')} as at_text, c.key_id,
  c.signature`;

export function checkpointOf(row: Row): Checkpoint {
  return {
    orgId: String(row['org_id']),
    number: Number(row['number']),
    hash: row['hash'] as Uint8Array,
    previous: Number(row['previous']),
    at: String(row['at_text']),
    keyId: String(row['key_id']),
    signature: row['signature'] as Uint8Array,
  };
}

/** A checkpoint as JSON has it, to be kept elsewhere. */
export function checkpointFields(checkpoint: Checkpoint): Readonly<Record<string, string | number>> {
  const { hash, signature, ...rest } = checkpoint;
  return {
    ...rest,
    hash: Buffer.from(hash).toString('hex'),
    signature: Buffer.from(signature).toString('base64url'),
  };
}

/** The same as one line of text. */
export function checkpointLine(checkpoint: Checkpoint): string {
  return JSON.stringify(checkpointFields(checkpoint));
}

/** Reads such a line, also where it is the member `checkpoint` of a line of the service's log. Undefined for any other text. */
export function readCheckpointLine(line: string): Checkpoint | undefined {
  const value = memberOf(parsed(line)) as { readonly [Key in keyof Checkpoint]?: unknown };
  const { orgId, number, hash, previous, at, keyId, signature } = value;
  if (typeof orgId !== 'string' || typeof at !== 'string' || typeof keyId !== 'string') return undefined;
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(previous)) return undefined;
  if (typeof hash !== 'string' || typeof signature !== 'string') return undefined;
  return {
    orgId,
    number: Number(number),
    hash: Buffer.from(hash, 'hex'),
    previous: Number(previous),
    at,
    keyId,
    signature: Buffer.from(signature, 'base64url'),
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function memberOf(value: unknown): object {
  if (typeof value !== 'object' || value === null) return {};
  if ('checkpoint' in value && typeof value.checkpoint === 'object' && value.checkpoint !== null)
    return value.checkpoint;
  return value;
}
