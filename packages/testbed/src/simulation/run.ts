// Runs a simulation in a thread of its own, whose clock it replaces, and hands back what the independent check found.
import { Worker } from 'node:worker_threads';
import type { SimulationOptions, SimulationReport } from './report.ts';

export { PLANTED, type PlantedFault } from './planted.ts';
export type { SimulationReport } from './report.ts';

const script = new URL('./simulate.ts', import.meta.url);

/** One world on a store of its own. The same seed and number of orders make the same run. */
export async function runSimulation(options: SimulationOptions): Promise<SimulationReport> {
  const worker = new Worker(script, { workerData: options });
  return await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the simulation ended without a report (${code})`)));
  });
}
