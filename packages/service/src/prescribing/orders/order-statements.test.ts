// Goal: what statements write of orders is what the functions of the room say: rows, names, lanes, moves and the fold (D1, D3, D6, D9).
// Method: the real room on both stores; each answer of a statement beside that of its function.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FillState } from '@pestle/rules/fill-status';
import { FILL_STATES, foldOrder } from '@pestle/rules/fill-status';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { METFORMIN, openPractice, PHARMACY, reviewedDraft } from '@pestle/testbed/practice/practice';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore, openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import { makeId, systemPorts } from '../../kernel/ports.ts';
import { electronicLane, electronicLaneSql, invitationId, invitationIdSql } from '../../outbox/outbox.ts';
import type { Store } from '../../store/store.ts';
import { fillMoveSql, orderStateAfterSql } from './fill-moves-sql.ts';
import { IllegalMoveError } from './fills.ts';
import { selectableLane } from './lane.ts';
import { prescriberOrderNumber, prescriberOrderNumberSql } from './order-number.ts';

const stores: readonly {
  name: string;
  skip: string | false;
  open: () => Promise<{ store: Store; close: () => Promise<void> }>;
}[] = [
  {
    name: 'embedded store',
    skip: false,
    open: async () => {
      const store = await openTestStore();
      return { store, close: () => store.close() };
    },
  },
  { name: 'PostgreSQL', skip: skipWithoutPostgres, open: openPostgresTestStore },
];

for (const { name, skip, open } of stores) {
  describe(`statements of orders on the ${name}`, { skip }, () => {
    let practice: Practice;
    let close: () => Promise<void>;
    before(async () => {
      const opened = await open();
      close = opened.close;
      practice = await openPractice(opened.store);
    });
    after(() => close());

    test('an order that waits for its pharmacy is read as the write answered it', async () => {
      const order = await practice.prescribing.createOrder(
        practice.prescriber,
        { drafts: [await reviewedDraft(practice, METFORMIN)], pharmacyId: null },
        freshKey('createOrder'),
      );
      const read = await practice.prescribing.order(practice.prescriber, order.order.id);
      assert.deepEqual(read, order);
    });

    test('an order of what was saved has the rows of one that is signed with it', async () => {
      const { prescriber, prescribing } = practice;
      const signed = await prescribing.createOrder(
        prescriber,
        { drafts: [await reviewedDraft(practice, METFORMIN)], pharmacyId: PHARMACY },
        freshKey('createOrder'),
      );
      const [saved] = await prescribing.createPrescriptions(
        prescriber,
        { drafts: [await reviewedDraft(practice, METFORMIN)] },
        freshKey('createPrescriptions'),
      );
      const ordered = await prescribing.createOrder(
        prescriber,
        { prescriptionIds: [saved?.row.id ?? ''], pharmacyId: PHARMACY },
        freshKey('createOrder'),
      );
      const rowsOf = async (record: typeof ordered): Promise<unknown> => {
        const { id } = record.order;
        const events = await prescribing.fillEvents(
          prescriber,
          record.fills.map((fill) => fill.id),
        );
        const [{ rows: waiting }] = await practice.store.withOrg(TEST_ORGANIZATION, async (tx) => [
          await sql<{
            id: string;
          }>`select o.* from outbox o join fill f on f.org_id = o.org_id and f.id = o.subject_id
            where f.order_id = ${id}`.execute(tx),
        ]);
        const announced = practice.departures.filter((row) => waiting.some(({ id: of }) => of === row.id));
        return JSON.parse(
          JSON.stringify(
            { record, events: [...events.values()], waiting, lanes: announced.map((row) => row.lane) },
            (key, value: unknown) =>
              /(^|_)(id|at|number)$/.test(key) && typeof value === 'string'
                ? value
                    .replace(id.slice(4), 'order')
                    .replace(/^(fil|rx|trm)_.*|^\d{4}-.*/, 'differs')
                    .replace(id, 'order')
                : value,
          ),
        );
      };
      assert.deepEqual(await rowsOf(ordered), await rowsOf(signed));
    });

    test('names that follow from ids are the same by function and in SQL', async () => {
      const id = makeId(systemPorts, 'ord');
      const answer = async (expression: string): Promise<unknown> =>
        await practice.store.withOrg(TEST_ORGANIZATION, async (tx) => {
          const { rows } = await sql<{ answer: unknown }>`select ${sql.raw(expression)} as answer`.execute(
            tx,
          );
          return rows[0]?.answer;
        });
      for (const [line, count] of [
        [1, 1],
        [25, 1],
        [1, 2],
        [3, 14],
      ] as const)
        assert.equal(
          await answer(prescriberOrderNumberSql(`'${id}'::text`, String(line), String(count))),
          prescriberOrderNumber(id, line, count),
        );
      assert.equal(prescriberOrderNumber(id, 2, 3), `${id.slice(4)}-2-3`);
      assert.equal(await answer(invitationIdSql(`'${id}'::text`)), invitationId(id));
      for (const partner of [null, 'ptn_1'])
        assert.equal(
          await answer(electronicLaneSql(`'phr_1'::text`, partner === null ? 'null::text' : `'${partner}'`)),
          electronicLane('phr_1', partner),
        );
    });

    test('the fold of an order is the same in SQL, for every order of up to three fills', async () => {
      const others: FillState[][] = [
        [],
        ...FILL_STATES.flatMap((one) => [[one], ...FILL_STATES.map((two) => [one, two])]),
      ];
      const rows = others.flatMap((states, order) =>
        ['moving', ...states].map((state, fill) => `(1, ${order}, ${fill}, '${state}')`),
      );
      for (const to of FILL_STATES) {
        const fold = orderStateAfterSql(to, { org: '1', order: 'o.order_id', fill: '0', now: 'now()' });
        const found = await practice.store.withOrg(TEST_ORGANIZATION, (tx) =>
          sql<{
            state: string;
          }>`with fill (org_id, order_id, id, state) as (values ${sql.raw(rows.join(', '))})
            select ${sql.raw(fold)} as state from fill o where o.id = 0 order by o.order_id`.execute(tx),
        );
        assert.deepEqual(
          found.rows.map(({ state }) => state),
          others.map((states) => foldOrder([to, ...states], true)),
          to,
        );
      }
    });

    test('a statement moves a fill only along an edge of the rules, and says what else changes by it', () => {
      const move: Parameters<typeof fillMoveSql>[0] = {
        from: 'QUEUED',
        to: 'SENDING',
        event: 'sending',
        source: 'delivery',
        at: { org: '$1', order: '$2', fill: '$3', now: 'now()' },
        when: 'mine',
        set: {},
        detail: "'{}'::jsonb",
      };
      assert.match(fillMoveSql(move), /update fill/);
      assert.throws(() => fillMoveSql({ ...move, from: 'SHIPPED' }), IllegalMoveError);
      assert.throws(() => fillMoveSql({ ...move, to: 'CANCELED', orderState: "'CANCELED'" }), /use moveFill/);
      assert.throws(() => fillMoveSql({ ...move, to: 'SENT' }), /must say the order's state/);
      assert.throws(() => fillMoveSql({ ...move, orderState: "'PENDING'" }), /must say the order's state/);
    });

    test('D1, D3, D6: what is signed leaves by the lane of its pharmacy, by the function and in the statement', async () => {
      const PARTNER = 'ptn_01TEST0000000000000000000A';
      const live = {
        stage: 'live',
        technicalContact: { name: 'T' },
        conformancePassedAt: '2026-01-01T00:00:00Z',
      };
      const set = (
        integration: object,
        partner: { active: boolean } | null,
        ncpdpId: string | null = '0123456',
      ) =>
        practice.store.asKeeper(async (tx) => {
          await sql`delete from pharmacy_endpoint where pharmacy_id = ${PHARMACY}`.execute(tx);
          await sql`insert into partner (id, name, endpoint, active) values (${PARTNER}, 'Network', '{}', true)
            on conflict (id) do update set active = ${partner?.active ?? true}`.execute(tx);
          await sql`update pharmacy set partner_id = ${partner === null ? null : PARTNER}, ncpdp_id = ${ncpdpId}
            where id = ${PHARMACY}`.execute(tx);
          await sql`insert into pharmacy_endpoint (pharmacy_id, integration) values (${PHARMACY}, ${JSON.stringify(integration)}::jsonb)`.execute(
            tx,
          );
        });
      const lanes = async (): Promise<unknown> => {
        const drafts = [await reviewedDraft(practice, METFORMIN)];
        const from = practice.departures.length;
        await practice.prescribing.createOrder(
          practice.prescriber,
          { drafts, pharmacyId: PHARMACY },
          freshKey('createOrder'),
        );
        const byFunction = await practice.store.withOrg(TEST_ORGANIZATION, (tx) =>
          selectableLane(tx, PHARMACY),
        );
        return [practice.departures.slice(from).map(({ lane }) => lane), byFunction];
      };
      const cases: readonly [string, Parameters<typeof set>, string][] = [
        ['live, its own endpoint', [live, null], `pharmacy:${PHARMACY}`],
        ['live, through a network partner', [live, { active: true }], `partner:${PARTNER}`],
        ['through a partner that has closed', [live, { active: false }], 'fax'],
        ['without an NCPDP id', [live, null, null], 'fax'],
        ['not yet live', [{ ...live, stage: 'testing' }, null], 'fax'],
      ];
      for (const [what, change, lane] of cases) {
        await set(...change);
        assert.deepEqual(await lanes(), [[lane], lane], what);
      }
      await practice.store.asKeeper(async (tx) => {
        await sql`delete from pharmacy_endpoint where pharmacy_id = ${PHARMACY}`.execute(tx);
        await sql`update pharmacy set ncpdp_id = '0123456' where id = ${PHARMACY}`.execute(tx);
      });
    });
  });
}
