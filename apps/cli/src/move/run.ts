// The work of `pestle move`: refuses what is no way from the embedded store to PostgreSQL, and says what is done and what comes next.
import { existsSync } from 'node:fs';
import { moveStoreAudited } from '@pestle/service/audit';
import { type EnvironmentVariables, readVariable } from '@pestle/service/config';
import { Failure, SQLSTATE, sqlState, systemPorts } from '@pestle/service/kernel';
import { DirectoryInUseError, type MoveNews, planMove, StoreNotUsableError } from '@pestle/service/store';
import { createProgress, type Phase } from '../demo/progress.ts';
import { reachedByOwner } from '../migrate.ts';
import { embeddedStoreFolder } from '../open-store.ts';
import { operator } from '../operator.ts';
import type { JsonOption } from '../options.ts';
import { answer, CommandError, optionWords } from '../output.ts';
import { differenceLines, doneLines, planLines } from './words.ts';

export interface MoveCommandOptions extends JsonOption {
  readonly to?: string;
  readonly data?: string;
  readonly servingLogin?: string;
  readonly dryRun?: boolean;
  readonly by?: string;
}

/** Throws CommandError for what the operator can mend. */
export async function move(env: EnvironmentVariables, options: MoveCommandOptions): Promise<void> {
  const { to, where } = targetOf(env, options);
  const directory = sourceOf(env, options);
  await mended(where, async () => {
    if (options.dryRun === true) {
      const plan = await planMove({ directory, to });
      answer(options, { dryRun: true, ...plan }, planLines(plan));
      return;
    }
    const { servingLogin, by = operator() } = options;
    const report = await moveStoreAudited(systemPorts, {
      directory,
      to,
      by,
      witness: witnessOf(env, directory),
      ...(servingLogin === undefined ? {} : { servingLogin }),
      onNews: showNews(),
    });
    if (report.unequal > 0)
      throw new CommandError(
        `${report.unequal} rows are not the same at both ends. Nothing was moved: the old store can be served as before, and the database holds a copy that nobody can serve.`,
        { lines: differenceLines(report), facts: { ...report } },
      );
    answer(options, report, doneLines(report, { directory, servingLogin }));
  });
}

const ONLY_WAY =
  'A move goes from the embedded store to PostgreSQL, and no other way: PostgreSQL is moved with its own means (pg_dump, replication), and to an embedded store there is no way back.';

function targetOf(
  env: EnvironmentVariables,
  { to: given }: MoveCommandOptions,
): { readonly to: string; readonly where: string } {
  const where = given === undefined ? 'MIGRATE_DATABASE_URL' : '--to';
  const to = given ?? readVariable(env, 'MIGRATE_DATABASE_URL');
  if (to === undefined)
    throw new CommandError(
      'Where to? Name the database with --to, or in MIGRATE_DATABASE_URL: by the owner of its schema.',
    );
  if (!isPostgres(to)) throw new CommandError(`${where} is no address of a PostgreSQL database. ${ONLY_WAY}`);
  return { to, where };
}

function sourceOf(env: EnvironmentVariables, { data }: MoveCommandOptions): string {
  if (data !== undefined && isPostgres(data)) throw new CommandError(`--data names a database. ${ONLY_WAY}`);
  if (data === undefined && readVariable(env, 'DATABASE_URL') !== undefined)
    throw new CommandError(
      `DATABASE_URL says that the store is in PostgreSQL already. ${ONLY_WAY} If an embedded store is to be moved, name its directory with --data.`,
    );
  return embeddedStoreFolder(env, data);
}

function isPostgres(address: string): boolean {
  return URL.canParse(address) && /^postgres(?:ql)?:$/.test(new URL(address).protocol);
}

/** What the service has kept beside this store; a sandbox keeps nothing. */
function witnessOf(env: EnvironmentVariables, directory: string): string | null {
  const path = readVariable(env, 'WITNESS_FILE') ?? `${directory}.witness`;
  return existsSync(path) ? path : null;
}

async function mended(where: string, work: () => Promise<void>): Promise<void> {
  try {
    await reachedByOwner(where, work);
  } catch (error) {
    if (error instanceof DirectoryInUseError)
      throw new CommandError(
        `${error.message} The service stays stopped while its store is moved: whatever it took meanwhile would be missing.`,
      );
    if (error instanceof StoreNotUsableError) throw new CommandError(error.message);
    if (error instanceof Failure) throw new CommandError(optionWords(error, { by: '--by' }));
    if (sqlState(error) === SQLSTATE.insufficientPrivilege)
      throw new CommandError(
        `The login in ${where} may not do this. Name the one that owns the database and its schema.`,
      );
    throw error;
  }
}

/** A bar or a line for copying, and one for comparing; on standard error. */
function showNews(): (news: MoveNews) => void {
  const progress = createProgress();
  let total = 0;
  let phase: { readonly of: 'copying' | 'comparing'; readonly shown: Phase } | undefined;
  const rows = new Map<string, number>();
  const sum = (): number => [...rows.values()].reduce((all, one) => all + one, 0);
  const end = (): void => {
    phase?.shown.end(`${sum()} rows`);
    phase = undefined;
    rows.clear();
  };
  return (news) => {
    if (news.phase === 'begun') total = news.rows;
    else if (news.phase === 'copying' || news.phase === 'comparing') {
      if (phase?.of !== news.phase) {
        end();
        phase = {
          of: news.phase,
          shown: progress.phase(news.phase === 'copying' ? 'Copying' : 'Comparing', total),
        };
      }
      rows.set(news.table, news.rows);
      phase.shown.at(sum());
    } else if (news.phase === 'equal') end();
  };
}
