// `pestle quarantine …`: what an older state of the store still had to send when it was restored, and what operators do about it.
import { Command, Option } from 'commander';
import { BY_OPTION, JSON_OPTION, STORE_OPTION } from '../options.ts';
import type { EndOptions, QuarantineOptions, ReconcileOptions } from './run.ts';

export function quarantineCommand(): Command {
  const quarantine = new Command('quarantine').description(
    'after an older state of the store was restored: nothing of before leaves until it is reconciled (docs/guides/queue.md)',
  );
  quarantine
    .command('show')
    .description('whether there is one, since when and why, and what it holds; with a lane the rows of it')
    .argument('[lane]', 'pharmacy:phr_…, partner:ptn_…, fax or text')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (lane: string | undefined, options: QuarantineOptions) => {
      // Loaded when it is asked for, so that the other commands start quickly.
      const { showQuarantine } = await import('./run.ts');
      await showQuarantine(process.env, lane, options);
    });
  quarantine
    .command('begin')
    .description('hold everything that waits now: for a restore that no node notices')
    .option(...BY_OPTION)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: QuarantineOptions) => {
      const { beginQuarantine } = await import('./run.ts');
      await beginQuarantine(process.env, options);
    });
  reconciling(quarantine);
  return quarantine;
}

function reconciling(quarantine: Command): void {
  quarantine
    .command('reconcile')
    .description('dispose of what is held: one transmission or text, a lane, or all')
    .argument('[of]', 'trm_…, txt_…, a lane as `show` names it, or all')
    .addOption(
      new Option(
        '--as <choice>',
        'left: it has left, and is never sent again; release: it leaves now, under the same MessageID; fax: it goes by fax',
      ).choices(['left', 'release', 'fax']),
    )
    .option(
      '--received <file>',
      'settle all whose MessageID or id stands in the file: what pharmacies say they have, or the log of a node',
    )
    .option(...BY_OPTION)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (of: string | undefined, options: ReconcileOptions) => {
      const { reconcile } = await import('./run.ts');
      await reconcile(process.env, of, options);
    });
  quarantine
    .command('end')
    .description('end it, when nothing is held that nobody has settled')
    .option(
      '--release-rest',
      'release first whatever is held still: it leaves under its old MessageIDs',
      false,
    )
    .option(...BY_OPTION)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: EndOptions) => {
      const { endQuarantine } = await import('./run.ts');
      await endQuarantine(process.env, options);
    });
}
