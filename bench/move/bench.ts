// The bench of a move: a store of 20,000 orders from the embedded store to PostgreSQL, copied and compared.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveStoreAudited } from '@pestle/service/audit';
import { systemPorts } from '@pestle/service/kernel';
import { migrate, openEmbeddedStore, planMove, withPostgresOwner } from '@pestle/service/store';
import { sealStore } from '@pestle/service/vault';
import { insertOrganization, insertPharmacy } from '@pestle/testbed/practice/directory-rows';
import { insertOrder } from '@pestle/testbed/practice/order-rows';
import { postgresBinaries, startPostgres } from '@pestle/testbed/stores/postgres-server';
import { layMigratedStore, TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';

const MADE = 200;
const ORDERS = 20_000;
const ORDERS_QUICK = 2_000;
/** Entries of the trail for an order that is signed, sent, reported and read. */
const ENTRIES_PER_ORDER = 8;
/** Each order has a number of its own in its organization. */
const OWN_NUMBER = `|| jsonb_build_object('number', (10000000 + copies.no::integer * 1000 + row_number() over (partition by copies.no))::text)`;
const TABLES = ['signable', 'orders', 'prescription', 'fill', 'fill_event', 'transmission', 'attempt'];

export async function run({ quick }: { readonly quick: boolean }): Promise<void> {
  if (postgresBinaries() === undefined) {
    console.log('PostgreSQL is not installed: left out');
    return;
  }
  const orders = quick ? ORDERS_QUICK : ORDERS;
  const root = mkdtempSync(join(tmpdir(), 'pestle-move-'));
  const directory = join(root, 'data');
  const server = await startPostgres();
  try {
    await layMigratedStore(directory);
    await fill(directory, orders);
    await server.createDatabase('moved');
    const to = server.ownerUrl('moved');
    await withPostgresOwner(to, migrate);
    const plan = await planMove({ directory, to });
    console.log(
      `${orders} orders: ${plan.rows} rows, ${(plan.bytes / 1e6).toFixed(0)} MB with their indexes`,
    );
    let comparedFrom = 0;
    let peak = 0;
    const startedAt = performance.now();
    await moveStoreAudited(systemPorts, {
      directory,
      to,
      by: 'bench',
      witness: null,
      onNews: ({ phase }) => {
        peak = Math.max(peak, process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed);
        if (phase === 'comparing' && comparedFrom === 0) comparedFrom = performance.now();
      },
    });
    const endedAt = performance.now();
    const seconds = (from: number, until: number): string => ((until - from) / 1_000).toFixed(1);
    console.log(
      `copied in ${seconds(startedAt, comparedFrom)} s, compared in ${seconds(comparedFrom, endedAt)} s: ` +
        `${Math.round((1_000 * plan.rows) / (endedAt - startedAt))} rows per second; ` +
        `heap and buffers of the move's own thread at most ${(peak / 1e6).toFixed(0)} MB`,
    );
  } finally {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Some orders as the service writes them, then copies of their rows under other ids, with messages and entries of the trail. */
async function fill(directory: string, orders: number): Promise<void> {
  const embedded = await openEmbeddedStore(directory);
  const store = sealStore(embedded, TEST_DATA_KEYS);
  const orgId = await insertOrganization(store);
  const { id: pharmacyId } = await insertPharmacy(store);
  for (let index = 0; index < MADE; index += 1) await insertOrder(store, { orgId, pharmacyId });
  await embedded.asOwner(async (owner) => {
    for (const name of TABLES) {
      // What they refer to besides (the organization, the pharmacy) stays.
      await sql`insert into ${sql.table(name)} select (copy).* from (
        select jsonb_populate_record(null::${sql.table(name)}, replace(replace(replace(replace(replace(to_jsonb(t)::text,
          '_01', '_' || copies.no), '"M01', '"M' || copies.no), ': "01', ': "' || copies.no), 'org_' || copies.no, 'org_01'), 'phr_' || copies.no, 'phr_01')::jsonb ${sql.raw(name === 'orders' ? OWN_NUMBER : '')}) as copy
        from ${sql.table(name)} t
        cross join (select (100 + n)::text as no from generate_series(1, ${sql.lit(orders / MADE - 1)}) as n) as copies offset 0) as copied`.execute(
        owner,
      );
    }
    await sql`update transmission set sealed_body = decode(repeat(md5(id), 95), 'hex')`.execute(owner);
    await sql`insert into audit_entry (org_id, id, actor_kind, action, subject_kind, subject_id, detail)
      select org_id, 'aud_' || n || id, 'user', 'order.read', 'order', id, '{}' from orders cross join generate_series(1, ${sql.lit(ENTRIES_PER_ORDER)}) as n`.execute(
      owner,
    );
    await sql`insert into audit_link (org_id, number, entry_id, hash)
      select org_id, row_number() over (), id, sha256(id::bytea) from audit_entry`.execute(owner);
    await sql`delete from audit_pending`.execute(owner);
  });
  await store.close();
}
