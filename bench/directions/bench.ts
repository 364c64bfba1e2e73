// The bench of directions: how many of a file's are read completely, after one choice, partly or not at all, and how slow the slowest is.
// It claims nothing about what was read wrongly: for that somebody must have judged each.
import { readFileSync } from 'node:fs';
import { parseSig } from '@pestle/rules/sig';
import { offersOf } from '@pestle/rules/sig-offers';
import { parse } from 'csv-parse/sync';
import type { BenchOptions } from '../support/options.ts';

interface Row {
  readonly sig: string;
  readonly drug?: string;
  readonly count?: string;
}
type Outcome = 'read' | 'asked' | 'partly' | 'refused';

/** Codes of what is not read at all, whatever else was understood. */
const REFUSED = new Set(['NO_SCALE', 'STEPS_UNCLEAR', 'TOO_LONG']);
/** A direction is read so often for its time, because one reading is below what a clock tells. */
const READINGS = 20;

/** `args`: a CSV with the columns `sig`, and `drug` and `count` where it has them. */
export async function run({ args }: BenchOptions): Promise<void> {
  const file = args.find((arg) => !arg.startsWith('-'));
  if (file === undefined)
    throw new Error('Name a CSV with the columns sig, drug, count: npm run bench -- directions FILE');
  const rows = parse(readFileSync(file), { columns: true, skip_empty_lines: true }) as Row[];
  const distinct = new Map<Outcome, number>();
  const occurrences = new Map<Outcome, number>();
  let slowest = { micros: 0, length: 0 };
  for (const { sig, drug, count } of rows) {
    const options = drug === undefined || drug === '' ? {} : { doseForm: drug };
    const times = count === undefined || count === '' ? 1 : Number(count);
    const outcome = outcomeOf(sig, options);
    distinct.set(outcome, (distinct.get(outcome) ?? 0) + 1);
    occurrences.set(outcome, (occurrences.get(outcome) ?? 0) + times);
    const began = process.hrtime.bigint();
    for (let reading = 0; reading < READINGS; reading += 1) parseSig(sig, options);
    const micros = Number(process.hrtime.bigint() - began) / 1_000 / READINGS;
    if (micros > slowest.micros) slowest = { micros, length: sig.length };
  }
  print('distinct', distinct);
  print('by occurrence', occurrences);
  console.log(`slowest reading: ${slowest.micros.toFixed(0)} \u00b5s, of ${slowest.length} characters`);
}

function outcomeOf(sig: string, options: { readonly doseForm?: string }): Outcome {
  const result = parseSig(sig, options);
  if (result.ok) return 'read';
  if (offersOf(sig, options).length > 0) return 'asked';
  return result.errors.some(({ code }) => REFUSED.has(code)) ? 'refused' : 'partly';
}

function print(name: string, counts: ReadonlyMap<Outcome, number>): void {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const shares = (['read', 'asked', 'partly', 'refused'] as const).map((outcome) => {
    const count = counts.get(outcome) ?? 0;
    return `${outcome} ${count} (${((100 * count) / Math.max(all, 1)).toFixed(1)} %)`;
  });
  console.log(`${name.padEnd(14)} ${all}: ${shares.join(', ')}`);
}
