// Opens a file of pharmacies and partners so that it can be read several times; standard input is kept in a file of its owner meanwhile.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { entriesIn, type NetworkFile } from '@pestle/service/directory';
import { openSource } from '../import/source-file.ts';

const OWNER_ONLY = 0o600;

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
  return {
    entries: async function* (part) {
      const source = await openSource(path);
      for await (const entry of entriesIn(source.pieces(() => undefined)))
        if (entry.part === part) yield entry;
    },
  };
}
