// One graph testbed for a whole suite: opened before its first test, closed after its last.
import { after, before } from 'node:test';
import type { Store } from '@pestle/service/store';
import { sql } from 'kysely';
import { openTestStore } from '../stores/test-store.ts';
import { recordsOf } from './graphql-records.ts';
import { type GraphTestbed, openGraphTestbed } from './graphql-testbed.ts';

/** Nothing of it is there before the first test of the suite has begun. */
export interface GraphSuite {
  readonly testbed: GraphTestbed;
  readonly store: Store;
  /** A new order of the first practice, by its id. */
  anOrder(): Promise<string>;
  /** Puts the fills of an order into a state that only deliveries and pharmacies bring; `set` is SQL. */
  setFill(orderId: string, set: string): Promise<unknown>;
}

/** Called inside a `describe`. `name` begins every name of the first practice's records. */
export function graphSuite(name: string): GraphSuite {
  let store: Awaited<ReturnType<typeof openTestStore>>;
  let testbed: GraphTestbed;
  before(async () => {
    store = await openTestStore();
    testbed = await openGraphTestbed(store, name);
  });
  after(async () => {
    await testbed.close();
    await store.close();
  });
  return {
    get testbed() {
      return testbed;
    },
    get store() {
      return store;
    },
    anOrder: () => recordsOf(testbed, testbed.a, name).get('order'),
    setFill: (orderId, set) =>
      store.withOrg(testbed.a.orgId, (tx) =>
        sql`update fill set ${sql.raw(set)} where order_id = ${orderId}`.execute(tx),
      ),
  };
}
