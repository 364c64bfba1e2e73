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

/** `analyze` are the statements that `settle` runs. */
export async function onStore(
  kind: StoreKind,
  analyze: RawBuilder<unknown> | readonly RawBuilder<unknown>[],
  work: Work,
): Promise<void> {
  const statements = [analyze].flat();
  await (kind === 'postgres' ? onPostgres(statements, work) : onEmbedded(statements, work));
}

async function onPostgres(statements: Statements, work: Work): Promise<void> {
  const opened = await openPostgresTestStore([]);
  try {
    await work(opened.store, () => opened.asOwner((owner) => runAll(statements, owner)));
  } finally {
    await opened.close();
  }
}

async function onEmbedded(statements: Statements, work: Work): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-bench-'));
  const opened = await openEmbeddedStore(join(folder, 'store'));
  try {
    await opened.asOwner(migrate);
    await work(sealStore(opened, TEST_DATA_KEYS), () => opened.asOwner((owner) => runAll(statements, owner)));
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

type Statements = readonly RawBuilder<unknown>[];

async function runAll(
  statements: Statements,
  owner: Parameters<RawBuilder<unknown>['execute']>[0],
): Promise<void> {
  for (const statement of statements) await statement.execute(owner);
}
