// `pestle demo`: the main job at scale on real input, with an independent check of what must never go wrong.
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { JSON_OPTION, type JsonOption } from '../options.ts';
import { answer, UsageError } from '../output.ts';
import { DEMO_LIMITS } from './settings.ts';

/** As shells have it for a run that was interrupted. */
const STOPPED_STATUS = 130;

interface Given extends JsonOption {
  readonly data: string;
  readonly orders: number;
  readonly seed: number;
  readonly faults: number;
  readonly asOf?: string;
  readonly out?: string;
  readonly store?: string;
}

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'send orders for the patients of a data folder, to simulated pharmacies, and check every invariant',
    )
    .requiredOption('--data <folder>', 'treatments, pharmacies, ZIP codes, patients and prescriptions')
    .requiredOption('--orders <number>', 'how many orders to send', wholeNumber(1, DEMO_LIMITS.ordersMax))
    .option('--out <folder>', 'keep every message, every fax and report.json there')
    .option(
      '--seed <number>',
      'decides the order of the prescriptions and what happens to them',
      wholeNumber(0, 2 ** 31),
      1,
    )
    .option('--faults <share>', 'share of the attempts that fail, from 0 to 1', share, 0.15)
    .option(
      '--as-of <day>',
      'the day that counts as today where coverage is asked, such as 2022-06-01: published plans end',
    )
    .option(
      '--store <folder or URL>',
      'an embedded store or PostgreSQL database of the demo; a temporary one if left out',
    )
    .option(...JSON_OPTION)
    .action(async (given: Given) => {
      const { isDate } = await import('@pestle/rules/dates');
      if (given.asOf !== undefined && !isDate(given.asOf))
        throw new UsageError('--as-of: write a day of the calendar as YYYY-MM-DD.');
      const { runDemo } = await import('./run.ts');
      const { createProgress } = await import('./progress.ts');
      const { reportLines } = await import('./result/print.ts');
      const { STOP_LIMITS } = await import('@pestle/service/kernel');
      const { default: closeWithGrace } = await import('close-with-grace');
      const { data, orders, seed, faults, asOf, out, store } = given;
      let grace: ReturnType<typeof closeWithGrace> | undefined;
      const report = await runDemo({
        data: resolve(data),
        orders,
        seed,
        faults,
        ...(asOf === undefined ? {} : { asOf }),
        ...(out === undefined ? {} : { out: resolve(out) }),
        ...(store === undefined ? {} : { store }),
        env: process.env,
        progress: createProgress(),
        // A store made for this run goes with it, also when somebody stops the run.
        onOpen: (close) => {
          grace = closeWithGrace({ delay: STOP_LIMITS.totalMs, logger: false }, async () => {
            await close();
            // A run that was stopped has shown nothing: it must not look like one that held.
            process.exit(STOPPED_STATUS);
          });
        },
      }).finally(() => grace?.uninstall());
      answer(given, report, reportLines(report));
      if (!report.holds) process.exitCode = 1;
    });
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`This is a whole number from ${least} to ${most}.`);
    return value;
  };
}

function share(text: string): number {
  const value = Number(text);
  if (!/^(0|1|0?\.\d+|1\.0+|0\.\d+)$/.test(text) || value < 0 || value > 1)
    throw new InvalidArgumentError('This is a number from 0 to 1, such as 0.15.');
  return value;
}
