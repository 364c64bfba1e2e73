// Goal: what statements write of orders is what the functions of the room say: rows, names, lanes, moves and the fold (D1, D3, D6, D9).
// Method: the real room on both stores; each answer of a statement beside that of its function.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FillState } from '@pestle/rules/fill-status';
import { FILL_STATES, foldOrder } from '@pestle/rules/fill-status';
import { freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import {
  GABAPENTIN,
  LISINOPRIL,
  METFORMIN,
  openPractice,
  PHARMACY,
  reviewedDraft,
} from '@pestle/testbed/practice/practice';
import { EVERY_STORE } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { makeId, systemPorts } from '../../kernel/ports.ts';
import { electronicLane, electronicLaneSql, invitationId, invitationIdSql } from '../../outbox/outbox.ts';
import { fillMoveSql, orderStateAfterSql } from './fill-moves-sql.ts';
import { IllegalMoveError } from './fills.ts';
import { selectableLane } from './lane.ts';
import { prescriberOrderNumber, prescriberOrderNumberSql } from './order-number.ts';

for (const { name, skip, open } of EVERY_STORE) {
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

    /** Every row about an order: ids, times of our clock and hashes by when they first come up, so that what belongs together still does. */
    const rowsOf = async (id: string): Promise<object> => {
      const rows = await practice.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const of = async (query: ReturnType<typeof sql>) => (await query.execute(tx)).rows;
        return {
          orders: await of(sql`select * from orders where id = ${id}`),
          fills: await of(sql`select * from fill where order_id = ${id} order by line`),
          events:
            await of(sql`select e.* from fill_event e join fill f on f.org_id = e.org_id and f.id = e.fill_id
            where e.order_id = ${id} order by f.line, e.number`),
          outbox:
            await of(sql`select o.* from outbox o left join fill f on f.org_id = o.org_id and f.id = o.subject_id
            where o.subject_id = ${id} or f.order_id = ${id} order by f.line`),
          audit: await of(sql`select * from audit_entry where subject_id = ${id} order by at`),
          keys: await of(sql`select org_id, actor_id, operation, result from idempotency_key
            where result ->> 'orderId' = ${id} order by created_at`),
        };
      });
      const waiting = rows.outbox.map((row) => (row as { id: string }).id);
      const announced = practice.departures.filter((row) => waiting.includes(row.id));
      const names = new Map<string, string>([[id.slice(4), 'order']]);
      const nameOf = (found: string): string => {
        const name = names.get(found) ?? `${/^[a-z]+_|^/.exec(found)?.[0]}${names.size}`;
        names.set(found, name);
        return name;
      };
      return JSON.parse(
        JSON.stringify(
          { ...rows, departures: announced.map(({ id: of, lane }) => ({ id: of, lane })) },
          (key, value: unknown) =>
            /^(?:sealed|run_at|changed_in|number)$/.test(key) && value !== null ? key : value,
        )
          .replaceAll(id.slice(4), 'order')
          .replaceAll(/\b(?:fil|rx|trm|aud)_\w{26}|\b[0-9a-f]{64}\b|\d{4}-\d\d-\d\dT[^"]+/g, nameOf),
      ) as object;
    };

    test('an order of what was saved, and the lines that join one, have the rows of what is signed with it', async () => {
      const { prescriber, prescribing } = practice;
      const drafts = async (...treatments: (typeof METFORMIN)[]) => {
        const reviewed = [];
        for (const treatment of treatments) reviewed.push(await reviewedDraft(practice, treatment));
        return { drafts: reviewed };
      };
      const saved = async (...treatments: (typeof METFORMIN)[]) => {
        const signed = await prescribing.createPrescriptions(
          prescriber,
          await drafts(...treatments),
          freshKey('createPrescriptions'),
        );
        return { prescriptionIds: signed.map(({ row }) => row.id) };
      };
      for (const pharmacyId of [PHARMACY, null]) {
        const made: object[] = [];
        for (const lines of [drafts, saved]) {
          const plan = { pharmacyId, externalId: 'visit 7' };
          const order = await prescribing.createOrder(
            prescriber,
            { ...(await lines(METFORMIN, LISINOPRIL)), ...plan },
            freshKey('createOrder'),
          );
          const { id: orderId } = order.order;
          assert.deepEqual(await prescribing.order(prescriber, orderId), order, 'as it is read');
          await prescribing.combineOrder(
            prescriber,
            { orderId, ...(await lines(GABAPENTIN)) },
            freshKey('combineOrder'),
          );
          made.push(await rowsOf(orderId));
        }
        const [signed, ordered] = made as [Record<string, unknown[]>, object];
        const count = Object.fromEntries(
          Object.entries(signed).map(([table, { length }]) => [table, length]),
        );
        const leaving = pharmacyId === null ? 1 : 3;
        assert.deepEqual(count, {
          orders: 1,
          fills: 3,
          events: 3,
          outbox: leaving,
          audit: 2,
          keys: 2,
          departures: leaving,
        });
        assert.deepEqual(ordered, signed);
      }
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
