// Opens a store to measure on: as a service would have it, with every flush, and removed afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openEmbeddedStore, type Store } from '@pestle/service/store';
import { sealStore } from '@pestle/service/vault';
import { openPostgresTestStore, TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import type { RawBuilder } from 'kysely';
import type { StoreKind } from './stores.ts';

/** `settle` tells the planner of new rows at once, as a database does by itself a little later. */
type Work = (store: Store, settle: () => Promise<void>) => Promise<void>;

/** `analyze` is the statement that `settle` runs. */
export async function onStore(kind: StoreKind, analyze: RawBuilder<unknown>, work: Work): Promise<void> {
  await (kind === 'postgres' ? onPostgres(analyze, work) : onEmbedded(analyze, work));
}

async function onPostgres(analyze: RawBuilder<unknown>, work: Work): Promise<void> {
  const opened = await openPostgresTestStore([]);
  try {
    await work(opened.store, () => opened.asOwner(async (owner) => void (await analyze.execute(owner))));
  } finally {
    await opened.close();
  }
}

async function onEmbedded(analyze: RawBuilder<unknown>, work: Work): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-bench-'));
  const opened = await openEmbeddedStore(join(folder, 'store'));
  try {
    await opened.asOwner(migrate);
    await work(sealStore(opened, TEST_DATA_KEYS), () =>
      opened.asOwner(async (owner) => void (await analyze.execute(owner))),
    );
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
