// `pestle pharmacy list|show|history|preview|add|set|stage|remove|apply|export`: how pharmacies are reached, set from the command line.
import type { PublishedSchema } from '@pestle/service/directory';
import { Argument, type Command, Option } from 'commander';
import type { ApplyOptions } from '../network/apply.ts';
import { changeOptions, toPageSize } from '../network/options.ts';
import type { NetworkOptions } from '../network/store.ts';
import { JSON_OPTION, STORE_OPTION } from '../options.ts';
import type { PreviewOptions } from './preview.ts';
import type { ListOptions, WriteOptions } from './run.ts';

const ID = ['<id>', 'phr_…'] as const;
const FIELDS = [
  '[fields...]',
  'path=value, such as integration.endpoint.url=https://…; @FILE reads a value, nothing behind = takes the field away',
] as const;

export function addConnectionCommands(pharmacy: Command): void {
  reading(pharmacy);
  previewing(pharmacy);
  writing(pharmacy);
  files(pharmacy);
}

function reading(pharmacy: Command): void {
  pharmacy
    .command('list')
    .description('pharmacies that are connected, by name (docs/guides/connecting.md)')
    .addOption(
      new Option('--stage <stage>', 'at this stage; none: reached by fax only; any: all').choices([
        'scoping',
        'testing',
        'live',
        'none',
        'any',
      ]),
    )
    .addOption(new Option('--channel <channel>', 'reached so').choices(['script', 'api']))
    .option('--partner <id>', 'through this partner (ptn_…)')
    .option('--words <words>', 'beginnings of words of name, town, state, ZIP, NPI or NCPDP id')
    .option('--after <id>', 'behind the last one of the page before')
    .option('--first <number>', 'how many', toPageSize, 50)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: ListOptions) => {
      const { listPharmacies } = await import('./run.ts');
      await listPharmacies(process.env, options);
    });
  pharmacy
    .command('show')
    .description('everything of one pharmacy but secrets, and what operators did to it')
    .argument(...ID)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: NetworkOptions) => {
      const { showPharmacy } = await import('./run.ts');
      await showPharmacy(process.env, id, options);
    });
  pharmacy
    .command('history')
    .description('who changed what of one pharmacy, and when, from the trail')
    .argument(...ID)
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, options: NetworkOptions) => {
      const { pharmacyHistory } = await import('./run.ts');
      await pharmacyHistory(process.env, id, options);
    });
}

function previewing(pharmacy: Command): void {
  pharmacy
    .command('preview')
    .description(
      'the very message that would leave for an invented prescription, with the stored settings or proposed ones; nothing leaves, nothing changes',
    )
    .argument(...ID)
    .argument(...FIELDS)
    .option('--cancel', 'the cancel of it instead', false)
    .option('--changes <file>', 'JSON with what `set` would change; - for standard input')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (id: string, fields: readonly string[], options: PreviewOptions) => {
      const { previewPharmacy } = await import('./preview.ts');
      await previewPharmacy(process.env, id, fields, options);
    });
}

function writing(pharmacy: Command): void {
  changeOptions(
    pharmacy
      .command('add')
      .description('connect a pharmacy, one of the directory or a new one; doing it again changes nothing')
      .argument(...FIELDS),
  ).action(async (fields: readonly string[], options: WriteOptions) => {
    const { writePharmacy } = await import('./run.ts');
    await writePharmacy(process.env, undefined, fields, options);
  });
  changeOptions(
    pharmacy
      .command('set')
      .description('change what is named of a pharmacy; what is left out stays, secrets too')
      .argument(...ID)
      .argument(...FIELDS),
  ).action(async (id: string, fields: readonly string[], options: WriteOptions) => {
    const { writePharmacy } = await import('./run.ts');
    await writePharmacy(process.env, id, fields, options);
  });
  changeOptions(
    pharmacy
      .command('stage')
      .description(
        'move a pharmacy: testing needs a technical contact, live a conformance run that it passed as it is set now',
      )
      .argument(...ID)
      .addArgument(new Argument('<stage>', 'to').choices(['scoping', 'testing', 'live'])),
    false,
  ).action(async (id: string, stage: string, options: WriteOptions) => {
    const { stagePharmacy } = await import('./run.ts');
    await stagePharmacy(process.env, id, stage, options);
  });
  changeOptions(
    pharmacy
      .command('remove')
      .description('take the connection of a pharmacy away, with its secrets: it gets faxes from then on')
      .argument(...ID),
    false,
  ).action(async (id: string, options: WriteOptions) => {
    const { removePharmacy } = await import('./run.ts');
    await removePharmacy(process.env, id, options);
  });
}

function files(pharmacy: Command): void {
  pharmacy
    .command('apply')
    .description(
      'write a JSON file of pharmacies and partners, each on its own; exits with 1 where one is refused',
    )
    .requiredOption('-f, --file <file>', 'the file; - for standard input')
    .option('--dry-run', 'say what would change, field by field, and change nothing', false)
    .option('--by <name>', 'who does it; without it the name of the login')
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: ApplyOptions) => {
      const { applyNetworkFile } = await import('../network/apply.ts');
      await applyNetworkFile(process.env, options);
    });
  pharmacy
    .command('export')
    .description(
      'write all connected pharmacies and all partners as a file that `apply` takes, without secrets',
    )
    .option(...STORE_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: NetworkOptions) => {
      const { exportNetwork } = await import('../network/apply.ts');
      await exportNetwork(process.env, options);
    });
  pharmacy
    .command('schema')
    .description(
      'print the JSON Schema of the file that `apply` takes, for editors (docs/reference/pharmacies-file.md)',
    )
    .addOption(
      new Option('--of <file>', 'of the whole file, or of a file of one pharmacy or one partner')
        .choices(['pharmacies', 'pharmacy', 'partner'])
        .default('pharmacies'),
    )
    .action(async (options: { readonly of: PublishedSchema }) => {
      const { printSchema } = await import('../network/schema.ts');
      printSchema(options.of);
    });
}
