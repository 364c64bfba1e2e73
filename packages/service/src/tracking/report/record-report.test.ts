// Tests F25: duplicated, reordered and delayed reports end in the fold of the rules, and nothing of them is lost from the history.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { applyReport, FILL_STATES, type FillState, PHARMACY_REPORTS } from '@pestle/rules/fill-status';
import {
  insertHookCredential,
  insertOrganization,
  insertPharmacy,
} from '@pestle/testbed/practice/directory-rows';
import { insertOrder } from '@pestle/testbed/practice/order-rows';
import { testClock, testPorts } from '@pestle/testbed/practice/test-clock';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import type { FillEventRow } from '../../prescribing/inside.ts';
import { hashBody, pruneDeliveries } from './deliveries.ts';

const store = await openTestStore();
const clock = testClock();
const { app } = await trackingApp(store, testPorts(clock), {
  quotaSizes: { order: 10_000, pharmacy: 100_000 },
});
after(async () => {
  await app.close();
  await store.close();
});
const orgId = await insertOrganization(store);
const pharmacy = await insertPharmacy(store);
await insertHookCredential(store, { pharmacyId: pharmacy.id }, { key: 'a-key-for-many-reports' });

let deliveries = 0;

test('F25: random duplicated and reordered reports give the fold of legal moves and a gapless history', async () => {
  const arrival = fc.record({
    report: fc.constantFrom(...PHARMACY_REPORTS),
    /** Which delivery it repeats: the n-th before it, or none. */
    repeats: fc.option(fc.nat({ max: 3 }), { freq: 3 }),
    delayMs: fc.nat({ max: 100_000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<FillState>(...FILL_STATES),
      fc.array(arrival, { minLength: 1, maxLength: 12 }),
      async (start, arrivals) => {
        const order = await insertOrder(store, { orgId, pharmacyId: pharmacy.id, states: [start] });
        const sent: { id: string; body: string; answer: { statusCode: number; changed: unknown } }[] = [];
        let state: FillState = start;
        for (const { report, repeats, delayMs } of arrivals) {
          clock.forward(delayMs);
          const earlier = repeats === null ? undefined : sent.at(-1 - repeats);
          deliveries += 1;
          const id = earlier?.id ?? `msg_${deliveries}`;
          const body = earlier?.body ?? JSON.stringify({ order_id: order.id, status: report });
          const response = await app.inject({
            method: 'POST',
            url: '/v1/hooks/pharmacy',
            headers: {
              'content-type': 'application/json',
              authorization: 'Bearer a-key-for-many-reports',
              'webhook-id': id,
            },
            payload: body,
          });
          const changed: unknown = response.json().changed;
          if (earlier === undefined) {
            const result = applyReport(state, report);
            assert.equal(response.statusCode, result.outcome === 'contradiction' ? 409 : 200);
            assert.equal(changed === true, result.outcome === 'applied');
            state = result.next;
            sent.push({ id, body, answer: { statusCode: response.statusCode, changed } });
          } else {
            assert.equal(response.statusCode, earlier.answer.statusCode);
            assert.notEqual(changed, true);
          }
        }
        const { fill, events } = await store.withOrg(orgId, async (tx) => ({
          fill: (
            await sql<{ state: FillState; revision: number }>`
            select state, revision from fill where order_id = ${order.id}`.execute(tx)
          ).rows[0],
          events: (
            await sql<FillEventRow>`
            select * from fill_event where order_id = ${order.id} order by number`.execute(tx)
          ).rows,
        }));
        assert.equal(fill?.state, state);
        assert.deepEqual(
          events.map(({ number }) => number),
          events.map((_, index) => index + 1),
        );
        assert.equal(fill?.revision, events.length);
        const reports = events.filter(({ event }) => event === 'reported');
        assert.deepEqual(
          reports.map(({ detail }) => detail['report']),
          sent.map(({ body }) => JSON.parse(body).status),
        );
        for (const [index, event] of events.entries())
          if (index > 0) assert.equal(event.from_state, events[index - 1]?.to_state);
      },
    ),
    { numRuns: 30 },
  );
});

test('I7: every recorded report has exactly one audit entry', async () => {
  const { rows } = await store.withOrg(orgId, (tx) =>
    sql<{ events: number; entries: number; placed: number }>`
      select (select count(*)::int from fill_event where event = 'reported') as events,
        (select count(*)::int from audit_entry where action = 'fill.report') as entries,
        (select count(*)::int from audit_entry where action = 'fill.report' and source_ip is not null
          and request_id is not null) as placed`.execute(tx),
  );
  assert.ok((rows[0]?.events ?? 0) > 0);
  assert.equal(rows[0]?.entries, rows[0]?.events);
  assert.equal(rows[0]?.placed, rows[0]?.events, 'each says where it came from');
});

test('delivery ids are forgotten after 90 days, not before', async () => {
  const keep = (id: string, days: number) =>
    store.withOrg(orgId, (tx) =>
      sql`insert into hook_delivery (org_id, sender_id, delivery_id, body_hash, answer, created_at, last_at)
        values (${orgId}, ${pharmacy.id}, ${id}, ${hashBody(new Uint8Array())}, '{}',
          now() - make_interval(days => ${days}), now())`.execute(tx),
    );
  await keep('old', 91);
  await keep('young', 89);
  assert.equal(await pruneDeliveries(store), 1);
  const { rows } = await store.withOrg(orgId, (tx) =>
    sql<{
      delivery_id: string;
    }>`select delivery_id from hook_delivery where delivery_id in ('old', 'young')`.execute(tx),
  );
  assert.deepEqual(rows, [{ delivery_id: 'young' }]);
});
