// Moves an embedded store to PostgreSQL: all of it or nothing that could be served, verified row by row, and never both of them open.
import { accessSync, constants } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  closeForMove,
  endAtSource,
  endAtTarget,
  giveUpMove,
  type NotedMove,
  notedMove,
} from '../fence/fence.ts';
import { readMovedFile, StoreMovedError, writeMovedFile } from '../fence/moved-file.ts';
import { fileMark } from '../mark/place.ts';
import { witnessFile } from '../mark/witness-file.ts';
import { knownMigrations, migrate } from '../migrate.ts';
import type { Connection } from '../store.ts';
import { compareTable, type Difference } from './compare.ts';
import { copyTable, readProgress } from './copy.ts';
import { type End, type Source, withEnds } from './ends.ts';
import { MOVE_LIMITS } from './limits.ts';
import { NEW_PLACE } from './rows-sql.ts';
import { readSizes, sizesOf } from './sizes.ts';
import type { Table } from './tables.ts';
import { closeTarget, examineTarget, MoveRefusedError, migrateTarget, tablesOfBoth } from './target.ts';

/** How far a move is. Both ends are as they will be found should it end here. */
export type MoveNews =
  | { readonly phase: 'begun'; readonly resumed: boolean; readonly tables: number; readonly rows: number }
  | { readonly phase: 'copying' | 'comparing'; readonly table: string; readonly rows: number }
  /** Every row is at the target. */
  | { readonly phase: 'equal' }
  /** The source is not served again. */
  | { readonly phase: 'moved' }
  /** The target can be served. */
  | { readonly phase: 'complete' };

export interface MoveOptions {
  /** Of the embedded store. */
  readonly directory: string;
  /** PostgreSQL, by the owner of its schema. */
  readonly to: string;
  /** A login that exists, which may serve afterwards. */
  readonly servingLogin?: string;
  /** What a node outside of the store remembers of it; null for none. */
  readonly witness: string | null;
  /** Never the same twice. */
  readonly newId: () => string;
  /** In the transaction that opens the target: the trail's entry. */
  readonly note: (owner: Connection, move: { readonly id: string; readonly to: string }) => Promise<void>;
  readonly onNews: (news: MoveNews) => void;
}

export interface MoveReport {
  /** The database, without credentials. */
  readonly to: string;
  readonly resumed: boolean;
  /** It had been moved before, and nothing was done. */
  readonly already: boolean;
  readonly tables: number;
  readonly rows: number;
  /** Rows that are not the same at both ends: where there are any, nothing was moved and the source can be served as before. */
  readonly unequal: number;
  readonly differences: readonly Difference[];
}

/** Throws MoveRefusedError, DirectoryInUseError, StoreMovedError, and what PostgreSQL says where it goes away: then it goes on another time. */
export async function moveStore(options: MoveOptions): Promise<MoveReport> {
  requireWritable(options.directory);
  return await withEnds(options.directory, options.to, async (source, target) => {
    const at = placesOf(options);
    const mine = await source.transaction(notedMove);
    refuseCopy(options.directory, mine);
    const noted = await notedAtTarget(target, mine, at.source);
    const next = nextOf(options.directory, mine, noted);
    const move: Move = { source, target, options, to: at.target };
    if (mine?.state === 'moved') return await finish(move, mine.id, next === 'nothing');
    await source.asOwner(migrate);
    await migrateTarget(target, options.servingLogin);
    const tables = await tablesOfBoth(source, target);
    const resumed = next === 'resume';
    const id = resumed && mine !== undefined ? mine.id : await begin(move, tables, at.source);
    const rows = sizesOf(await readSizes(source, tables)).rows;
    options.onNews({ phase: 'begun', resumed, tables: tables.length, rows });
    return await copyAndOpen(move, tables, { id, resumed });
  });
}

interface Move {
  readonly source: Source;
  readonly target: End;
  readonly options: MoveOptions;
  readonly to: string;
}

/** The target first: while the source knows of no move it can be served, and what the target holds counts for nothing. */
async function begin(
  { source, target, options, to }: Move,
  tables: readonly Table[],
  other: string,
): Promise<string> {
  const id = options.newId();
  const migration = knownMigrations().at(-1) ?? '';
  await closeTarget(target, tables, { id, other, migration });
  await source.transaction(async (run) => {
    await closeForMove(run, { id, state: 'moving', other: to, migration });
  });
  return id;
}

async function copyAndOpen(
  move: Move,
  tables: readonly Table[],
  { id, resumed }: { readonly id: string; readonly resumed: boolean },
): Promise<MoveReport> {
  const { source, target, options, to } = move;
  const progress = await readProgress(target);
  for (const table of tables) {
    const from = progress.get(table.name) ?? { last: null, copied: 0, done: false };
    await copyTable({ source, target }, table, from, (rows) =>
      options.onNews({ phase: 'copying', table: table.name, rows }),
    );
  }
  const found = { rows: 0, unequal: 0, differences: [] as Difference[] };
  for (const table of tables) {
    const { rows, unequal, differences } = await compareTable({ source, target }, table, (compared) =>
      options.onNews({ phase: 'comparing', table: table.name, rows: compared }),
    );
    found.rows += rows;
    found.unequal += unequal;
    found.differences.push(...differences);
  }
  const differences = found.differences.slice(0, MOVE_LIMITS.differencesNamedMax);
  const report = { to, resumed, already: false, tables: tables.length, ...found, differences };
  if (found.unequal > 0) {
    // The next move begins anew, because the two ends know of different ones.
    await source.transaction(giveUpMove);
    return report;
  }
  options.onNews({ phase: 'equal' });
  await source.transaction((run) => endAtSource(run, id));
  options.onNews({ phase: 'moved' });
  await openTarget(move, id);
  return report;
}

/** The source was closed for ever by an earlier run; this one opens the target, if that one did not come so far. */
async function finish(move: Move, id: string, already: boolean): Promise<MoveReport> {
  const { target, to } = move;
  if (!already) await openTarget(move, id);
  const copied = [...(await readProgress(target)).values()];
  const rows = copied.reduce((sum, table) => sum + table.copied, 0);
  return { to, resumed: !already, already, tables: copied.length, rows, unequal: 0, differences: [] };
}

/** First what keeps a copy of the directory from being served, then the target. */
async function openTarget({ target, options, to }: Move, id: string): Promise<void> {
  const { directory, witness, newId, note, onNews } = options;
  writeMovedFile(directory, { id, to, at: new Date().toISOString() });
  const incarnation = newId();
  // Should somebody serve a copy in spite of that file, what waits in it is held back as an older state's.
  if (witness !== null) witnessFile(witness).write({ incarnation, beats: 0 });
  await target.transaction(async (run, owner) => {
    const noted = await notedMove(run);
    if (noted === undefined) throw new Error('the target knows of no move');
    await run(NEW_PLACE, [incarnation]);
    await note(owner, { id, to });
    await endAtTarget(run, noted);
  });
  onNews({ phase: 'complete' });
}

/** A source that was moved needs of its target only to know whether it is the one. */
export async function notedAtTarget(
  target: End,
  mine: NotedMove | undefined,
  source: string,
): Promise<NotedMove | undefined> {
  return mine?.state === 'moved' ? await target.transaction(notedMove) : await examineTarget(target, source);
}

/**
 * What a move does next, from what both ends note. Throws StoreMovedError where the source was moved elsewhere, and MoveRefusedError where the
 * target holds what was moved to it before.
 */
export function nextOf(
  directory: string,
  mine: NotedMove | undefined,
  noted: NotedMove | undefined,
): 'begin' | 'resume' | 'open' | 'nothing' {
  const same = mine !== undefined && mine.id === noted?.id;
  if (mine?.state === 'moved') {
    if (!same) throw new StoreMovedError(directory, { to: mine.other, at: mine.ended_at ?? mine.began_at });
    return noted?.state === 'complete' ? 'nothing' : 'open';
  }
  if (noted?.state === 'complete')
    throw new MoveRefusedError(
      'This database holds a store that was moved to it before. Make a new database.',
    );
  return same && mine.migration === knownMigrations().at(-1) ? 'resume' : 'begin';
}

/** A backup of a directory that was moved is not moved a second time. */
export function refuseCopy(directory: string, mine: NotedMove | undefined): void {
  const moved = readMovedFile(directory);
  if (moved !== undefined && !(mine?.state === 'moved' && mine.id === moved.id))
    throw new StoreMovedError(directory, moved);
}

/** Beside the directory it is written where it went; better known now than when all is copied. */
function requireWritable(directory: string): void {
  try {
    accessSync(dirname(resolve(directory)), constants.W_OK);
  } catch {
    throw new MoveRefusedError(
      `Beside ${directory} a file will say where it was moved, and this user may not write there.`,
    );
  }
}

/** How each end names the other; a copy of the directory lies elsewhere than the directory. */
export function placesOf({ directory, to }: Pick<MoveOptions, 'directory' | 'to'>): {
  readonly source: string;
  readonly target: string;
} {
  return { source: fileMark(join(directory, 'cluster')), target: withoutCredentials(to) };
}

/** `postgresql://host:port/database`, and nothing else of the address. */
function withoutCredentials(address: string): string {
  const { hostname, port, pathname, searchParams } = new URL(address);
  const host = hostname === '' ? (searchParams.get('host') ?? 'localhost') : hostname;
  return `postgresql://${host}:${port === '' ? 5432 : port}${pathname}`;
}
