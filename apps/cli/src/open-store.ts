// Finds the store that an operator's command means, opens it, and says in a sentence why that cannot be.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type EnvironmentVariables, readVariable } from '@pestle/service/config';
import { Failure, isUnavailable, sqlState } from '@pestle/service/kernel';
import {
  DirectoryInUseError,
  openEmbeddedStore,
  openPostgresStore,
  refuseUnfinishedMove,
  type Store,
  StoreNotUsableError,
} from '@pestle/service/store';
import { CommandError } from './output.ts';

const DATA_DIRECTORY = '.pestle/data';
/** SQLSTATE of a table, a column and a role that no migration has made yet. */
const NOT_MIGRATED: readonly (string | undefined)[] = ['42P01', '42703', '22023'];

export interface StoreOptions {
  readonly data?: string;
}

/**
 * Works on the store, and closes it. Throws CommandError when it is away or not current; `inUse` is done instead where another
 * process holds the embedded store in a directory.
 */
export async function withStore<T>(
  env: EnvironmentVariables,
  { data }: StoreOptions,
  work: (store: Store) => Promise<T>,
  inUse: (directory: string) => Promise<T>,
): Promise<T> {
  const url = data === undefined ? readVariable(env, 'DATABASE_URL') : undefined;
  if (url !== undefined) return await withOpen(openPostgresStore(url, { connectionsMax: 2 }), work);
  const storeFolder = embeddedStoreFolder(env, data);
  let store: Store;
  try {
    store = await openEmbeddedStore(storeFolder);
  } catch (error) {
    if (error instanceof DirectoryInUseError) return await inUse(storeFolder);
    throw error instanceof StoreNotUsableError ? new CommandError(error.message) : error;
  }
  return await withOpen(store, work);
}

/** Where the embedded store lies that a command means. Throws CommandError where there is none. */
export function embeddedStoreFolder(env: EnvironmentVariables, data: string | undefined): string {
  const directory = data ?? readVariable(env, 'PESTLE_DATA_DIR') ?? DATA_DIRECTORY;
  const folder = isSandbox(directory) ? join(directory, 'store') : directory;
  if (!existsSync(join(folder, 'cluster')))
    throw new CommandError(`There is no embedded store in ${folder}.`);
  return folder;
}

/** How an operator's acts reach the store, and how a refusal is told. */
export interface Administered<Administration> {
  readonly inStore: (store: Store) => Administration | Promise<Administration>;
  /** Through the service that holds the embedded store in this directory. */
  readonly throughService: (directory: string) => Administration;
  readonly refused: (failure: Failure) => CommandError;
}

/** Does an operator's act, straight in the store or through the service that holds it. Throws CommandError. */
export async function administer<Administration, T>(
  env: EnvironmentVariables,
  options: StoreOptions,
  { inStore, throughService, refused }: Administered<Administration>,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  try {
    return await withStore(
      env,
      options,
      async (store) => work(await inStore(store)),
      (directory) => work(throughService(directory)),
    );
  } catch (error) {
    throw error instanceof Failure ? refused(error) : error;
  }
}

async function withOpen<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    await refuseUnfinishedMove(store);
    return await work(store);
  } catch (error) {
    throw inWords(error);
  } finally {
    await store.close();
  }
}

const NOT_CURRENT = 'The schema is not current: run `pestle migrate`, or start the service once.';

/** Why PostgreSQL gives a login no connection, by SQLSTATE. */
const REFUSED: readonly (readonly [state: RegExp, words: string])[] = [
  // The roles that the serving login takes come with the schema.
  [/^22023$/, NOT_CURRENT],
  [
    /^42501$/,
    'The login of DATABASE_URL may not serve: run `pestle migrate --serving-login` with its name, and look with `pestle doctor`.',
  ],
  [/^28/, 'PostgreSQL refuses the login of DATABASE_URL: check its name and its password.'],
  [/^3D000$/, 'There is no such database: check DATABASE_URL.'],
];

/** A store that is away, not migrated or not to be served, as a command ends with it; any other error as it is. */
export function inWords(error: unknown): unknown {
  if (error instanceof StoreNotUsableError) return new CommandError(error.message);
  const refusal = sqlState(error instanceof Error ? error.cause : undefined) ?? '';
  const [, words] = REFUSED.find(([state]) => state.test(refusal)) ?? [];
  if (isUnavailable(error))
    return new CommandError(
      words ?? 'PostgreSQL does not answer: check DATABASE_URL, then run `pestle doctor`.',
    );
  return NOT_MIGRATED.includes(sqlState(error)) ? new CommandError(NOT_CURRENT) : error;
}

export function isSandbox(directory: string): boolean {
  return existsSync(join(directory, 'sandbox.json')) && existsSync(join(directory, 'secrets.json'));
}
