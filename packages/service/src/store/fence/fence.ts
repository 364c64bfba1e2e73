// Closes a store to every role that serves while it is moved, and notes the move in it, so that of the two ends of a move never both can be served.
import { StoreNotUsableError } from '../not-usable.ts';
import type { Row, Statement, Store } from '../store.ts';
import {
  CLOSE_STORE,
  END_MOVE,
  FORGET_MOVE,
  HAS_MOVE_TABLE,
  MAKE_MOVE_TABLES,
  NOTE_MOVE,
  OPEN_STORE,
  OPEN_STORE_TO_ROLES,
  READ_MOVE,
  WHO_MAY_USE,
} from './fence-sql.ts';

/** Runs a statement, mostly as the owner of the schema; what is noted may be read by every role that serves. */
export type Run = (statement: Statement, values?: readonly unknown[]) => Promise<readonly Row[]>;

export type MoveState = 'moving' | 'moved' | 'copying' | 'complete';

export interface NotedMove {
  readonly id: string;
  readonly state: MoveState;
  /** The other end: of the embedded store the database, of PostgreSQL where the directory lies. */
  readonly other: string;
  readonly migration: string;
  readonly everybody: boolean;
  readonly began_at: string;
  readonly ended_at: string | null;
}

/** Undefined where no move is noted. */
export async function notedMove(run: Run): Promise<NotedMove | undefined> {
  if ((await run(HAS_MOVE_TABLE))[0]?.['has'] !== true) return undefined;
  return (await run(READ_MOVE))[0] as NotedMove | undefined;
}

/**
 * Notes a move and closes the store, in the caller's transaction. Answers false where the store did not close, because this login may not
 * say who uses the schema: then the caller undoes it.
 */
export async function closeForMove(
  run: Run,
  { id, state, other, migration }: Pick<NotedMove, 'id' | 'state' | 'other' | 'migration'>,
): Promise<boolean> {
  const before = await notedMove(run);
  const everybody = before?.everybody ?? (await run(WHO_MAY_USE))[0]?.['everybody'] === true;
  for (const statement of MAKE_MOVE_TABLES) await run(statement);
  await run(NOTE_MOVE, [id, state, other, migration, everybody]);
  await run(CLOSE_STORE);
  return (await run(WHO_MAY_USE))[0]?.['app'] === false;
}

/** The store can be served again, and knows of no move. In the caller's transaction. */
export async function giveUpMove(run: Run): Promise<void> {
  await run(FORGET_MOVE);
  await run(OPEN_STORE);
}

/** The embedded store is never served again. Answers since when. Throws where it is not this move that is under way. */
export async function endAtSource(run: Run, id: string): Promise<string> {
  return await endMove(run, id, { before: 'moving', now: 'moved' });
}

/** PostgreSQL can be served from the commit on. In the caller's transaction. */
export async function endAtTarget(run: Run, { id, everybody }: NotedMove): Promise<void> {
  await endMove(run, id, { before: 'copying', now: 'complete' });
  await run(everybody ? OPEN_STORE : OPEN_STORE_TO_ROLES);
}

async function endMove(
  run: Run,
  id: string,
  states: { readonly before: MoveState; readonly now: MoveState },
): Promise<string> {
  const [row] = await run(END_MOVE, [id, states.before, states.now]);
  if (row === undefined) throw new Error('another move was noted meanwhile');
  return row['ended_at'] as string;
}

/** PostgreSQL holds a part of what is moved to it. */
export class MoveUnfinishedError extends StoreNotUsableError {
  constructor() {
    super(
      'A move into this database has not come to its end, so that nothing may be served from it. Run "pestle move" again: it goes on where it ended (docs/guides/moving.md).',
    );
  }
}

/** Throws MoveUnfinishedError where the store is the target of a move that has not ended. */
export async function refuseUnfinishedMove(store: Store): Promise<void> {
  if (store.kind === 'embedded') return;
  const run: Run = async (statement, values = []) =>
    (await store.pipeline([{ scope: { role: 'door' }, steps: [{ statement, values }] }]))[0] ?? [];
  if ((await notedMove(run))?.state === 'copying') throw new MoveUnfinishedError();
}
