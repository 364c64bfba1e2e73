// `pestle queue …`: what waits to leave, over all organizations, by ids and codes, and what operators do to it.
import { Command, InvalidArgumentError } from 'commander';
import { toPageSize } from '../network/options.ts';
import { BY_OPTION, JSON_OPTION, STORE_OPTION } from '../options.ts';
import type { ActOptions, HistoryOptions, MessageOptions, QueueOptions, ResendOptions } from './run.ts';

export function queueCommand(): Command {
  const queue = new Command('queue').description(
    'what waits to leave: ids and codes, no health information (docs/guides/queue.md)',
  );
  reading(queue);
  acting(queue);
  again(queue);
  trail(queue);
  return queue;
}

const OF = {
  'lane-or-id': 'a lane as `list` names it, trm_… or txt_…',
  transmission: 'trm_…',
} as const;

/** What is done to a lane or to one row, by the name of its command. */
function acting(queue: Command): void {
  const acts = [
    ['hold', 'lane-or-id', 'nothing of it leaves until it is released: a lane, or one transmission or text'],
    ['release', 'lane-or-id', 'end a hold; what waited leaves'],
    ['fax', 'transmission', 'give an electronic message up: it goes by fax now'],
    ['reset', 'lane', 'forget the failures of a lane, so that it is tried at full width again'],
  ] as const;
  for (const [act, argument, description] of acts)
    queue
      .command(act)
      .description(description)
      .argument(`<${argument}>`, argument === 'lane' ? 'as `list` names it' : OF[argument])
      .option(...BY_OPTION)
      .option(...STORE_OPTION)
      .option(...JSON_OPTION)
      .action(async (of: string, options: ActOptions) => {
        const { actOnQueue } = await import('./run.ts');
        await actOnQueue(process.env, act, of, options);
      });
}

/** Looked at first, and done once for each attempt that was seen. */
function again(queue: Command): void {
  queue
    .command('resend')
    .description("send a prescription's last message again: the same message under the same MessageID")
    .argument('<transmission>', OF.transmission)
    .option('--dry-run', 'say what would leave and by which lane, and change nothing')
    .option(
      '--after-attempt <number>',
      'the last attempt that you saw, as --dry-run says it: however often it is said, it is sent again once',
      toAttempt,
    )
    .option('--reason <text>', 'why, for both trails; the practice sees it: name no patient')
    .option(...BY_OPTION)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (of: string, options: ResendOptions) => {
      const { resendTransmission } = await import('./run.ts');
      await resendTransmission(process.env, of, options);
    });
}

function toAttempt(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a whole number.');
}

function reading(queue: Command): void {
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
}

/** What leaves a reason in the trails, and who did what. */
function trail(queue: Command): void {
  queue
    .command('message')
    .description(
      'what was sent and what came back: health information, shown for a reason that both trails keep',
    )
    .argument('<transmission>', OF.transmission)
    .requiredOption('--reason <text>', 'why you read it; the practice sees it: name no patient')
    .option(...BY_OPTION)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (of: string, options: MessageOptions) => {
      const { showMessage } = await import('./run.ts');
      await showMessage(process.env, of, options);
    });
  queue
    .command('history')
    .description(
      'who did what in the queue, the latest first, from the trail; without an argument everywhere',
    )
    .argument('[lane-or-id]', OF['lane-or-id'])
    .option('--first <number>', 'how many', toPageSize, 50)
    .option('--after <id>', 'behind the last one of the page before: aud_…')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (of: string | undefined, options: HistoryOptions) => {
      const { listHistory } = await import('./run.ts');
      await listHistory(process.env, of, options);
    });
}
