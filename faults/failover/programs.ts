// The programs of a cluster as Debian installs them: which are missing, and how one is started as a user who is not root.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { postgresBinaries } from '@pestle/testbed/stores/postgres-server';

/** Each with the Debian package that brings it. */
const PACKAGES = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
} as const;

export type Program = keyof typeof PACKAGES;

const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];

export function pathOf(program: Program): string | undefined {
  return FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** The packages without which a fault cannot be run on this machine. */
export function missingPackages(...programs: readonly Program[]): string[] {
  const missing: string[] = programs
    .filter((program) => pathOf(program) === undefined)
    .map((one) => PACKAGES[one]);
  if (postgresBinaries() === undefined) missing.unshift('postgresql');
  return missing;
}

/** PostgreSQL and etcd refuse, or should not be, root. */
const identity = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A folder that the started programs may write to. */
export function ownFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (identity.uid !== undefined) chownSync(path, identity.uid, identity.gid);
  return path;
}

const ends = new Set<() => void>();
process.once('exit', () => {
  for (const end of ends) end();
});

/** A run that breaks off leaves no program behind. Answers how to forget it. */
export function endedAtExit(end: () => void): () => void {
  ends.add(end);
  return () => void ends.delete(end);
}

/** Starts a program in `folder`, where what it says is kept in a file. */
export function run(
  program: Program,
  args: readonly string[],
  folder: string,
  log: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const path = pathOf(program);
  if (path === undefined) throw new Error(`${program} is not on this machine`);
  const output = openSync(join(folder, log), 'a');
  const child = spawn(path, args, {
    ...identity,
    cwd: folder,
    stdio: ['ignore', output, output],
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C.UTF-8', ...env },
  });
  closeSync(output);
  child.once(
    'exit',
    endedAtExit(() => child.kill('SIGKILL')),
  );
  return child;
}

/** Resolves when it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
}
