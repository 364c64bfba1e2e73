// The work of `pestle vault`: new data keys for every organization, and data keys wrapped by a new master key.
import { openStore } from '@pestle/service';
import { refuseUnfinishedMove, type Store } from '@pestle/service/store';
import {
  checkMasterKeys,
  MasterKeyMissingError,
  rewrapKeys,
  rotateDataKeys,
  sealStore,
  VAULT_LIMITS,
} from '@pestle/service/vault';
import { configured } from '../configured.ts';
import { inWords } from '../open-store.ts';
import type { JsonOption } from '../options.ts';
import { answer, CommandError } from '../output.ts';

export async function rotate(env: NodeJS.ProcessEnv, options: JsonOption = {}): Promise<void> {
  const count = await withStore(env, (store) => rotateDataKeys(store));
  const seconds = VAULT_LIMITS.keyActivationDelayMs / 1000;
  answer(options, { organizations: count, sealsInSeconds: seconds }, [
    `${count} organizations have a new data key. It seals from ${seconds} seconds from now on.`,
  ]);
}

export async function rewrap(env: NodeJS.ProcessEnv, options: JsonOption = {}): Promise<void> {
  const count = await withStore(env, rewrapKeys);
  answer(options, { dataKeys: count }, [
    `${count} data keys are wrapped anew with DATA_KEY. No earlier master key is needed any more.`,
  ]);
}

async function withStore<T>(env: NodeJS.ProcessEnv, work: (store: Store) => Promise<T>): Promise<T> {
  const config = configured(env);
  try {
    const store = sealStore(await openStore(config), config.dataKeys);
    try {
      await refuseUnfinishedMove(store);
      await checkMasterKeys(store);
      return await work(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof MasterKeyMissingError) throw new CommandError(error.message);
    throw inWords(error);
  }
}
