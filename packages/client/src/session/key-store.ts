// The browser's database: the key that tokens are bound to, which no script can read, and what must survive a reload, sealed.
import { memoryRows, type Rows } from './memory-rows.ts';

/** Encrypted with a key that cannot be exported either: no token stands in the browser's storage as text. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** One per issuer and application. */
export interface Kept {
  readonly keys: CryptoKeyPair;
  readonly seal: CryptoKey;
  /** Counts the refreshes, over all tabs. */
  readonly generation: number;
  readonly refreshToken: Sealed | null;
  /** Whose refresh token it is. */
  readonly subject: string | null;
  /** After a sign-out: the provider's own session must not sign the same person in silently. */
  readonly mustProve: boolean;
}

export interface KeyStore {
  read(): Promise<Kept>;
  change(change: Partial<Pick<Kept, 'generation' | 'refreshToken' | 'subject' | 'mustProve'>>): Promise<void>;
  /** A sign-in under way, by its `state`. */
  keepSignIn(state: string, value: unknown): Promise<void>;
  /** Answers it once. */
  takeSignIn(state: string): Promise<unknown>;
  close(): void;
}

const DATABASE = 'pestle';
const SESSIONS = 'sessions';
const SIGN_INS = 'sign-ins';

/** Opens the database. Where there is none (some private windows), everything lives as long as the page. */
export async function openKeyStore(name: string): Promise<KeyStore> {
  const rows = await openRows().catch(memoryRows);
  const fresh = async (): Promise<Kept> => {
    await rows.add(SESSIONS, name, {
      keys: await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
        'sign',
        'verify',
      ]),
      seal: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
      generation: 0,
      refreshToken: null,
      subject: null,
      mustProve: false,
    } satisfies Kept);
    // Another tab may have been faster.
    return (await rows.get(SESSIONS, name)) as Kept;
  };
  const read = async (): Promise<Kept> =>
    ((await rows.get(SESSIONS, name)) as Kept | undefined) ?? (await fresh());
  return {
    read,
    change: async (change) => {
      await rows.put(SESSIONS, name, { ...(await read()), ...change });
    },
    keepSignIn: async (state, value) => {
      const { seal } = await read();
      await rows.put(SIGN_INS, state, await sealed(seal, value));
    },
    takeSignIn: async (state) => {
      const [{ seal }, row] = await Promise.all([read(), rows.get(SIGN_INS, state)]);
      await rows.delete(SIGN_INS, state);
      return row === undefined ? undefined : await unsealed(seal, row as Sealed);
    },
    close: () => rows.close(),
  };
}

export async function sealed(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) };
}

/** Undefined for what was sealed with another key. */
export async function unsealed(key: CryptoKey, { iv, data }: Sealed): Promise<unknown> {
  try {
    const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

async function openRows(): Promise<Rows> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore(SESSIONS);
    opening.result.createObjectStore(SIGN_INS);
  });
  const database = await done(opening);
  // A later version in another tab must be able to change the tables.
  database.addEventListener('versionchange', () => database.close());
  const inTable = async <Result>(
    table: string,
    mode: IDBTransactionMode,
    work: (rows: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => await done(work(database.transaction(table, mode).objectStore(table)));
  return {
    get: (table, key) => inTable<unknown>(table, 'readonly', (rows) => rows.get(key)),
    put: async (table, key, row) => void (await inTable(table, 'readwrite', (rows) => rows.put(row, key))),
    add: async (table, key, row) => {
      await inTable(table, 'readwrite', (rows) => rows.add(row, key)).catch(() => undefined);
    },
    delete: (table, key) => inTable(table, 'readwrite', (rows) => rows.delete(key)),
    close: () => database.close(),
  };
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the database failed')));
  });
}
