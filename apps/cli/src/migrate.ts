// `pestle migrate`: brings the schema up to date as its owner, and lets a serving login use it without owning it.
import { migrate } from '@pestle/service/store/migrate';
import { withPostgresOwner } from '@pestle/service/store/postgres/postgres-store';
import { grantServing, letDoctorRead } from '@pestle/service/store/postgres/serving-login';
import { CommandError, say } from './output.ts';

export interface MigrateOptions {
  /** A login that exists; it becomes a member of the four roles and nothing more. */
  readonly servingLogin?: string;
}

/** Throws CommandError when there is nothing to migrate or the login may not serve. */
export async function migrateStore(url: string | undefined, options: MigrateOptions): Promise<void> {
  if (url === undefined) {
    throw new CommandError(
      'MIGRATE_DATABASE_URL is missing: the database by the owner of its schema. (The embedded store migrates itself when it opens.)',
    );
  }
  await withPostgresOwner(url, async (owner) => {
    const applied = await migrate(owner);
    say(applied.length === 0 ? 'The schema is current.' : `Applied ${applied.join(', ')}.`);
    await letDoctorRead(owner);
    if (options.servingLogin === undefined) return;
    const refusal = await grantServing(owner, options.servingLogin);
    if (refusal !== undefined) throw new CommandError(refusal);
    say(
      `${options.servingLogin} may serve: it is a member of app, door, courier and keeper, and owns nothing.`,
    );
  });
}
