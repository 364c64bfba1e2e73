// Where a patient's values could lie: the files of the store, and every row of every table as text and as bytes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { EmbeddedStore } from '@pestle/service/store';
import { sql } from 'kysely';
import { LONGEST_TRACE, tracesIn } from './canaries.ts';

export interface Found {
  readonly where: string;
  readonly traces: readonly string[];
}

export interface Looked {
  readonly found: readonly Found[];
  /** How much was looked at: a search of nothing finds nothing. */
  readonly bytes: number;
}

/** Bytes that are looked at in one go: the service in the same process answers in between. */
const PIECE_BYTES = 1_048_576;

/** Heap, indexes and write-ahead log as they lie on the disk. */
export async function lookAtFiles(directory: string): Promise<Looked> {
  const found: Found[] = [];
  let bytes = 0;
  let pauseAt = PIECE_BYTES;
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    const traces = new Set<string>();
    for (let from = 0; from < content.length; from += PIECE_BYTES) {
      // A value may begin in one piece and end in the next.
      const piece = content.subarray(from, from + PIECE_BYTES + LONGEST_TRACE);
      for (const trace of tracesIn(piece)) traces.add(trace);
      bytes += Math.min(PIECE_BYTES, content.length - from);
      if (bytes < pauseAt) continue;
      await turn();
      pauseAt = bytes + PIECE_BYTES;
    }
    if (traces.size > 0) found.push({ where: path.slice(directory.length), traces: [...traces] });
  }
  return { found, bytes };
}

/** Every row by the schema's owner: what the files may hold compressed is seen here as it is. */
export async function lookAtRows(store: EmbeddedStore): Promise<Looked> {
  const found: Found[] = [];
  let bytes = 0;
  await store.asOwner(async (owner) => {
    const { rows: tables } = await sql<{
      name: string;
    }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(owner);
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
        owner,
      );
      for (const { text } of rows) {
        bytes += text.length;
        const traces = [...tracesIn(text), ...hexOf(text).flatMap(tracesIn)];
        if (traces.length > 0) found.push({ where: name, traces });
      }
    }
  });
  return { found, bytes };
}

/** The values of columns of bytes, which a row's text shows in hex. */
function hexOf(text: string): Uint8Array[] {
  return [...text.matchAll(/\\x([0-9a-f]{2,})/g)].map(([, hex = '']) => Buffer.from(hex, 'hex'));
}
