// The bench of simulations: the real service in simulated time, with faults of every kind, until every order has ended; nothing may be broken.
import { availableParallelism } from 'node:os';
import {
  PLANTED,
  type PlantedFault,
  runSimulation,
  type SimulationReport,
} from '@pestle/testbed/simulation/run';
import type { BenchOptions } from '../support/options.ts';
import { namedArguments } from '../support/options.ts';

const ORDERS = 1_000_000;
const ORDERS_QUICK = 200;
/** Of one world: the judge holds it in memory, and a larger store is no other one. */
const ORDERS_OF_A_WORLD = 500;

interface Total {
  readonly figures: Map<string, number>;
  readonly examined: Map<string, number>;
  worlds: number;
  broken: SimulationReport | undefined;
}

/**
 * `args`: `seed=N` (of the first world, the next has the next; drawn where it is left out), `orders=N`, `threads=N`, `planted=NAME,…` (faults that
 * must be found). Ends at the first world in which something is broken, with the history of the order.
 */
export async function run({ quick, args }: BenchOptions): Promise<void> {
  const given = namedArguments(args);
  const seed = Number(given.get('seed') ?? Date.now() % 1_000_000);
  const orders = Number(given.get('orders') ?? (quick ? ORDERS_QUICK : ORDERS));
  const threads = Number(
    given.get('threads') ?? Math.min(availableParallelism(), Math.ceil(orders / ORDERS_OF_A_WORLD)),
  );
  const planted = (given.get('planted')?.split(',') ?? []).filter(
    (name): name is PlantedFault => name in PLANTED,
  );
  console.log(
    `${orders} orders in worlds of ${Math.min(orders, ORDERS_OF_A_WORLD)}, on ${threads} threads, seed=${seed}${planted.length === 0 ? '' : `, planted: ${planted.join(', ')}`}`,
  );
  const total: Total = { figures: new Map(), examined: new Map(), worlds: 0, broken: undefined };
  const begun = performance.now();
  const worlds = Math.ceil(orders / ORDERS_OF_A_WORLD);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < worlds && total.broken === undefined) {
      const world = next;
      next += 1;
      const left = Math.min(ORDERS_OF_A_WORLD, orders - world * ORDERS_OF_A_WORLD);
      const report = await runSimulation({ seed: seed + world, orders: left, planted });
      add(total, report);
      if (isBroken(report)) return tell(total, report, left, planted);
      if (worlds > 1)
        console.log(
          `${total.figures.get('orders')} orders, ${((performance.now() - begun) / 1_000).toFixed(0)} s, nothing broken`,
        );
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  console.log(JSON.stringify(Object.fromEntries(total.figures)));
  console.log(`looked at: ${JSON.stringify(Object.fromEntries(total.examined))}`);
  console.log(
    total.broken === undefined
      ? `no invariant was broken in ${((performance.now() - begun) / 1_000).toFixed(0)} s`
      : 'stopped at the first world that was broken',
  );
  if (total.broken !== undefined) process.exitCode = 1;
}

function isBroken({ judgements, unexpected }: SimulationReport): boolean {
  return unexpected.length > 0 || judgements.some(({ violations }) => violations.length > 0);
}

function add(total: Total, { figures, judgements }: SimulationReport): void {
  total.worlds += 1;
  for (const [name, figure] of Object.entries(figures))
    total.figures.set(name, (total.figures.get(name) ?? 0) + figure);
  for (const { invariant, examined } of judgements)
    total.examined.set(invariant, (total.examined.get(invariant) ?? 0) + examined);
}

const VIOLATIONS_TOLD = 20;

function tell(
  total: Total,
  report: SimulationReport,
  orders: number,
  planted: readonly PlantedFault[],
): void {
  total.broken = report;
  for (const { invariant, violations } of report.judgements)
    for (const { what, ids } of violations.slice(0, VIOLATIONS_TOLD))
      console.log(`${invariant}: ${what} ${ids.join(' ')}`);
  for (const error of report.unexpected.slice(0, VIOLATIONS_TOLD))
    console.log(`an error of the service: ${error}`);
  console.log(report.history.join('\n'));
  const more = planted.length === 0 ? '' : ` planted=${planted.join(',')}`;
  console.log(`\nThe same again: npm run bench -- simulate --seed ${report.seed} --orders ${orders}${more}`);
}
