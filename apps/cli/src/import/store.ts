// Opens the store that an import writes to: PostgreSQL by DATABASE_URL, else the embedded one.
import { type EnvironmentVariables, readVariable } from '@pestle/service/config';
import { isUnavailable } from '@pestle/service/kernel';
import {
  DirectoryInUseError,
  migrate,
  openEmbeddedStore,
  openPostgresStore,
  refuseUnfinishedMove,
  type Store,
  StoreNotUsableError,
} from '@pestle/service/store';
import { checkMasterKeys, MasterKeyMissingError, sealStore } from '@pestle/service/vault';
import { sql } from 'kysely';
import { configured } from '../configured.ts';
import { CommandError } from '../output.ts';

const DATA_DIRECTORY = '.pestle/data';

export interface ImportStore {
  readonly store: Store;
  /** Refreshes what the planner knows of the new rows, where nothing else does. */
  readonly settle: () => Promise<void>;
}

/** Throws CommandError when the store is away, in use, or was never migrated. */
export async function openImportStore(
  env: EnvironmentVariables,
  directory: string | undefined,
): Promise<ImportStore> {
  const url = directory === undefined ? readVariable(env, 'DATABASE_URL') : undefined;
  return url === undefined
    ? openEmbedded(directory ?? readVariable(env, 'PESTLE_DATA_DIR') ?? DATA_DIRECTORY)
    : openPostgres(url);
}

/** As `openImportStore`, with the keys of what is sealed. Throws CommandError also for a DATA_KEY that is not this store's. */
export async function openSealedStore(
  env: EnvironmentVariables,
  directory: string | undefined,
): Promise<ImportStore> {
  const { dataKeys } = configured(env);
  const { store: opened, settle } = await openImportStore(env, directory);
  const store = sealStore(opened, dataKeys);
  try {
    await checkMasterKeys(store);
  } catch (error) {
    await store.close();
    throw error instanceof MasterKeyMissingError ? new CommandError(error.message) : error;
  }
  return { store, settle };
}

async function openPostgres(url: string): Promise<ImportStore> {
  const store = openPostgresStore(url, { connectionsMax: 2 });
  try {
    await refuseUnfinishedMove(store);
    await store.asKeeper((tx) => sql`select version from reference_version`.execute(tx));
  } catch (error) {
    await store.close();
    if (error instanceof StoreNotUsableError) throw new CommandError(error.message);
    throw new CommandError(
      isUnavailable(error)
        ? 'PostgreSQL does not answer: check DATABASE_URL, then run `pestle doctor`.'
        : 'The database is not ready for imports: run `pestle migrate`, then `pestle doctor`.',
    );
  }
  return { store, settle: async () => undefined };
}

async function openEmbedded(directory: string): Promise<ImportStore> {
  try {
    const store = await openEmbeddedStore(directory);
    await store.asOwner(migrate);
    return {
      store,
      settle: () =>
        store.asOwner(async (owner) => {
          await sql`analyze treatment, pharmacy, zip, coverage_drug, coverage_cost, drug_price, pharmacy_price, interaction, allergen`.execute(
            owner,
          );
        }),
    };
  } catch (error) {
    if (!(error instanceof DirectoryInUseError))
      throw error instanceof StoreNotUsableError ? new CommandError(error.message) : error;
    throw new CommandError(
      `The embedded store in ${directory} is in use: stop the service or sandbox that runs on it, then import.`,
    );
  }
}
