// Reads the public reference files (CSV, gzip or not) for the tests that compare with them.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** A row by column name; a column that is not there reads as undefined. */
export type Row = Readonly<Partial<Record<string, string>>>;

/** Rows of a file with a header, unpacked when its name ends in `.gz`. */
export function readCsvFile(path: string | URL): readonly Row[] {
  const bytes = readFileSync(path);
  return parse<Row>(String(path).endsWith('.gz') ? gunzipSync(bytes) : bytes, {
    bom: true,
    columns: true,
    skip_empty_lines: true,
  });
}
