// `pestle maintenance list|add|change|end|history`: windows in which nothing leaves for a pharmacy, a partner or anybody, set while the service runs.
import { Command, InvalidArgumentError, Option } from 'commander';
import { BY_OPTION, JSON_OPTION, STORE_OPTION } from '../options.ts';
import { UsageError } from '../output.ts';
import type { AddOptions, ChangeOptions, CommonOptions } from './run.ts';

const TIME = 'a time with its zone, such as 2026-01-31T15:00Z or 2026-01-31T10:00-05:00';

export function maintenanceCommand(): Command {
  const maintenance = new Command('maintenance').description(
    'windows in which nothing leaves; what was accepted waits (docs/reference/maintenance.md)',
  );
  listing(maintenance);
  setting(maintenance);
  return maintenance;
}

function listing(maintenance: Command): void {
  maintenance
    .command('list')
    .description('windows that are announced or current, the latest first')
    .option('--all', 'also those that are over', false)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: CommonOptions & { all: boolean }) => {
      // Loaded when it is asked for, so that the other commands start quickly.
      const { listWindows } = await import('./run.ts');
      await listWindows(process.env, options);
    });
  maintenance
    .command('history')
    .description('what was done to one window, by whom and when')
    .argument('<id>', 'mnt_…')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: CommonOptions) => {
      const { windowHistory } = await import('./run.ts');
      await windowHistory(process.env, id, options);
    });
}

function setting(maintenance: Command): void {
  maintenance
    .command('add')
    .description('announce a window; saying the same again changes nothing')
    .addOption(new Option('--service', 'of the whole service').conflicts(['partner', 'pharmacy']))
    .addOption(new Option('--partner <id>', 'of all pharmacies of a partner (ptn_…)').conflicts('pharmacy'))
    .option('--pharmacy <id>', 'of one pharmacy (phr_…)')
    .option('--start <time>', `${TIME}; without it the window begins now`)
    .addOption(new Option('--end <time>', TIME).conflicts('minutes'))
    .option('--minutes <number>', 'its length, instead of --end', toMinutes)
    .option(
      '--note <text>',
      'for whom it concerns, 200 characters at most; no health information, it is public',
    )
    .option(...BY_OPTION)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: AddOptions) => {
      if (options.service !== true && options.partner === undefined && options.pharmacy === undefined)
        throw new UsageError('name whom it concerns: --service, --partner <id> or --pharmacy <id>');
      if (options.end === undefined && options.minutes === undefined)
        throw new UsageError('say when it ends: --end <time> or --minutes <number>');
      const { addWindow } = await import('./run.ts');
      await addWindow(process.env, options);
    });
  const change = maintenance
    .command('change')
    .description('move a window, or change its note; one that has begun keeps its start')
    .argument('<id>', 'mnt_…')
    .option('--start <time>', TIME)
    .option('--end <time>', TIME)
    .option('--note <text>', 'another note')
    .option('--no-note', 'no note any more')
    .option(...BY_OPTION)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: ChangeOptions) => {
      const isNoteKept = change.getOptionValueSource('note') !== 'cli';
      if (options.start === undefined && options.end === undefined && isNoteKept)
        throw new UsageError('say what changes: --start, --end, --note or --no-note');
      const { changeWindow } = await import('./run.ts');
      await changeWindow(process.env, id, { ...options, isNoteKept });
    });
  maintenance
    .command('end')
    .description('end a window now, or take it back before it begins; what waits for it leaves')
    .argument('<id>', 'mnt_…')
    .option(...BY_OPTION)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: CommonOptions & { by?: string }) => {
      const { endWindow } = await import('./run.ts');
      await endWindow(process.env, id, options);
    });
}

function toMinutes(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Write whole minutes, 1 to 99999.');
  return Number(text);
}
