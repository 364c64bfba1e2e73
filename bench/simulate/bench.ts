// The bench of simulations: the real service in simulated time, with faults of every kind, until every order has ended; nothing may be broken.
import { availableParallelism } from 'node:os';
import { PLANTED, type PlantedFault, type SimulationReport } from '@pestle/testbed/simulation/run';
import { runWorlds } from '@pestle/testbed/simulation/worlds';
import type { BenchOptions } from '../support/options.ts';
import { namedArguments } from '../support/options.ts';

const ORDERS = 1_000_000;
const ORDERS_QUICK = 200;
/** Of one world: the judge holds it in memory, and a larger store is no other one. */
const ORDERS_OF_A_WORLD = 500;

/**
 * `args`: `seed=N` (of the first world, the next has the next; drawn where it is left out), `orders=N`, `workers=N` (worlds at a time: as many as there
 * are cores where it is left out, and the same result with any), `planted=NAME,…` (faults that must be found). Ends at the first world in which
 * something is broken, with the history of the order.
 */
export async function run({ quick, args }: BenchOptions): Promise<void> {
  const given = namedArguments(args);
  const seed = Number(given.get('seed') ?? Date.now() % 1_000_000);
  const orders = Number(given.get('orders') ?? (quick ? ORDERS_QUICK : ORDERS));
  const worlds = Math.ceil(orders / ORDERS_OF_A_WORLD);
  const workers = Math.min(Number(given.get('workers') ?? availableParallelism()), worlds);
  const planted = (given.get('planted')?.split(',') ?? []).filter(
    (name): name is PlantedFault => name in PLANTED,
  );
  console.log(
    `${orders} orders in worlds of ${Math.min(orders, ORDERS_OF_A_WORLD)}, ${workers} at a time, seed=${seed}${planted.length === 0 ? '' : `, planted: ${planted.join(', ')}`}`,
  );
  const begun = performance.now();
  const seconds = (): string => ((performance.now() - begun) / 1_000).toFixed(0);
  let ended = 0;
  const { reports, broken } = await runWorlds(
    { seed, orders, ordersOfAWorld: ORDERS_OF_A_WORLD, workers, planted },
    (report) => {
      ended += report.orders;
      if (worlds > 1) console.log(`${ended} orders, ${seconds()} s`);
    },
  );
  if (broken !== undefined) tell(broken, planted);
  console.log(JSON.stringify(sums(reports.map(({ figures }) => Object.entries(figures)))));
  const examined = reports.map(({ judgements }) =>
    judgements.map((judgement) => [judgement.invariant, judgement.examined] as const),
  );
  console.log(`looked at: ${JSON.stringify(sums(examined))}`);
  const { user, system } = process.cpuUsage();
  const processor = ((user + system) / 1_000_000).toFixed(0);
  console.log(
    broken === undefined
      ? `no invariant was broken in ${seconds()} s, ${processor} s of processor`
      : 'stopped at the first world that was broken',
  );
  if (broken !== undefined) process.exitCode = 1;
}

function sums(of: readonly (readonly (readonly [string, number])[])[]): Readonly<Record<string, number>> {
  const total = new Map<string, number>();
  for (const [name, figure] of of.flat()) total.set(name, (total.get(name) ?? 0) + figure);
  return Object.fromEntries(total);
}

const VIOLATIONS_TOLD = 20;

function tell(report: SimulationReport, planted: readonly PlantedFault[]): void {
  for (const { invariant, violations } of report.judgements)
    for (const { what, ids } of violations.slice(0, VIOLATIONS_TOLD))
      console.log(`${invariant}: ${what} ${ids.join(' ')}`);
  for (const error of report.unexpected.slice(0, VIOLATIONS_TOLD))
    console.log(`an error of the service: ${error}`);
  console.log(report.history.join('\n'));
  const more = planted.length === 0 ? '' : ` planted=${planted.join(',')}`;
  console.log(
    `\nThe same again: npm run bench -- simulate --seed ${report.seed} --orders ${report.orders}${more}`,
  );
}
