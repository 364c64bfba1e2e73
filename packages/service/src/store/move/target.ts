// The database that a move goes to: what it must be, what it may hold, and how it is made ready and closed.
import { closeForMove, type NotedMove, notedMove, type Run } from '../fence/fence.ts';
import { knownMigrations, migrate } from '../migrate.ts';
import { StoreNotUsableError } from '../not-usable.ts';
import { appliedMigrations, grantServing, letDoctorRead } from '../postgres/serving-login.ts';
import type { Tx } from '../store.ts';
import type { End, Source } from './ends.ts';
import { MOVE_LIMITS } from './limits.ts';
import { FORGET_PROGRESS, TO_BE_COPIED } from './rows-sql.ts';
import { readTables, type Table, unequalTables } from './tables.ts';
import { emptyAll, hasRows, lockAll, SERVER, WHAT_IS_THERE } from './tables-sql.ts';

/** The move is not made, and its message says what to do. */
export class MoveRefusedError extends StoreNotUsableError {}

interface Server {
  /** Major. */
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
}

/** Tables whose rows migrations write. */
const MADE_BY_MIGRATIONS: ReadonlySet<string> = new Set(['reference_version']);

/** Nothing is written. `other`: where the source lies, of which an unfinished copy may be there. Throws MoveRefusedError. */
export async function examineTarget(target: End, other: string): Promise<NotedMove | undefined> {
  await target.transaction(async (run) => {
    const [server] = (await run(SERVER)) as unknown as readonly Server[];
    if (server === undefined) throw new Error('the server says nothing of itself');
    if (server.version < MOVE_LIMITS.postgresVersionMin)
      throw new MoveRefusedError(
        `The server is PostgreSQL ${server.version}. Use ${MOVE_LIMITS.postgresVersionMin} or newer.`,
      );
    if (server.encoding !== 'UTF8')
      throw new MoveRefusedError(
        `The database is in ${server.encoding}. Make one in UTF-8: createdb --encoding=UTF8 …`,
      );
    if (server.standby)
      throw new MoveRefusedError('This server is a standby, which only reads. Name the primary.');
  });
  const noted = await target.transaction(notedMove);
  if (noted?.state === 'complete') return noted;
  if (noted !== undefined && noted.other !== other)
    throw new MoveRefusedError(
      'This database holds a part of what another embedded store moves to it. Name another database.',
    );
  await requireEmpty(target, noted);
  return noted;
}

async function requireEmpty(target: End, noted: NotedMove | undefined): Promise<void> {
  const [there] = await target.transaction((run) => run(WHAT_IS_THERE));
  if (there?.['migrated'] !== true) {
    if (there?.['tables'] === true)
      throw new MoveRefusedError(
        'This database holds tables that are not of Pestle. Make a new one: createdb --owner=… NAME',
      );
    return;
  }
  const applied = await target.asOwner((owner) => appliedMigrations(owner as unknown as Tx));
  if (applied.some((name) => !knownMigrations().includes(name)))
    throw new MoveRefusedError(
      'The schema of this database is newer than this program. Update the program first.',
    );
  if (noted === undefined) await target.transaction(async (run) => refuseRows(run, await readTables(run)));
}

async function refuseRows(run: Run, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    if (MADE_BY_MIGRATIONS.has(name)) continue;
    if ((await run(hasRows(name)))[0]?.['rows'] === true)
      throw new MoveRefusedError(
        `This database holds a store already (rows in ${name}). A move never adds to one, and replaces none: make a new database.`,
      );
  }
}

/** The schema as this program knows it, and who may serve it once it can be served. Throws MoveRefusedError. */
export async function migrateTarget(target: End, servingLogin: string | undefined): Promise<void> {
  await target.asOwner(async (owner) => {
    await migrate(owner);
    await letDoctorRead(owner);
    const refusal = servingLogin === undefined ? undefined : await grantServing(owner, servingLogin);
    if (refusal !== undefined) throw new MoveRefusedError(refusal);
  });
}

/** The tables that are moved, in the order in which they can be written. Throws MoveRefusedError where both ends differ. */
export async function tablesOfBoth(source: Source, target: End): Promise<readonly Table[]> {
  const tables = await source.transaction(readTables);
  const unequal = unequalTables(tables, await target.transaction(readTables));
  if (unequal.length > 0)
    throw new MoveRefusedError(
      `The two stores do not have the same tables (${unequal.join(', ')}). Make a new database, in which there is nothing else.`,
    );
  const keyless = tables.filter(({ key }) => key.length === 0).map(({ name }) => name);
  if (keyless.length > 0)
    throw new Error(`no primary key, by which rows are found again: ${keyless.join(', ')}`);
  return tables;
}

/**
 * Empties and closes the target for a move that begins: in one transaction, in which nobody else writes. What is there is nothing, or a part
 * of what this same store holds. Throws MoveRefusedError.
 */
export async function closeTarget(
  target: End,
  tables: readonly Table[],
  begun: Pick<NotedMove, 'id' | 'other' | 'migration'>,
): Promise<void> {
  const names = tables.map(({ name }) => name);
  await target.transaction(async (run) => {
    await run(lockAll(names));
    const noted = await notedMove(run);
    if (noted === undefined) await refuseRows(run, tables);
    else if (noted.state !== 'copying' || noted.other !== begun.other)
      throw new MoveRefusedError('Another move into this database began at the same time.');
    await run(emptyAll(names));
    if (!(await closeForMove(run, { ...begun, state: 'copying' })))
      throw new MoveRefusedError(
        'This login may not say who uses the schema "public", so that nothing could keep a service off a part of the data. Let the login own the database: alter database NAME owner to LOGIN',
      );
    await run(FORGET_PROGRESS);
    await run(TO_BE_COPIED, [names]);
  });
}
