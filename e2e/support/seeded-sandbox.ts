// A sandbox for a test, in a directory of its own: a copy of one that was seeded before, because creating a store and filling it takes
// four times as long as opening it, and a dozen test files want one.
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOfFiles } from '@pestle/elements/scripts/inputs';
import type { Sandbox, SandboxOptions } from '../../apps/cli/src/sandbox/start.ts';
import { startSandbox } from '../../apps/cli/src/sandbox/start.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'pestle');
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
  cpSync(await seededDirectory(), directory, { recursive: true });
  const sandbox = await startSandbox({ ...options, directory, port: 0, fresh: false });
  return {
    ...sandbox,
    close: async () => {
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The directory to copy, made where these sources have none. */
async function seededDirectory(): Promise<string> {
  const seeded = join(CACHE, `sandbox-${hashOfFiles(ROOT, SOURCES)}`);
  if (existsSync(seeded)) return seeded;
  mkdirSync(CACHE, { recursive: true });
  // Made aside and renamed, because test files run at the same time.
  const unfinished = mkdtempSync(`${seeded}.`);
  const sandbox = await startSandbox({ directory: join(unfinished, 'sandbox'), port: 0, fresh: false });
  await sandbox.close();
  try {
    renameSync(join(unfinished, 'sandbox'), seeded);
  } catch (error) {
    // Only the first one counts: what another process put there in the meantime is as good.
    if (!existsSync(seeded)) throw error;
  }
  rmSync(unfinished, { recursive: true, force: true });
  for (const old of globSync('sandbox-*', { cwd: CACHE }))
    if (!old.startsWith(basename(seeded))) rmSync(join(CACHE, old), { recursive: true, force: true });
  return seeded;
}
