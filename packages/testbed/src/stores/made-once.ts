// Keeps what many tests copy (a migrated store, a seeded sandbox) below node_modules/.cache/pestle: made by the first process that wants it.
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/pestle/', import.meta.url));
/** Making the slowest of these things, on a busy machine. */
const PATIENCE_MS = 180_000;
const POLL_MS = 50;

const ofThisProcess = new Map<string, Promise<string>>();

/**
 * The path of a file or folder that `make` writes where it is told to. It is made again when `version` changes, which must change with whatever
 * goes into it; then what other versions left is removed. Test files run at the same time: one makes it, the others wait.
 *
 * @param kind Names it; no kind may be another one's beginning.
 */
export function madeOnce(
  kind: string,
  version: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  const path = join(CACHE, `${kind}-${version}`);
  const known =
    ofThisProcess.get(path) ?? (existsSync(path) ? Promise.resolve(path) : makeAlone(kind, path, make));
  ofThisProcess.set(path, known);
  return known;
}

async function makeAlone(kind: string, path: string, make: (path: string) => Promise<void>): Promise<string> {
  mkdirSync(CACHE, { recursive: true });
  const lock = await lockOf(kind);
  try {
    if (existsSync(path)) return path;
    for (const old of globSync(`${kind}-*`, { cwd: CACHE }))
      rmSync(join(CACHE, old), { recursive: true, force: true });
    const unfinished = mkdtempSync(`${path}.`);
    const made = join(unfinished, basename(path));
    await make(made);
    // A process that is killed before leaves nothing under the final name.
    renameSync(made, path);
    rmSync(unfinished, { recursive: true });
    return path;
  } finally {
    lock.close();
  }
}

/**
 * The kernel frees it however its process ends. Who waits goes on with whatever else it does: it may be making something that the holder of this
 * lock waits for.
 */
async function lockOf(kind: string): Promise<DatabaseSync> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    const lock = new DatabaseSync(join(CACHE, `lock-${kind}.sqlite`), { timeout: 0 });
    try {
      lock.exec('begin exclusive');
      return lock;
    } catch (error) {
      lock.close();
      if (Date.now() > deadline) throw error;
    }
  }
}
