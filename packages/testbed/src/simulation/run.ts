// Runs a simulation in a thread of its own, whose clock it replaces, and hands back what the independent check found.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { SimulationOptions, SimulationReport } from './report.ts';

export { PLANTED, type PlantedFault } from './planted.ts';
export type { SimulationReport } from './report.ts';

const script = new URL('./simulate.ts', import.meta.url);
/** Each thread loads the same modules. */
const COMPILED_CACHE = fileURLToPath(
  new URL('../../../../node_modules/.cache/pestle/modules', import.meta.url),
);

/** WebAssembly as far as it is used here; the types of Node do not know it. */
interface Engines {
  readonly WebAssembly: { compile(code: Uint8Array): Promise<object> };
}
/** The engine of the store. While somebody holds it, what was optimized for one world serves all that follow. */
let engine: Promise<object> | undefined;

/** One world on a store of its own. The same seed and number of orders make the same run. */
export async function runSimulation(options: SimulationOptions): Promise<SimulationReport> {
  engine ??= (globalThis as unknown as Engines).WebAssembly.compile(
    readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
  );
  await engine;
  const worker = new Worker(script, {
    workerData: options,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED_CACHE },
  });
  return await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the simulation ended without a report (${code})`)));
  });
}
