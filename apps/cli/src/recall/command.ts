// `pestle recall …`: every order of a medicine, of a list of prescriptions or of a pharmacy, over all organizations: looked at first, then held.
import { Command } from 'commander';
import { BY_OPTION, collect, JSON_OPTION, STORE_OPTION } from '../options.ts';
import type { ExportOptions, PreviewOptions, RecallOptions, StartOptions } from './run.ts';

export function recallCommand(): Command {
  const recall = new Command('recall').description(
    'every order of a medicine, of a list of prescriptions or of a pharmacy: ids and codes (docs/guides/recall.md)',
  );
  acting(recall);
  reading(recall);
  return recall;
}

const RECALL = ['<recall>', 'rcl_…'] as const;

function acting(recall: Command): void {
  recall
    .command('preview')
    .description('select and count; nothing else changes. The recall it answers is what `start` starts')
    .option(
      '--medicine <name>',
      'trt_…, rxcui:… (a drug, or what holds the ingredient), ndc:… or ingredient:NAME; may be repeated',
      collect,
      [],
    )
    .option('--prescription <id>', 'rx_…, ord_… or fil_…; may be repeated', collect, [])
    .option('--prescriptions <file>', 'the same, one on each line of a file')
    .option('--pharmacy <id>', 'phr_… or ptn_…; may be repeated', collect, [])
    .option('--from <time>', 'only what was signed from then on, ISO 8601 with its zone')
    .option('--until <time>', 'only what was signed before then')
    .option(
      '--state <state>',
      'only fills in this state, such as QUEUED or SENT; may be repeated',
      collect,
      [],
    )
    .option(...BY_OPTION)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: PreviewOptions) => {
      // Loaded when it is asked for, so that the other commands start quickly.
      const { previewRecall } = await import('./run.ts');
      await previewRecall(process.env, options);
    });
  recall
    .command('start')
    .description(
      'hold what has not left, also what is signed from now on, and tell the practices; may be repeated',
    )
    .argument(...RECALL)
    .requiredOption('--reason <words>', 'why, for the practices; no name of a person')
    .option('--notify', 'only tell the practices: nothing is held', false)
    .option(...BY_OPTION)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: StartOptions) => {
      const { startRecall } = await import('./run.ts');
      await startRecall(process.env, id, options);
    });
  recall
    .command('end')
    .description('release what it holds, unless it was canceled; a preview that nobody starts is put away')
    .argument(...RECALL)
    .option(...BY_OPTION)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: RecallOptions & { readonly by?: string }) => {
      const { endRecall } = await import('./run.ts');
      await endRecall(process.env, id, options);
    });
}

function reading(recall: Command): void {
  recall
    .command('show')
    .description('what it is of, as it is now; a walk that was cut off goes on first')
    .argument(...RECALL)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: RecallOptions) => {
      const { showRecall } = await import('./run.ts');
      await showRecall(process.env, id, options);
    });
  recall
    .command('list')
    .description('recalls, the latest first')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: RecallOptions) => {
      const { listRecalls } = await import('./run.ts');
      await listRecalls(process.env, options);
    });
  recall
    .command('export')
    .description(
      'for whoever calls the pharmacies: what has left, by pharmacy, with telephone, order numbers and MessageIDs, as CSV',
    )
    .argument(...RECALL)
    .option('--all', 'also what has not left', false)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: ExportOptions) => {
      const { exportRecall } = await import('./run.ts');
      await exportRecall(process.env, id, options);
    });
}
