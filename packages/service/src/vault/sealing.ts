// Seals and opens single values with an organization's data keys: AES-256-GCM, bound to table, column, row and organization.
import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { DamagedError } from '../kernel/failures/damaged.ts';
import type { ColumnAddress } from './sealed-columns.ts';
import { columnAddressText } from './sealed-columns.ts';

/**
 * A sealed value: format (1 byte), key version (4 bytes, big-endian), nonce (12), ciphertext, tag (16).
 * Authenticated with it: `table|column|row|organization|key version`.
 */
const FORMAT = 1;
const HEADER_BYTES = 5;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OVERHEAD_BYTES = HEADER_BYTES + NONCE_BYTES + TAG_BYTES;
export const DATA_KEY_BYTES = 32;

/** The value was changed, moved from another address, or sealed for another organization. Names the address, never the value. */
export class SealBrokenError extends DamagedError {
  constructor(address: string) {
    super(`a sealed value does not open: ${address}`);
    this.name = 'SealBrokenError';
  }
}

/** The value was sealed with a key that this process has not read yet. */
export class KeyNotLoadedError extends Error {
  readonly orgId: string;

  constructor(orgId: string, version: number) {
    super(`data key ${version} of ${orgId} is not loaded`);
    this.name = 'KeyNotLoadedError';
    this.orgId = orgId;
  }
}

/** An organization's keys, opened, for as long as they are needed. */
export interface OrgKeys {
  readonly orgId: string;
  /** The version that seals. */
  readonly version: number;
  /** Takes a random nonce: the same value sealed twice looks different. */
  seal(address: ColumnAddress, plain: Uint8Array): Uint8Array;
  /** Throws SealBrokenError, or KeyNotLoadedError for a version that is not loaded. */
  open(address: ColumnAddress, sealed: Uint8Array): Uint8Array;
  sealJson(address: ColumnAddress, value: unknown): Uint8Array;
  openJson(address: ColumnAddress, sealed: Uint8Array): unknown;
  /** A keyed hash that stays the same when data keys rotate: for lookups by what is sealed. `purpose` keeps uses apart. */
  digest(purpose: string, text: string): Uint8Array;
  /** Lets go of the keys; nothing seals or opens afterwards. */
  forget(): void;
}

export interface KeyMaterial {
  readonly orgId: string;
  /** The version that seals. */
  readonly version: number;
  readonly dataKeys: ReadonlyMap<number, Uint8Array>;
  readonly indexKey: Uint8Array;
}

export function createOrgKeys({ orgId, version, dataKeys, indexKey }: KeyMaterial): OrgKeys {
  // Imported once: with raw bytes every value would cost three times as much.
  const imported = new Map<number, KeyObject>(
    [...dataKeys].map(([number, bytes]) => [number, createSecretKey(bytes)]),
  );
  const importedIndexKey = createSecretKey(indexKey);
  const keyOf = (wanted: number): KeyObject => {
    const key = imported.get(wanted);
    if (key === undefined) throw new KeyNotLoadedError(orgId, wanted);
    return key;
  };
  const seal: OrgKeys['seal'] = (address, plain) => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', keyOf(version), nonce);
    cipher.setAAD(authenticated(address, orgId, version));
    const header = Buffer.allocUnsafe(HEADER_BYTES);
    header.writeUInt8(FORMAT, 0);
    header.writeUInt32BE(version, 1);
    return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  const open: OrgKeys['open'] = (address, sealed) => {
    const sealedWith = versionOf(sealed);
    if (sealedWith === undefined) throw new SealBrokenError(columnAddressText(address));
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const body = bytes.length - TAG_BYTES;
    const nonce = bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', keyOf(sealedWith), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(authenticated(address, orgId, sealedWith));
    decipher.setAuthTag(bytes.subarray(body));
    try {
      return Buffer.concat([
        decipher.update(bytes.subarray(HEADER_BYTES + NONCE_BYTES, body)),
        decipher.final(),
      ]);
    } catch {
      throw new SealBrokenError(columnAddressText(address));
    }
  };
  return {
    orgId,
    version,
    seal,
    open,
    sealJson: (address, value) => seal(address, Buffer.from(JSON.stringify(value))),
    openJson: (address, sealed) => JSON.parse(Buffer.from(open(address, sealed)).toString('utf8')) as unknown,
    digest: (purpose, text) => createHmac('sha256', importedIndexKey).update(`${purpose}|${text}`).digest(),
    forget: () => {
      imported.clear();
    },
  };
}

function authenticated(address: ColumnAddress, orgId: string, version: number): Buffer {
  return Buffer.from(`${columnAddressText(address)}|${orgId}|${version}`);
}

/** The key version that a value was sealed with; undefined when it is no sealed value. */
export function versionOf(sealed: Uint8Array): number | undefined {
  if (sealed.length < OVERHEAD_BYTES || sealed[0] !== FORMAT) return undefined;
  return Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).readUInt32BE(1);
}

/** How a value begins that was sealed with this version. */
export function headerOf(version: number): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(FORMAT, 0);
  header.writeUInt32BE(version, 1);
  return header;
}
