// Child process: the service, with a look at what still waits to leave.
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
});
