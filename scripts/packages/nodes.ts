// Finds the Nodes that the packages are run under: the oldest and the newest that they promise, the repository's and the machine's own.
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'pestle', 'nodes');

/** The first that `engines` names, and the last one that there is. */
const PROMISED = ['20.19.0', '26.10.0'];

export interface FoundNode {
  readonly version: string;
  readonly executable: string;
}

/** Each version once, the oldest first. What cannot be had on this machine is said to `miss`. */
export async function findNodes(miss: (why: string) => void): Promise<readonly FoundNode[]> {
  const found = new Map<string, string>();
  const add = async (executable: string): Promise<boolean> => {
    const version = await versionOf(executable);
    if (version !== undefined && !found.has(version)) found.set(version, executable);
    return version !== undefined;
  };
  await add(process.execPath);
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const executable = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(executable)) await add(executable);
  }
  for (const version of PROMISED) {
    if (found.has(version)) continue;
    const fetched = await fetchNode(version);
    if (fetched === undefined) miss(`Node ${version} is not to be had for this machine.`);
    else if (!(await add(fetched))) miss(`Node ${version} does not start on this machine.`);
  }
  return Array.from(found, ([version, executable]) => ({ version, executable })).toSorted((a, b) =>
    a.version.localeCompare(b.version, 'en', { numeric: true }),
  );
}

async function versionOf(executable: string): Promise<string | undefined> {
  const { status, stdout } = await run(executable, ['--version'], ROOT).catch(() => ({
    status: 1,
    stdout: '',
  }));
  return status === 0 ? stdout.trim().slice(1) : undefined;
}

/** From the registry, as the root's package.json gets its own; kept, because it is large. */
async function fetchNode(version: string): Promise<string | undefined> {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(CACHE, version);
  const inside = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const executable = join(folder, 'node_modules', name, inside);
  if (existsSync(executable)) return executable;
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...args, `${name}@${version}`], folder);
  return existsSync(executable) ? executable : undefined;
}
