// Goal: a row whose work ends the process before any attempt is put down is put aside in the end, and those beside it leave.
// Method: the dispatcher on a real outbox; a death is a worker whose work never ends and who is followed by another.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addOrganizations, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { withdraw } from '../../../outbox/outbox.ts';
import { createStoreWatch } from '../../../store/inside.ts';
import { DELIVERY_LIMITS } from '../../limits.ts';
import { createDispatcher } from '../dispatcher.ts';

const NOTHING_HELD = { admits: () => true, ended: () => undefined, leftOut: [], holds: [] };
const KILLS = 'one_3';

for (const { name, skip, open } of BOTH_STORES)
  describe(`deaths before an attempt on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    before(async () => {
      opened = await open();
      await addOrganizations(opened.store);
      await opened.store.asKeeper((tx) =>
        sql`insert into lane (key, concurrency) values ('one', 8)`.execute(tx),
      );
      await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`insert into outbox (id, org_id, kind, subject_id, lane, run_at)
          select 'one_' || n, ${TEST_ORGANIZATION}, 'new', 'x', 'one', now() from generate_series(1, 6) n`.execute(
          tx,
        ),
      );
      await opened.asOwner((tx) =>
        sql`insert into node (id, seen_at) values ('killed', now() - interval '1 minute')`.execute(tx),
      );
    });
    after(() => opened.close());

    /** One process until it dies at the row that kills, or puts that aside. Answers on how many rows it had worked by then, and which it put aside. */
    const live = async (
      life: number,
    ): Promise<{ readonly done: readonly string[]; readonly aside: boolean }> => {
      const { store } = opened;
      const done: string[] = [];
      let aside = false;
      const end = Promise.withResolvers<void>();
      const dispatcher = createDispatcher({
        workerId: `life ${life}`,
        store,
        storeWatch: createStoreWatch({
          store,
          judges: false,
          witness: undefined,
          onOlder: async ({ because }) => assert.fail(because),
          newIncarnation: () => 'inc_of_the_test',
          monotonic: () => performance.now(),
        }),
        breaker: NOTHING_HELD,
        perform: async ({ orgId, id }) => {
          if (id === KILLS) {
            end.resolve();
            return await new Promise<never>(() => undefined);
          }
          // In the first life all are in hand when it ends.
          if (life === 1) return await new Promise<never>(() => undefined);
          await store.withOrg(orgId, (tx) => withdraw(tx, orgId, id));
          done.push(id);
          return true;
        },
        giveUp: async () => false,
        putAside: async ({ id }) => {
          assert.equal(id, KILLS);
          await opened.asOwner((tx) =>
            sql`update outbox set on_hold_since = now(), on_hold_by = 'service' where id = ${id}`.execute(tx),
          );
          aside = true;
        },
        waits: { failingMs: 60_000, busyMs: 60_000 },
        onError: (error) => assert.fail(String(error)),
      });
      dispatcher.subscribe(({ event }) => {
        if (event === 'idle') end.resolve();
      });
      await dispatcher.start();
      await end.promise;
      await dispatcher.stop(0);
      return { done, aside };
    };

    test('it is counted at each death, the others leave, and it is put aside', async () => {
      const left: string[] = [];
      let life = 0;
      for (;;) {
        life += 1;
        assert.ok(life < 20, 'it kills without a bound');
        const { done, aside } = await live(life);
        left.push(...done);
        if (aside) break;
      }
      assert.equal(life - 1, DELIVERY_LIMITS.ownFaultDelaysMs.length + 1, 'so many deaths');
      assert.deepEqual(
        left.toSorted(),
        ['one_1', 'one_2', 'one_4', 'one_5', 'one_6'],
        'each of the others, once',
      );
    });
  });
