// The thread of one simulation: replaces its clock, runs a world from a seed, has it judged, and reports.
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { checkInvariants } from '@pestle/cli/check/check';
import type { Evidence } from '@pestle/cli/check/evidence';
import { openTestStore, prepareTestStore } from '../stores/test-store.ts';
import { historyOf } from './history.ts';
import { FORGED, TAMPERED } from './planted.ts';
import type { Judgement, SimulationOptions, SimulationReport } from './report.ts';
import { Chance } from './time/chance.ts';
import { VirtualTime } from './time/virtual-time.ts';
import { World } from './world.ts';

/** Behind everything that a migrated store holds, wherever the clock of the machine stands. */
const START = '2035-03-05T15:00:00.000Z';

async function simulate({ seed, orders, planted = [] }: SimulationOptions): Promise<SimulationReport> {
  await prepareTestStore();
  const time = new VirtualTime(Date.parse(START));
  time.install();
  const chance = new Chance(seed);
  const store = await openTestStore({ inThread: true });
  const world = await World.open({ time, chance, store }, { orders, planted });
  // The store draws the numbers of orders itself, and faxes show them: from the seed as well.
  await world.query(`select setseed(${(seed % 1_000) / 1_000})`);
  for (const fault of planted) for (const text of TAMPERED[fault] ?? []) await world.query(text);
  await world.run();
  for (const fault of planted) if (FORGED[fault] !== undefined) await world.query(FORGED[fault]);
  const evidence = await world.evidence();
  const errors = world.unexpected.map((error) =>
    error instanceof Error ? String(error.stack) : String(error),
  );
  const judgements: Judgement[] = [
    ...checkInvariants(evidence),
    await world.told.judge((text) => world.query(text), [...errors, ...world.broken.map(({ what }) => what)]),
    { invariant: 'lanes', examined: world.lanes.examined, violations: world.lanes.violations },
    { invariant: 'ends', examined: orders, violations: world.broken },
  ];
  const first = judgements.flatMap(({ violations }) => violations)[0];
  const report: SimulationReport = {
    seed,
    orders,
    judgements,
    history: first === undefined ? [] : await historyOf(world, evidence, first),
    unexpected: errors,
    digest: digestOf(evidence),
    figures: figuresOf(world, evidence, (time.now() - Date.parse(START)) / 60_000),
  };
  await world.close();
  return report;
}

/** Of what the pharmacies saw and what became of each fill. */
function digestOf({ arrivals, store }: Evidence): string {
  return createHash('sha256')
    .update(JSON.stringify([arrivals, store.events]))
    .digest('hex');
}

function figuresOf(
  world: World,
  { store, arrivals }: Evidence,
  minutes: number,
): SimulationReport['figures'] {
  const count = <T>(items: readonly T[], holds: (item: T) => boolean): number => items.filter(holds).length;
  return {
    orders: store.orders.length,
    arrivals: arrivals.length,
    attempts: store.attempts.length,
    unknownAttempts: count(store.attempts, ({ outcome }) => outcome === 'UNKNOWN'),
    faxes: count(arrivals, ({ channel }) => channel === 'fax'),
    stuck: count(store.fills, ({ state }) => state === 'STUCK'),
    canceled: count(store.fills, ({ state }) => state === 'CANCELED'),
    cancels: count(world.hosts.acknowledgements, ({ operation }) => operation === 'cancelOrder'),
    deaths: world.deaths,
    clockSets: world.clockSets,
    requestsRepeated: world.hosts.repeated,
    storeSteps: world.steps.taken,
    simulatedMinutes: Math.round(minutes),
    ...Object.fromEntries(world.operators.done),
  };
}

parentPort?.postMessage(await simulate(workerData as SimulationOptions));
