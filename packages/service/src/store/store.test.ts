// Goal: the store refuses what forgets its organization or oversteps its role, the same on both databases.
// Method: the same statements on PGlite and on PostgreSQL, as each role.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrganizationId } from '@pestle/rules/ids';
import { addOrganizations, OTHER_ORGANIZATION, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { EVERY_STORE } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { SQLSTATE, sqlState } from '../kernel/failures/sql-errors.ts';
import { runStatement } from './kysely-store.ts';
import type { Step, Store } from './store.ts';

const stateOf = async (work: Promise<unknown>): Promise<string | undefined> => {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    return sqlState(error);
  }
};

let entries = 0;
const entry = (orgId: string): Step => {
  entries += 1;
  return {
    statement: {
      name: 'test_entry',
      text: "insert into audit_entry (org_id, id, actor_kind, action, subject_kind, subject_id) values ($1, $2, 'service', 'test', 'test', 'x') returning id",
    },
    values: [orgId, `aud_${entries}`],
  };
};
const countEntries: Step = {
  statement: { name: 'test_count', text: 'select count(*) as count from audit_entry' },
  values: [],
};

for (const { name, skip, open } of EVERY_STORE) {
  describe(`scopes of the store on the ${name}`, { skip }, () => {
    let store: Store;
    let close: () => Promise<void>;
    before(async () => {
      ({ store, close } = await open());
      await addOrganizations(store);
    });
    after(() => close());
    const app = (orgId: OrganizationId) => ({ role: 'app', orgId }) as const;

    test('a statement that forgets its organization is refused, not answered with no rows', async () => {
      const nobody = { role: 'app', orgId: '' as OrganizationId } as const;
      await store.pipeline([{ scope: app(TEST_ORGANIZATION), steps: [entry(TEST_ORGANIZATION)] }]);
      assert.equal(
        await stateOf(store.pipeline([{ scope: nobody, steps: [countEntries] }])),
        SQLSTATE.organizationNotSet,
      );
      assert.equal(
        await stateOf(
          store.withOrg('' as OrganizationId, (tx) => sql`select * from audit_entry`.execute(tx)),
        ),
        SQLSTATE.organizationNotSet,
      );
    });

    test('an organization sees its own rows only, and cannot write into another', async () => {
      await store.pipeline([{ scope: app(TEST_ORGANIZATION), steps: [entry(TEST_ORGANIZATION)] }]);
      const [rows] = await store.pipeline([{ scope: app(OTHER_ORGANIZATION), steps: [countEntries] }]);
      assert.deepEqual(rows, [{ count: 0 }]);
      assert.equal(
        await stateOf(
          store.pipeline([{ scope: app(OTHER_ORGANIZATION), steps: [entry(TEST_ORGANIZATION)] }]),
        ),
        SQLSTATE.insufficientPrivilege,
      );
    });

    test('the scope ends with its transaction', async () => {
      await store.withOrg(TEST_ORGANIZATION, (tx) => sql`select count(*) from audit_entry`.execute(tx));
      const nobody = { role: 'app', orgId: '' as OrganizationId } as const;
      assert.equal(
        await stateOf(store.pipeline([{ scope: nobody, steps: [countEntries] }])),
        SQLSTATE.organizationNotSet,
      );
    });

    test('the courier and the door cannot read health information', async () => {
      for (const role of ['courier', 'door'] as const) {
        for (const table of ['patient', 'signable', 'draft', 'prescription', 'attempt', 'text_message']) {
          const step: Step = {
            statement: { name: `test_${role}_${table}`, text: `select * from ${table}` },
            values: [],
          };
          assert.equal(
            await stateOf(store.pipeline([{ scope: { role }, steps: [step] }])),
            SQLSTATE.insufficientPrivilege,
            `${role} ${table}`,
          );
        }
      }
    });

    test('the audit trail is append-only for everyone who serves requests', async () => {
      for (const text of ['delete from audit_entry', "update audit_entry set action = 'other'"]) {
        const step: Step = { statement: { name: `test_${text.slice(0, 6)}`, text }, values: [] };
        assert.equal(
          await stateOf(store.pipeline([{ scope: app(TEST_ORGANIZATION), steps: [step] }])),
          SQLSTATE.insufficientPrivilege,
        );
      }
    });

    test('every table of an organization has row-level security', async () => {
      const unguarded = await store.asKeeper(
        async (tx) =>
          (
            await sql<{
              relname: string;
            }>`select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = 'public' and c.relkind = 'r' and not c.relrowsecurity
              and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)`.execute(
              tx,
            )
          ).rows,
      );
      assert.deepEqual(unguarded, []);
    });

    test('a pipeline is one transaction: a failing step undoes the ones before it', async () => {
      const before = await store.pipeline([{ scope: app(TEST_ORGANIZATION), steps: [countEntries] }]);
      const fails: Step = {
        statement: { name: 'test_fails', text: 'select 1 / $1::integer as x' },
        values: [0],
      };
      assert.equal(
        await stateOf(
          store.pipeline([{ scope: app(TEST_ORGANIZATION), steps: [entry(TEST_ORGANIZATION), fails] }]),
        ),
        '22012',
      );
      assert.deepEqual(
        await store.pipeline([{ scope: app(TEST_ORGANIZATION), steps: [countEntries] }]),
        before,
      );
    });

    test('what other roles write because of a transaction is part of it: both stand or neither, and its role ends with it', async () => {
      const kept = async () => {
        const { rows } = await store.asKeeper((tx) =>
          sql`select id from network_audit_entry where subject_id = 'also' order by id`.execute(tx),
        );
        return [rows, await store.pipeline([{ scope: app(TEST_ORGANIZATION), steps: [countEntries] }])];
      };
      const networkEntry = (id: string): Step => ({
        statement: {
          name: 'test_network_entry',
          text: "insert into network_audit_entry (id, operator, action, subject_kind, subject_id) values ($1, 'Olga', 'test', 'test', 'also')",
        },
        values: [id],
      });
      const write = async (id: string, scope: 'keeper' | 'courier') =>
        await stateOf(
          store.withOrg(
            TEST_ORGANIZATION,
            async (tx) => {
              const { statement, values } = entry(TEST_ORGANIZATION);
              await runStatement(tx, statement, values);
              return id;
            },
            (done) => [{ scope: { role: scope }, steps: [networkEntry(done)] }],
          ),
        );
      const before = await kept();
      assert.equal(await write('aud_also', 'courier'), '42501', 'a role that may not');
      assert.deepEqual(await kept(), before);
      assert.equal(await write('aud_also', 'keeper'), 'accepted');
      const after = await kept();
      assert.deepEqual(after[0], [{ id: 'aud_also' }]);
      assert.notDeepEqual(after[1], before[1]);
      assert.equal(
        await write('aud_also', 'keeper'),
        SQLSTATE.uniqueViolation,
        'an entry that cannot be written',
      );
      assert.deepEqual(await kept(), after);
      const alone = networkEntry('aud_alone');
      assert.equal(
        await stateOf(
          store.withOrg(TEST_ORGANIZATION, (tx) => runStatement(tx, alone.statement, alone.values)),
        ),
        '42501',
        'an organization writes nothing into the trail of the network',
      );
    });

    test('a pipeline that failed leaves its statements usable', async () => {
      for (const divisor of [0, 1, 0, 2]) {
        const step: Step = {
          statement: { name: 'test_divide', text: 'select 10 / $1::integer as x' },
          values: [divisor],
        };
        const result = await stateOf(store.pipeline([{ scope: app(TEST_ORGANIZATION), steps: [step] }]));
        assert.equal(result, divisor === 0 ? '22012' : 'accepted');
      }
    });

    test('each step sees what the step before wrote, and the scope may change on the way', async () => {
      const results = await store.pipeline([
        { scope: app(OTHER_ORGANIZATION), steps: [countEntries, entry(OTHER_ORGANIZATION), countEntries] },
        { scope: app(TEST_ORGANIZATION), steps: [entry(TEST_ORGANIZATION)] },
        { scope: app(OTHER_ORGANIZATION), steps: [countEntries] },
      ]);
      const counts = [results[0], results[2], results[4]].map((rows) => Number(rows?.[0]?.['count']));
      const [first = Number.NaN] = counts;
      assert.deepEqual(counts, [first, first + 1, first + 1]);
    });

    test('values are the same on both databases', async () => {
      const { rows } = await store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`select 9007199254740991::bigint as b, '\\x00ff10'::bytea as y, 1.50::numeric as n, '2026-02-28'::date as d,
          '2026-02-28 13:14:15.123456-05'::timestamptz as t, 'infinity'::timestamptz as i,
          '2026-02-28 13:14:15.12+00'::timestamptz as m, '2026-02-28 13:14:15+00'::timestamptz as s, '{"a":[1]}'::jsonb as j,
          '{x,"y z"}'::text[] as a, null::text as z, true as f`.execute(tx),
      );
      assert.deepEqual(rows, [
        {
          b: 9_007_199_254_740_991,
          y: new Uint8Array([0, 255, 16]),
          n: '1.50',
          d: '2026-02-28',
          t: '2026-02-28T18:14:15.123456Z',
          i: 'infinity',
          m: '2026-02-28T13:14:15.120Z',
          s: '2026-02-28T13:14:15.000Z',
          j: { a: [1] },
          a: ['x', 'y z'],
          z: null,
          f: true,
        },
      ]);
    });

    test('parameters of every kind arrive: arrays with quotes, JSON, bytes, null', async () => {
      const step: Step = {
        statement: {
          name: 'test_values',
          text: 'select $1::text[] as a, $2::jsonb as j, $3::bytea as y, $4::text as z, $5::boolean as f',
        },
        values: [
          ['plain', 'with "quotes", commas', 'back\\slash', ''],
          JSON.stringify({ k: 'é' }),
          new Uint8Array([1, 2, 255]),
          null,
          false,
        ],
      };
      const [rows] = await store.pipeline([{ scope: app(TEST_ORGANIZATION), steps: [step] }]);
      assert.deepEqual(rows, [
        {
          a: ['plain', 'with "quotes", commas', 'back\\slash', ''],
          j: { k: 'é' },
          y: new Uint8Array([1, 2, 255]),
          z: null,
          f: false,
        },
      ]);
    });

    test('fifty transactions at once do not mix', async () => {
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          store.withOrg(index % 2 === 0 ? TEST_ORGANIZATION : OTHER_ORGANIZATION, async (tx) => {
            const { rows } = await sql<{ org: string }>`select current_setting('pestle.org') as org`.execute(
              tx,
            );
            return rows[0]?.org;
          }),
        ),
      );
      assert.deepEqual(
        results,
        Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? TEST_ORGANIZATION : OTHER_ORGANIZATION)),
      );
    });
  });
}
