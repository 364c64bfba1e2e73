// The bench of hot statements: each beside other texts that answer the same, on both stores, in turns; the figures are ratios of medians.
import { isDeepStrictEqual } from 'node:util';
import type { OrganizationId } from '@pestle/rules/ids';
import type { Row, Scope, Step } from '@pestle/service/for-tests/store';
import type { Store } from '@pestle/service/store';
import { sql } from 'kysely';
import { flushesPerSecond } from '../limits/limits.ts';
import { onStore } from '../support/measured-store.ts';
import type { BenchOptions } from '../support/options.ts';
import { median } from '../support/statistics.ts';
import { chosenStores } from '../support/stores.ts';
import { type Comparison, comparisonsOf, type Way } from './comparisons.ts';
import { fill } from './rows.ts';

const ANALYZE = sql`analyze`;

/** `args`: `embedded` or `postgres` for one of the stores. */
export async function run({ quick, args }: BenchOptions): Promise<void> {
  for (const kind of chosenStores(args)) {
    console.log(`\n-- ${kind}\ndisk: ${flushesPerSecond(1_000).toFixed(0)} flushes per second`);
    await onStore(kind, ANALYZE, async (store, settle) => {
      const rows = await fill(store);
      await settle();
      console.log(
        `an empty question: ${(await medianOf(store, [emptyQuestion(rows.orgId)], 200))[0]?.toFixed(3)} ms`,
      );
      for (const comparison of comparisonsOf(rows)) await compare(store, comparison, quick ? 60 : 400);
    });
  }
}

const emptyQuestion = (orgId: OrganizationId) => ({
  scope: { role: 'app', orgId } as const,
  steps: () => [{ statement: { name: 'bench_empty', text: 'select 1' }, values: [] }],
});

async function compare(store: Store, { of, scope, ours, others, same }: Comparison, rounds: number) {
  const ways = [ours, ...others];
  if (same) await mustAgree(store, scope, ways);
  const [first = Number.NaN, ...rest] = await medianOf(
    store,
    ways.map(({ steps }) => ({ scope, steps })),
    rounds,
  );
  const told = others.map(
    ({ name }, index) => `${name} ${((rest[index] ?? Number.NaN) / first).toFixed(2)} ×`,
  );
  console.log(`${of}: ${ours.name} ${first.toFixed(3)} ms; ${told.join(', ')}`);
}

/** There and back again, so that none always follows the same other. */
const inTurn = <T>(all: readonly T[], round: number): readonly T[] =>
  round % 2 === 0 ? all : all.toReversed();

/** In turns, so that what else the machine does falls on all of them; a tenth of the rounds is to warm up. */
async function medianOf(
  store: Store,
  ways: readonly { readonly scope: Scope; readonly steps: (round: number) => readonly Step[] }[],
  rounds: number,
): Promise<readonly number[]> {
  const taken = ways.map((): number[] => []);
  const warmUp = Math.ceil(rounds / 10);
  for (let round = -warmUp; round < rounds; round += 1)
    for (const [index, { scope, steps }] of inTurn([...ways.entries()], round)) {
      const group = { scope, steps: steps(round + warmUp) };
      const begun = performance.now();
      await store.pipeline([group]);
      if (round >= 0) taken[index]?.push(performance.now() - begun);
    }
  return taken.map(median);
}

async function mustAgree(store: Store, scope: Scope, ways: readonly Way[]): Promise<void> {
  const answers: (readonly Row[])[] = [];
  for (const { steps } of ways) {
    const results = await store.pipeline([{ scope, steps: steps(0) }]);
    answers.push(results.at(-1) ?? []);
  }
  const [first = []] = answers;
  if (first.length === 0) throw new Error('nothing was found: there is nothing to compare');
  for (const answer of answers)
    if (!isDeepStrictEqual(sorted(answer), sorted(first))) throw new Error('the ways answer differently');
}

const sorted = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();
