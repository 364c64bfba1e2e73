// A node: `pestle serve` in a process of its own that is started, killed, told to stop, and held still.
import type { Config } from '@pestle/service/config';
import { freePort } from '@pestle/testbed/network/free-port';
import type { PestleProcess } from '@pestle/testbed/processes/pestle-process';
import { runPestle } from '@pestle/testbed/processes/pestle-process';
import { environmentOf } from '@pestle/testbed/processes/serve-environment';
import { COMPILED_CACHE } from '@pestle/testbed/processes/service-process';

export interface ServeNode {
  readonly port: number;
  /** Of its process; -1 where none runs. */
  readonly processId: () => number;
  /** Whether its process runs. */
  readonly alive: () => boolean;
  /** Starts it, again where it was; resolves when it listens. `env`: what its environment has besides from now on. */
  start(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Runs `pestle … --json` with the environment of the node. Resolves with what it says; rejects when it fails. */
  command(...args: readonly string[]): Promise<unknown>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with its status and how long it took. */
  stop(): Promise<{ readonly status: number | null; readonly ms: number }>;
  /** SIGSTOP, and SIGCONT. */
  pause(): void;
  resume(): void;
  /** What `/readyz` of the operators' listener answers; 0 for nothing. */
  readiness(): Promise<number>;
  /** All it has written, of every start. */
  readonly output: () => string;
}

/**
 * @param given What its environment has besides.
 * @param program The sources that it runs, where they are not these.
 * @param resolvConf The file that tells it which name server to ask, where that is not the machine's.
 */
export async function layNode(
  folder: string,
  config: Config,
  given: Readonly<Record<string, string>> = {},
  program?: string,
  resolvConf?: string,
): Promise<ServeNode> {
  let more = given;
  const port = await freePort();
  const adminPort = await freePort();
  const said: string[] = [];
  let node: PestleProcess | undefined;
  const environment = (): Readonly<Record<string, string>> => ({
    ...environmentOf({ ...config, port }, adminPort),
    NODE_COMPILE_CACHE: COMPILED_CACHE,
    ...more,
  });
  const running = (): PestleProcess => {
    if (node === undefined) throw new Error('the node was not started');
    return node;
  };
  const ended = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (node === undefined) return null;
    if (node.child.exitCode === null && node.child.signalCode === null) node.child.kill(signal);
    const status = await node.exited;
    said.push(node.output());
    node = undefined;
    return status;
  };
  return {
    port,
    processId: () => node?.child.pid ?? -1,
    alive: () => node !== undefined && node.child.exitCode === null && node.child.signalCode === null,
    start: async (env) => {
      more = env ?? more;
      node = runPestle(folder, ['serve'], environment(), program, resolvConf);
      await node.says('listens at');
    },
    command: async (...args) => {
      const command = runPestle(folder, [...args, '--json'], environment(), program);
      const status = await command.exited;
      const said = command.output();
      if (status !== 0) throw new Error(`pestle ${args.join(' ')} ended with ${status}: ${said}`);
      return JSON.parse(said.slice(said.indexOf('{')));
    },
    kill: async () => {
      await ended('SIGKILL');
    },
    stop: async () => {
      const since = performance.now();
      const status = await ended('SIGTERM');
      return { status, ms: performance.now() - since };
    },
    pause: () => {
      running().child.kill('SIGSTOP');
    },
    resume: () => {
      running().child.kill('SIGCONT');
    },
    readiness: async () => {
      try {
        const response = await fetch(`http://127.0.0.1:${adminPort}/readyz`, {
          signal: AbortSignal.timeout(5_000),
        });
        await response.body?.cancel();
        return response.status;
      } catch {
        return 0;
      }
    },
    output: () => said.join('') + (node?.output() ?? ''),
  };
}
