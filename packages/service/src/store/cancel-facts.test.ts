// Tests what the migration of the cancel facts does with stores that were filled before: nothing that a person has to do is forgotten.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { insertOrganization, insertPharmacy } from '@pestle/testbed/practice/directory-rows';
import { insertOrder } from '@pestle/testbed/practice/order-rows';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { splitStatements } from './migrate.ts';

const MOVES = splitStatements(
  readFileSync(new URL('./migrations/017_cancel_facts.sql', import.meta.url), 'utf8'),
).filter((statement) => statement.startsWith('update '));

test('017: a cancel that could not be delivered becomes the fact, whichever way it was kept', async () => {
  const store = await openTestStore();
  try {
    const orgId = await insertOrganization(store);
    const { id: pharmacyId } = await insertPharmacy(store);
    const { fills } = await insertOrder(store, { orgId, pharmacyId, states: ['STUCK', 'SENT', 'DELIVERED'] });
    const [stuck, moved, dispensed] = fills.map(({ id }) => id);
    const rows = await store.withOrg(orgId, async (tx) => {
      await sql`update fill set state_reason = 'CANCEL_NOT_DELIVERED' where id = ${stuck}`.execute(tx);
      await sql`update fill set alert = 'cancel-not-delivered' where id = ${moved}`.execute(tx);
      await sql`update fill set alert = 'dispensed-after-cancel' where id = ${dispensed}`.execute(tx);
      assert.equal(MOVES.length, 3);
      for (const statement of MOVES) await sql.raw(statement).execute(tx);
      return (
        await sql`select state_reason, alert, cancel_not_sent_reason as reason, cancel_not_sent_pharmacy_id as pharmacy,
          cancel_not_sent_at is not null as untold, dispensed_after_cancel_at is not null as dispensed
          from fill where org_id = ${orgId} order by line`.execute(tx)
      ).rows;
    });
    const untold = { reason: 'NOT_DELIVERED', untold: true, dispensed: false };
    assert.deepEqual(rows, [
      { state_reason: 'CANCEL_NOT_SENT', alert: null, pharmacy: pharmacyId, ...untold },
      // Which pharmacy the order had left was not kept: its history names it.
      { state_reason: null, alert: null, pharmacy: null, ...untold },
      {
        state_reason: null,
        alert: 'dispensed-after-cancel',
        pharmacy: null,
        reason: null,
        untold: false,
        dispensed: true,
      },
    ]);
  } finally {
    await store.close();
  }
});
