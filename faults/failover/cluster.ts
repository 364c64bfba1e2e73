// A cluster of PostgreSQL on this machine: etcd, three machines with Patroni, and HAProxy, by the guide's own files.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@pestle/testbed/network/free-port';
import { postgresBinaries } from '@pestle/testbed/stores/postgres-server';
import { guideFile } from './guide-files.ts';
import type { Machine, MachineState } from './machine.ts';
import { openMachine } from './machine.ts';
import { end, ownFolder, run } from './programs.ts';

export interface Cluster {
  readonly machines: readonly Machine[];
  /** By way of HAProxy, which leads to the primary. */
  readonly url: (user: string, password: string, database: string) => string;
  readonly superuserUrl: (database: string) => string;
  readonly address: { readonly host: string; readonly port: number };
  readonly folder: string;
  /** The machine that holds the leader's lock and takes writes; undefined while there is none. */
  primary(): Promise<Machine | undefined>;
  /** Waits until a primary serves, and as many others follow it, one of which confirms each commit. */
  whole(): Promise<{ readonly primary: Machine; readonly confirms: string }>;
  states(): Promise<readonly (MachineState | undefined)[]>;
  stop(): Promise<void>;
}

const SUPERUSER_PASSWORD = 'choose-a-first';
const NAMES = ['pg1', 'pg2', 'pg3'] as const;
const WHOLE_MS_MAX = 120_000;
/** Longer than a primary counts a standby as one that has gone to be made anew. */
const STAYS_WHOLE_MS = 6_000;

export async function openCluster(): Promise<Cluster> {
  const binaries = postgresBinaries();
  if (binaries === undefined) throw new Error('PostgreSQL is not installed');
  const folder = ownFolder(mkdtempSync(join(tmpdir(), 'pestle-failover-')));
  const etcdPort = await freePort();
  const etcd = await startEtcd(folder, etcdPort);
  const machines: Machine[] = [];
  for (const [index, name] of NAMES.entries())
    machines.push(await openMachine({ name, number: index + 1, folder, etcdPort, binaries }));
  const port = await freePort();
  const haproxy = startHaproxy(folder, port, machines);
  const url: Cluster['url'] = (user, password, database) =>
    `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const states: Cluster['states'] = () => Promise.all(machines.map((machine) => machine.state()));
  const cluster: Cluster = {
    machines,
    url,
    superuserUrl: (database) => url('postgres', SUPERUSER_PASSWORD, database),
    address: { host: '127.0.0.1', port },
    folder,
    states,
    primary: async () => {
      const seen = await states();
      return machines.find((_, index) => seen[index]?.isPrimary === true);
    },
    whole: async () => {
      let since = Number.POSITIVE_INFINITY;
      for (const deadline = Date.now() + WHOLE_MS_MAX; ; await sleep(200)) {
        const seen = await states();
        const primary = machines.find((_, index) => seen[index]?.isPrimary === true);
        const state = primary === undefined ? undefined : seen[machines.indexOf(primary)];
        const others = machines.filter((machine) => machine !== primary);
        if (
          primary !== undefined &&
          state?.confirms !== undefined &&
          others.every(({ name }) => state.following.includes(name))
        ) {
          since = Math.min(since, Date.now());
          if (Date.now() - since > STAYS_WHOLE_MS) return { primary, confirms: state.confirms };
          continue;
        }
        since = Number.POSITIVE_INFINITY;
        if (Date.now() > deadline)
          throw new Error(`the cluster is not whole: ${JSON.stringify(seen)}\n${lastWords(folder)}`);
      }
    },
    stop: async () => {
      await Promise.all(machines.map((machine) => machine.die()));
      await Promise.all(machines.map((machine) => machine.remove()));
      await Promise.all([end(haproxy, 'SIGKILL'), end(etcd, 'SIGKILL')]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    // The first one makes the cluster, the others copy it.
    for (const machine of machines) machine.start();
    await cluster.whole();
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function startEtcd(folder: string, port: number): Promise<ChildProcess> {
  const peer = `http://127.0.0.1:${await freePort()}`;
  const client = `http://127.0.0.1:${port}`;
  return run(
    'etcd',
    [
      '--name=etcd1',
      `--data-dir=${ownFolder(join(folder, 'etcd'))}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=etcd1=${peer}`,
      '--enable-v2=true',
      '--log-level=error',
    ],
    folder,
    'etcd.log',
  );
}

function startHaproxy(folder: string, port: number, machines: readonly Machine[]): ChildProcess {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    guideFile('haproxy.cfg', [
      ['127.0.0.1:5000', `127.0.0.1:${port}`],
      ...machines.flatMap(({ number, ports }) => [
        [
          `10.0.0.1${number}:5432 maxconn 200 check port 8008`,
          `127.0.0.1:${ports.postgres} maxconn 200 check port ${ports.patroni}`,
        ] as const,
      ]),
    ]),
  );
  return run('haproxy', ['-db', '-f', file], folder, 'haproxy.log');
}

function lastWords(folder: string): string {
  return ['etcd.log', 'haproxy.log', ...NAMES.map((name) => `${name}.log`)]
    .map((name) => `${name}: ${readFileSync(join(folder, name), 'utf8').slice(-400)}`)
    .join('\n');
}
