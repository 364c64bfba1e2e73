// `pestle vault rotate|rewrap|rotate-signing`: the keys that seal health information, and those that sign access tokens.
import { Command } from 'commander';
import type { JsonOption } from '../options.ts';
import { BY_OPTION, JSON_OPTION } from '../options.ts';

export function vaultCommand(): Command {
  const vault = new Command('vault').description(
    'the keys that seal health information in the store, and those that sign tokens (docs/reference/encryption.md)',
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
  vault
    .command('rotate-signing')
    .description(
      'sign access tokens with the next key from now on; tokens of the key before stay good until they expire (docs/security/keys.md)',
    )
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: JsonOption & { by?: string }) => {
      const { rotateSigning } = await import('./rotate-signing.ts');
      await rotateSigning(process.env, options);
    });
  return vault;
}
