// A folder of somebody who installs packages of ours: packed as npm packs them, installed without the workspace and without a network.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { output } from './command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Packed {
  readonly name: string;
  readonly tarball: string;
  readonly files: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Packs folders that hold packages; the files are those that npm would publish. */
export async function pack(folders: readonly string[], into: string): Promise<readonly Packed[]> {
  mkdirSync(into, { recursive: true });
  const args = ['pack', '--json', '--offline', '--ignore-scripts', '--pack-destination', into, ...folders];
  const answer = JSON.parse(await output('npm', args, into)) as readonly {
    name: string;
    filename: string;
    files: readonly { path: string }[];
  }[];
  return answer.map(({ name, filename, files }) => ({
    name,
    tarball: join(into, filename),
    files: files.map(({ path }) => path),
  }));
}

/** What packages of others these need, all the way down, as they are installed here. */
export function needsOf(folders: readonly string[], also: readonly string[] = []): readonly string[] {
  const found = new Map<string, string>();
  const visit = (name: string, from: string): void => {
    if (name.startsWith('@pestle/')) return;
    const folder = installedAt(name, from);
    const before = found.get(name);
    if (before === folder) return;
    if (before !== undefined) throw new Error(`${name} is there in two versions: ${before}, ${folder}`);
    found.set(name, folder);
    for (const next of dependenciesOf(folder)) visit(next, folder);
  };
  for (const folder of folders) for (const name of dependenciesOf(folder)) visit(name, ROOT);
  for (const name of also) visit(name, ROOT);
  return [...found.values()];
}

function dependenciesOf(folder: string): readonly string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return Object.keys(dependencies);
}

function installedAt(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    try {
      readFileSync(join(candidate, 'package.json'));
      return candidate;
    } catch (error) {
      if (folder === dirname(folder)) throw error;
    }
  }
}

/** Installs these in an empty folder. What they depend on comes from tarballs as well: the registry is not asked. */
export async function install(
  names: readonly string[],
  packed: readonly Packed[],
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const specifiers = Object.fromEntries(packed.map((one) => [one.name, `file:${one.tarball}`]));
  const dependencies = Object.fromEntries(names.map((name) => [name, specifiers[name]]));
  writeFileSync(
    join(folder, 'package.json'),
    // Overridden rather than depended on: that a package names what it needs is part of what is tested.
    JSON.stringify({ name: 'consumer', private: true, type: 'module', dependencies, overrides: specifiers }),
  );
  const args = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await output('npm', args, folder);
}
