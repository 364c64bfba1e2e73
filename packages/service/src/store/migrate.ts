// Forward migrations: numbered SQL files, applied in order, each in its own transaction, under a lock.
import { readdirSync, readFileSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { CompiledQuery } from 'kysely';
import type { Migration } from 'kysely/migration';
import { Migrator } from 'kysely/migration';
import type { Connection } from './store.ts';

const folder = new URL('./migrations/', import.meta.url);

function migrations(): Record<string, Migration> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.sql'.length),
      {
        up: async (database: Kysely<unknown>) => {
          for (const statement of splitStatements(readFileSync(new URL(name, folder), 'utf8'))) {
            await database.executeQuery(CompiledQuery.raw(statement));
          }
        },
      },
    ]),
  );
}

/**
 * Splits a migration into statements, because the embedded store prepares each one. A statement ends at a semicolon
 * at the end of a line; function bodies are written with `begin atomic … end;` or `$$ … $$`, whose lines do not count.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let current: string[] = [];
  let quoted = false;
  for (const line of text.split('\n')) {
    if (!quoted && (line.trim() === '' || line.trimStart().startsWith('--'))) continue;
    current.push(line);
    if (line.split('$$').length % 2 === 0) quoted = !quoted;
    if (!quoted && line.trimEnd().endsWith(';')) {
      statements.push(current.join('\n'));
      current = [];
    }
  }
  if (current.length > 0)
    throw new Error(`a migration ends without a semicolon: ${current.join('\n').slice(0, 80)}`);
  return statements;
}

/** Brings the schema up to date, or up to one migration, and returns the names of those that were applied. Throws the first failure. */
export async function migrate(connection: Connection, last?: string): Promise<string[]> {
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: async () => migrations() },
    migrationTableName: 'schema_migration',
    migrationLockTableName: 'schema_migration_lock',
  });
  const { error, results = [] } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last));
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}

/** The migrations this build knows, in order: what `doctor` compares with the database. */
export function knownMigrations(): string[] {
  return Object.keys(migrations());
}
