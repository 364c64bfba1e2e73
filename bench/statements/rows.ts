// The rows that hot statements are measured on: orders at pharmacies with their signed prescriptions, and a backlog in the outbox.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Store } from '@pestle/service/store';
import {
  insertOrganization,
  insertPharmacy,
  type TestPharmacy,
} from '@pestle/testbed/practice/directory-rows';
import { insertOrder, type TestOrder } from '@pestle/testbed/practice/order-rows';
import { sql } from 'kysely';

const ORDERS = 400;
const PHARMACIES = 20;
const OTHER_PHARMACIES = 20_000;
const LANES = 40;
const WAITING = 8_000;

export interface Rows {
  readonly orgId: OrganizationId;
  readonly orders: readonly TestOrder[];
  readonly pharmacies: readonly TestPharmacy[];
  /** Lanes of the backlog. */
  readonly lanes: readonly string[];
}

export async function fill(store: Store): Promise<Rows> {
  const orgId = await insertOrganization(store);
  const pharmacies: TestPharmacy[] = [];
  for (let index = 0; index < PHARMACIES; index += 1) pharmacies.push(await insertPharmacy(store));
  // Others, so that the table is too long to be read whole.
  await store.asKeeper((tx) =>
    sql`insert into pharmacy (id, name, kind, pharmacy_type, serves_public, street1, city, state, postal_code, time_zone, search_words)
      select 'phr_bench_' || n, 'Elsewhere', 'LOCAL_PICKUP', 'community', true, '1 Main Street', 'Boston', 'MA', '02108',
        'America/New_York', 'elsewhere' from generate_series(1, ${sql.lit(OTHER_PHARMACIES)}) as n`.execute(
      tx,
    ),
  );
  const orders: TestOrder[] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    const pharmacy = pharmacies[index % PHARMACIES];
    if (pharmacy !== undefined) orders.push(await insertOrder(store, { orgId, pharmacyId: pharmacy.id }));
  }
  const lanes = Array.from({ length: LANES }, (_, index) => `bench:${String(index).padStart(2, '0')}`);
  await store.withOrg(orgId, async (tx) => {
    // What an attempt reads is due in a lane of its own, far ahead of the backlog.
    for (const { fills } of orders)
      await sql`insert into outbox (id, org_id, kind, subject_id, lane, run_at)
        values (${fills[0].transmissionId}, ${orgId}, 'new', ${fills[0].id}, 'bench:orders', now())`.execute(
        tx,
      );
    await sql`insert into outbox (id, org_id, kind, subject_id, lane, run_at)
      select 'bench_' || n, ${orgId}, 'new', 'nothing', (${sql.val(lanes)}::text[])[1 + n % ${sql.lit(LANES)}], now() - n * interval '1 millisecond'
      from generate_series(1, ${sql.lit(WAITING)}) as n`.execute(tx);
  });
  return { orgId, orders, pharmacies, lanes };
}
