// What all imports share: a verdict for each row, the keys that a file has named already, and the count of changes to reference data.
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { DirectoryTables } from '../tables.ts';

/** A row of a source file by column name. */
export type SourceRow = Readonly<Record<string, string>>;

/** What became of one row. Codes are stable; messages say what to do. */
export type RowVerdict =
  | { readonly outcome: 'imported' | 'unchanged'; readonly key: string; readonly warnings: readonly string[] }
  | { readonly outcome: 'refused'; readonly key: string; readonly code: string; readonly message: string };

/** A row that was read: what it says, or why it is refused. */
export type ReadRow<Content> =
  | {
      readonly ok: true;
      readonly key: string;
      readonly content: Content;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly key: string; readonly code: string; readonly message: string };

/** One run over one source: remembers the keys it has seen, so that a second row of the same key is refused and not written over the first. */
export interface ImportSession {
  readonly seen: Set<string>;
}

export function newImportSession(): ImportSession {
  return { seen: new Set() };
}

/** Columns of a source format: those that must be there, and those that may be. */
export interface SourceColumns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

export function refuseRow(key: string, code: string, message: string): ReadRow<never> {
  return { ok: false, key, code, message };
}

/** Refuses rows whose key came before in this session. */
export function onlyFirst<Content>(
  session: ImportSession,
  rows: readonly ReadRow<Content>[],
): readonly ReadRow<Content>[] {
  return rows.map((row) => {
    if (!row.ok) return row;
    if (session.seen.has(row.key)) {
      return refuseRow(row.key, 'DUPLICATE_IN_FILE', 'An earlier row of this file has the same key.');
    }
    session.seen.add(row.key);
    return row;
  });
}

/** Verdicts in the order of the rows, given the keys that were written because something was new. */
export function verdicts<Content>(
  rows: readonly ReadRow<Content>[],
  writtenKeys: ReadonlySet<string>,
): readonly RowVerdict[] {
  return rows.map((row) =>
    row.ok
      ? {
          outcome: writtenKeys.has(row.key) ? 'imported' : 'unchanged',
          key: row.key,
          warnings: row.warnings,
        }
      : { outcome: 'refused', key: row.key, code: row.code, message: row.message },
  );
}

/** Counts a change, so that what every node keeps in memory is read anew. */
export async function countChange(tx: Tx, kind: DirectoryTables['reference_version']['kind']): Promise<void> {
  await tx
    .withTables<DirectoryTables>()
    .updateTable('reference_version')
    .set({ version: sql<number>`version + 1` })
    .where('kind', '=', kind)
    .execute();
}
