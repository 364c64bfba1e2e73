// What a move would do, found out without changing either end.
import { notedMove } from '../fence/fence.ts';
import { withEnds } from './ends.ts';
import { MOVE_LIMITS } from './limits.ts';
import { type MoveOptions, nextOf, notedAtTarget, placesOf, refuseCopy } from './move.ts';
import { readSizes, sizesOf, type TableSize } from './sizes.ts';
import { readTables } from './tables.ts';

export interface MovePlan {
  /** The database, without credentials. */
  readonly to: string;
  /** `resume`: an earlier run got so far, and this one goes on. `open`: only the last step is left. `nothing`: it was moved. */
  readonly would: 'begin' | 'resume' | 'open' | 'nothing';
  readonly tables: readonly TableSize[];
  readonly rows: number;
  readonly bytes: number;
  /** As far as can be said before. */
  readonly secondsExpected: number;
}

/** Throws MoveRefusedError, DirectoryInUseError and StoreMovedError as the move would. */
export async function planMove(options: Pick<MoveOptions, 'directory' | 'to'>): Promise<MovePlan> {
  return await withEnds(options.directory, options.to, async (source, target) => {
    const at = placesOf(options);
    const mine = await source.transaction(notedMove);
    refuseCopy(options.directory, mine);
    const would = nextOf(options.directory, mine, await notedAtTarget(target, mine, at.source));
    const tables = await readSizes(source, await source.transaction(readTables));
    const { rows, bytes } = sizesOf(tables);
    const secondsExpected = Math.ceil(rows / MOVE_LIMITS.rowsPerSecondExpected);
    return { to: at.target, would, tables, rows, bytes, secondsExpected };
  });
}
