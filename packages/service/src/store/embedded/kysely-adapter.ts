// Shows the worker to Kysely's PGlite dialect as if it were a PGlite instance.
import type { PGliteDialectConfig } from 'kysely';
import type { QueryResult, WorkerClient } from './worker-client.ts';

type KyselyPGlite = Exclude<PGliteDialectConfig['pglite'], (...args: never[]) => unknown>;

/**
 * Kysely gives this dialect one connection behind a mutex of its own; pipelines and maintenance go around Kysely, hence the
 * shared FIFO. `held`: the caller is at the head of the FIFO already, and stays there until its work has ended.
 */
export function asPGlite(worker: WorkerClient, held = false): KyselyPGlite {
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => (held ? work() : worker.exclusive(work));
  const inTransaction = async (
    text: string,
    values: readonly unknown[] = [],
  ): Promise<QueryResult & { fields: [] }> => ({
    ...(await worker.query(text, values)),
    fields: [],
  });
  return {
    closed: false,
    ready: true,
    waitReady: Promise.resolve(),
    close: async () => undefined,
    query: ((text: string, values?: unknown[]) =>
      exclusively(() => inTransaction(text, values))) as unknown as KyselyPGlite['query'],
    transaction: (callback) =>
      exclusively(async () => {
        await worker.query('begin', []);
        let rolledBack = false;
        try {
          const result = await callback({
            query: inTransaction as unknown as KyselyPGlite['query'],
            rollback: async () => {
              rolledBack = true;
            },
          });
          await worker.query(rolledBack ? 'rollback' : 'commit', []);
          return result;
        } catch (error) {
          await worker.query('rollback', []);
          throw error;
        }
      }),
  };
}
