// Finds the store whose audit trail is meant, and the key of its checkpoints.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckpointKey, createCheckpointKey } from '@pestle/service/audit';
import { type EnvironmentVariables, parseKey, readVariable } from '@pestle/service/config';
import type { Store } from '@pestle/service/store';
import type { StoreOptions } from '../open-store.ts';
import { isSandbox, withStore } from '../open-store.ts';
import { CommandError } from '../output.ts';

/** Works on the store as the courier sees it, and closes it. Throws CommandError when it is away, in use or not current. */
export async function withAuditStore<T>(
  env: EnvironmentVariables,
  options: StoreOptions,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  return await withStore(env, options, work, async (storeFolder) => {
    throw new CommandError(
      `The embedded store in ${storeFolder} is in use: stop the service or sandbox that runs on it first.`,
    );
  });
}

/** The key of the store's checkpoints, from IDENTITY_KEY or the sandbox's secrets. Undefined when neither is there. */
export function checkpointKeyOf(
  env: EnvironmentVariables,
  { data }: StoreOptions,
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
export function requireCheckpointKey(env: EnvironmentVariables, options: StoreOptions): CheckpointKey {
  const key = checkpointKeyOf(env, options);
  if (key !== undefined) return key;
  throw new CommandError('IDENTITY_KEY is missing: the key of checkpoints derives from it.');
}

function sandboxIdentityKey(directory: string): string | undefined {
  const secrets = JSON.parse(readFileSync(join(directory, 'secrets.json'), 'utf8')) as {
    identityKey?: string;
  };
  return secrets.identityKey;
}
