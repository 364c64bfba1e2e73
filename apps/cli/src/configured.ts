// The configuration that a command of an operator works with, and the store opened with its keys.
import { type Config, ConfigError, type EnvironmentVariables, readConfig } from '@pestle/service/config';
import type { Store } from '@pestle/service/store';
import { checkMasterKeys, MasterKeyMissingError, sealStore } from '@pestle/service/vault';
import { CommandError } from './output.ts';

/** Throws CommandError, with all that is wrong. */
export function configured(env: EnvironmentVariables): Config {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(error.message);
    throw error;
  }
}

/** A store in which sealed values can be read and written. Throws CommandError where a key is missing. */
export async function storeWithKeys(opened: Store, { dataKeys }: Pick<Config, 'dataKeys'>): Promise<Store> {
  const store = sealStore(opened, dataKeys);
  try {
    await checkMasterKeys(store);
  } catch (error) {
    throw error instanceof MasterKeyMissingError ? new CommandError(error.message) : error;
  }
  return store;
}
