// One crash run with the seed of the day, told so that it can be done again.
import type { CrashOptions, CrashReport } from '@pestle/testbed/crash/run';
import { runCrash } from '@pestle/testbed/crash/run';

const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);

/** `CRASH_SEED` of the environment does the same again. */
export async function crash(options: Omit<CrashOptions, 'seed'>): Promise<CrashReport> {
  console.log(`CRASH_SEED=${SEED}`);
  const report = await runCrash({ ...options, seed: SEED });
  const { restartMs, violations, ...figures } = report;
  console.log(JSON.stringify(figures));
  return report;
}
