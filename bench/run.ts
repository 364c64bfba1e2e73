// `npm run bench -- <name>`: runs one of the benches, or all of them; each prints its figures with the machine's own limits.
import { existsSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { BenchOptions } from './support/options.ts';

interface Bench {
  readonly run: (options: BenchOptions) => Promise<void>;
}

const folder = new URL('./', import.meta.url);
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/bench.ts`, folder)))
  .map(({ name }) => name)
  .toSorted();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    quick: { type: 'boolean' },
    seed: { type: 'string' },
    orders: { type: 'string' },
    rows: { type: 'string' },
    workers: { type: 'string' },
    'flush-ms': { type: 'string' },
  },
});
const [name, ...others] = positionals;
// What may be written either way: `--seed N` or `seed=N`.
const named = (['seed', 'orders', 'rows', 'workers', 'flush-ms'] as const).flatMap((one) => {
  const value = values[one];
  if (value === undefined) return [];
  return value === true ? [one] : [`${one}=${String(value)}`];
});
const args = [...others, ...named];
const quick = values.quick === true;
const chosen = name === 'all' ? names : names.filter((one) => one === name);
if (chosen.length === 0) {
  console.error(
    `${name === undefined ? '' : `There is no bench ${name}.\n`}usage: npm run bench -- ${names.join('|')}|all [--quick] [--seed N] [--orders N] [--rows N] [--workers N] [--flush-ms N]`,
  );
  process.exit(1);
}
for (const one of chosen) {
  console.log(`\n== ${one}${quick ? ' (quick)' : ''}`);
  const { run } = (await import(new URL(`./${one}/bench.ts`, import.meta.url).href)) as Bench;
  await run({ quick, args });
}
