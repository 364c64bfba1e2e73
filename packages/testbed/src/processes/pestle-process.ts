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

/**
 * In the folder `cwd`, with nothing of this process's environment but the paths.
 *
 * @param program The file that is run; that of these sources when left out.
 */
export function runPestle(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  program: string = main,
): PestleProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: { PATH, HOME, ...env },
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
