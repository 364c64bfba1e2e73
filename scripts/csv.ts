// Reads the public reference files (CSV, gzip or not) for the tests that compare with them.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A row by column name; a column that is not there reads as undefined. */
export type Row = Readonly<Partial<Record<string, string>>>;

/** Rows of a CSV text with a header (RFC 4180: quotes, doubled quotes, line breaks inside quotes). */
export function readCsv(text: string): readonly Row[] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
  }
  const [header = [], ...rows] = records;
  return rows.map((fields) => Object.fromEntries(header.map((name, column) => [name, fields[column] ?? ''])));
}

/** Rows of a file, unpacked when its name ends in `.gz`. */
export function readCsvFile(path: string | URL): readonly Row[] {
  const bytes = readFileSync(path);
  return readCsv((String(path).endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}
