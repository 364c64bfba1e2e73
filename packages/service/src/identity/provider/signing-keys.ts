// Owns the keys that sign tokens (ES256): made on first use, published before they sign and after they stop, rotated on schedule.
import type { CryptoKey, JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import { sql } from 'kysely';
import { isYoungerThan } from '../../kernel/age.ts';
import type { Ports } from '../../kernel/ports.ts';
import { runStatement } from '../../store/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { IdentityKey } from '../identity-key.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { LOCK_SIGNING_KEYS } from './signing-keys-sql.ts';

export const SIGNING_ALGORITHM = 'ES256';

/** What a sealed private key is bound to. */
export const signingKeyAddress = (kid: string): string => `signing_key private_jwk_sealed ${kid}`;

type SigningKeyTable = {
  kid: string;
  state: 'next' | 'current' | 'retired';
  public_jwk: unknown;
  private_jwk_sealed: Uint8Array;
  created_at: string;
  state_at: string;
};

type SigningKeyTables = { signing_key: SigningKeyTable };

/** The keys of one moment: the first one signs, all are published. */
export interface KeySet {
  /** Changes when the keys change. */
  readonly version: string;
  /** Private keys as the provider wants them, the signing one first. */
  readonly privateKeys: JWK[];
  /** Public keys by id. */
  readonly publicKeys: ReadonlyMap<string, CryptoKey>;
}

export interface SigningKeys {
  /** The keys, at most `signingKeyRefreshMs` old. */
  current(): Promise<KeySet>;
  /** The public key of this id, looking again when it is not known yet; undefined when it is not ours. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** Moves keys along when their time has come; `now` at once, with `moved` in the same transaction. Safe to call from several nodes. */
  rotate(now?: 'now', moved?: (tx: Tx, keys: KeySet) => Promise<void>): Promise<KeySet>;
}

/** Opens the keys of the store and makes the first ones. */
export async function openSigningKeys(store: Store, ports: Ports, key: IdentityKey): Promise<SigningKeys> {
  let keys = await store.asDoor((tx) => advance(tx, ports, key, false));
  let readAtMs = ports.clock.now();
  let reading: Promise<KeySet> | undefined;
  const read = (): Promise<KeySet> => {
    reading ??= store
      .asDoor((tx) => advance(tx, ports, key, false))
      .then((fresh) => {
        if (fresh.version !== keys.version) keys = fresh;
        readAtMs = ports.clock.now();
        return keys;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const current = async (): Promise<KeySet> =>
    isYoungerThan(readAtMs, ports.clock.now(), IDENTITY_LIMITS.signingKeyRefreshMs) ? keys : await read();
  return {
    current,
    find: async (kid) => {
      const known = keys.publicKeys.get(kid);
      if (known !== undefined) return known;
      // Unknown ids cost a look at the store once a second at most.
      if (isYoungerThan(readAtMs, ports.clock.now(), 1000)) return undefined;
      return (await read()).publicKeys.get(kid);
    },
    rotate: async (now, moved) => {
      keys = await store.asDoor(async (tx) => {
        const advanced = await advance(tx, ports, key, now === 'now');
        await moved?.(tx, advanced);
        return advanced;
      });
      readAtMs = ports.clock.now();
      return keys;
    },
  };
}

/**
 * Reads the keys under a lock and moves them along: `next` signs once it has been published long enough and the current
 * one is old, a retired one is dropped when no token of it can be alive, and there is always a next one.
 */
async function advance(tx: Tx, ports: Ports, key: IdentityKey, force: boolean): Promise<KeySet> {
  let rows = await selectKeys(tx);
  if (force || isDue(rows, ports.clock.now())) {
    // Two nodes that start at once must not make two sets of keys.
    await runStatement(tx, LOCK_SIGNING_KEYS, []);
    rows = await selectKeys(tx);
    if (force || isDue(rows, ports.clock.now())) await moveKeys(tx, ports, key, rows, force);
    rows = await selectKeys(tx);
  }
  return toKeySet(rows, key);
}

function isDue(rows: readonly SigningKeyTable[], nowMs: number): boolean {
  const current = rows.find((row) => row.state === 'current');
  if (current === undefined || !rows.some((row) => row.state === 'next')) return true;
  return (
    age(current, nowMs) > IDENTITY_LIMITS.signingKeyLifeSeconds || rows.some((row) => isSpent(row, nowMs))
  );
}

const age = (row: SigningKeyTable, nowMs: number): number => (nowMs - Date.parse(row.state_at)) / 1000;
const isSpent = (row: SigningKeyTable, nowMs: number): boolean =>
  row.state === 'retired' && age(row, nowMs) > IDENTITY_LIMITS.signingKeyOverlapSeconds;

async function moveKeys(
  tx: Tx,
  ports: Ports,
  key: IdentityKey,
  rows: readonly SigningKeyTable[],
  force: boolean,
): Promise<void> {
  const nowMs = ports.clock.now();
  const at = new Date(nowMs).toISOString();
  for (const row of rows.filter((row) => isSpent(row, nowMs))) {
    await tx.withTables<SigningKeyTables>().deleteFrom('signing_key').where('kid', '=', row.kid).execute();
  }
  const current = rows.find((row) => row.state === 'current');
  const next = rows.find((row) => row.state === 'next');
  if (current === undefined) {
    await insertKey(tx, ports, key, 'current');
  } else if (next !== undefined && (force || age(current, nowMs) > IDENTITY_LIMITS.signingKeyLifeSeconds)) {
    await setState(tx, current.kid, 'retired', at);
    await setState(tx, next.kid, 'current', at);
    await insertKey(tx, ports, key, 'next');
  }
  if (next === undefined) await insertKey(tx, ports, key, 'next');
}

async function setState(tx: Tx, kid: string, state: SigningKeyTable['state'], at: string): Promise<void> {
  await tx
    .withTables<SigningKeyTables>()
    .updateTable('signing_key')
    .set({ state, state_at: at })
    .where('kid', '=', kid)
    .execute();
}

async function insertKey(tx: Tx, ports: Ports, key: IdentityKey, state: 'next' | 'current'): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const privateJwk = Buffer.from(JSON.stringify(await exportJWK(privateKey)));
  const at = new Date(ports.clock.now()).toISOString();
  await tx
    .withTables<{ signing_key: Omit<SigningKeyTable, 'public_jwk'> & { public_jwk: string } }>()
    .insertInto('signing_key')
    .values({
      kid,
      state,
      public_jwk: JSON.stringify(publicJwk),
      private_jwk_sealed: key.seal(signingKeyAddress(kid), privateJwk),
      created_at: at,
      state_at: at,
    })
    .execute();
}

function selectKeys(tx: Tx): Promise<SigningKeyTable[]> {
  return tx
    .withTables<SigningKeyTables>()
    .selectFrom('signing_key')
    .selectAll()
    .orderBy(sql`case state when 'current' then 0 when 'next' then 1 else 2 end`)
    .orderBy('created_at')
    .execute();
}

function openKey(key: IdentityKey, row: SigningKeyTable): Uint8Array {
  try {
    return key.open(signingKeyAddress(row.kid), row.private_jwk_sealed);
  } catch {
    throw new Error(
      'The identity key does not open what this store keeps. Set IDENTITY_KEY to the key that the store was last used with, or name that key in IDENTITY_KEYS_PREVIOUS.',
    );
  }
}

async function toKeySet(rows: readonly SigningKeyTable[], key: IdentityKey): Promise<KeySet> {
  const privateKeys: JWK[] = [];
  const publicKeys = new Map<string, CryptoKey>();
  for (const row of rows) {
    const opened = openKey(key, row);
    const jwk = JSON.parse(Buffer.from(opened).toString('utf8')) as JWK;
    privateKeys.push({ ...jwk, kid: row.kid, alg: SIGNING_ALGORITHM, use: 'sig' });
    const publicKey = await importJWK(row.public_jwk as JWK, SIGNING_ALGORITHM);
    if (!(publicKey instanceof Uint8Array)) publicKeys.set(row.kid, publicKey);
  }
  return {
    version: rows.map((row) => `${row.kid} ${row.state}`).join(','),
    privateKeys,
    publicKeys,
  };
}
