// Opens a file of pharmacies and partners so that it can be read several times; standard input is kept in a file of its owner meanwhile.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openSource } from '../import/source-file.ts';
import type { FileEntry, Part } from './network-file.ts';
import { entriesIn } from './network-file.ts';

const OWNER_ONLY = 0o600;

export interface NetworkFile {
  /** Reads all of it. Throws CommandError for what is no such file. */
  check(): Promise<void>;
  /** From its beginning each time; those of one part. Throws CommandError for what is no such file. */
  entries(part: Part): AsyncGenerator<FileEntry>;
}

/** `-` is standard input. What was kept of it, which may hold secrets, is gone at the end. */
export async function withFile(path: string, work: (file: NetworkFile) => Promise<void>): Promise<void> {
  if (path !== '-') return await work(networkFile(path));
  const folder = await mkdtemp(join(tmpdir(), 'pestle-apply-'));
  try {
    const kept = join(folder, 'input.json');
    await pipeline(process.stdin, createWriteStream(kept, { mode: OWNER_ONLY }));
    await work(networkFile(kept));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function networkFile(path: string): NetworkFile {
  const all = async function* (): AsyncGenerator<FileEntry> {
    const source = await openSource(path);
    yield* entriesIn(source.pieces(() => undefined));
  };
  return {
    check: async () => {
      const entries = all();
      while ((await entries.next()).done !== true);
    },
    entries: async function* (part) {
      for await (const entry of all()) if (entry.part === part) yield entry;
    },
  };
}
