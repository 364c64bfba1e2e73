// Goal: what ended long ago makes no hot statement slower: claims, beginnings and ends of attempts, texts, reports, what is followed, what the desk counts.
// Method: what the real rooms send to a PostgreSQL is explained and executed there first, and taken back: once with little history, once with much; pages that are read side by side.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PharmacyId } from '@pestle/rules/ids';
import { type DeliveryTestbed, openDeliveryTestbed } from '@pestle/testbed/delivery/delivery-testbed';
import { insertHookCredential } from '@pestle/testbed/practice/directory-rows';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { FULL_TABLES, repeatOrder, SLIM_TABLES } from '@pestle/testbed/stores/history';
import { TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';
import { CompiledQuery, sql } from 'kysely';
import { DESK_CAUSE_KEYS } from '../desk/causes.ts';
import { DESK_FIGURES, DESK_ITEMS } from '../desk/items/items-sql.ts';
import { READ_CHANGES } from '../events/changes-sql.ts';
import { systemPorts } from '../kernel/ports.ts';
import type { Statement, StepGroup, Store } from '../store/store.ts';
import { ONE_PLAN_SCOPE_STATEMENT, SCOPE_STATEMENT, scopeValues } from '../store/store.ts';
import { sealStore } from '../vault/vault.ts';
import { STUCK_FIGURES } from './figures/figures-sql.ts';
import { WAITED_TOO_LONG } from './lanes/overdue-sql.ts';
import { DELIVERY_LIMITS } from './limits.ts';
import { TEXTS } from './texts/text-sql.ts';

const ACCEPTS = 'phr_0ACCEPTS020170710XM1000000' as PharmacyId;
const FAILS_TWICE = 'phr_0FA11S0TW1CE00000000000000';
const HOOK_KEY = 'a-key-of-a-test-of-history';
const FULL = 2_000;
const SLIM = 30_000;
/** Pages of an index a level deeper, and of what is laid beside what is open. */
const PAGES_MORE_MAX = 40;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

const HISTORY = new Set([...FULL_TABLES, 'audit_entry', 'change', 'outbox']);

function wholeScans(plan: Plan): string[] {
  const { Plans: parts = [], 'Node Type': type, 'Relation Name': table = '' } = plan;
  const own = type === 'Seq Scan' && HISTORY.has(table) ? [table] : [];
  return [...own, ...parts.flatMap(wholeScans)];
}

/** By the name of a statement: the most pages that one execution read, and the tables that it read from end to end. */
type Read = Map<string, { pages: number; whole: Set<string> }>;

class TakenBack extends Error {}

/** The store, with each trip explained and executed beforehand, and taken back. */
function explained({ store, asOwner }: OpenedStore, read: () => Read): Store {
  const explain = async (groups: readonly StepGroup[]): Promise<void> => {
    const notes: [name: string, plan: Plan][] = [];
    await asOwner(async (owner) => {
      await owner.transaction().execute(async (tx) => {
        for (const { scope, steps } of groups) {
          const isOnePlan = steps.every(({ statement }) => statement.onePlan === true);
          const setting = isOnePlan ? ONE_PLAN_SCOPE_STATEMENT : SCOPE_STATEMENT;
          await sql`reset role`.execute(tx);
          await tx.executeQuery(CompiledQuery.raw(setting.text, [...scopeValues(scope)]));
          for (const { statement, values } of steps) {
            const text = `explain (analyze, buffers, timing off, format json) ${statement.text}`;
            const { rows } = await tx.executeQuery<Record<string, unknown>>(
              CompiledQuery.raw(text, [...values]),
            );
            const [answer] = Object.values(rows[0] ?? {});
            const [found] = (typeof answer === 'string' ? JSON.parse(answer) : answer) as { Plan: Plan }[];
            if (found !== undefined) notes.push([statement.name, found.Plan]);
          }
        }
        throw new TakenBack();
      });
    }).catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
    const all = read();
    for (const [name, plan] of notes) {
      const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      const before = all.get(name) ?? { pages: 0, whole: new Set() };
      all.set(name, {
        pages: Math.max(before.pages, pages),
        whole: new Set([...before.whole, ...wholeScans(plan)]),
      });
    }
  };
  return {
    ...store,
    pipeline: async (groups) => {
      await explain(groups);
      return await store.pipeline(groups);
    },
  };
}

const courier = (statement: Statement, values: readonly unknown[]): StepGroup => ({
  scope: { role: 'courier' },
  steps: [{ statement, values }],
});
const own = (statement: Statement, values: readonly unknown[]): StepGroup => ({
  scope: { role: 'app', orgId: TEST_ORGANIZATION },
  steps: [{ statement, values }],
});

/** Everything that an order meets, and what asks beside it. */
const MUST_BE_READ = [
  'pestle_due',
  'pestle_take',
  'pestle_begin',
  'pestle_judge',
  'pestle_accept',
  'pestle_facts',
  'pestle_texts',
  'pestle_texts_sent',
  'pestle_waited_too_long',
  'pestle_involved_pharmacies',
  'pestle_around_report',
  'pestle_move_together',
  'pestle_read_changes',
  'pestle_desk_items',
  'pestle_desk_figures',
  'pestle_stuck_figures',
];

for (const { name, skip, open } of BOTH_STORES.filter(({ name: of }) => of === 'PostgreSQL'))
  describe(`hot statements over much history on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let testbed: DeliveryTestbed;
    let watched: Store;
    let tracking: Awaited<ReturnType<typeof trackingApp>>;
    let read: Read = new Map();
    before(async () => {
      opened = await open();
      watched = sealStore(
        explained(opened, () => read),
        TEST_DATA_KEYS,
      );
      testbed = await openDeliveryTestbed(opened.store, { deliveryStore: watched, attemptTimeoutMs: 15_000 });
      tracking = await trackingApp(watched, systemPorts);
      await insertHookCredential(opened.store, { pharmacyId: ACCEPTS }, { key: HOOK_KEY });
    });
    after(async () => {
      await tracking.app.close();
      await testbed.close();
      await opened.close();
    });

    const flow = async (): Promise<Read> => {
      read = new Map();
      const [plain, failing] = [await testbed.order(ACCEPTS), await testbed.order(FAILS_TWICE)];
      for (const { order } of [plain, failing])
        await testbed.until(order.id, ({ fills }) => fills[0]?.state === 'SENT', 60_000);
      await testbed.waitFor(
        () => read.has('pestle_texts_sent') || undefined,
        () =>
          `no text was sent: ${testbed.errors.map(String).join('; ')}; met: ${[...read.keys()].join(' ')}`,
      );
      const answer = await tracking.app.inject({
        method: 'POST',
        url: '/v1/hooks/pharmacy',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${HOOK_KEY}` },
        payload: JSON.stringify({ order_id: plain.order.id, status: 'RECEIVED' }),
      });
      assert.equal(answer.statusCode, 200, answer.body);
      const long = new Date(Date.now() - 14_400_000).toISOString();
      const moments = [TEST_ORGANIZATION, long, long, long];
      const { rows } = await opened.asOwner((owner) =>
        sql<{ text: string }>`select pg_current_snapshot()::text as text`.execute(owner),
      );
      const { stuck } = DELIVERY_LIMITS.lateAfterMs;
      // Each by itself, as where it is asked: what shares a trip shares how plans are made.
      const asked: readonly StepGroup[] = [
        courier(READ_CHANGES, [rows[0]?.text ?? null, 1_000]),
        courier(WAITED_TOO_LONG, [0, 0, DELIVERY_LIMITS.givenUpAtOnceMax]),
        courier(STUCK_FIGURES, [stuck, DELIVERY_LIMITS.stuckForgottenAfterMs]),
        own(TEXTS, [TEST_ORGANIZATION, [plain.order.id.replace('ord_', 'txt_')]]),
        own(DESK_ITEMS, [...moments, null, null, null, null, null, null, 20]),
        own(DESK_FIGURES, [
          ...moments,
          null,
          null,
          null,
          'usr_0',
          DESK_CAUSE_KEYS,
          DESK_CAUSE_KEYS.map(() => long),
        ]),
      ];
      for (const group of asked) await watched.pipeline([group]);
      return read;
    };

    test('each reads by its keys what is open, and no more pages where thirty thousand orders have ended', async (t) => {
      // What plans are made of: without it a small table is read as a whole, which is the same pages.
      const analyzed = () => opened.asOwner((owner) => sql`vacuum analyze`.execute(owner));
      await flow();
      await analyzed();
      const little = await flow();
      await testbed.delivery.dispatcher.stop();
      await opened.asOwner(async (owner) => {
        await repeatOrder(owner, FULL_TABLES, 1, FULL);
        await repeatOrder(owner, SLIM_TABLES, FULL + 1, FULL + SLIM);
      });
      await analyzed();
      await testbed.delivery.dispatcher.start();
      const much = await flow();
      assert.deepEqual(
        MUST_BE_READ.filter((statement) => !much.has(statement)),
        [],
        [...much.keys()].join(' '),
      );
      for (const [statement, { pages }] of much)
        t.diagnostic(`${statement}: ${little.get(statement)?.pages ?? '?'} pages, then ${pages}`);
      const wrong = [...much].flatMap(([statement, { pages, whole }]) => {
        const before = little.get(statement)?.pages;
        const grown = before !== undefined && pages > before * 1.5 + PAGES_MORE_MAX;
        return whole.size === 0 && !grown
          ? []
          : [`${statement}: ${before ?? '?'} pages, then ${pages}; whole: ${[...whole].join(' ')}`];
      });
      assert.deepEqual(wrong, []);
    });
  });
