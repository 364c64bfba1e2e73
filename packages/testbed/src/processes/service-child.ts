// Child process: the service, with a look at what still waits to leave and at whether its connections are all there.
import { sql } from 'kysely';
import { runChild } from './child-service.ts';

runChild({
  /** Rows of the outbox that will leave by themselves. */
  waiting: (service) =>
    service.store.asCourier(async (tx) => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from outbox where run_at <> 'infinity'`.execute(tx);
      return rows[0]?.count ?? 0;
    }),
  /** Begins so many transactions, each of which ends when all have begun: rejects when the pool cannot give as many connections. */
  holdConnections: async (service, count: number) => {
    const all = Promise.withResolvers<undefined>();
    let begun = 0;
    await Promise.all(
      Array.from({ length: count }, () =>
        service.store.asDoor(async (tx) => {
          await sql`select 1`.execute(tx);
          begun += 1;
          if (begun === count) all.resolve(undefined);
          await all.promise;
        }),
      ),
    );
  },
});
