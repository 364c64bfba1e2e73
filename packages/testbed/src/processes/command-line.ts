// Runs commands of `pestle` one behind the other in one process that has loaded them once: most of what a command costs as a process of its own
// is loading. It is for what commands do and say; how a process starts, reads its input and heeds signals is told by `pestle-process.ts`.
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Ran, Typed } from './typed-command.ts';

export type { Ran, Typed } from './typed-command.ts';

const child = fileURLToPath(new URL('command-line-child.ts', import.meta.url));

export interface CommandLine {
  /**
   * Resolves when nothing keeps the command's process alive any more: what a command leaves open is waited for, as its own process would.
   * Rejects when the command ended the process itself.
   */
  run(typed: Typed): Promise<Ran>;
  /** Runs the command in the temporary folder, with nothing of this process's environment but the paths. */
  runWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ran>;
  close(): Promise<void>;
}

/** The process starts with the first command. */
export function openCommandLine(): CommandLine {
  let worker: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const perform = async (typed: Typed): Promise<Ran> => {
    worker ??= start();
    const ended = new AbortController();
    try {
      worker.send(typed);
      return await Promise.race([
        once(worker, 'message', { signal: ended.signal }).then(([ran]) => ran as Ran),
        once(worker, 'exit', { signal: ended.signal }).then(([status]) => {
          worker = undefined;
          throw new Error(`"pestle ${typed.args.join(' ')}" ended its process with ${String(status)}`);
        }),
      ]);
    } finally {
      ended.abort();
    }
  };
  const run = (typed: Typed): Promise<Ran> => {
    const ran = last.then(() => perform(typed));
    last = ran.catch(() => undefined);
    return ran;
  };
  return {
    run,
    runWith: (env, ...args) => {
      const { PATH = '', HOME = '' } = process.env;
      return run({ args, env: { PATH, HOME, ...env }, cwd: tmpdir() });
    },
    close: async () => {
      await last;
      if (worker === undefined) return;
      const gone = once(worker, 'exit');
      worker.disconnect();
      await gone;
    },
  };
}

function start(): ChildProcess {
  // What it writes of its own accord, such as the words of an error that nobody caught, stands in the output of the tests.
  return fork(child, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}
