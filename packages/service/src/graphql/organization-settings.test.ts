// Settings of an organization over the API: administrators change what they have seen, and nobody undoes what another one changed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { GraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { openGraphTestbed } from '@pestle/testbed/graphql/graphql-testbed';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import type { Actor } from '../kernel/actor.ts';

const ANSWER = `revision patientReentry staffMayChoosePharmacy offCatalog duplicates coverage screening patientTexts textsAtNight deskMailTo deskReminders
  office { opens closes days holidays } afterHoursOwner { id }`;
const CHANGE = `mutation($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { ${ANSWER} } }`;
const AT_FIRST = {
  revision: 1,
  patientReentry: false,
  staffMayChoosePharmacy: true,
  offCatalog: true,
  duplicates: 'REASON',
  coverage: 'PAGE',
  screening: 'NOT_USED',
  patientTexts: ['SENT', 'READY', 'SHIPPED', 'DELIVERED', 'PROBLEM', 'CANCELED'],
  textsAtNight: 'ALL',
  deskMailTo: null,
  deskReminders: ['ENTERED', 'LATE', 'LATE_TO_PRACTICE', 'AFTER_HOURS'],
  office: { opens: '08:00', closes: '18:00', days: [1, 2, 3, 4, 5], holidays: [] },
  afterHoursOwner: null,
};

for (const { name, open, skip } of BOTH_STORES)
  describe(`settings of an organization (${name})`, { skip }, () => {
    let opened: OpenedStore;
    let testbed: GraphTestbed;
    let admin: Actor;
    before(async () => {
      opened = await open();
      testbed = await openGraphTestbed(opened.store, 'Riverside');
      admin = testbed.a.as('admin');
    });
    after(async () => {
      await testbed.close();
      await opened.close();
    });

    const read = async (by: Actor = admin): Promise<object> => {
      const { organization } = await testbed.data<{ organization: object }>(
        by,
        `{ organization { ${ANSWER} } }`,
      );
      return JSON.parse(JSON.stringify(organization)) as object;
    };
    const change = async (input: object, by: Actor = admin): Promise<object> => {
      const { updateOrganization } = await testbed.data<{ updateOrganization: object }>(by, CHANGE, {
        input,
      });
      return JSON.parse(JSON.stringify(updateOrganization)) as object;
    };

    test('what is left out stays, null clears, each change is a revision and an entry without values', async () => {
      assert.deepEqual(await read(testbed.a.as('staff')), AT_FIRST);
      const staff = testbed.a.as('staff').id;
      const office = { opens: '07:30', closes: '19:00', days: [6, 1, 6], holidays: ['2026-12-25'] };
      const texts = { patientTexts: ['READY'], textsAtNight: 'FIRST', deskReminders: [] };
      const owner = { afterHoursOwnerId: staff, deskMailTo: ' desk@clinic.example ' };
      const changed = await change({ revision: 1, office, ...texts, ...owner });
      const now = {
        ...AT_FIRST,
        revision: 2,
        ...texts,
        office: { ...office, days: [1, 6] },
        afterHoursOwner: { id: staff },
        deskMailTo: 'desk@clinic.example',
      };
      assert.deepEqual(changed, now);
      assert.deepEqual(
        await change({
          revision: 2,
          staffMayChoosePharmacy: false,
          offCatalog: false,
          duplicates: 'REFUSE_SAME',
          coverage: 'NEVER',
          afterHoursOwnerId: null,
          deskMailTo: null,
        }),
        {
          ...now,
          revision: 3,
          staffMayChoosePharmacy: false,
          offCatalog: false,
          duplicates: 'REFUSE_SAME',
          coverage: 'NEVER',
          afterHoursOwner: null,
          deskMailTo: null,
        },
      );
      const { rows } = await opened.store.withOrg(testbed.a.orgId, (tx) =>
        sql<{ actor_id: string; detail: string }>`select actor_id, detail::text as detail from audit_entry
          where action = 'organization.change' and outcome = 'success' order by at`.execute(tx),
      );
      assert.deepEqual(
        rows.map(({ actor_id: by }) => by),
        [admin.id, admin.id],
      );
      assert.match(rows[0]?.detail ?? '', /afterHoursOwnerId deskMailTo deskReminders office patientTexts/);
      assert.doesNotMatch(rows.map(({ detail }) => detail).join(), /clinic\.example|usr_/);
      assert.deepEqual(await read(testbed.b.as('admin')), AT_FIRST, 'another organization');
    });

    test('section 14: that nothing is screened is stated by an administrator, with who and when, and stays with who stated it first', async () => {
      const stated = async (): Promise<unknown> => {
        const { organization } = await testbed.data<{ organization: object }>(
          admin,
          '{ organization { revision screening screeningStatedAt screeningStatedBy { id } } }',
        );
        return JSON.parse(JSON.stringify(organization)) as unknown;
      };
      const revisionOf = (of: unknown): number => (of as { revision: number }).revision;
      await change({ revision: revisionOf(await read()), screening: 'REQUIRED' });
      const required = await stated();
      assert.deepEqual(required, {
        revision: revisionOf(required),
        screening: 'REQUIRED',
        screeningStatedAt: null,
        screeningStatedBy: null,
      });
      for (const role of ['prescriber', 'staff', 'machine'] as const)
        await assert.rejects(
          change({ revision: revisionOf(required), screening: 'NOT_USED' }, testbed.a.as(role)),
          { code: 'FORBIDDEN' },
        );
      const byOperator = testbed.rooms.organization.administration.changeSettings(
        testbed.a.orgId,
        { screening: 'not-used' },
        'tests',
      );
      await assert.rejects(byOperator, { code: 'INVALID_INPUT' });
      assert.deepEqual(await stated(), required);
      const before = Date.now();
      await change({ revision: revisionOf(required), screening: 'NOT_USED' });
      const off = (await stated()) as { revision: number; screeningStatedAt: string };
      assert.ok(Date.parse(off.screeningStatedAt) >= before - 1_000);
      assert.deepEqual(off, {
        revision: revisionOf(required) + 1,
        screening: 'NOT_USED',
        screeningStatedAt: off.screeningStatedAt,
        screeningStatedBy: { id: admin.id },
      });
      await change({ revision: off.revision, screening: 'NOT_USED' });
      assert.deepEqual(await stated(), { ...off, revision: off.revision + 1 });
      const { rows } = await opened.store.withOrg(testbed.a.orgId, (tx) =>
        sql<{ said: string | null }>`select detail ->> 'screening' as said from audit_entry
          where action = 'organization.change' and outcome = 'success' order by at desc limit 3`.execute(tx),
      );
      assert.deepEqual(
        rows.map(({ said }) => said),
        [null, 'not-used', 'required'],
      );
    });

    test('of two who change what both have seen, the second is told', async () => {
      const { revision } = (await read()) as { revision: number };
      const both = await Promise.allSettled([
        change({ revision, patientReentry: true }),
        change({ revision, patientTexts: [] }),
      ]);
      assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
      assert.equal((refused.reason as { code: string }).code, 'REVISION_CONFLICT');
      assert.equal(((await read()) as { revision: number }).revision, revision + 1);
    });

    test('who is no administrator any more changes nothing, whatever their token says', async () => {
      const { revision } = (await read()) as { revision: number };
      for (const role of ['prescriber', 'staff', 'machine'] as const)
        await assert.rejects(change({ revision, patientReentry: true }, testbed.a.as(role)), {
          code: 'FORBIDDEN',
        });
      await opened.store.withOrg(testbed.b.orgId, (tx) =>
        sql`update app_user set roles = '{staff}' where id = ${testbed.b.as('admin').id}`.execute(tx),
      );
      await assert.rejects(change({ revision: 1, patientReentry: true }, testbed.b.as('admin')), {
        code: 'FORBIDDEN',
      });
    });

    test('what makes no sense is refused, field by field', async () => {
      const { revision } = (await read()) as { revision: number };
      const office = { opens: '08:00', closes: '18:00', days: [1], holidays: [] };
      const refused: readonly (readonly [object, RegExp])[] = [
        [{}, /Name at least one setting/],
        [{ office: { ...office, closes: '08:00' } }, /closes after it opens/],
        [{ office: { ...office, opens: '24:00' } }, /Write a time of day/],
        [{ office: { ...office, days: [] } }, /at least one day/],
        [{ office: { ...office, days: [8] } }, /Monday is 1, Sunday 7/],
        [{ office: { ...office, holidays: Array(101).fill('2026-12-25') } }, /100 days at most/],
        [{ deskMailTo: 'nobody' }, /no(t an)? e-mail address/],
        [{ deskMailTo: 'a@b.example\nBcc: c@d.example' }, /no(t an)? e-mail address/],
        [{ afterHoursOwnerId: admin.id }, /active person of the practice/],
        [{ afterHoursOwnerId: testbed.b.as('staff').id }, /There is no user/],
        [{ patientReentry: null }, /must be/],
      ];
      for (const [input, message] of refused)
        await assert.rejects(change({ revision, ...input }), (error: Error & { problems?: unknown }) => {
          assert.match(JSON.stringify([error.message, error]), message, JSON.stringify(input));
          return true;
        });
      assert.equal(((await read()) as { revision: number }).revision, revision);
    });
  });
