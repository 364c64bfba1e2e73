// `pestle move`: from the embedded store to PostgreSQL.
import { Command } from 'commander';
import { BY_OPTION, JSON_OPTION } from '../options.ts';
import type { MoveCommandOptions } from './run.ts';

export function moveCommand(): Command {
  return new Command('move')
    .description(
      'move the embedded store to PostgreSQL: every row is copied and compared, and the old store is never served again (docs/guides/moving.md)',
    )
    .option(
      '--to <url>',
      'the empty database, by the owner of its schema; without it MIGRATE_DATABASE_URL. Keep the password out of it: PGPASSWORD, or a file (PGPASSFILE)',
    )
    .option(
      '--data <directory>',
      "the embedded store, or the sandbox's directory; without it PESTLE_DATA_DIR, or .pestle/data",
    )
    .option('--serving-login <name>', 'let this login serve: makes it a member of the four roles')
    .option('--dry-run', 'say what would be moved, and change nothing', false)
    .option(...BY_OPTION)
    .option(...JSON_OPTION)
    .action(async (options: MoveCommandOptions) => {
      // Loaded when it is asked for, so that the other commands start quickly.
      const { move } = await import('./run.ts');
      await move(process.env, options);
    });
}
