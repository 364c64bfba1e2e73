// The two ends of a move, each as its owner sees it: transactions in which values are written as one and the same text.
import { type EmbeddedStore, openEmbeddedStoreToMove } from '../embedded/embedded-store.ts';
import type { Run } from '../fence/fence.ts';
import { runStatement } from '../kysely-store.ts';
import { withPostgresOwner } from '../postgres/postgres-store.ts';
import type { Connection } from '../store.ts';
import { ONE_TEXT_FORM } from './rows-sql.ts';

export interface End {
  /** One transaction of the owner; `owner` is its connection. */
  transaction<T>(work: (run: Run, owner: Connection) => Promise<T>): Promise<T>;
  /** Migrates, and what else wants the connection itself. */
  asOwner<T>(work: (owner: Connection) => Promise<T>): Promise<T>;
}

export interface Source extends End {
  readonly store: EmbeddedStore;
}

/** Holds the lock of the directory until `work` has ended, and opens the database by the owner of its schema. */
export async function withEnds<T>(
  directory: string,
  url: string,
  work: (source: Source, target: End) => Promise<T>,
): Promise<T> {
  const store = await openEmbeddedStoreToMove(directory);
  try {
    const source = { store, ...endOf((owned) => store.asOwner(owned)) };
    return await withPostgresOwner(url, async (owner) =>
      work(
        source,
        endOf((owned) => owned(owner)),
      ),
    );
  } finally {
    await store.close();
  }
}

function endOf(asOwner: End['asOwner']): End {
  return {
    asOwner,
    transaction: (work) =>
      asOwner((owner) =>
        owner.transaction().execute(async (tx) => {
          const run: Run = (statement, values = []) => runStatement(tx, statement, values);
          await run(ONE_TEXT_FORM);
          return await work(run, tx);
        }),
      ),
  };
}
