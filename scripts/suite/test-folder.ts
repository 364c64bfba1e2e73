// Owns the folder in which a test run keeps its files: in memory where there is plenty, because stores of tests ask for a flush at each commit,
// and waiting for a disk takes half of the time of a file that kills and copies them.
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const GIGABYTE = 2 ** 30;
/** Four times what a whole run was seen to use at once. */
const ROOM_BYTES_MIN = GIGABYTE;
/** With what four files at once need for their processes. */
const MEMORY_BYTES_MIN = 4 * GIGABYTE;
/** The servers of a run that root starts run as nobody, who must come through. */
const PASSABLE = 0o711;

/** Makes it; whoever made it removes it. What runs that were killed have left in memory goes first. */
export function makeTestFolder(): string {
  const parent = hasRoom() ? IN_MEMORY : tmpdir();
  if (parent === IN_MEMORY) removeLeft(parent);
  const folder = mkdtempSync(join(parent, `pestle-test-${process.pid}-`));
  chmodSync(folder, PASSABLE);
  return folder;
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || !existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= ROOM_BYTES_MIN && process.availableMemory() >= MEMORY_BYTES_MIN;
}

/** Removes from `place` the folders of runs whose process is gone. */
export function removeLeft(parent: string): void {
  for (const name of globSync('pestle-test-*', { cwd: parent })) {
    const [, processId] = /^pestle-test-(\d+)-/.exec(name) ?? [];
    if (processId !== undefined && !existsSync(`/proc/${processId}`))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}
