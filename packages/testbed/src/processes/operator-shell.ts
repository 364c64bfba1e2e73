// The terminal of an operator: commands as a guide shows them, with `pestle` in the path.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CommandLine, Typed } from './command-line.ts';

const main = fileURLToPath(import.meta.resolve('@pestle/cli/main'));
const client = fileURLToPath(new URL('command-line-client.ts', import.meta.url));

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly errors: string;
}

/**
 * Runs what a shell is told, with `pestle` in its path. A command runs in `commandLine`; one that reads standard input is a process of its own.
 *
 * @param folder The shell's own, where it works.
 */
export async function operatorShell(
  folder: string,
  env: Readonly<Record<string, string>>,
  commandLine: CommandLine,
): Promise<(script: string) => Promise<Ran>> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const socket = await listen(folder, commandLine);
  const program = `#!/bin/sh
for word in "$@"; do [ "$word" = - ] && exec "${process.execPath}" "${main}" "$@"; done
exec "${process.execPath}" "${client}" "${socket}" "$@"
`;
  writeFileSync(join(folder, 'pestle'), program, { mode: 0o755 });
  const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
  return async (script) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: `${folder}:${PATH}`, HOME, ...compiled, ...env },
    });
    const [out, errors, status] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit').then(([code]) => code as number | null),
    ]);
    return { status, out, errors };
  };
}

/** Where commands are taken for `commandLine`; open as long as this process, whose end it does not keep. */
async function listen(folder: string, commandLine: CommandLine): Promise<string> {
  const path = join(folder, 'pestle.sock');
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    // A command that ended its process is answered with nothing, on which its client fails.
    text(connection)
      .then((typed) => commandLine.run(JSON.parse(typed) as Typed))
      .then(
        (ran) => connection.end(JSON.stringify(ran)),
        () => connection.end(),
      );
  });
  server.listen(path);
  await once(server, 'listening');
  server.unref();
  return path;
}
