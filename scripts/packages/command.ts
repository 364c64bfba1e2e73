// Runs a command beside others, in an environment that is not of the repository's own npm.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** One that takes longer has failed. */
const COMMAND_MS = 120_000;

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Resolves also when the command failed: `status` tells. */
export async function run(command: string, args: readonly string[], cwd: string): Promise<Ran> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_ENV$|INIT_CWD$)/.test(name)),
  );
  const options = {
    cwd,
    env: { ...env, NO_COLOR: '1', npm_config_update_notifier: 'false' },
    timeout: COMMAND_MS,
    shell: process.platform === 'win32',
  };
  try {
    return { status: 0, ...(await promisify(execFile)(command, args, options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: number | string; stdout?: string; stderr?: string };
    if (typeof code !== 'number') throw error;
    return { status: code, stdout: stdout ?? '', stderr: stderr ?? '' };
  }
}

/** What it printed; throws when it failed. */
export async function output(command: string, args: readonly string[], cwd: string): Promise<string> {
  const { status, stdout, stderr } = await run(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
