// The bench of races for one order: prescriptions join it while it leaves, is chosen for, moved and canceled; nothing may be broken.
import { runCombineRaces } from '@pestle/testbed/delivery/combine-races';
import { postgresBinaries } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore, openTestStore } from '@pestle/testbed/stores/test-store';
import type { BenchOptions } from '../support/options.ts';
import { namedArguments } from '../support/options.ts';

const RACES = { embedded: 10_000, postgres: 2_000 } as const;
const RACES_QUICK = 100;
/** A store grows with every race: after so many the next ones begin in a new one, so that all take as long. */
const RACES_OF_A_STORE = 500;
const PARTS_OF_A_SEED = 1_000;

/** `args`: `embedded`, `postgres`, `seed=N`, `races=N`. */
export async function run({ quick, args }: BenchOptions): Promise<void> {
  const given = namedArguments(args);
  const seed = Number(given.get('seed') ?? Date.now() % 1_000_000);
  const chosen = (['embedded', 'postgres'] as const).filter(
    (kind) => given.has(kind) || (!given.has('embedded') && !given.has('postgres')),
  );
  for (const kind of chosen) {
    if (kind === 'postgres' && postgresBinaries() === undefined) {
      console.log('PostgreSQL is not installed: left out');
      continue;
    }
    const races = Number(given.get('races') ?? (quick ? RACES_QUICK : RACES[kind]));
    console.log(`\n${kind}, ${races} races, seed=${seed}`);
    const begun = performance.now();
    const total = { races: 0, combined: 0, refused: 0 };
    const violations: string[] = [];
    for (let part = 0; total.races < races; part += 1) {
      const opened = kind === 'postgres' ? await openPostgresTestStore() : await openEmbedded();
      try {
        const report = await runCombineRaces({
          ...opened,
          races: Math.min(RACES_OF_A_STORE, races - total.races),
          // Each part has other races, and the seed still says all of them.
          seed: seed * PARTS_OF_A_SEED + part,
          stepByStep: kind === 'embedded',
        });
        total.races += report.races;
        total.combined += report.combined;
        total.refused += report.refused;
        violations.push(...report.violations);
        console.log(`${total.races} raced, ${violations.length} violations`);
      } finally {
        await opened.close();
      }
    }
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
    console.log(JSON.stringify({ ...total, violations }), `in ${seconds} s`);
    if (violations.length > 0) process.exitCode = 1;
  }
}

async function openEmbedded() {
  const store = await openTestStore();
  return { store, asOwner: store.asOwner.bind(store), close: () => store.close() };
}
