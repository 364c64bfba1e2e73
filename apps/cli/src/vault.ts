// `pestle vault`: new data keys for every organization, and data keys wrapped by a new master key.
import type { Config } from '@pestle/service/config/config';
import { ConfigError, readConfig } from '@pestle/service/config/config';
import { openStore } from '@pestle/service/main';
import { DirectoryInUseError } from '@pestle/service/store/embedded/directory-lock';
import type { Store } from '@pestle/service/store/store';
import { VAULT_LIMITS } from '@pestle/service/vault/limits';
import { MasterKeyMissingError } from '@pestle/service/vault/master-keys';
import { rewrapKeys, rotateDataKeys } from '@pestle/service/vault/rotation';
import { checkMasterKeys, sealStore } from '@pestle/service/vault/vault';
import { Command } from 'commander';
import { CommandError, say } from './output.ts';

export function vaultCommand(): Command {
  const vault = new Command('vault').description(
    'the keys that seal health information in the store (docs/reference/encryption.md)',
  );
  vault
    .command('rotate')
    .description(
      'give every organization a new data key; the running service seals all rows with it, little by little',
    )
    .action(() => rotate(process.env));
  vault
    .command('rewrap')
    .description('wrap all data keys with DATA_KEY; afterwards DATA_KEYS_PREVIOUS can be removed')
    .action(() => rewrap(process.env));
  return vault;
}

export async function rotate(env: NodeJS.ProcessEnv): Promise<void> {
  const count = await withStore(env, (store) => rotateDataKeys(store));
  const seconds = VAULT_LIMITS.keyActivationDelayMs / 1000;
  say(`${count} organizations have a new data key. It seals from ${seconds} seconds from now on.`);
}

export async function rewrap(env: NodeJS.ProcessEnv): Promise<void> {
  const count = await withStore(env, rewrapKeys);
  say(`${count} data keys are wrapped anew with DATA_KEY. No earlier master key is needed any more.`);
}

async function withStore<T>(env: NodeJS.ProcessEnv, work: (store: Store) => Promise<T>): Promise<T> {
  const config = configOf(env);
  try {
    const store = sealStore(await openStore(config), config.dataKeys);
    try {
      await checkMasterKeys(store);
      return await work(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof MasterKeyMissingError || error instanceof DirectoryInUseError)
      throw new CommandError(error.message);
    throw error;
  }
}

function configOf(env: NodeJS.ProcessEnv): Config {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(error.message);
    throw error;
  }
}
