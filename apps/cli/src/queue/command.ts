// `pestle queue list|show|stuck|attempts`: what waits to leave, over all organizations, by ids and codes.
import { Command } from 'commander';
import { JSON_OPTION, STORE_OPTION } from '../options.ts';
import type { QueueOptions } from './run.ts';

export function queueCommand(): Command {
  const queue = new Command('queue').description(
    'what waits to leave: ids and codes, no health information (docs/guides/queue.md)',
  );
  queue
    .command('list')
    .description('lanes in which something waits or that fail, the one that has waited longest first')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: QueueOptions) => {
      // Loaded when it is asked for, so that the other commands start quickly.
      const { listLanes } = await import('./run.ts');
      await listLanes(process.env, options);
    });
  queue
    .command('show')
    .description('what waits in one lane, the next first, 500 rows at most')
    .argument('<lane>', 'as `list` names it: pharmacy:phr_…, partner:ptn_…, fax or text')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (lane: string, options: QueueOptions) => {
      const { showLane } = await import('./run.ts');
      await showLane(process.env, lane, options);
    });
  queue
    .command('stuck')
    .description(
      'prescriptions that cannot leave without a person, of all organizations: by reason, and the oldest 500',
    )
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: QueueOptions) => {
      const { listStuck } = await import('./run.ts');
      await listStuck(process.env, options);
    });
  queue
    .command('attempts')
    .description('the attempts of one transmission: times, outcomes and reasons, no message')
    .argument('<transmission>', 'trm_…')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: QueueOptions) => {
      const { listAttempts } = await import('./run.ts');
      await listAttempts(process.env, id, options);
    });
  return queue;
}
