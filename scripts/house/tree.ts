// Reads which files a checkout has, and says of each what it is: product, its tests, what they stand on, or generated.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { namedIn, readWorkspaces } from '../suite/reach.ts';

/** `stage` is what product and tests stand on: simulated pharmacies, demo, benches, scripts, examples. */
export type Kind = 'product' | 'tests' | 'stage' | 'generated';

export interface Tree {
  readonly root: string;
  /** Code by its path relative to `root`, sorted. */
  readonly files: readonly string[];
  /** The files that one of these files imports or names by an address, relative to `root`. */
  readonly importsOf: (file: string) => readonly string[];
}

const CODE = /\.(?:ts|js|mjs|sql|css)$/;
const GENERATED =
  /\/generated\/|packages\/rules\/src\/controlled\/(?:federal-schedules|known-ingredients)\.ts$/;
const TESTS = /\.test\.ts$|^packages\/[^/]+\/test\/|^e2e\//;
const STAGE =
  /^(?:packages\/(?:sandbox|testbed)|apps\/(?:clinic|cli\/src\/(?:demo|sandbox|check))|bench|scripts|examples)\/|^packages\/[^/]+\/(?:scripts|fuzz)\/|^(?:packages\/service\/test|e2e)\/support\//;

/** The files that git knows below a checkout. */
export function readTree(checkout: string): Tree {
  const root = resolve(checkout);
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  const files = listed.split('\0').filter((name) => CODE.test(name));
  const known = new Set(files);
  const folders = globSync(['packages/*', 'apps/*'], { cwd: root }).map((folder) => join(root, folder));
  const workspaces = readWorkspaces(folders);
  return {
    root,
    files: files.toSorted(),
    importsOf: (file) => {
      const named = namedIn(join(root, file), workspaces).map((path) => relative(root, path));
      return [...new Set(named)].filter((path) => known.has(path) && path !== file);
    },
  };
}

export function kindOf(file: string): Kind {
  if (GENERATED.test(file)) return 'generated';
  if (STAGE.test(file)) return 'stage';
  return TESTS.test(file) ? 'tests' : 'product';
}

/** Lines of a file, blank ones and comments included. */
export function linesOf({ root }: Tree, file: string): number {
  return readFileSync(join(root, file), 'utf8').split('\n').length - 1;
}
