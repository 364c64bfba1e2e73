// `npm run faults -- [F-id…]`: runs faults of the catalogue against real processes and prints what was lost, what was doubled and how long recovery took.
import { parseArgs } from 'node:util';
import { seededRandom } from '@pestle/testbed/random';
import { CATALOGUE } from './catalogue.ts';
import type { Fault, Outcome } from './fault.ts';
import type { Ended } from './report.ts';
import { failuresOf, lineOf, tableOf } from './report.ts';

const USAGE = `usage: npm run faults -- [F1 F2 … | process | store | …] [--trials N] [--minutes M] [--laid N] [--seed N] [--ci] [--list]
  F1 …, a family   which faults; all but those that have to be named when left out
  --trials N       how often each, instead of its own number
  --minutes M      a fault begins no further trial after so long
  --laid N         so many delivered orders lie in the store besides (F33)
  --seed N         repeats what chance chose
  --ci             the share that every change has to pass
  --list           what there is, and what must hold`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    trials: { type: 'string' },
    minutes: { type: 'string' },
    laid: { type: 'string' },
    seed: { type: 'string' },
    ci: { type: 'boolean' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

/** A number above 0 that was given, or nothing. */
function numberOf(name: 'trials' | 'minutes' | 'laid' | 'seed'): number | undefined {
  const given = values[name];
  if (given === undefined) return undefined;
  const number = Number(given);
  if (!(number > 0)) refuse(`--${name} is a number above 0.`);
  return number;
}

function refuse(why: string): never {
  console.error(`${why}\n${USAGE}`);
  process.exit(1);
}

function chosen(): readonly Fault[] {
  const names = new Set(CATALOGUE.flatMap(({ id, family }) => [id, family]));
  const unknown = positionals.filter((name) => !names.has(name));
  if (unknown.length > 0) refuse(`There is no fault ${unknown.join(', ')}.`);
  const isNamed = ({ id, family }: Fault): boolean =>
    positionals.includes(id) || positionals.includes(family);
  if (positionals.length > 0) return CATALOGUE.filter(isNamed);
  return CATALOGUE.filter((fault) => fault.onlyNamed !== true && (values.ci !== true || fault.ciTrials > 0));
}

async function runFault(fault: Fault, seed: number): Promise<Ended> {
  const why = fault.cannotRun?.();
  if (why !== undefined) return { fault, is: 'not run', why };
  const trialsMax = numberOf('trials') ?? (values.ci === true ? fault.ciTrials : fault.trials);
  const deadline = performance.now() + (numberOf('minutes') ?? Number.POSITIVE_INFINITY) * 60_000;
  const outcome = await fault
    .run({
      seed,
      random: seededRandom(seed),
      trialsMax,
      laid: numberOf('laid') ?? 0,
      repeat: async (trial) => {
        let done = 0;
        for (; done < trialsMax && performance.now() < deadline; done += 1) await trial(done + 1);
        return done;
      },
      say: (line) => console.log(`     ${line}`),
    })
    .catch((error: unknown): Outcome => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return {
        trials: 0,
        judged: 0,
        lost: 0,
        doubled: 0,
        broken: [`it came to no end: ${text}`],
        recoveryMs: [],
      };
    });
  return { fault, is: 'run', outcome };
}

if (values.help === true) {
  console.log(USAGE);
  process.exit(0);
}
// What was started ends with this process, also when somebody ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const faults = chosen();
if (values.list === true) {
  for (const { id, family, name, holds, trials } of faults)
    console.log(`${id}  ${family}: ${name} (${trials})\n     ${holds}`);
  process.exit(0);
}
const seed = numberOf('seed') ?? 1 + Math.floor(Math.random() * 1_000_000);
console.log(`--seed ${seed}`);
const all: Ended[] = [];
for (const fault of faults) {
  console.log(`\n${fault.id}  ${fault.name}\n     holds: ${fault.holds}`);
  const startedAt = performance.now();
  const ended = await runFault(fault, seed);
  all.push(ended);
  console.log(`${lineOf(ended)}\n     ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
}
console.log(`\n${tableOf(all)}\n\n--seed ${seed}`);
const failed = all.filter((ended) => failuresOf(ended).length > 0);
const ran = all.filter(({ is }) => is === 'run');
if (ran.length === 0) console.error('No fault could be run: nothing was judged.');
if (failed.length > 0) console.error(`Broken: ${failed.map(({ fault }) => fault.id).join(', ')}`);
// What a failed stage left open does not hold the end up.
process.exit(failed.length > 0 || ran.length === 0 ? 1 : 0);
