// The bench of crashes: many kills on both stores; every figure must be zero where it says lost, twice or gone.

import { runCrash } from '@pestle/testbed/crash/run';
import { postgresBinaries } from '@pestle/testbed/stores/postgres-server';
import type { BenchOptions } from '../support/options.ts';
import { namedArguments } from '../support/options.ts';
import { percentile } from '../support/statistics.ts';

const KILLS = 200;
const KILLS_QUICK = 10;

/** `args`: `embedded`, `postgres`, `seed=N`, `kills=N`. */
export async function run({ quick, args }: BenchOptions): Promise<void> {
  const given = namedArguments(args);
  const seed = Number(given.get('seed') ?? Date.now() % 1_000_000);
  const kills = Number(given.get('kills') ?? (quick ? KILLS_QUICK : KILLS));
  const chosen = (['embedded', 'postgres'] as const).filter(
    (kind) => given.has(kind) || (!given.has('embedded') && !given.has('postgres')),
  );
  for (const store of chosen) {
    if (store === 'postgres' && postgresBinaries() === undefined) {
      console.log('PostgreSQL is not installed: left out');
      continue;
    }
    console.log(`\n${store}, ${kills} kills, seed=${seed}`);
    const report = await runCrash({
      store,
      kills,
      seed,
      settleMsMax: 180_000,
      say: (line) => console.log(line),
    });
    const { violations, restartMs, ...figures } = report;
    console.log(JSON.stringify(figures));
    console.log(
      `restart to ready: p50 ${percentile(restartMs, 0.5).toFixed(0)} ms, p99 ${percentile(restartMs, 0.99).toFixed(0)} ms`,
    );
    console.log(violations.length === 0 ? 'no invariant was broken' : violations.slice(0, 50).join('\n'));
    if (violations.length > 0) process.exitCode = 1;
  }
}
