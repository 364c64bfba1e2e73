// Finds the row whose work ends the process before an attempt is put down: counted before its work begins, begun alone, and put aside in the end.
import type { Departure } from '../../../outbox/outbox.ts';
import type { Row, Statement, Store } from '../../../store/store.ts';
import { DELIVERY_LIMITS } from '../../limits.ts';
import { BEGIN_WORK, END_WORK } from './deaths-sql.ts';

/** A row that a look brought: what was just written and handed on comes by a look after a death. */
export interface FoundRow extends Departure {
  /** Errors of our own that the work on it met, and deaths of processes that worked on it. */
  readonly faults: number;
}

/** A row whose work was perhaps counted before it began. */
export interface CountedRow extends Departure {
  readonly counted?: WorkCount;
}

export interface WorkCount {
  /** It stands in the store. */
  readonly stands: boolean;
  /** The attempt has begun, or the work has ended: the process lives. Takes the count back. */
  end(): Promise<void>;
}

export interface DeathGuardDeps {
  readonly store: Store;
  /** Puts a row aside, where nothing finds it until an operator has looked. */
  readonly putAside: (row: Departure) => Promise<void>;
}

/** More than errors of our own alone come to: those are given up before. */
const DEATHS_MAX = DELIVERY_LIMITS.ownFaultDelaysMs.length + 1;

/**
 * Does the work on a row that was found while a node has died lately. What has been counted before begins one at a time, so that of several that
 * were in hand at a death only the one that caused it is counted again.
 */
export function createDeathGuard({ store, putAside }: DeathGuardDeps) {
  let alone: Promise<unknown> = Promise.resolve();
  const run = async (statement: Statement, id: string): Promise<readonly Row[]> => {
    const [rows = []] = await store.pipeline([
      { scope: { role: 'courier' }, steps: [{ statement, values: [id] }] },
    ]);
    return rows;
  };
  return async (row: FoundRow, work: (counted: WorkCount) => Promise<boolean>): Promise<boolean> => {
    const others = alone;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    if (row.faults > 0) alone = ended;
    if (row.faults > 0) await others;
    let stands = true;
    const counted: WorkCount = {
      get stands() {
        return stands;
      },
      end: async () => {
        if (!stands) return;
        stands = false;
        await run(END_WORK, row.id).finally(resolve);
      },
    };
    try {
      const [begun] = await run(BEGIN_WORK, row.id);
      if (begun === undefined) stands = false;
      if (begun === undefined) return false;
      if ((begun['faults'] as number) <= DEATHS_MAX) return await work(counted);
      await putAside(row);
      stands = false;
      return true;
    } finally {
      await counted.end();
      resolve();
    }
  };
}
