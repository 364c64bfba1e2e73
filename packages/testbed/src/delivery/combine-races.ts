// Races for one order: prescriptions join it while it leaves on two nodes, gets its pharmacy, is canceled, moved or asked to be canceled.

import { setImmediate } from 'node:timers/promises';
import type { PharmacyId } from '@pestle/rules/ids';
import type { WriteKey } from '@pestle/service/for-tests/audit';
import type { Delivery } from '@pestle/service/for-tests/delivery';
import { createPrescribing } from '@pestle/service/for-tests/prescribing';
import { createRouting } from '@pestle/service/for-tests/routing';
import { Failure } from '@pestle/service/kernel';
import type { Connection, Store } from '@pestle/service/store';
import { sql } from 'kysely';
import { freshKey, TEST_ORGANIZATION, userActor } from '../practice/people.ts';
import type { Practice } from '../practice/practice.ts';
import {
  addPharmacy,
  LISINOPRIL,
  METFORMIN,
  openPractice,
  PHARMACY,
  reviewedDraft,
} from '../practice/practice.ts';
import { seededRandom } from '../random.ts';
import { openDelivery, WORKING_CARRIERS } from './open-delivery.ts';
import type { Race, RaceTestbed } from './race-verdict.ts';
import { ask, judge } from './race-verdict.ts';
import { StepScheduler } from './step-scheduler.ts';

const OTHER_PHARMACY = 'phr_01TEST0000000000000000000B' as PharmacyId;

export interface RaceReport {
  readonly races: number;
  /** How many combines were done, and how many refused. */
  readonly combined: number;
  readonly refused: number;
  /** What was broken, in ids; none when all is well. */
  readonly violations: readonly string[];
}

/** Until everything of one race has left. */
const DRAIN_MS_MAX = 30_000;

/** Refusals that say that another was first. */
const BEATEN: ReadonlySet<string> = new Set([
  'ORDER_TAKES_NO_MORE',
  'SIGNATURE_INVALIDATED',
  'PRESCRIPTION_ON_OPEN_ORDER',
  'PRESCRIPTION_CANCELED',
]);

/** Runs races one after another on a migrated store, which the caller closes. */
export async function runCombineRaces({
  store,
  asOwner,
  races,
  seed,
  stepByStep,
}: {
  readonly store: Store;
  readonly asOwner: <T>(work: (owner: Connection) => Promise<T>) => Promise<T>;
  readonly races: number;
  readonly seed: number;
  readonly stepByStep: boolean;
}): Promise<RaceReport> {
  const practice = await openPractice(store);
  await store.asKeeper((tx) => addPharmacy(tx, OTHER_PHARMACY, '0123457'));
  // Who may sign may ask a prescriber to cancel as well.
  await store.withOrg(TEST_ORGANIZATION, (tx) =>
    sql`update app_user set roles = '{prescriber,staff}' where id = ${practice.prescriber.id}`.execute(tx),
  );
  await asOwner(watchDepartures);
  const random = seededRandom(seed);
  const scheduler = new StepScheduler(random);
  const errors: unknown[] = [];
  const nodes = [1, 2].map(() => openNode(practice, scheduler.of(store), errors));
  for (const node of nodes) await node.dispatcher.start();
  const testbed: RaceTestbed = { practice, nodes, scheduler, random, stepByStep, violations: [], errors };
  let combined = 0;
  let refused = 0;
  try {
    for (let number = 1; number <= races && testbed.violations.length === 0; number += 1) {
      if (await runRace(testbed)) combined += 1;
      else refused += 1;
    }
  } finally {
    for (const node of nodes) await node.close();
  }
  return { races: combined + refused, combined, refused, violations: testbed.violations };
}

/** Each attempt that begins puts down how many lines its order has at that moment: none may be added after it. */
async function watchDepartures(owner: Connection): Promise<void> {
  await sql`create table left_with (order_id text, lines integer)`.execute(owner);
  await sql`create function count_lines() returns trigger language plpgsql security definer as $$
    begin
      insert into left_with select t.order_id, (select count(*) from fill f where f.order_id = t.order_id)
      from transmission t where t.id = new.transmission_id and t.kind = 'new';
      return null;
    end $$`.execute(owner);
  await sql`create trigger count_lines after insert on attempt for each row execute function count_lines()`.execute(
    owner,
  );
  await sql`grant select on left_with to app`.execute(owner);
}

function openNode({ deps }: Practice, store: Store, errors: unknown[]): Delivery {
  const { authorizedPrescriber, requireFreshProof } = deps;
  return openDelivery({
    authorizedPrescriber,
    requireFreshProof,
    store,
    ...WORKING_CARRIERS,
    onError: (error) => errors.push(error),
  });
}

/** One race; answers whether the prescription joined the order. */
async function runRace(testbed: RaceTestbed): Promise<boolean> {
  const race = await prepare(testbed);
  const { scheduler, stepByStep } = testbed;
  const key = freshKey('combineOrder');
  const work = [
    combine(testbed, race, key),
    combine(testbed, race, key),
    ...(testbed.random() < 0.5 ? [sendAsNewOrder(testbed, race)] : []),
    () => leave(testbed, race),
    move(testbed, race),
  ];
  // Started in an order of their own, and where steps happen at once a little apart.
  const started = shuffled(testbed, work).map(async (one) => {
    const wait = stepByStep ? 0 : Math.floor(testbed.random() * 12);
    for (let loop = 0; loop < wait; loop += 1) await setImmediate();
    await one();
  });
  const all = Promise.all(started);
  await (stepByStep ? scheduler.run(all) : all);
  await drain(testbed, race);
  return await judge(testbed, race);
}

function shuffled<T>({ random }: RaceTestbed, items: readonly T[]): T[] {
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);
}

async function prepare({ practice, random }: RaceTestbed): Promise<Race> {
  const { prescribing, prescriber, departures } = practice;
  const joining = await reviewedDraft(practice, METFORMIN);
  const first = await reviewedDraft(practice, LISINOPRIL);
  const earlier = departures.length;
  const { order } = await prescribing.createOrder(
    prescriber,
    { drafts: [first], pharmacyId: random() < 0.5 ? PHARMACY : null },
    freshKey('createOrder'),
  );
  const race = { orderId: order.id, draftId: joining.draftId, departures: departures.slice(earlier) };
  if (random() < 0.6) return { ...race, joins: { drafts: [joining] } };
  const [saved] = await prescribing.createPrescriptions(
    prescriber,
    { drafts: [joining] },
    freshKey('createPrescriptions'),
  );
  return { ...race, joins: { prescriptionIds: [saved?.row.id ?? ''] } };
}

/** A room of its own whose steps at the store are scheduled, and whose departures both nodes learn of. */
function roomOf({ practice, scheduler, nodes }: RaceTestbed) {
  return createPrescribing({
    ...practice.deps,
    store: scheduler.of(practice.store),
    departures: (rows) => {
      for (const node of nodes) node.departures(rows);
    },
  });
}

function combine(testbed: RaceTestbed, race: Race, key: WriteKey): () => Promise<void> {
  const room = roomOf(testbed);
  return () =>
    unlessBeaten(
      testbed,
      race,
      room.combineOrder(testbed.practice.prescriber, { orderId: race.orderId, ...race.joins }, key),
    );
}

function sendAsNewOrder(testbed: RaceTestbed, race: Race): () => Promise<void> {
  const room = roomOf(testbed);
  return () =>
    unlessBeaten(
      testbed,
      race,
      room.createOrder(
        testbed.practice.prescriber,
        { ...race.joins, pharmacyId: PHARMACY },
        freshKey('createOrder'),
      ),
    );
}

async function unlessBeaten(
  { violations }: RaceTestbed,
  { orderId }: Race,
  work: Promise<unknown>,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Failure && BEATEN.has(error.code)))
      violations.push(
        `${orderId}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
  }
}

async function leave({ nodes }: RaceTestbed, { departures }: Race): Promise<void> {
  for (const node of nodes) node.departures(departures);
}

/** Somebody who moves the order meanwhile. What comes too late is refused, which is right. */
function move(testbed: RaceTestbed, { orderId }: Race): () => Promise<void> {
  const { practice, scheduler, nodes, random } = testbed;
  const { prescriber, deps } = practice;
  const store = scheduler.of(practice.store);
  const [node] = nodes;
  if (node === undefined) throw new Error('a testbed has nodes');
  const routing = createRouting({ ...deps, store, departures: node.departures });
  const staff = userActor({ roles: ['staff'] });
  const acts = [
    async () => undefined,
    () => routing.selectPharmacy(prescriber, { orderId, pharmacyId: PHARMACY }, freshKey('selectPharmacy')),
    () =>
      routing.selectPharmacy(prescriber, { orderId, pharmacyId: OTHER_PHARMACY }, freshKey('selectPharmacy')),
    () => node.cancel(prescriber, { orderId }, freshKey('cancelOrder')),
    () => node.reroute(prescriber, { orderId, pharmacyId: OTHER_PHARMACY }, freshKey('rerouteOrder')),
    () => node.cancel(staff, { orderId }, freshKey('cancelOrder')),
  ];
  const act = acts[Math.floor(random() * acts.length)];
  return async () => {
    try {
      await act?.();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  };
}

/** Lets everything leave that waits. */
async function drain(testbed: RaceTestbed, { orderId, draftId }: Race): Promise<void> {
  const deadline = Date.now() + DRAIN_MS_MAX;
  for (;;) {
    const rows = await ask<{ id: string; lane: string }>(testbed, sql`select id, lane from outbox`);
    if (rows.length === 0 && testbed.nodes.every(({ dispatcher }) => dispatcher.inFlight === 0)) return;
    if (Date.now() > deadline) {
      testbed.violations.push(
        `${orderId}, ${draftId}: ${rows.length} rows stay in the outbox: ${testbed.errors.slice(-3).map(String).join('; ')}`,
      );
      return;
    }
    const [node] = testbed.nodes;
    node?.departures(rows.map(({ id, lane }) => ({ id, lane, orgId: TEST_ORGANIZATION })));
    for (let loop = 0; loop < 20; loop += 1) await setImmediate();
  }
}
