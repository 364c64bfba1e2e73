// The terminal of a day: one shell that keeps its variables and what it started from one command to the next.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Typed {
  /** 0, or the status of the last command that failed. */
  readonly status: number;
  readonly out: string;
  readonly errors: string;
}

export interface Terminal {
  readonly type: (script: string) => Promise<Typed>;
  /** What a variable holds. */
  readonly variable: (name: string) => Promise<string>;
  /** Ends the shell and what it started in the background. */
  readonly close: () => Promise<void>;
}

/** A shell in `folder`, with nothing of this process's environment but the paths. */
export function openTerminal(folder: string): Terminal {
  const aside = mkdtempSync(join(tmpdir(), 'pestle-terminal-'));
  const [script, out, errors] = ['script', 'out', 'errors'].map((name) => join(aside, name)) as [
    string,
    string,
    string,
  ];
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH, HOME, NO_COLOR: '1' },
    // A group of its own, so that what it started ends with it.
    detached: true,
  });
  const end = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  };
  process.once('exit', end);
  const statuses = createInterface({ input: child.stdout });
  child.stdin.write("set -o pipefail\ntrap 'failed=$?' ERR\n");
  const type = async (text: string): Promise<Typed> => {
    writeFileSync(script, text);
    const answered = once(statuses, 'line') as Promise<[string]>;
    child.stdin.write(`failed=0; . ${script} > ${out} 2> ${errors} < /dev/null; echo "$failed"\n`);
    const [status] = await answered;
    return { status: Number(status), out: readFileSync(out, 'utf8'), errors: readFileSync(errors, 'utf8') };
  };
  return {
    type,
    variable: async (name) => (await type(`printf %s "$${name}"`)).out,
    close: async () => {
      const closed = once(child, 'close');
      // What runs in the background is told to stop, and waited for.
      child.stdin.end('kill $(jobs -p) 2> /dev/null; wait\n');
      await closed;
      process.off('exit', end);
      rmSync(aside, { recursive: true, force: true });
    },
  };
}
