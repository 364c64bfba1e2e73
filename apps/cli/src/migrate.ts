// `pestle migrate`: brings the schema up to date as its owner, and lets a serving login use it without owning it.

import { isUnavailable, sqlState } from '@pestle/service/kernel';
import { grantServing, letDoctorRead, migrate, withPostgresOwner } from '@pestle/service/store';
import type { JsonOption } from './options.ts';
import { answer, CommandError } from './output.ts';

export interface MigrateOptions extends JsonOption {
  /** A login that exists; it becomes a member of the four roles and nothing more. */
  readonly servingLogin?: string;
}

/** Throws CommandError when there is nothing to migrate or the login may not serve. */
export async function migrateStore(url: string | undefined, options: MigrateOptions): Promise<void> {
  if (url !== undefined && !URL.canParse(url))
    throw new CommandError('MIGRATE_DATABASE_URL is no address of a database.');
  if (url === undefined) {
    throw new CommandError(
      'MIGRATE_DATABASE_URL is missing: the database by the owner of its schema. (The embedded store migrates itself when it opens.)',
    );
  }
  await reachedByOwner('MIGRATE_DATABASE_URL', () =>
    withPostgresOwner(url, async (owner) => {
      const applied = await migrate(owner);
      const done = applied.length === 0 ? 'The schema is current.' : `Applied ${applied.join(', ')}.`;
      await letDoctorRead(owner);
      const { servingLogin = null } = options;
      const refusal = servingLogin === null ? undefined : await grantServing(owner, servingLogin);
      if (refusal !== undefined) throw new CommandError(refusal, { lines: [done], facts: { applied } });
      answer(options, { applied, servingLogin }, [
        done,
        ...(servingLogin === null
          ? []
          : [
              `${servingLogin} may serve: it is a member of app, door, courier and keeper, and owns nothing.`,
            ]),
      ]);
    }),
  );
}

/** SQLSTATEs of a login, a password and a database that the server does not take. */
const NOT_LET_IN: readonly (string | undefined)[] = ['28000', '28P01', '3D000'];

/** Says what is wrong with the address that stands in `where`. Throws CommandError. */
export async function reachedByOwner<T>(where: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUnavailable(error))
      throw new CommandError(`PostgreSQL does not answer: check the address in ${where}.`);
    if (NOT_LET_IN.includes(sqlState(error)))
      throw new CommandError(
        `PostgreSQL does not let this login in: check login, password and database in ${where}.`,
      );
    throw error;
  }
}
