// `pestle import treatments|pharmacies|zips|formulary|prices|benefits|interactions|allergens FILE`: fills the network's reference data, or an organization's benefits, and says what was refused and why.
import { Argument, Command } from 'commander';
import { JSON_OPTION } from '../options.ts';
import { answer } from '../output.ts';
import { IMPORT_KINDS, type ImportKind } from './kinds.ts';

interface CommandOptions {
  readonly json: boolean;
  readonly data?: string;
  readonly organization?: string;
  readonly date?: string;
  readonly source?: string;
}

export function importCommand(): Command {
  return new Command('import')
    .description(
      "fill the network's treatments, pharmacies, ZIP codes, plans' lists of drugs, pharmacies' price lists, interactions or allergens from a file, or the benefits of an organization's patients from its own (CSV, gzip or not)",
    )
    .addArgument(new Argument('<kind>', 'what the file holds').choices(IMPORT_KINDS))
    .argument('<file>', 'the file')
    .option(...JSON_OPTION)
    .option(
      '--data <directory>',
      'the embedded store to fill; without it DATABASE_URL or PESTLE_DATA_DIR decide',
    )
    .option('--organization <id>', 'org_…: whose patients the benefits are of')
    .option(
      '--date <day>',
      'YYYY-MM-DD: of which day the interactions or allergens are, as their publisher says',
    )
    .option('--source <name>', 'who published the interactions or allergens; shown beside what is found')
    .action(async (kind: ImportKind, file: string, options: CommandOptions) => {
      // Loaded when it is asked for, so that the other commands start quickly.
      const { reportLines, runImport } = await import('./run.ts');
      const report = await runImport(kind, file, options);
      answer(options, { kind, ...report }, reportLines(kind, report));
    });
}
