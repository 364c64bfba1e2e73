// Runs `pestle` on the command line in a process of its own, as an operator would, and reads what it says.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface PestleProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Its status; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** Resolves when the output has this text. Fails when the process ends without it. */
  readonly says: (text: string) => Promise<void>;
}

const main = fileURLToPath(import.meta.resolve('@pestle/cli/main'));
/** The elements may have to be built first, on a busy machine. */
const PATIENCE_MS = 180_000;

/** What comes behind it runs with another file there, in the process that it begins as. */
const OWN_RESOLV_CONF = [
  'unshare',
  '--mount',
  '--propagation',
  'private',
  'sh',
  '-c',
  'mount --bind "$0" /etc/resolv.conf && exec "$@"',
];

/**
 * In the folder `cwd`, with nothing of this process's environment but the paths and where compiled modules are kept.
 *
 * @param program The file that is run; that of these sources when left out.
 * @param resolvConf The file that stands where the system says which name server is asked, for this process alone: Linux, and its administrator.
 */
export function runPestle(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  program: string = main,
  resolvConf?: string,
): PestleProcess {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
  const [file = '', ...rest] = [
    ...(resolvConf === undefined ? [] : [...OWN_RESOLV_CONF, resolvConf]),
    process.execPath,
    program,
    ...args,
  ];
  const child = spawn(file, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: { PATH, HOME, ...compiled, ...env },
  });
  // A test that fails leaves no process behind.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const exited = once(child, 'exit').then(([code]) => {
    process.off('exit', end);
    return code as number | null;
  });
  return {
    child,
    output: () => text,
    exited,
    says: async (wanted) => {
      const deadline = Date.now() + PATIENCE_MS;
      while (!text.includes(wanted)) {
        assert.ok(child.exitCode === null && Date.now() < deadline, `it did not say "${wanted}": ${text}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
  };
}
