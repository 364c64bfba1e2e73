// A sandbox for a test, in a directory of its own: a copy of one that was seeded before, because creating a store and filling it takes
// four times as long as opening it, and a dozen test files want one.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox, SandboxOptions } from '@pestle/cli/sandbox/start';
import { startSandbox } from '@pestle/cli/sandbox/start';
import { hashOfFiles } from '@pestle/elements/inputs';
import { freePort } from '../network/free-port.ts';
import { madeOnce } from '../stores/made-once.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** Whatever a store can be filled from, or a row of it be written by. */
const SOURCES = [
  'packages/{rules,script,service,sandbox}/src/**/*.{ts,sql,json}',
  'apps/cli/src/**/*.{ts,json}',
];

/** Starts it on a free port; `close` removes its directory too. */
export async function startSeededSandbox(
  options: Omit<SandboxOptions, 'directory' | 'port' | 'fresh'> = {},
): Promise<Sandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'pestle-seeded-'));
  const directory = join(folder, 'sandbox');
  await laySeededSandbox(directory);
  // Not 0: of the ports that the system gives to anybody one may be taken between its choice and its use.
  const sandbox = await startSandbox({ ...options, directory, port: await freePort(), fresh: false });
  return {
    ...sandbox,
    close: async () => {
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Puts the data of a sandbox that was seeded and stopped where `--data` names. */
export async function laySeededSandbox(directory: string): Promise<void> {
  const seeded = await madeOnce('sandbox', hashOfFiles(ROOT, SOURCES), async (path) => {
    const sandbox = await startSandbox({ directory: path, port: await freePort(), fresh: false });
    await sandbox.close();
  });
  cpSync(seeded, directory, { recursive: true });
}
