// Goal: a report that shares its statements is answered and written as one that takes the longer way by itself, whatever comes beside it (F25, D10, D11, I7).
// Method: the hook on both stores; of two equal orders one has something that waits to leave, which sends it the longer way; answers and rows side by side.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FillState } from '@pestle/rules/fill-status';
import { applyReport, FILL_STATES, PHARMACY_REPORTS } from '@pestle/rules/fill-status';
import type { OrganizationId } from '@pestle/rules/ids';
import {
  insertHookCredential,
  insertOrganization,
  insertPharmacy,
} from '@pestle/testbed/practice/directory-rows';
import type { OrderSpec, TestOrder } from '@pestle/testbed/practice/order-rows';
import { insertOrder } from '@pestle/testbed/practice/order-rows';
import { testClock, testPorts } from '@pestle/testbed/practice/test-clock';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';
import { sql } from 'kysely';
import { rememberReporting } from '../../directory/inside.ts';
import { lockOrder, moveFill } from '../../prescribing/inside.ts';
import type { Step, StepGroup, Store } from '../../store/store.ts';

const KEY = 'a-key-for-plain-reports';
const OTHER_KEY = 'a-key-of-another-one';

/** What differs between two orders of which the same is said. */
const DIFFERS = /^(?:changed_in|number|created_at|last_at|request_id|delivery_id|body_hash|content_hash)$/;

/** Without ids and numbers of orders, and without times that are not those of `now`. */
const unnamed = (found: unknown, now = ''): unknown =>
  JSON.parse(
    JSON.stringify(found, (key, value: unknown) =>
      DIFFERS.test(key) || (key === 'updated_at' && value !== now) ? 'differs' : value,
    )
      .replaceAll(/\b(?:ord|fil|rx|pat|sgn|aud|drf|trm)_\w{26}/g, 'id')
      .replaceAll(/\b[0-9A-Z]{26}(?=-\d)/g, 'number'),
  );

/** Whether it is the trip that writes reports. */
const moves = (groups: readonly StepGroup[]): boolean =>
  groups.some(({ steps }) => steps.some(({ statement }) => statement.name === 'pestle_move_together'));

/** What the store refuses at the end, when all the rest is written. */
const FAILS: Step = { statement: { name: 'test_fails', text: 'select 1 / $1::integer' }, values: [0] };
const endingIn = (groups: readonly StepGroup[], step: Step): readonly StepGroup[] =>
  groups.map((group, index) =>
    index === groups.length - 1 ? { ...group, steps: [...group.steps, step] } : group,
  );

for (const { name, skip, open } of BOTH_STORES)
  describe(`plain reports on the ${name}`, { skip }, () => {
    const clock = testClock();
    const ports = testPorts(clock);
    let store: Store;
    let closeStore: () => Promise<void>;
    let tracking: Awaited<ReturnType<typeof trackingApp>>;
    let orgId: OrganizationId;
    let otherOrgId: OrganizationId;
    let pharmacy: Awaited<ReturnType<typeof insertPharmacy>>;
    let otherPharmacy: Awaited<ReturnType<typeof insertPharmacy>>;
    const quotaSizes = { order: 10_000, pharmacy: 100_000 };
    before(async () => {
      const opened = await open();
      ({ store } = opened);
      closeStore = opened.close;
      tracking = await trackingApp(store, ports, { quotaSizes });
      [orgId, otherOrgId] = [await insertOrganization(store), await insertOrganization(store)];
      pharmacy = await insertPharmacy(store, { statusWords: { 'ON THE WAY': 'SHIPPED' } });
      otherPharmacy = await insertPharmacy(store);
      await insertHookCredential(store, { pharmacyId: pharmacy.id }, { key: KEY });
      await insertHookCredential(store, { pharmacyId: otherPharmacy.id }, { key: OTHER_KEY });
      await store.withOrg(orgId, (tx) => rememberReporting(tx, [pharmacy.id, otherPharmacy.id]));
    });
    after(async () => {
      await tracking.app.close();
      await closeStore();
      assert.deepEqual(tracking.unexpected, []);
    });

    const orderWith = (over: Partial<OrderSpec> = {}): Promise<TestOrder> =>
      insertOrder(store, { orgId, pharmacyId: pharmacy.id, ...over });
    /** Something of it waits to leave, so that delivery must look. */
    const waits = (order: TestOrder): Promise<unknown> =>
      store.withOrg(order.orgId, (tx) =>
        sql`insert into outbox (id, org_id, kind, subject_id, lane, run_at, created_at)
          select replace(id, 'fil_', 'trm_'), org_id, 'new', id, 'fax', 'infinity', now() from fill where order_id = ${order.id}`.execute(
          tx,
        ),
      );
    const post = async (body: object, headers: Record<string, string> = {}, app = tracking.app) => {
      const response = await app.inject({
        method: 'POST',
        url: '/v1/hooks/pharmacy',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, ...headers },
        payload: JSON.stringify(body),
      });
      return { status: response.statusCode, body: response.json() as Record<string, unknown> };
    };
    /** Whether delivery was told of it: only the longer way does. */
    const toldOf = ({ id }: TestOrder): boolean => tracking.reported.some(({ orderId }) => orderId === id);
    const rowsOf = async (order: TestOrder) =>
      await store.withOrg(order.orgId, async (tx) => {
        const of = async (query: ReturnType<typeof sql>) => (await query.execute(tx)).rows;
        return {
          orders: await of(sql`select * from orders where id = ${order.id}`),
          fills:
            await of(sql`select f.*, p.state as of_prescription, p.dispensed_at, p.revision as prescription_revision
            from fill f join prescription p on p.org_id = f.org_id and p.id = f.prescription_id where f.order_id = ${order.id} order by f.line`),
          events: (await of(
            sql`select e.* from fill_event e join fill f on f.org_id = e.org_id and f.id = e.fill_id
              where e.order_id = ${order.id} order by f.line, e.number`,
          )) as {
            fill_id: string;
            number: number;
            from_state: string | null;
            to_state: string;
            event: string;
          }[],
          audit:
            (await of(sql`select e.* from audit_entry e join fill f on f.org_id = e.org_id and f.id = e.subject_id
            where f.order_id = ${order.id} order by e.at, e.id`)) as { detail: { outcome: string } }[],
        };
      });
    const without = ({ audit, ...rows }: Awaited<ReturnType<typeof rowsOf>>) =>
      unnamed(
        // The store sets the times of the trail.
        { ...rows, audit: audit.map((entry) => ({ ...entry, at: 'differs' })) },
        new Date(clock.now()).toISOString(),
      );

    /** Sends the same to two equal orders, one of which takes the longer way; answers which of both ways the first took. */
    const bothWays = async (
      states: readonly FillState[],
      reports: readonly ((order: TestOrder) => object)[],
      prepare: (order: TestOrder) => Promise<unknown> = async () => undefined,
    ): Promise<'plain' | 'longer'> => {
      const [plain, longer] = [await orderWith({ states }), await orderWith({ states })];
      await waits(longer);
      for (const order of [plain, longer]) await prepare(order);
      for (const [index, report] of reports.entries()) {
        clock.forward(1_000);
        const answers = [];
        for (const order of [plain, longer])
          answers.push(
            await post(report(order), {
              'webhook-id': `${order.id}:${index}`,
            }),
          );
        assert.deepEqual(unnamed(answers[0]), unnamed(answers[1]), JSON.stringify(answers[0]));
      }
      assert.deepEqual(without(await rowsOf(plain)), without(await rowsOf(longer)));
      const kept = async ({ id }: TestOrder) =>
        await store.withOrg(
          orgId,
          async (tx) =>
            (
              await sql`select * from hook_delivery where delivery_id like ${`${id}:%`} order by delivery_id`.execute(
                tx,
              )
            ).rows,
        );
      assert.deepEqual(unnamed(await kept(plain)), unnamed(await kept(longer)));
      assert.ok(
        toldOf(longer) || !(await rowsOf(longer)).audit.some(({ detail }) => detail.outcome === 'applied'),
      );
      return toldOf(plain) ? 'longer' : 'plain';
    };
    const first = ({ fills }: TestOrder): string => fills[0].orderNumber;

    test('from a message that was taken to a drug that was handed over, both ways answer and write the same', async () => {
      const way = await bothWays(
        ['SENT'],
        [
          (order) => ({ order_id: order.id, status: 'received' }),
          (order) => ({ order_id: first(order), status: 'FILLING', carrier: 'UPS' }),
          (order) => ({ order_id: first(order), status: 'on the way', tracking_number: '1Z' }),
          (order) => ({ order_id: order.id, status: 'SHIPPED', carrier: 'UPS', tracking_number: '1Z9' }),
          (order) => ({ order_id: order.id, status: 'DELIVERED' }),
          (order) => ({ order_id: order.id, status: 'FILLING' }),
        ],
      );
      assert.equal(way, 'plain');
    });

    test('one medication of two is a plain report, and the order folds over both; all of an order is not', async () => {
      const one = (order: TestOrder) => ({ order_id: first(order), status: 'DELIVERED' });
      for (const other of FILL_STATES) assert.equal(await bothWays(['SENT', other], [one]), 'plain', other);
      const all = (order: TestOrder) => ({ order_id: order.id, status: 'SHIPPED', carrier: 'UPS' });
      assert.equal(await bothWays(['SENT', 'RECEIVED'], [all]), 'longer');
    });

    test('every report on what was sent answers and writes the same by both ways, and delivery is told of whatever it may have to stop', async () => {
      const sent: readonly FillState[] = ['SENT', 'RECEIVED', 'FILLING', 'SHIPPED'];
      const report = (status: string) => (order: TestOrder) => ({ order_id: order.id, status });
      for (const state of sent)
        for (const status of PHARMACY_REPORTS) {
          const way = await bothWays([state], [report(status)]);
          if (applyReport(state, status).outcome === 'applied')
            assert.equal(
              way,
              status === 'CANCELED' || status === 'ERROR' ? 'longer' : 'plain',
              `${state} ${status}`,
            );
        }
      for (const state of FILL_STATES.filter((one) => !sent.includes(one)))
        if (applyReport(state, 'DELIVERED').outcome === 'applied')
          assert.equal(await bothWays([state], [report('DELIVERED')]), 'longer', state);
    });

    test('D10, D11: what was asked to be canceled, or is with another pharmacy, takes the longer way', async () => {
      const shipped = (order: TestOrder) => ({ order_id: order.id, status: 'SHIPPED' });
      const set = (assignment: ReturnType<typeof sql>) => (order: TestOrder) =>
        store.withOrg(orgId, (tx) =>
          sql`update fill set ${assignment} where order_id = ${order.id}`.execute(tx),
        );
      assert.equal(
        await bothWays(
          ['RECEIVED'],
          [shipped],
          set(sql`cancel_requested_at = '2026-11-20T15:00:00Z', cancel_requested_by = 'usr_x'`),
        ),
        'longer',
      );
      await bothWays(
        ['SENT'],
        [shipped],
        set(
          sql`pharmacy_id = ${otherPharmacy.id}, prescriber_order_number = prescriber_order_number || '-2'`,
        ),
      );
    });

    test('a pharmacy of which nothing was heard is remembered with its first report', async () => {
      const newcomer = await insertPharmacy(store);
      await insertHookCredential(store, { pharmacyId: newcomer.id }, { key: 'a-key-of-a-newcomer' });
      const order = await orderWith({ pharmacyId: newcomer.id });
      const headers = { authorization: 'Bearer a-key-of-a-newcomer' };
      for (const status of ['RECEIVED', 'FILLING'])
        assert.equal((await post({ order_id: order.id, status }, headers)).body['changed'], true);
      assert.deepEqual(
        tracking.reported.filter(({ orderId }) => orderId === order.id).map(({ status }) => status),
        ['RECEIVED'],
      );
      const { rows } = await store.withOrg(orgId, (tx) =>
        sql`select from reporting_pharmacy where pharmacy_id = ${newcomer.id}`.execute(tx),
      );
      assert.equal(rows.length, 1);
    });

    test('reports that come together are answered each as its own, of every organization and sender', async () => {
      const counts: string[] = [];
      const counting: Store = {
        ...store,
        pipeline: (groups) => {
          counts.push(...groups.map(({ scope }) => scope.role));
          return store.pipeline(groups);
        },
        asDoor: (work) => {
          counts.push('door');
          return store.asDoor(work);
        },
        withOrg: (org, work, also) => {
          counts.push('app');
          return store.withOrg(org, work, also);
        },
      };
      const { app } = await trackingApp(counting, ports, { quotaSizes });
      const orders = [];
      for (let index = 0; index < 24; index += 1)
        orders.push(await orderWith({ orgId: index % 3 === 0 ? otherOrgId : orgId }));
      const foreign = await orderWith({ pharmacyId: otherPharmacy.id });
      const asked = [
        ...orders.map((order) => post({ order_id: order.id, status: 'RECEIVED' }, {}, app)),
        post({ order_id: foreign.id, status: 'RECEIVED' }, {}, app),
        post({ order_id: orders[0]?.id, status: 'RECEIVED' }, { authorization: 'Bearer of-nobody' }, app),
        post({ order_id: foreign.id, status: 'RECEIVED' }, { authorization: `Bearer ${OTHER_KEY}` }, app),
        post({ order_id: orders[1]?.id, status: 'NONE' }, {}, app),
      ];
      const answers = await Promise.all(asked);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [...orders.map(() => 200), 404, 401, 200, 422],
      );
      for (const [index, order] of orders.entries()) {
        assert.equal(answers[index]?.body['order_id'], order.id);
        assert.equal(answers[index]?.body['changed'], true);
        assert.ok(!toldOf(order));
        const { events, audit } = await rowsOf(order);
        assert.deepEqual([events.length, audit.length], [2, 1]);
      }
      assert.ok(counts.length < orders.length, `${counts.length} trips of ${orders.length} reports`);
      await app.close();
    });

    test('one id of a sender for two messages that come together is one delivery, and the other is refused', async () => {
      const [one, other] = [await orderWith(), await orderWith()];
      const headers = { 'webhook-id': `together:${one.id}` };
      const answers = await Promise.all(
        [one, other].map((order) => post({ order_id: order.id, status: 'RECEIVED' }, headers)),
      );
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 422],
      );
      const histories = await Promise.all(
        [one, other].map(async (order) => (await rowsOf(order)).events.length),
      );
      assert.deepEqual(
        histories.toSorted((a, b) => a - b),
        [1, 2],
      );
    });

    test('what is cut off before its end has written nothing, and after it has written once: the same delivery again counts once', async () => {
      const cut = () => Object.assign(new Error('cut'), { code: 'ECONNRESET' });
      for (const moment of ['before', 'after'] as const) {
        const order = await orderWith();
        const cutting: Store = {
          ...store,
          pipeline: async (groups) => {
            if (!moves(groups)) return await store.pipeline(groups);
            await store
              .pipeline(moment === 'before' ? endingIn(groups, FAILS) : groups)
              .catch(() => undefined);
            throw cut();
          },
        };
        const { app } = await trackingApp(cutting, ports, { quotaSizes });
        const body = { order_id: order.id, status: 'RECEIVED' };
        const headers = { 'webhook-id': `cut:${order.id}` };
        const broken = await post(body, headers, app);
        assert.deepEqual([broken.status, broken.body['retryable']], [503, true]);
        assert.equal((await rowsOf(order)).events.length, moment === 'before' ? 1 : 2);
        const again = await post(body, headers);
        assert.deepEqual([again.status, again.body['changed']], [200, moment === 'before']);
        const { events, audit } = await rowsOf(order);
        assert.deepEqual([events.length, audit.length], [2, 1]);
        await app.close();
      }
    });

    test('what the store refuses of one organization is undone and goes the longer way; others have their own answer', async () => {
      const [one, other] = [await orderWith(), await orderWith({ orgId: otherOrgId })];
      let refusals = 0;
      const refusing: Store = {
        ...store,
        pipeline: async (groups) => {
          const [scope] = groups.map((group) => group.scope);
          if (!moves(groups) || scope?.role !== 'app' || scope.orgId !== orgId || refusals > 0)
            return await store.pipeline(groups);
          refusals += 1;
          return await store.pipeline(endingIn(groups, FAILS));
        },
      };
      const told: string[] = [];
      const spied = await trackingApp(refusing, ports, { quotaSizes });
      const answers = await Promise.all(
        [one, other].map((order) => post({ order_id: order.id, status: 'FILLING' }, {}, spied.app)),
      );
      told.push(...spied.reported.map(({ orderId }) => orderId));
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body['changed']]),
        [
          [200, true],
          [200, true],
        ],
      );
      assert.deepEqual([refusals, told], [1, [one.id]]);
      for (const order of [one, other]) {
        const { events, audit } = await rowsOf(order);
        assert.deepEqual([events.length, audit.length], [2, 1]);
      }
      await spied.app.close();
    });

    test('reports, a cancel and a move to another pharmacy at once take turns, and each report is in the history and the trail once', async () => {
      const orders = [];
      for (let index = 0; index < 6; index += 1) orders.push(await orderWith());
      const move = (order: TestOrder, set: object) =>
        store.withOrg(orgId, async (tx) => {
          const locked = await lockOrder(tx, orgId, order.id);
          assert.ok(locked !== undefined);
          await moveFill(tx, ports, locked, order.fills[0].id, {
            event: 'cancel-asked',
            source: 'user',
            set,
          });
        });
      const answers = await Promise.all(
        orders.map(async (order, index) => {
          const acts = [
            () => post({ order_id: order.id, status: 'RECEIVED' }),
            () => post({ order_id: first(order), status: 'SHIPPED' }),
            () =>
              move(order, {
                cancel_requested_at: '2026-11-20T15:00:00.000Z',
                cancel_requested_by: 'usr_x',
              }),
            () =>
              move(order, { pharmacy_id: otherPharmacy.id, prescriber_order_number: `${first(order)}-2` }),
          ];
          // Another one begins each time.
          const inTurn = [...acts.slice(index % 4), ...acts.slice(0, index % 4)];
          return (await Promise.all(inTurn.map((act) => act()))).filter((answer) => answer !== undefined);
        }),
      );
      for (const [index, order] of orders.entries()) {
        const { events, audit, fills } = await rowsOf(order);
        assert.deepEqual(
          events.map(({ number }) => number),
          [1, 2, 3, 4, 5],
        );
        for (const [at, event] of events.entries())
          if (at > 0) assert.equal(event.from_state, events[at - 1]?.to_state);
        assert.equal((fills[0] as { state: string }).state, events.at(-1)?.to_state);
        assert.equal(audit.length, 2);
        assert.deepEqual(new Set(answers[index]?.map(({ status }) => status)), new Set([200]));
        assert.equal(
          answers[index]?.filter(({ body }) => body['changed'] === true).length,
          audit.filter(({ detail }) => detail.outcome === 'applied').length,
        );
      }
    });
  });
