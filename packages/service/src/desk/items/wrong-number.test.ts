// Goal: a telephone number that was said to be somebody else's lies on the desk until it is settled, no text goes there before, and nobody settles what they have not seen.
// Method: the real statements on both stores; the number is reported as the patient's page does it, and corrected as the patient's form does it.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { LINK_KEY } from '@pestle/testbed/delivery/open-delivery';
import { type DeskPractice, openDeskPractice } from '@pestle/testbed/desk/desk-practice';
import {
  failureOf,
  freshKey,
  OTHER_ORGANIZATION,
  TEST_ORGANIZATION,
  userActor,
} from '@pestle/testbed/practice/people';
import { PATIENT, PRESCRIBER } from '@pestle/testbed/practice/practice';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { createDirectory, type Directory } from '../../directory/directory.ts';
import { systemPorts } from '../../kernel/ports.ts';
import { createPhoneHashes, isWrongNumber, numberChanged } from '../../routing/inside.ts';
import { reportWrongNumber } from '../../routing/patient/wrong-number.ts';
import type { Store } from '../../store/store.ts';
import type { DeskItem } from './items.ts';

const OLD = '6175550111';
const NEW = '6175550122';
const HOUR = 3_600_000;
const hashes = createPhoneHashes(LINK_KEY);
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

for (const { name, skip, open } of BOTH_STORES) {
  describe(`a wrong number on the ${name}`, { skip }, () => {
    let store: Store;
    let close: () => Promise<void>;
    let asOwner: OpenedStore['asOwner'];
    let practice: DeskPractice;
    let directory: Directory;
    before(async () => {
      ({ store, close, asOwner } = await open());
      practice = await openDeskPractice(store);
      directory = createDirectory({
        store,
        ports: systemPorts,
        numberChanged: (tx, change) => numberChanged(tx, hashes, change),
      });
    });
    after(() => close());
    beforeEach(async () => {
      await asOwner(async (owner) => {
        await sql`delete from wrong_number`.execute(owner);
        await sql`delete from desk_item`.execute(owner);
      });
      await give(OLD);
    });

    /** As the form of the patient saves it. */
    const give = async (phone: string | null): Promise<void> => {
      const { revision } = await directory.patient(practice.staff, PATIENT);
      await directory.updatePatient(
        practice.staff,
        { id: PATIENT, expectedRevision: revision, changes: { phone } },
        freshKey('updatePatient'),
      );
    };
    const report = async (phone: string, at: string): Promise<string> => {
      const { id: orderId } = await practice.order(['DELIVERED']);
      await store.withOrg(TEST_ORGANIZATION, (tx) =>
        reportWrongNumber(tx, hashes, { orgId: TEST_ORGANIZATION, patientId: PATIENT, phone, orderId, at }),
      );
      return orderId;
    };
    const isWrong = (phone: string): Promise<boolean> =>
      store.withOrg(TEST_ORGANIZATION, (tx) =>
        isWrongNumber(tx, hashes, { orgId: TEST_ORGANIZATION, patientId: PATIENT, phone }),
      );
    const onDesk = async (): Promise<readonly DeskItem[]> =>
      (await practice.all()).filter(({ cause }) => cause === 'wrong-number');
    const only = async (): Promise<DeskItem> => {
      const [item, ...more] = await onDesk();
      assert.deepEqual(more, []);
      assert.ok(item !== undefined);
      return item;
    };
    const confirm = (id: string) =>
      practice.desk.confirmNumber(
        practice.staff,
        { id, reason: 'They called from it.' },
        freshKey('confirmPhoneNumber'),
      );

    test('it lies there once, with the patient, the order whose text was answered so, and whose it is', async () => {
      await give(NEW);
      await report(NEW, ago(2 * HOUR));
      const orderId = await report(OLD, ago(HOUR));
      const item = await only();
      assert.deepEqual(
        [item.situation, item.patientId, item.orderId, item.owner?.id, item.isLate],
        ['wrong-number', PATIENT, orderId, PRESCRIBER, false],
      );
      assert.notEqual(item.prescriptionId, null);
      assert.equal((await practice.desk.figures(practice.staff)).bySituation[0]?.situation, 'wrong-number');
      const stranger = userActor({ orgId: OTHER_ORGANIZATION });
      assert.deepEqual((await practice.desk.items(stranger, { id: item.id })).items, []);
    });

    test('another number settles it, and the old one stays closed', async () => {
      await report(OLD, ago(HOUR));
      await give(NEW);
      assert.deepEqual([await onDesk(), await isWrong(OLD), await isWrong(NEW)], [[], true, false]);
    });

    test('no number at all settles it', async () => {
      await report(OLD, ago(HOUR));
      await give(null);
      assert.deepEqual([await onDesk(), await isWrong(OLD)], [[], true]);
    });

    test('whatever else is corrected of the patient settles nothing', async () => {
      await report(OLD, ago(HOUR));
      const { revision } = await directory.patient(practice.staff, PATIENT);
      await directory.updatePatient(
        practice.staff,
        { id: PATIENT, expectedRevision: revision, changes: { email: 'elena@example.org', phone: OLD } },
        freshKey('updatePatient'),
      );
      await only();
    });

    test('a number that was said to be wrong, given back, lies there again', async () => {
      await report(OLD, ago(HOUR));
      const before = await only();
      await give(NEW);
      await give(OLD);
      const again = await only();
      assert.notEqual(again.id, before.id);
      assert.equal(await isWrong(OLD), true);
    });

    test('the number is right: texts go there again, until it is said once more', async () => {
      await report(OLD, ago(HOUR));
      const { id } = await only();
      assert.deepEqual(await confirm(id), { item: null });
      assert.deepEqual([await onDesk(), await isWrong(OLD)], [[], false]);
      assert.equal((await failureOf(confirm(id))).code, 'DESK_ITEM_GONE');
      await report(OLD, ago(0));
      const again = await only();
      assert.deepEqual([again.id === id, await isWrong(OLD)], [false, true]);
    });

    test('who handles it puts it away, and texts stay stopped', async () => {
      await report(OLD, ago(HOUR));
      const { id } = await only();
      await practice.desk.close(
        practice.staff,
        { id, reason: 'They want no texts.' },
        freshKey('closeDeskItem'),
      );
      assert.deepEqual([await onDesk(), await isWrong(OLD)], [[], true]);
    });

    test('only what was seen is said to be right, only of such an item, and only by who works at the desk', async () => {
      await report(OLD, ago(2 * HOUR));
      const { id } = await only();
      await give(NEW);
      await report(NEW, ago(HOUR));
      assert.equal((await failureOf(confirm(id))).code, 'DESK_ITEM_GONE');
      assert.equal(await isWrong(NEW), true);
      const admin = userActor({ roles: ['admin'] });
      const now = await only();
      const input = { id: now.id, reason: 'Mine.' };
      assert.equal(
        (await failureOf(practice.desk.confirmNumber(admin, input, freshKey('confirmPhoneNumber')))).code,
        'FORBIDDEN',
      );
      await practice.order(['STUCK']);
      const stuck = (await practice.all()).find(({ cause }) => cause === 'stuck');
      assert.ok(stuck !== undefined);
      assert.equal((await failureOf(confirm(stuck.id))).code, 'DESK_ITEM_GONE');
      assert.equal((await practice.desk.items(practice.staff, { id: stuck.id })).items.length, 1);
    });

    test('the reason is sealed, and the trail says who it was', async () => {
      await report(OLD, ago(HOUR));
      const { id } = await only();
      await confirm(id);
      const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ sealed: Uint8Array; actor: string }>`select d.sealed_reason as sealed, a.actor_id as actor
          from desk_item d join audit_entry a on a.subject_id = ${id} and a.action = 'desk.number-right'
          where d.cause = 'wrong-number'`.execute(tx),
      );
      assert.deepEqual(
        rows.map(({ actor }) => actor),
        [practice.staff.id],
      );
      assert.ok(
        !Buffer.from(rows[0]?.sealed ?? [])
          .toString('latin1')
          .includes('called'),
      );
    });
  });
}
