// The parent's half of a service in a process of its own: starts it, asks it, and kills it without warning.
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FAX_MACHINE_KEY, PHONE_KEY } from '@pestle/sandbox/credentials';
import type { Peers } from '@pestle/sandbox/peers';
import type { Config } from '@pestle/service/config';
import { layMigratedStore } from '../stores/test-store.ts';
import type { ChildReply, ChildStart } from './child-service.ts';

export interface ServiceProcess {
  readonly processId: number;
  /** Whether it has not ended. */
  readonly alive: boolean;
  /** Runs one of the child's commands. Rejects when it fails there, or when the process ends first. */
  call<Result>(command: string, argument?: unknown): Promise<Result>;
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Closes the service in order, then ends the process. */
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Where Node keeps what it has compiled of a service: restarts are what is measured, and most of one is compiling. */
export const COMPILED_CACHE = join(root, 'node_modules/.cache/pestle/compiled');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: { readonly pestle: string };
};

/** The flags of Node with which `npm run pestle` starts the service. */
const SERVICE_FLAGS: readonly string[] = manifest.scripts.pestle.match(/--max-\S+=\d+/g) ?? [];

/** What the child's Node is started with besides. */
export interface ForkOptions {
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Forks `script` (one that calls `runChild`); the service is not started yet: `call('start', …)` does. */
export function forkService(script: URL, { execArgv = [], env = {} }: ForkOptions = {}): ServiceProcess {
  const child = fork(fileURLToPath(script), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', ...SERVICE_FLAGS, ...execArgv],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED_CACHE, ...env },
  });
  const waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  let nextId = 0;
  child.on('message', (reply: ChildReply) => {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) call?.reject(new Error(reply.error));
    else call?.resolve(reply.value);
  });
  const exited = once(child, 'exit').then(() => {
    for (const { reject } of waiting.values()) reject(new Error('the process of the service ended'));
    waiting.clear();
  });
  const call = <Result>(command: string, argument?: unknown): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (!child.connected) {
        reject(new Error('the process of the service ended'));
        return;
      }
      nextId += 1;
      waiting.set(nextId, { resolve: (value) => resolve(value as Result), reject });
      child.send({ id: nextId, command, argument });
    });
  return {
    processId: child.pid ?? -1,
    get alive() {
      return child.exitCode === null && child.signalCode === null;
    },
    call,
    kill: () => end(child, exited, () => child.kill('SIGKILL')),
    stop: async () => {
      await call('stop');
      await end(child, exited, () => child.disconnect());
    },
  };
}

async function end(child: ChildProcess, exited: Promise<void>, act: () => void): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) act();
  await exited;
}

/** Starts the service in a child process. */
export async function startService(
  script: URL,
  start: ChildStart,
  options: ForkOptions = {},
): Promise<ServiceProcess> {
  const service = forkService(script, options);
  try {
    await service.call('start', start);
  } catch (error) {
    await service.kill();
    throw error;
  }
  return service;
}

/** A sandbox's configuration, whose deliveries go to the peers. */
export function configFor(
  store: Config['store'],
  port: number,
  peers: Pick<Peers, 'faxUrl' | 'phoneUrl'>,
  logLevel: Config['logLevel'] = 'warn',
): Config {
  return {
    environment: 'sandbox',
    baseUrl: `http://127.0.0.1:${port}`,
    host: '127.0.0.1',
    port,
    admin: null,
    store,
    logLevel,
    deliveryAllow: [],
    trustedProxies: [],
    identityKey: new Uint8Array(32).fill(1),
    linkKey: new Uint8Array(32).fill(2),
    dataKeys: { current: new Uint8Array(32).fill(3), previous: [] },
    requireSecondFactor: false,
    stagingUrl: null,
    operatorContact: null,
    scriptSender: { id: 'PESTLE', tertiaryId: 'PESTLE' },
    fax: { url: peers.faxUrl, key: FAX_MACHINE_KEY, from: '6175550151', simulated: true },
    text: { url: peers.phoneUrl, key: PHONE_KEY },
    deliveries: 'loopback',
  };
}

/** The same, laid there before: for runs that are not about the first start. */
export async function migratedIn(folder: string): Promise<Config['store']> {
  await layMigratedStore(join(folder, 'store'));
  return embeddedIn(folder);
}

/** Where the embedded store of a run lives. */
export function embeddedIn(folder: string): Config['store'] {
  return { kind: 'embedded', directory: join(folder, 'store') };
}
