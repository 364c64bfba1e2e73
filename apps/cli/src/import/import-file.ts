// Imports one file: checks its columns, reads it in batches of one transaction each, and counts what became of every row.
import type { RowWriter } from '@pestle/service/coverage';
import {
  type ImportSession,
  newImportSession,
  type RowVerdict,
  type SourceColumns,
} from '@pestle/service/directory';
import { CommandError } from '../output.ts';
import { CsvError, type CsvRecord, readCsv } from './csv.ts';
import { IMPORT_LIMITS as LIMITS } from './limits.ts';
import type { SourceText } from './source-file.ts';

/** A public file that an import reads: its columns, and how its rows are written. */
export interface ImportTarget {
  readonly columns: SourceColumns;
  /** The column that names a patient: the rows of one are written together, and no report names them. */
  readonly patientColumn?: string;
  /**
   * Runs `work` with the writer of its rows, in one transaction where the file counts as a whole. Answers how many rows went
   * because the file no longer names them.
   */
  readonly within: (work: (write: RowWriter) => Promise<void>) => Promise<number>;
}

export interface RefusedRow {
  readonly line: number;
  /** What names the row in its source: RxCUI, NPI or ZIP. Blank where that would name a patient. */
  readonly key: string;
  readonly code: string;
  readonly message: string;
}

export interface ImportReport {
  readonly rows: number;
  readonly imported: number;
  readonly unchanged: number;
  readonly refused: number;
  /** Rows that went because a file that counts as a whole no longer names them. */
  readonly removed: number;
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

/**
 * `targets` are the files that this import knows; the header tells which one it is. Throws CommandError when the file itself is
 * refused; batches that were written before stay, unless the file counts as a whole, and repeating the import is safe.
 */
export async function importFile(
  source: SourceText,
  targets: readonly ImportTarget[],
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<ImportReport> {
  const tally = newTally();
  let bytesRead = 0;
  const records = readCsv(
    source.pieces((bytes) => (bytesRead = bytes)),
    LIMITS.rowBytesMax,
  );
  try {
    const first = await records.next();
    if (first.done === true)
      throw new CommandError('The file is empty: its first row must name the columns.');
    const header = first.value.fields;
    const { within, patientColumn } = targetOf(header, targets);
    tally.removed = await within((write) =>
      writeRecords(records, {
        write,
        header,
        patientAt: patientColumn === undefined ? -1 : header.indexOf(patientColumn),
        tally,
        onBatch: () => onProgress({ bytesRead, rows: tally.rows }),
      }),
    );
  } catch (error) {
    if (error instanceof CsvError)
      throw new CommandError(`The file is not CSV as RFC 4180 has it. ${error.message}`);
    throw error;
  }
  return tally;
}

interface Writing {
  readonly write: RowWriter;
  readonly header: readonly string[];
  /** Where a row names its patient; -1 in a file that is about none. */
  readonly patientAt: number;
  readonly tally: Tally;
  readonly onBatch: () => void;
}

async function writeRecords(records: AsyncIterable<CsvRecord>, writing: Writing): Promise<void> {
  const session = newImportSession();
  let batch: CsvRecord[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await writeBatch(writing, session, batch);
    batch = [];
    writing.onBatch();
  };
  const { patientAt } = writing;
  for await (const record of records) {
    const isOfLast = patientAt >= 0 && record.fields[patientAt] === batch.at(-1)?.fields[patientAt];
    if (batch.length >= LIMITS.batchRows && !isOfLast) await flush();
    if (batch.length >= LIMITS.batchRows + LIMITS.patientRowsMax)
      throw new CommandError(`More than ${LIMITS.patientRowsMax} rows are of one patient.`);
    batch.push(record);
    if (writing.tally.rows + batch.length > LIMITS.rowsMax) {
      throw new CommandError(`The file has more than ${LIMITS.rowsMax} rows: split it.`);
    }
  }
  await flush();
}

/** The file whose columns these are. Throws CommandError, in words about the file that they are most like. */
function targetOf(header: readonly string[], targets: readonly ImportTarget[]): ImportTarget {
  const likest = targets.toSorted((a, b) => shared(header, b) - shared(header, a))[0];
  if (likest === undefined) throw new Error('an import knows at least one file');
  const { required, optional } = likest.columns;
  const known = new Set([...required, ...optional]);
  const repeated = header.filter((name, index) => header.indexOf(name) !== index);
  const unknown = header.filter((name) => !known.has(name)).slice(0, LIMITS.columnsMax);
  const missing = required.filter((name) => !header.includes(name));
  const problems = [
    missing.length > 0 ? `Columns are missing: ${missing.join(', ')}.` : '',
    unknown.length > 0 ? `Columns are not known: ${unknown.map(shown).join(', ')}.` : '',
    repeated.length > 0 ? `Columns are there twice: ${repeated.map(shown).join(', ')}.` : '',
  ].filter(Boolean);
  if (problems.length === 0) return likest;
  const may = optional.length > 0 ? `; and, where they are there: ${optional.join(', ')}` : '';
  throw new CommandError(`${problems.join(' ')} This import reads: ${required.join(', ')}${may}.`);
}

/** How many columns of the header the file has, those that only some rows fill counted too. */
function shared(header: readonly string[], { columns }: ImportTarget): number {
  return [...columns.required, ...columns.optional].filter((name) => header.includes(name)).length;
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
    removed: 0,
    refusedByCode: {},
    warningsByCode: {},
    refusedRows: [],
  };
}

async function writeBatch(
  { write, header, patientAt, tally }: Writing,
  session: ImportSession,
  batch: readonly CsvRecord[],
): Promise<void> {
  const whole = batch.filter(({ fields }) => fields.length === header.length);
  const rows = whole.map(({ fields }) =>
    Object.fromEntries(header.map((name, at) => [name, fields[at] ?? ''])),
  );
  const verdicts = await write(session, rows);
  const verdictOf = new Map(whole.map((record, index) => [record, verdicts[index]]));
  for (const record of batch) {
    const { line, fields } = record;
    count(
      tally,
      line,
      verdictOf.get(record) ?? wrongLength(patientAt < 0 ? (fields[0] ?? '') : '', fields.length, header),
    );
  }
}

function wrongLength(key: string, length: number, header: readonly string[]): RowVerdict {
  return {
    outcome: 'refused',
    key,
    code: 'WRONG_NUMBER_OF_FIELDS',
    message: `The row has ${length} fields and the header ${header.length}.`,
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
