// Copies the rows of one table in batches, each committed together with how far the table is.
import type { End } from './ends.ts';
import { MOVE_LIMITS } from './limits.ts';
import { READ_PROGRESS, readBatch, triggersOff, triggersOn, WENT_ON, writeBatch } from './rows-sql.ts';
import type { Table } from './tables.ts';
import { analyzeTable } from './tables-sql.ts';

export interface TableProgress {
  /** The key of the last row that was copied, as JSON; null before the first. */
  readonly last: string | null;
  readonly copied: number;
  readonly done: boolean;
}

/** How far each table is. */
export async function readProgress(target: End): Promise<ReadonlyMap<string, TableProgress>> {
  const rows = await target.transaction((run) => run(READ_PROGRESS));
  return new Map(
    rows.map((row) => [String(row['table_name']), row as unknown as TableProgress & typeof row]),
  );
}

/** Goes on behind the last row that was copied. `copied` hears after each commit how many rows of the table are there. */
export async function copyTable(
  { source, target }: { readonly source: End; readonly target: End },
  table: Table,
  from: TableProgress,
  copied: (rows: number) => void,
): Promise<number> {
  let { last, copied: rows, done } = from;
  while (!done) {
    const batch = await source.transaction(async (run) => {
      const values = [MOVE_LIMITS.rowsPerBatchMax, MOVE_LIMITS.batchCharactersMax];
      const key = last === null ? [] : (JSON.parse(last) as string[]);
      return await run(readBatch(table, last === null), [...key, ...values]);
    });
    const end = batch.at(-1);
    const next = end === undefined ? last : JSON.stringify(end['key']);
    done = end === undefined;
    await writeRows(target, table, {
      contents: batch.map((row) => row['content'] as string),
      values: [table.name, last, next, batch.length, done],
    });
    last = next;
    rows += batch.length;
    copied(rows);
  }
  return rows;
}

interface Batch {
  readonly contents: readonly string[];
  readonly values: readonly unknown[];
}

async function writeRows(target: End, table: Table, { contents, values }: Batch): Promise<void> {
  await target.transaction(async (run) => {
    // First, and by its row: what a process that was killed has sent still may be under way.
    if ((await run(WENT_ON, values)).length === 0)
      throw new Error(`another move goes on with the table ${table.name}`);
    if (contents.length === 0) {
      // Else the first questions are planned for tables that nobody has looked at.
      await run(analyzeTable(table.name));
      return;
    }
    if (table.triggers) await run(triggersOff(table));
    await run(writeBatch(table), [contents]);
    if (table.triggers) await run(triggersOn(table));
  });
}
