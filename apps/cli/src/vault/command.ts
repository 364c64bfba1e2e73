// `pestle vault rotate|rewrap`: the keys that seal health information.
import { Command } from 'commander';
import type { JsonOption } from '../options.ts';
import { JSON_OPTION } from '../options.ts';

export function vaultCommand(): Command {
  const vault = new Command('vault').description(
    'the keys that seal health information in the store (docs/reference/encryption.md)',
  );
  vault
    .command('rotate')
    .description(
      'give every organization a new data key; the running service seals all rows with it, little by little',
    )
    .option(...JSON_OPTION)
    .action(async (options: JsonOption) => {
      const { rotate } = await import('./run.ts');
      await rotate(process.env, options);
    });
  vault
    .command('rewrap')
    .description('wrap all data keys with DATA_KEY; afterwards DATA_KEYS_PREVIOUS can be removed')
    .option(...JSON_OPTION)
    .action(async (options: JsonOption) => {
      const { rewrap } = await import('./run.ts');
      await rewrap(process.env, options);
    });
  return vault;
}
