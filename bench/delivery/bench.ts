// The bench of delivery: how fast a backlog leaves, beside job queues that do the same POST, with one node and two, and on the embedded store;
// whether deliveries keep up with orders; what silent pharmacies cost the others; how fast status reports are taken.
import { availableParallelism } from 'node:os';
import { flushesPerSecond } from '../limits/limits.ts';
import type { OrdersTestbed } from '../orders/orders-testbed.ts';
import { openOrdersTestbed } from '../orders/orders-testbed.ts';
import type { BenchOptions } from '../support/options.ts';
import { namedArguments } from '../support/options.ts';
import { median } from '../support/statistics.ts';
import { chosenStores, isStoreKind } from '../support/stores.ts';
import { verdict } from '../support/verdict.ts';
import type { Drained } from './drain.ts';
import { drain } from './drain.ts';
import { statusReports } from './hooks.ts';
import { whileOrdersComeIn } from './meanwhile.ts';
import { whereOneWaits } from './one-waits.ts';
import { openQueues } from './queues.ts';
import { FULL_ROWS, withHistory } from './rows.ts';
import { besideSilentOnes } from './silent.ts';

/** What a job of the peers carries and posts: as long as a NewRx. */
const MESSAGE = `<Message>${'x'.repeat(3_000)}</Message>`;
const WARM_UP = 300;
/** Each can be asked for by its name; all of them otherwise. */
const PARTS = ['backlog', 'waits', 'meanwhile', 'silent', 'hooks'] as const;

export async function run({ quick, args }: BenchOptions): Promise<void> {
  const rows = namedArguments(args);
  if (rows.has('rows')) {
    // By itself: it takes a while.
    const full = Number(rows.get('rows') ?? FULL_ROWS);
    if (!Number.isSafeInteger(full) || full < 1) throw new Error('rows is a number of orders, at least 1');
    await withHistory(full, quick ? 3 : 5, quick ? 600 : 1_500);
    return;
  }
  const flushMs = flushTime(rows.get('flush-ms'));
  const named = args.filter((arg) => !isStoreKind(arg) && !arg.startsWith('flush-ms'));
  const unknown = named.find((arg) => !PARTS.some((part) => part === arg));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}: ${PARTS.join(', ')}`);
  const does = (part: (typeof PARTS)[number]): boolean => named.length === 0 || named.includes(part);
  const rounds = quick ? 3 : 5;
  const orders = quick ? 1_500 : 3_000;
  console.log(`disk: ${flushesPerSecond(1_000).toFixed(0)} flushes per second`);
  const stores = chosenStores(args);
  const onPostgres =
    does('backlog') && stores.includes('postgres') ? await besideQueues(rounds, orders, flushMs) : undefined;
  // The rest says how the product behaves on the disk as it is.
  if (flushMs !== undefined) return;
  if (does('backlog') && stores.includes('embedded')) {
    const figures = await onEmbedded(rounds, Math.ceil(orders / 2));
    console.log(`embedded: ${describe(figures)}`);
    if (onPostgres !== undefined) verdict('embedded to PostgreSQL', settled(figures) / onPostgres, '≥', 0.5);
  }
  if (does('waits') && stores.includes('postgres')) await whereOneWaits(rounds, quick ? 400 : 800);
  if (does('meanwhile')) for (const kind of stores) await whileOrdersComeIn(kind, quick ? 1_000 : 2_000);
  if (does('silent') && stores.includes('postgres')) await besideSilentOnes(rounds);
  if (does('hooks')) for (const kind of stores) await statusReports(kind, orders);
  console.log(`disk: ${flushesPerSecond(1_000).toFixed(0)} flushes per second`);
}

/** With `flush-ms=N` our server and that of the queues, which is the same, flush as on a disk that takes N milliseconds. */
function flushTime(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const flushMs = Number(written);
  if (!(flushMs > 0 && flushMs <= 100)) throw new Error('flush-ms is a number of milliseconds, at most 100');
  console.log(`a flush takes ${flushMs} ms in this run`);
  return flushMs;
}

/** Median deliveries per second of one node, texts to patients included. */
async function besideQueues(rounds: number, orders: number, flushMs: number | undefined): Promise<number> {
  // One node and two, and the first backlog on tables that were empty.
  const drafts = (2 * rounds + 1) * orders;
  const testbed = await openOrdersTestbed('postgres', {
    deliver: false,
    drafts,
    ...(flushMs === undefined ? {} : { flushMs }),
  });
  try {
    if (testbed.postgres === undefined) throw new Error('this runs on PostgreSQL');
    const queues = await openQueues(testbed.postgres);
    try {
      console.log(
        `PostgreSQL, the first backlog of a new store: ${describe([await drain(testbed, orders)])}`,
      );
      const second = await testbed.addNode();
      const figures = {
        one: [] as Drained[],
        two: [] as Drained[],
        graphile: [] as number[],
        boss: [] as number[],
      };
      const work = { jobs: orders, postUrl: `${testbed.counter.url}/script`, body: MESSAGE };
      for (let round = 0; round < rounds; round += 1) {
        figures.one.push(await drain(testbed, orders));
        figures.graphile.push(await queues.perSecond('graphile-worker', work));
        figures.two.push(await drain(testbed, orders, [second]));
        figures.boss.push(await queues.perSecond('pg-boss', work));
      }
      console.log(`PostgreSQL, one node: ${describe(figures.one)}`);
      console.log(`PostgreSQL, two nodes: ${describe(figures.two)}`);
      console.log(
        `graphile-worker ${median(figures.graphile).toFixed(0)}/s · pg-boss ${median(figures.boss).toFixed(0)}/s (medians)`,
      );
      console.log(statementsAlone(figures.one));
      const ratio = (others: readonly number[]): number =>
        median(
          figures.one.map(({ arrivedPerSecond }, index) => arrivedPerSecond / (others[index] ?? Number.NaN)),
        );
      verdict('messages to jobs of graphile-worker', ratio(figures.graphile), '≥', 1);
      verdict('messages to jobs of pg-boss', ratio(figures.boss), '≥', 1);
      verdict('two nodes to one, the machine full', settled(figures.two) / settled(figures.one), '≥', 0.95);
      return settled(figures.one);
    } finally {
      queues.close();
    }
  } finally {
    await testbed.close();
  }
}

/** What the statements of a delivery would allow if the service, the messages and the pharmacies took no time: the limit of the rows that must be there. */
function statementsAlone(figures: readonly Drained[]): string {
  const cores = availableParallelism();
  const limit = (cores * 1_000) / median(figures.map(({ cpuMs }) => cpuMs.postgres));
  return `statements alone, on all ${cores} cores: at most ${limit.toFixed(0)} deliveries/s; one node settled ${(settled(figures) / limit).toFixed(2)} of that`;
}

async function onEmbedded(rounds: number, orders: number): Promise<readonly Drained[]> {
  const testbed: OrdersTestbed = await openOrdersTestbed('embedded', {
    deliver: false,
    drafts: WARM_UP + rounds * orders,
  });
  try {
    await drain(testbed, WARM_UP);
    const figures: Drained[] = [];
    for (let round = 0; round < rounds; round += 1) figures.push(await drain(testbed, orders));
    return figures;
  } finally {
    await testbed.close();
  }
}

const settled = (figures: readonly Drained[]): number =>
  median(figures.map(({ settledPerSecond }) => settledPerSecond));

function describe(figures: readonly Drained[]): string {
  const of = (value: (drained: Drained) => number): number => median(figures.map(value));
  return [
    `${of(({ arrivedPerSecond }) => arrivedPerSecond).toFixed(0)} messages/s arrived`,
    `${settled(figures).toFixed(0)}/s settled with their texts`,
    `processor time per order: service ${of(({ cpuMs }) => cpuMs.service).toFixed(2)} ms, PostgreSQL ${of(({ cpuMs }) => cpuMs.postgres).toFixed(2)} ms`,
  ].join(' · ');
}
