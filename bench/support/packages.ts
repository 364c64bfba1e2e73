// Installs what a bench compares with into a folder of its own: peers are no dependencies of the project. Needs the registry.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const INSTALL_MS = 300_000;

export async function installPackages(folder: string, names: readonly string[]): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--save-exact'];
  await promisify(execFile)('npm', ['install', ...flags, ...names], {
    cwd: folder,
    timeout: INSTALL_MS,
    shell: process.platform === 'win32',
  });
}
