// Finds the store whose audit trail is meant, and the key of its checkpoints.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckpointKey } from '@pestle/service/audit/chain/checkpoint';
import { createCheckpointKey } from '@pestle/service/audit/chain/checkpoint';
import type { EnvironmentVariables } from '@pestle/service/config/config';
import { parseKey, readVariable } from '@pestle/service/config/config';
import { DirectoryInUseError } from '@pestle/service/store/embedded/directory-lock';
import { openEmbeddedStore } from '@pestle/service/store/embedded/embedded-store';
import { StoreNotUsableError } from '@pestle/service/store/not-usable';
import { openPostgresStore } from '@pestle/service/store/postgres/postgres-store';
import { isUnavailable, sqlState } from '@pestle/service/store/sql-errors';
import type { Store } from '@pestle/service/store/store';
import { CommandError } from '../output.ts';

const DATA_DIRECTORY = '.pestle/data';
/** SQLSTATE of a table, a column and a role that no migration has made yet. */
const NOT_MIGRATED: readonly (string | undefined)[] = ['42P01', '42703', '22023'];

export interface PlaceOptions {
  readonly data?: string;
}

/** Works on the store as the courier sees it, and closes it. Throws CommandError when it is away, in use or not current. */
export async function withAuditStore<T>(
  env: EnvironmentVariables,
  { data }: PlaceOptions,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const url = data === undefined ? readVariable(env, 'DATABASE_URL') : undefined;
  const store =
    url === undefined
      ? await openDirectory(data ?? readVariable(env, 'PESTLE_DATA_DIR') ?? DATA_DIRECTORY)
      : openPostgresStore(url, { connectionsMax: 2 });
  try {
    return await work(store);
  } catch (error) {
    if (isUnavailable(error))
      throw new CommandError('PostgreSQL does not answer: check DATABASE_URL, then run `pestle doctor`.');
    if (NOT_MIGRATED.includes(sqlState(error)))
      throw new CommandError('The schema is not current: run `pestle migrate`, or start the service once.');
    throw error;
  } finally {
    await store.close();
  }
}

async function openDirectory(directory: string): Promise<Store> {
  const place = isSandbox(directory) ? join(directory, 'store') : directory;
  if (!existsSync(join(place, 'cluster'))) throw new CommandError(`There is no embedded store in ${place}.`);
  try {
    return await openEmbeddedStore(place);
  } catch (error) {
    if (!(error instanceof DirectoryInUseError))
      throw error instanceof StoreNotUsableError ? new CommandError(error.message) : error;
    throw new CommandError(
      `The embedded store in ${place} is in use: stop the service or sandbox that runs on it first.`,
    );
  }
}

/** The key of the store's checkpoints, from IDENTITY_KEY or the sandbox's secrets. Undefined when neither is there. */
export function checkpointKeyOf(
  env: EnvironmentVariables,
  { data }: PlaceOptions,
): CheckpointKey | undefined {
  const text =
    data !== undefined && isSandbox(data) ? sandboxIdentityKey(data) : readVariable(env, 'IDENTITY_KEY');
  if (text === undefined) return undefined;
  const secret = parseKey(text);
  if (secret === undefined) throw new CommandError('IDENTITY_KEY is not 32 bytes in base64 or hex.');
  return createCheckpointKey(secret);
}

/** Keys from before a rotation, whose checkpoints are believed as well. */
export function earlierCheckpointKeys(env: EnvironmentVariables): readonly CheckpointKey[] {
  return (readVariable(env, 'IDENTITY_KEYS_PREVIOUS') ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const secret = parseKey(text);
      if (secret === undefined)
        throw new CommandError('IDENTITY_KEYS_PREVIOUS is not a comma list of keys of 32 bytes.');
      return createCheckpointKey(secret);
    });
}

/** Throws CommandError when there is none. */
export function requireCheckpointKey(env: EnvironmentVariables, options: PlaceOptions): CheckpointKey {
  const key = checkpointKeyOf(env, options);
  if (key !== undefined) return key;
  throw new CommandError('IDENTITY_KEY is missing: the key of checkpoints derives from it.');
}

function isSandbox(directory: string): boolean {
  return existsSync(join(directory, 'sandbox.json')) && existsSync(join(directory, 'secrets.json'));
}

function sandboxIdentityKey(directory: string): string | undefined {
  const secrets = JSON.parse(readFileSync(join(directory, 'secrets.json'), 'utf8')) as {
    identityKey?: string;
  };
  return secrets.identityKey;
}
