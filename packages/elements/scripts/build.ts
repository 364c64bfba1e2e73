// Builds the elements when their sources have changed, and tells where the build is.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashOfInputs } from './inputs.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const DIST = join(PACKAGE, 'dist');

/** A build that another process has begun is waited for this long, then taken over. */
const OTHER_BUILD_MS = 90_000;
/** Builds of older sources go after this time: a test may still serve from one. */
const OLD_BUILD_MS = 3_600_000;

/** Whether what builds is there: an installation for production leaves it out. */
export function canBuild(): boolean {
  try {
    import.meta.resolve('vite');
    return true;
  } catch {
    return false;
  }
}

/** Whether the elements of these sources are built. */
export function areElementsBuilt(): boolean {
  return existsSync(folderOf(hashOfInputs(ROOT)));
}

const folderOf = (hash: string): string => join(DIST, 'served', hash);

/** The folder with the files that the service serves (`pestle.js`, `c/`, `integrity.json`); built when it is not current. */
export async function servedElements(): Promise<string> {
  const hash = hashOfInputs(ROOT);
  const folder = folderOf(hash);
  if (existsSync(folder)) return folder;
  mkdirSync(join(DIST, 'served'), { recursive: true });
  const lock = `${folder}.lock`;
  if (!takeLock(lock)) {
    const untilMs = Date.now() + OTHER_BUILD_MS;
    while (!existsSync(folder) && existsSync(lock) && Date.now() < untilMs) await sleep(100);
    if (existsSync(folder)) return folder;
  }
  const made = `${folder}.${process.pid}`;
  try {
    const { bundle } = await import('./bundle.ts');
    const { compressAll } = await import('./compress.ts');
    await bundle(PACKAGE, {
      outDir: made,
      entries: { pestle: 'src/index.ts', aliases: 'src/aliases.ts' },
      served: true,
      external: [],
    });
    await compressAll(made);
    // Whoever is first wins; the same sources give the same files.
    if (!existsSync(folder)) renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
    rmSync(lock, { recursive: true, force: true });
  }
  removeOld(join(DIST, 'served'), hash);
  return folder;
}

function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const age = existsSync(lock) ? Date.now() - statSync(lock).mtimeMs : 0;
    if (age > OTHER_BUILD_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

function removeOld(folder: string, current: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.startsWith(current) || Date.now() - statSync(path).mtimeMs < OLD_BUILD_MS) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
