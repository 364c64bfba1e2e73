// Goal: what a patient is to be told at a time is told although the service and its store ended before that time.
// Method: a store on the disk that is closed and opened again, as a start of the service does, with nothing kept in memory.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import { LINK_KEY, openDelivery } from '@pestle/testbed/delivery/open-delivery';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { PATIENT, PHARMACY } from '@pestle/testbed/practice/practice';
import { layMigratedStore, TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { openPatientChoice } from '@pestle/testbed/tracking/patient-choice';
import { sql } from 'kysely';
import { findPatient, updatePatientRow } from '../../directory/patient/patient-rows.ts';
import { createPatientLinkKey, createPhoneHashes } from '../../routing/inside.ts';
import { openEmbeddedStore } from '../../store/embedded/embedded-store.ts';
import type { Store } from '../../store/store.ts';
import { sealStore } from '../../vault/vault.ts';
import { writeInvitation } from './invitation.ts';

const MINUTE_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'pestle-timers-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('P11: reminders, the preferred pharmacy and news of an order are told after the service has ended and begun again', async (t) => {
  await layMigratedStore(folder);
  const opened = async () => sealStore(await openEmbeddedStore(folder), TEST_DATA_KEYS);
  const first = await opened();
  const testbed = await openPatientChoice(first);
  const { clock, ports, practice } = testbed;
  const invited = async (wish = {}): Promise<OrderId> => {
    const { orderId } = await testbed.waiting(wish);
    const links = {
      baseUrl: 'http://127.0.0.1:8080',
      patientLinks: createPatientLinkKey(LINK_KEY),
      phoneHashes: createPhoneHashes(LINK_KEY),
    };
    assert.equal(await writeInvitation({ store: first, ports, ...links }, TEST_ORGANIZATION, orderId), true);
    return orderId;
  };
  await first.withOrg(TEST_ORGANIZATION, async (tx) => {
    const row = await findPatient(tx, TEST_ORGANIZATION, PATIENT);
    if (row !== undefined) await updatePatientRow(tx, { ...row, preferred_pharmacy_id: PHARMACY });
  });
  const [reminded, preferred, canceled] = [
    await invited(),
    await invited({ usePreferredPharmacy: true }),
    await invited(),
  ];
  await first.withOrg(TEST_ORGANIZATION, async (tx) => {
    await sql`update fill set state = 'CANCELED', updated_at = ${new Date(clock.now()).toISOString()} where order_id = ${canceled}`.execute(
      tx,
    );
    await sql`update orders set state = 'CANCELED' where id = ${canceled}`.execute(tx);
  });
  await testbed.close();
  await first.close();

  clock.forward(21 * MINUTE_MS);
  const store: Store = await opened();
  const delivery = openDelivery({
    ...practice.deps,
    store,
    ports,
    onError: (error) => {
      throw error;
    },
  });
  t.after(async () => {
    await delivery.close();
    await store.close();
  });
  await delivery.tellPatients();
  const about = async (orderId: OrderId) =>
    (
      await store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{
          about: string;
        }>`select about from text_message where order_id = ${orderId} order by created_at, id`.execute(tx),
      )
    ).rows.map((row) => row.about);
  const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
    sql<{ pharmacy_id: string }>`select pharmacy_id from orders where id = ${preferred}`.execute(tx),
  );
  assert.deepEqual(
    [await about(reminded), await about(canceled), rows],
    [['invitation', 'reminder'], ['invitation', 'canceled'], [{ pharmacy_id: PHARMACY }]],
  );
});
