// Child process: the service, with a look at what still waits to leave and at whether its connections are all there.
import { DELIVERY_LIMITS } from '@pestle/service/delivery';
import { FAX_LANE } from '@pestle/service/for-tests/outbox';
import { sql } from 'kysely';
import type { StillWaiting } from './child-service.ts';
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
  /** The same rows, told for who reads why a run failed; `ahead` are faxes whose next place in their schedule has not come. */
  stillWaiting: (service) =>
    service.store.asCourier(async (tx) => {
      const { rows } = await sql<StillWaiting>`
        select subject_id as "subjectId",
          lane = ${FAX_LANE} and run_at > now() and attempt < ${DELIVERY_LIMITS.faxOffsetsMs.length} as ahead,
          concat_ws(' ', kind, subject_id, 'in lane', lane, 'after attempt', attempt, 'is due in',
            round(extract(epoch from run_at - now())), 's, set', wait_ms, 'ms ahead; worker', coalesce(leased_by, 'none'),
            'faults', faults, 'held by', coalesce(on_hold_by, 'nobody')) as told
        from outbox where run_at <> 'infinity' order by run_at limit 50`.execute(tx);
      return rows;
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
