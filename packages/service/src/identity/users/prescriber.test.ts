// Who may prescribe, and what is missing (`prescriber`, A2), on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { IdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PROFILE } from '@pestle/testbed/identity/identity-testbed';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import type { PostgresTestStore } from '@pestle/testbed/stores/test-store';
import { openPostgresTestStore } from '@pestle/testbed/stores/test-store';
import { checkPrescriber } from './prescriber.ts';
import { updateUser } from './user-rows.ts';

function suite(
  name: string,
  open: () => Promise<IdentityTestbed>,
  close: () => Promise<void>,
  skip: string | false = false,
): void {
  describe(name, { skip }, () => {
    let testbed: IdentityTestbed;
    before(async () => {
      testbed = await open();
    });
    after(async () => {
      await testbed.close();
      await close();
    });
    const check = (id: string) =>
      testbed.store.withOrg(testbed.riverside, (tx) =>
        testbed.identity.authorizedPrescriber(tx, testbed.riverside, id),
      );

    test('A2: a complete prescriber is authorized, with the profile that prescriptions show', async () => {
      const found = await check(testbed.prescriber.id);
      assert.ok(found.ok);
      assert.deepEqual(found.prescriber, {
        userId: testbed.prescriber.id,
        revision: 1,
        firstName: 'Paula',
        middleName: null,
        lastName: 'Test',
        nameSuffix: null,
        credentials: 'MD',
        npi: PROFILE.npi,
        phone: '6175550100',
        phoneExtension: null,
        fax: null,
        practice: { ...PROFILE.practice, street2: null },
        licenceStates: [],
      });
    });

    test('A2: staff, admins, people of other organizations and nobody are not', async () => {
      assert.deepEqual(await check(testbed.staff.id), {
        ok: false,
        missing: ['role', 'npi', 'practice', 'phone'],
      });
      assert.equal((await check(testbed.admin.id)).ok, false);
      assert.deepEqual(await check(testbed.stranger.id), { ok: false, missing: ['role', 'active'] });
      assert.deepEqual(await check('usr_00000000000000000000000000'), {
        ok: false,
        missing: ['role', 'active'],
      });
    });

    test('A2: what is checked is the current row; each change raises the revision', async () => {
      const orgId = testbed.riverside;
      const id = await testbed.identity.createUser(orgId, {
        email: 'current@clinic.example',
        firstName: 'Current',
        lastName: 'Test',
        roles: ['prescriber'],
        ...PROFILE,
      });
      const at = new Date().toISOString();
      const change = (set: Parameters<typeof updateUser>[2]) =>
        testbed.store.withOrg(orgId, (tx) => updateUser(tx, { orgId, id, revision: null }, set, at));
      assert.equal(await change({ active: false }), true);
      assert.deepEqual(await check(id), { ok: false, missing: ['active'] });
      await change({ active: true, phone: null, practice_city: null });
      assert.deepEqual(await check(id), { ok: false, missing: ['practice', 'phone'] });
      await change({ phone: '6175550101', practice_city: 'Boston' });
      const found = await check(id);
      assert.ok(found.ok && found.prescriber.revision === 4);
      const stale = await testbed.store.withOrg(orgId, (tx) =>
        updateUser(tx, { orgId, id, revision: 3 }, { active: false }, at),
      );
      assert.equal(stale, false);
    });

    test('a kept NPI with a wrong check digit does not count', async () => {
      const user = await testbed.store.withOrg(testbed.riverside, (tx) =>
        testbed.identity.findUser(tx, testbed.riverside, testbed.prescriber.id),
      );
      assert.ok(user !== undefined);
      const wrong = { ...user, npi: `${PROFILE.npi.slice(0, 9)}${(Number(PROFILE.npi[9]) + 1) % 10}` };
      assert.deepEqual(checkPrescriber(wrong, { requireSecondFactor: false, attestation: null }), {
        ok: false,
        missing: ['npi'],
      });
      assert.deepEqual(checkPrescriber(user, { requireSecondFactor: true, attestation: null }), {
        ok: false,
        missing: ['second-factor'],
      });
    });

    test('seeding twice by the same id changes nothing', async () => {
      const repeated = await testbed.identity.createUser(testbed.riverside, {
        id: testbed.prescriber.id,
        email: 'other@clinic.example',
        firstName: 'Other',
        lastName: 'Name',
        roles: ['staff'],
      });
      assert.equal(repeated, testbed.prescriber.id);
      const application = await testbed.identity.createApplication(testbed.riverside, {
        id: testbed.machine.id,
        name: 'Other',
        kind: 'confidential',
      });
      assert.deepEqual(application, { id: testbed.machine.id });
    });

    test('bad input names every field', async () => {
      await assert.rejects(
        testbed.identity.createUser(testbed.riverside, {
          email: 'no address',
          firstName: '',
          lastName: 'Line\nbreak',
          roles: [],
          npi: '1234567890',
          phone: '12',
        }),
        (error: { code: string; detail: { fields: { path: string }[] } }) => {
          assert.equal(error.code, 'INVALID_INPUT');
          assert.deepEqual(error.detail.fields.map(({ path }) => path).toSorted(), [
            'email',
            'firstName',
            'lastName',
            'npi',
            'phone',
            'roles',
          ]);
          return true;
        },
      );
    });
  });
}

suite(
  'on the embedded store',
  () => openIdentityTestbed(),
  async () => undefined,
);
let postgres: PostgresTestStore | undefined;
suite(
  'on PostgreSQL',
  async () => {
    postgres = await openPostgresTestStore();
    return await openIdentityTestbed({}, postgres.store);
  },
  async () => {
    await postgres?.close();
  },
  skipWithoutPostgres,
);
