// Starts a throw-away PostgreSQL server when its binaries are on the machine; tests skip visibly where they are not.
import type { ChildProcess, SpawnSyncOptions } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../network/free-port.ts';
import { PATIENCE_MS } from '../patience.ts';

export interface PostgresServer {
  /** URL of the superuser, for `migrate`. */
  readonly ownerUrl: (database: string) => string;
  /** URL of a login that owns nothing and is a member of the four roles. */
  readonly serviceUrl: (database: string) => string;
  readonly processId: number;
  /** Whether its first process runs. */
  alive(): boolean;
  createDatabase(name: string): Promise<void>;
  /** What `pg_ctl stop -m immediate` does: every back end is gone at once, and nothing is written back. */
  stopImmediately(): Promise<void>;
  /** SIGKILL of its first process, and a start: it recovers from its log. Resolves when it answers. */
  killAndStartAgain(): Promise<void>;
  /** Starts it again after `stopImmediately`; resolves when it has recovered and answers. */
  startAgain(): Promise<void>;
  /** Stops it and removes its cluster; `before` may keep a copy of the stopped cluster's data directory. */
  stop(before?: (data: string) => void): Promise<void>;
}

/** The folder of `initdb` and `postgres`, or undefined when PostgreSQL ≥ 15 is not installed. */
export function postgresBinaries(): string | undefined {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return undefined;
  const versions = readdirSync(base)
    .filter((name) => Number(name) >= 15 && existsSync(join(base, name, 'bin', 'initdb')))
    .toSorted((a, b) => Number(b) - Number(a));
  return versions[0] === undefined ? undefined : join(base, versions[0], 'bin');
}

export const skipWithoutPostgres =
  postgresBinaries() === undefined ? 'PostgreSQL is not installed on this machine' : false;

/**
 * @param settings Lines of `postgresql.conf`.
 * @param image The data directory of a server that was stopped, to copy; without it a new cluster with the login `service` is made.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  image?: string,
): Promise<PostgresServer> {
  const binaries = postgresBinaries();
  if (binaries === undefined) throw new Error('PostgreSQL is not installed');
  const directory = mkdtempSync(join(tmpdir(), 'pestle-postgres-'));
  const identity = unprivileged();
  if (identity !== undefined) chownSync(directory, identity.uid, identity.gid);
  const data = join(directory, 'data');
  if (image === undefined) {
    run(
      join(binaries, 'initdb'),
      ['-D', data, '-U', 'owner', '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...identity, cwd: directory },
    );
  } else copyCluster(image, data);
  const port = await freePort();
  const parameters = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    ...settings,
  ];
  const start = (): ChildProcess =>
    spawn(join(binaries, 'postgres'), ['-D', data, ...parameters.flatMap((p) => ['-c', p])], {
      ...identity,
      stdio: 'ignore',
      cwd: directory,
    });
  let server = start();
  // A run that is ended in the middle leaves no server behind.
  const atExit = (): void => {
    server.kill('SIGQUIT');
  };
  process.once('exit', atExit);
  const url = (user: string, database: string): string =>
    `postgresql://${user}@127.0.0.1:${port}/${database}`;
  const psql = (database: string, text: string): { status: number | null; stderr: string } =>
    spawnSync(join(binaries, 'psql'), ['-q', '-v', 'ON_ERROR_STOP=1', url('owner', database), '-c', text], {
      encoding: 'utf8',
    });
  const answers = async (): Promise<void> => {
    const deadline = performance.now() + PATIENCE_MS;
    while (psql('postgres', 'select 1').status !== 0) {
      if (performance.now() > deadline || server.exitCode !== null)
        throw new Error('PostgreSQL did not start');
      await sleep(25);
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await exited;
  };
  const startAgain = async (): Promise<void> => {
    server = start();
    await answers();
  };
  await answers();
  const must = (database: string, text: string): void => {
    const { status, stderr } = psql(database, text);
    if (status !== 0) throw new Error(stderr);
  };
  if (image === undefined) must('postgres', 'create role service login');
  return {
    ownerUrl: (database) => url('owner', database),
    serviceUrl: (database) => url('service', database),
    get processId() {
      return server.pid ?? -1;
    },
    alive: () => server.exitCode === null && server.signalCode === null,
    createDatabase: async (name) => must('postgres', `create database ${name}`),
    stopImmediately: () => end('SIGQUIT'),
    killAndStartAgain: async () => {
      await end('SIGKILL');
      await oftenEnough(startAgain);
    },
    startAgain,
    stop: async (before) => {
      await end('SIGINT');
      process.off('exit', atExit);
      before?.(data);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const STARTS_MAX = 20;

/** Back ends of a server that was killed notice a moment later; until they are gone they hold its shared memory, and no other starts. */
async function oftenEnough(startAgain: () => Promise<void>): Promise<void> {
  for (let number = 1; ; number += 1) {
    try {
      await startAgain();
      return;
    } catch (error) {
      if (number === STARTS_MAX) throw error;
      await sleep(50);
    }
  }
}

/** Copies the files of a cluster whose server does not run, with their owner and rights, without which no server takes them. */
export function copyCluster(from: string, to: string): void {
  run('cp', ['-a', from, to]);
}

function run(command: string, parameters: readonly string[], options: SpawnSyncOptions = {}): void {
  const { status, stderr } = spawnSync(command, parameters, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${basename(command)} failed: ${stderr}`);
}

/** PostgreSQL refuses to run as root; then it runs as `nobody`. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.platform === 'win32' || userInfo().uid !== 0) return undefined;
  const NOBODY = 65_534;
  return { uid: NOBODY, gid: NOBODY };
}
