// Runs the worlds of one run on several threads at a time. What comes of it is the same however many there are.
import { isBroken, type SimulationOptions, type SimulationReport } from './report.ts';
import { runSimulation } from './run.ts';

export interface WorldsOptions extends SimulationOptions {
  /** Of all worlds. */
  readonly orders: number;
  readonly ordersOfAWorld: number;
  /** Worlds at a time, each in a thread of its own. */
  readonly workers: number;
}

export interface Worlds {
  /** In the order of their seeds, up to the first that is broken. */
  readonly reports: readonly SimulationReport[];
  /** The broken world with the smallest seed. */
  readonly broken: SimulationReport | undefined;
}

/**
 * Each world has a seed of its own: the first the run's, each next one more. Behind a broken world none is begun, and those before it come to their
 * end, because one of them may be broken as well. `onWorld` is told of each as it ends.
 */
export async function runWorlds(
  { seed, orders, ordersOfAWorld, workers, planted = [] }: WorldsOptions,
  onWorld: (report: SimulationReport) => void = () => undefined,
): Promise<Worlds> {
  const count = Math.ceil(orders / ordersOfAWorld);
  const reports: SimulationReport[] = [];
  let next = 0;
  let firstBroken = count;
  const work = async (): Promise<void> => {
    while (next < Math.min(count, firstBroken)) {
      const world = next;
      next += 1;
      const left = Math.min(ordersOfAWorld, orders - world * ordersOfAWorld);
      const report = await runSimulation({ seed: seed + world, orders: left, planted });
      reports[world] = report;
      if (isBroken(report)) firstBroken = Math.min(firstBroken, world);
      onWorld(report);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, count) }, work));
  return { reports: reports.slice(0, firstBroken + 1), broken: reports[firstBroken] };
}
