// The store that the demo fills: a temporary one, or one that it marks as its own; never anybody else's, because it begins by emptying it.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type Connection,
  grantServing,
  lockDirectory,
  migrate,
  openEmbeddedStore,
  openPostgresStore,
  type Store,
  StoreNotUsableError,
  withPostgresOwner,
} from '@pestle/service/store';
import { CompiledQuery, sql } from 'kysely';
import type { OwnerQuery } from '../../check/owner-query.ts';
import { CommandError } from '../../output.ts';

export interface DemoStore {
  readonly store: Store;
  readonly kind: Store['kind'];
  /** Plain SQL as the schema's owner: for the independent check. */
  readonly query: OwnerQuery;
  /** Where the run keeps the pharmacies' log and the host's acknowledgements. */
  readonly evidence: string;
  /** Tells the planner of what was imported. */
  analyzeReference(): Promise<void>;
  /** Tells the planner how large the tables of orders have become: the embedded store would by itself do so once an hour. */
  analyzeOrders(): Promise<void>;
  /** Removes what is temporary. The store itself is closed by the service. */
  remove(): Promise<void>;
}

const MARKER_FILE = 'pestle-demo.json';
const MARKER_TABLE = 'pestle_demo';
const OWN_NAMES = ['store', 'pharmacies.ndjson', 'acknowledgements.ndjson', 'service.log'];
const ANALYZE_REFERENCE = 'analyze treatment, pharmacy, zip, pharmacy_endpoint, patient';
const ANALYZE_ORDERS =
  'analyze draft, signable, prescription, orders, fill, fill_event, transmission, attempt, outbox, lane, audit_entry';

/** Opens the store named, emptied; a temporary one without a name. Throws CommandError for one that the demo did not make. */
export async function openDemoStore(
  name: string | undefined,
  migrateUrl: string | undefined,
): Promise<DemoStore> {
  if (name === undefined) {
    const directory = mkdtempSync(join(tmpdir(), 'pestle-demo-'));
    return await openEmbedded(directory, () => rmSync(directory, { recursive: true, force: true }));
  }
  if (/^postgres(ql)?:\/\//.test(name)) return await openPostgres(name, migrateUrl);
  const directory = resolve(name);
  takeDirectory(directory);
  return await openEmbedded(directory, () => undefined);
}

/** Makes the directory the demo's, or finds that it is, and empties it. */
function takeDirectory(directory: string): void {
  const marker = join(directory, MARKER_FILE);
  if (existsSync(directory) && !existsSync(marker) && readdirSync(directory).length > 0) {
    throw new CommandError(
      `${directory} was not made by the demo: it is left alone. Name an empty or new directory with --store.`,
    );
  }
  const store = join(directory, 'store');
  if (existsSync(store)) {
    try {
      lockDirectory(store).release();
    } catch (error) {
      if (error instanceof StoreNotUsableError) throw new CommandError(error.message);
      throw error;
    }
  }
  for (const own of OWN_NAMES) rmSync(join(directory, own), { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(marker, `${JSON.stringify({ made: 'by pestle demo' })}\n`);
}

async function openEmbedded(directory: string, remove: () => void): Promise<DemoStore> {
  try {
    const store = await openEmbeddedStore(join(directory, 'store'));
    await store.asOwner(migrate);
    const query: OwnerQuery = (text) => store.asOwner((owner) => rowsOf(owner, text));
    return {
      store,
      kind: 'embedded',
      evidence: directory,
      query,
      analyzeReference: async () => void (await query(ANALYZE_REFERENCE)),
      analyzeOrders: async () => void (await query(ANALYZE_ORDERS)),
      remove: async () => remove(),
    };
  } catch (error) {
    remove();
    throw error;
  }
}

async function openPostgres(url: string, migrateUrl: string | undefined): Promise<DemoStore> {
  const ownerUrl = migrateUrl ?? url;
  const serving = await withPostgresOwner(ownerUrl, async (owner) => {
    await takeDatabase(owner);
    await migrate(owner);
    await sql`create table ${sql.id(MARKER_TABLE)} (made_at timestamptz not null default now())`.execute(
      owner,
    );
    return await servingUrl(owner, url, migrateUrl !== undefined);
  }).catch((error: unknown) => {
    if (error instanceof CommandError) throw error;
    const code = (error as { code?: unknown }).code;
    throw new CommandError(
      `The database cannot be prepared (${typeof code === 'string' ? code : 'no answer'}). Give the URL of its owner, who may create roles, as --store or in MIGRATE_DATABASE_URL.`,
    );
  });
  const store = openPostgresStore(serving);
  await store.ping().catch(() => {
    throw new CommandError(
      'The serving login cannot connect: the database must let it in from this machine.',
    );
  });
  const evidence = mkdtempSync(join(tmpdir(), 'pestle-demo-'));
  const query: OwnerQuery = (text) => withPostgresOwner(ownerUrl, (owner) => rowsOf(owner, text));
  return {
    store,
    kind: 'postgres',
    evidence,
    query,
    analyzeReference: async () => void (await query(ANALYZE_REFERENCE)),
    analyzeOrders: async () => void (await query(ANALYZE_ORDERS)),
    remove: async () => rmSync(evidence, { recursive: true, force: true }),
  };
}

/** Empty, or the demo's own from an earlier run, which is emptied. */
async function takeDatabase(owner: Connection): Promise<void> {
  const tables = await rowsOf(
    owner,
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema')`,
  );
  if (tables.length === 0) return;
  if (!tables.some(({ schema, name }) => schema === 'public' && name === MARKER_TABLE)) {
    throw new CommandError(
      'The database was not made by the demo: it is left alone. Name an empty database with --store.',
    );
  }
  await rowsOf(owner, 'drop schema public cascade');
  await rowsOf(owner, 'create schema public');
}

const SERVING_LOGIN = 'pestle_demo';

/** A URL whose login owns nothing: the one given beside an owner's, else one that is made for the demo. */
async function servingUrl(owner: Connection, url: string, isServing: boolean): Promise<string> {
  if (isServing) {
    const refusal = await grantServing(owner, decodeURIComponent(new URL(url).username));
    if (refusal !== undefined) throw new CommandError(refusal);
    return url;
  }
  const password = randomBytes(24).toString('hex');
  const known = await rowsOf(owner, `select from pg_roles where rolname = '${SERVING_LOGIN}'`);
  const verb = known.length === 0 ? 'create' : 'alter';
  // Utility statements take no parameters; both words are our own.
  await rowsOf(owner, `${verb} role ${SERVING_LOGIN} login password '${password}'`);
  const refusal = await grantServing(owner, SERVING_LOGIN);
  if (refusal !== undefined) throw new CommandError(refusal);
  const serving = new URL(url);
  serving.username = SERVING_LOGIN;
  serving.password = password;
  return serving.href;
}

async function rowsOf(
  owner: Connection,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { rows } = await owner.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text));
  return rows;
}
