// Imports one file: checks its columns, reads it in batches of one transaction each, and counts what became of every row.
import type {
  ImportSession,
  RowVerdict,
  SourceColumns,
  SourceRow,
} from '@pestle/service/directory/import/import-session';
import { newImportSession } from '@pestle/service/directory/import/import-session';
import { CommandError } from '../output.ts';
import { CsvError, CsvReader, type CsvRecord } from './csv.ts';
import { IMPORT_LIMITS as LIMITS } from './limits.ts';
import type { SourceText } from './source-file.ts';

/** What an import writes with, and the columns it knows. */
export interface ImportTarget {
  readonly columns: SourceColumns;
  readonly write: (session: ImportSession, rows: readonly SourceRow[]) => Promise<readonly RowVerdict[]>;
}

export interface RefusedRow {
  readonly line: number;
  /** What names the row in its source: RxCUI, NPI or ZIP. */
  readonly key: string;
  readonly code: string;
  readonly message: string;
}

export interface ImportReport {
  readonly rows: number;
  readonly imported: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly refusedByCode: Readonly<Record<string, number>>;
  /** Rows that were taken with something left out, by what. */
  readonly warningsByCode: Readonly<Record<string, number>>;
  /** Up to 10,000 of the refused rows. */
  readonly refusedRows: readonly RefusedRow[];
}

export interface Progress {
  readonly bytesRead: number;
  readonly rows: number;
}

/** Throws CommandError when the file itself is refused; the batches before stay, and repeating the import is safe. */
export async function importFile(
  source: SourceText,
  target: ImportTarget,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<ImportReport> {
  const tally = newTally();
  const session = newImportSession();
  let header: readonly string[] | undefined;
  let batch: CsvRecord[] = [];
  let bytesRead = 0;
  const flush = async (): Promise<void> => {
    if (header !== undefined && batch.length > 0) await writeBatch(target, session, header, batch, tally);
    batch = [];
    onProgress({ bytesRead, rows: tally.rows });
  };
  try {
    for await (const record of recordsOf(source, (bytes) => (bytesRead = bytes))) {
      if (header === undefined) {
        header = checkedHeader(record.fields, target.columns);
        continue;
      }
      batch.push(record);
      if (tally.rows + batch.length > LIMITS.rowsMax) {
        throw new CommandError(`The file has more than ${LIMITS.rowsMax} rows: split it.`);
      }
      if (batch.length >= LIMITS.batchRows) await flush();
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new CommandError(`The file is not CSV as RFC 4180 has it. ${error.message}`);
    throw error;
  }
  if (header === undefined) throw new CommandError('The file is empty: its first row must name the columns.');
  await flush();
  return tally;
}

async function* recordsOf(source: SourceText, onBytes: (bytes: number) => void): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader(LIMITS.rowCharactersMax);
  for await (const piece of source.pieces(onBytes)) yield* reader.push(piece);
  yield* reader.end();
}

function checkedHeader(names: readonly string[], columns: SourceColumns): readonly string[] {
  const known = new Set([...columns.required, ...columns.optional]);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  const unknown = names.filter((name) => !known.has(name)).slice(0, LIMITS.columnsMax);
  const missing = columns.required.filter((name) => !names.includes(name));
  const problems = [
    missing.length > 0 ? `Columns are missing: ${missing.join(', ')}.` : '',
    unknown.length > 0 ? `Columns are not known: ${unknown.map(shown).join(', ')}.` : '',
    repeated.length > 0 ? `Columns are there twice: ${repeated.map(shown).join(', ')}.` : '',
  ].filter(Boolean);
  if (problems.length > 0) {
    throw new CommandError(
      `${problems.join(' ')} This import reads: ${columns.required.join(', ')}; and, where they are there: ${columns.optional.join(', ')}.`,
    );
  }
  return names;
}

/** A name from the file as a terminal can show it. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}

type Tally = { -readonly [Key in keyof ImportReport]: ImportReport[Key] } & {
  readonly refusedByCode: Record<string, number>;
  readonly warningsByCode: Record<string, number>;
  readonly refusedRows: RefusedRow[];
};

function newTally(): Tally {
  return {
    rows: 0,
    imported: 0,
    unchanged: 0,
    refused: 0,
    refusedByCode: {},
    warningsByCode: {},
    refusedRows: [],
  };
}

async function writeBatch(
  target: ImportTarget,
  session: ImportSession,
  header: readonly string[],
  batch: readonly CsvRecord[],
  tally: Tally,
): Promise<void> {
  const whole = batch.filter(({ fields }) => fields.length === header.length);
  const rows = whole.map(({ fields }) =>
    Object.fromEntries(header.map((name, at) => [name, fields[at] ?? ''])),
  );
  const verdicts = await target.write(session, rows);
  const verdictOf = new Map(whole.map((record, index) => [record, verdicts[index]]));
  for (const record of batch) {
    const { line, fields } = record;
    count(tally, line, verdictOf.get(record) ?? wrongLength(fields, header));
  }
}

function wrongLength(fields: readonly string[], header: readonly string[]): RowVerdict {
  return {
    outcome: 'refused',
    key: fields[0] ?? '',
    code: 'WRONG_NUMBER_OF_FIELDS',
    message: `The row has ${fields.length} fields and the header ${header.length}.`,
  };
}

function count(tally: Tally, line: number, verdict: RowVerdict): void {
  tally.rows += 1;
  tally[verdict.outcome] += 1;
  if (verdict.outcome !== 'refused') {
    for (const code of verdict.warnings) tally.warningsByCode[code] = (tally.warningsByCode[code] ?? 0) + 1;
    return;
  }
  const { key, code, message } = verdict;
  tally.refusedByCode[code] = (tally.refusedByCode[code] ?? 0) + 1;
  if (tally.refusedRows.length < LIMITS.refusedListedMax)
    tally.refusedRows.push({ line, key, code, message });
}
