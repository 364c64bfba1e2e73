// The terminal of an operator: commands as a guide shows them, with `pestle` in the path.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(import.meta.resolve('@pestle/cli/main'));

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs what a shell is told, with `pestle` in its path. */
export function operatorShell(
  folder: string,
  env: Readonly<Record<string, string>>,
): (script: string) => Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env;
  writeFileSync(join(folder, 'pestle'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, {
    mode: 0o755,
  });
  return async (script) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: `${folder}:${PATH}`, HOME, ...env },
    });
    const [out, errors, status] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit').then(([code]) => code as number | null),
    ]);
    return { status, out, errors };
  };
}
