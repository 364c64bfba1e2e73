// Goal: what may be done about a page of orders costs the store what one of them costs.
// Method: the statements of one transaction are counted, of five orders and of fifty, in every state in which the acts ask most.
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { type GraphTestbed, openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { insertPharmacy } from '@pestle/testbed/practice/directory-rows';
import { insertOrder } from '@pestle/testbed/practice/order-rows';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';

let testbed: GraphTestbed;
let store: Awaited<ReturnType<typeof openTestStore>>;
before(async () => {
  store = await openTestStore();
  testbed = await openGraphTestbed(store, 'Riverside');
});
after(async () => {
  await testbed.close();
  await store.close();
});

test('the acts of fifty orders ask the store no more often than those of one', async () => {
  const { orgId } = testbed.a;
  const pharmacy = await insertPharmacy(store);
  const many: string[] = [];
  for (let made = 0; made < 50; made += 5)
    for (const state of ['SENT', 'STUCK', 'RECEIVED', 'ERROR', 'DELIVERED'] as const)
      many.push((await insertOrder(store, { orgId, pharmacyId: pharmacy.id, states: [state, 'SENT'] })).id);
  await store.withOrg(orgId, (tx) =>
    sql`update prescription set written_at = now() - interval '1 hour' where org_id = ${orgId}`.execute(tx),
  );
  let statements = 0;
  const asBefore = store.withOrg.bind(store);
  const counted = mock.method(store, 'withOrg', ((org, work, also) =>
    asBefore(
      org,
      async (tx) => {
        const executor = tx.getExecutor();
        const asked = executor.executeQuery.bind(executor);
        executor.executeQuery = (query, options) => {
          statements += 1;
          return asked(query, options);
        };
        return await work(tx);
      },
      also,
    )) satisfies typeof asBefore);
  const during = async (ask: () => Promise<unknown>): Promise<number> => {
    statements = 0;
    await ask();
    return statements;
  };
  try {
    const { desk } = testbed.rooms;
    for (const actor of [testbed.a.as('prescriber'), testbed.a.as('staff')]) {
      const five = many.slice(0, 5);
      const few = await during(() => desk.acts(actor, five));
      assert.ok(few > 5 && few <= 14, `${few} statements`);
      assert.equal(await during(() => desk.acts(actor, many)), few);
      assert.equal(
        await during(() => desk.lineActs(actor, many)),
        await during(() => desk.lineActs(actor, five)),
      );
    }
    // As a list is asked for by a page: whatever its length.
    const listed = (first: number) =>
      during(() =>
        testbed.data(
          testbed.a.as('prescriber'),
          'query($first: Int!) { orders(first: $first) { nodes { id acts { act } fills { id acts { act } } } } }',
          { first },
        ),
      );
    const few = await listed(5);
    assert.ok(few <= 32, `${few} statements`);
    assert.equal(await listed(50), few);
  } finally {
    counted.mock.restore();
  }
});
