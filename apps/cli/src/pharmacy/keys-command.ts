// `pestle pharmacy keys list|add|end`: the keys by which a pharmacy or a partner reports to the status hook.
import { Command, Option } from 'commander';
import type { JsonOption } from '../options.ts';
import { BY_OPTION, JSON_OPTION } from '../options.ts';
import type { AddKeyOptions, EndKeyOptions } from './keys.ts';

const OWNER = ['<owner>', 'a pharmacy (phr_…) or a partner, for all of its pharmacies (ptn_…)'] as const;

export function keysCommand(): Command {
  const keys = new Command('keys').description(
    'keys by which a pharmacy or a partner reports statuses; several are valid at a time, so that they rotate without a refusal (docs/guides/running.md)',
  );
  keys
    .command('list')
    .description('the keys that are there, by the first characters of a fingerprint; never a key')
    .argument(...OWNER)
    .option(...JSON_OPTION)
    .action(async (owner: string, options: JsonOption) => {
      // Loaded when it is asked for, so that the other commands start quickly.
      const { listKeys } = await import('./keys.ts');
      await listKeys(process.env, owner, options);
    });
  keys
    .command('add')
    .description('make a key and show it this once; those that are there stay valid')
    .argument(...OWNER)
    .addOption(
      new Option(
        '--kind <kind>',
        'how reports prove themselves: a bearer key, or a signature by Standard Webhooks',
      )
        .choices(['bearer', 'standard-webhooks'])
        .default('bearer'),
    )
    .addOption(
      new Option('--key-file <file>', 'holds a bearer key that is known already, instead of one by chance'),
    )
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(async (owner: string, options: AddKeyOptions) => {
      const { addKey } = await import('./keys.ts');
      await addKey(process.env, owner, options);
    });
  keys
    .command('end')
    .description('end one key; reports with it are refused from then on')
    .argument(...OWNER)
    .argument('<key>', 'hkc_…, from the list')
    .option('--at <time>', 'when, with its zone, such as 2026-01-31T15:00Z; without it now')
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(async (owner: string, id: string, options: EndKeyOptions) => {
      const { endKey } = await import('./keys.ts');
      await endKey(process.env, owner, id, options);
    });
  return keys;
}
