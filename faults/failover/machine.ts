// One machine of the cluster: Patroni and its PostgreSQL, which die, stop and come back together or each by itself.
import type { ChildProcess } from 'node:child_process';
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFaultProxy } from '@pestle/testbed/network/fault-proxy';
import { freePort } from '@pestle/testbed/network/free-port';
import { guideFile } from './guide-files.ts';
import { end, endedAtExit, ownFolder, run } from './programs.ts';

export interface Machine {
  readonly name: string;
  /** 1, 2, 3: the last digit of its address in the guide. */
  readonly number: number;
  /** Where others reach it. */
  readonly ports: { readonly postgres: number; readonly patroni: number };
  /** What its Patroni says; undefined when it says nothing. */
  state(): Promise<MachineState | undefined>;
  start(): void;
  /** `kill -9` of everything on it, as when the machine loses its power. */
  die(): Promise<void>;
  /** `kill -9` of the postmaster alone: Patroni lives. */
  killPostmaster(): void;
  /** Nothing on it runs, and nothing ends: connections to it stand and say nothing. */
  freeze(): void;
  thaw(): void;
  /** It runs and reaches nobody, and nobody reaches it: neither the others nor etcd nor those who ask for the primary. */
  cutOff(): void;
  reconnect(): void;
  /** Ends what leads to it. */
  remove(): Promise<void>;
}

export interface MachineState {
  readonly isPrimary: boolean;
  readonly timeline: number | null;
  /** Machines by name that stream from it under their own names; a copy that is being made has another one. */
  readonly following: readonly string[];
  /** The one of which each commit waits for the confirmation, as Patroni knows it: it may take over. */
  readonly confirms: string | undefined;
}

interface PatroniAnswer {
  readonly role?: string;
  readonly state?: string;
  readonly timeline?: number;
  readonly replication?: readonly { readonly state: string; readonly application_name: string }[];
}

interface ClusterAnswer {
  readonly members: readonly { readonly name: string; readonly role: string; readonly state: string }[];
}

const STATE_MS_MAX = 1_000;

interface MachineOptions {
  readonly name: string;
  readonly number: number;
  readonly folder: string;
  readonly etcdPort: number;
  /** The folder of PostgreSQL's programs. */
  readonly binaries: string;
}

export async function openMachine({
  name,
  number,
  folder,
  etcdPort,
  binaries,
}: MachineOptions): Promise<Machine> {
  const own = { postgres: await freePort(), patroni: await freePort() };
  const lines = {
    postgres: await openFaultProxy(own.postgres),
    patroni: await openFaultProxy(own.patroni),
    etcd: await openFaultProxy(etcdPort),
  };
  const ports = { postgres: lines.postgres.port, patroni: lines.patroni.port };
  const home = ownFolder(join(folder, name));
  const data = join(home, 'data');
  const file = join(folder, `${name}.yml`);
  writeFileSync(
    file,
    guideFile('patroni.yml', [
      ['name: pg1', `name: ${name}`],
      ['connect_address: 10.0.0.11:8008', `connect_address: 127.0.0.1:${ports.patroni}`],
      ['10.0.0.11:8008', `127.0.0.1:${own.patroni}`],
      ['connect_address: 10.0.0.11:5432', `connect_address: 127.0.0.1:${ports.postgres}`],
      ['10.0.0.11:5432', `127.0.0.1:${own.postgres}`],
      // By its own line, and not by the address that etcd gives for itself.
      ['10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379', `127.0.0.1:${lines.etcd.port}\n  use_proxies: true`],
      ['10.0.0.0/24', '127.0.0.1/32'],
      ['/var/lib/postgresql/15/pestle', data],
      ['/usr/lib/postgresql/15/bin', binaries],
      ['/var/lib/postgresql/pestle.pgpass', join(home, 'pgpass')],
      ['/var/run/postgresql', home],
    ]),
    { mode: 0o644 },
  );
  let patroni: ChildProcess | undefined;
  const server = serverOf(data);
  const killAll = (): void => server.signalAll('SIGKILL');
  const forget = endedAtExit(killAll);
  return {
    name,
    number,
    ports,
    state: () => stateOf(own.patroni),
    start: () => {
      patroni = run('patroni', [file], folder, `${name}.log`);
    },
    die: async () => {
      if (patroni !== undefined) await end(patroni, 'SIGKILL');
      killAll();
    },
    killPostmaster: () => server.signalPostmaster('SIGKILL'),
    freeze: () => {
      patroni?.kill('SIGSTOP');
      server.signalAll('SIGSTOP');
    },
    thaw: () => {
      server.signalAll('SIGCONT');
      patroni?.kill('SIGCONT');
    },
    cutOff: () => {
      for (const line of Object.values(lines)) line.hold();
    },
    reconnect: () => {
      for (const line of Object.values(lines)) line.release();
    },
    remove: async () => {
      forget();
      await Promise.all(Object.values(lines).map((line) => line.close()));
    },
  };
}

/** The PostgreSQL that runs on a data directory, whoever started it. */
function serverOf(data: string): Record<'signalPostmaster' | 'signalAll', (what: NodeJS.Signals) => void> {
  /** The file outlives its process, and the number may be another one's by now: a postmaster works in its data directory. */
  const postmaster = (): number[] => {
    try {
      const processId = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      return readlinkSync(`/proc/${processId}/cwd`) === data ? [processId] : [];
    } catch {
      return [];
    }
  };
  const signal = (processIds: readonly number[], what: NodeJS.Signals): void => {
    for (const processId of processIds) {
      try {
        process.kill(processId, what);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  return {
    signalPostmaster: (what) => signal(postmaster(), what),
    signalAll: (what) => signal([...postmaster(), ...postmaster().flatMap(childrenOf)], what),
  };
}

function childrenOf(processId: number): number[] {
  try {
    return readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

async function stateOf(port: number): Promise<MachineState | undefined> {
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      signal: AbortSignal.timeout(STATE_MS_MAX),
    });
    return await response.json();
  };
  try {
    const own = (await ask('patroni')) as PatroniAnswer;
    const cluster = (await ask('cluster')) as ClusterAnswer;
    const streaming = (own.replication ?? []).filter(({ state }) => state === 'streaming');
    return {
      isPrimary: (own.role === 'master' || own.role === 'primary') && own.state === 'running',
      timeline: own.timeline ?? null,
      following: streaming.map(({ application_name }) => application_name),
      confirms: cluster.members.find(({ role }) => role === 'sync_standby')?.name,
    };
  } catch {
    return undefined;
  }
}
