// Tells which files of the repository a file loads, directly or through others: from its imports, without running anything.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** `import … from '…'`, `export … from '…'`, `import('…')`, `import.meta.resolve('…')`, and the files that are named by `new URL('…', import.meta.url)`. */
const NAMED =
  /\b(?:from|import(?:\.meta\.resolve)?)\s*\(?\s*['"]([^'"\n]+)['"]|new URL\(\s*['"`]([^'"`$\n]+)['"`]/g;

/** The workspaces by their package name, each with its folder and its table of exports. */
export type Workspaces = ReadonlyMap<
  string,
  { readonly folder: string; readonly exports: Readonly<Record<string, string>> }
>;

/** Reads the manifests of these folders, which are absolute. */
export function readWorkspaces(folders: readonly string[]): Workspaces {
  return new Map(
    folders.map((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        readonly name: string;
        readonly exports?: Record<string, string>;
      };
      return [manifest.name, { folder, exports: manifest.exports ?? {} }];
    }),
  );
}

/** Every file below `root` that `file` reaches, itself included; relative to `root`, as in `known`, which is kept for the next question. */
export function reachedFrom(
  file: string,
  {
    root,
    workspaces,
    known,
  }: { root: string; workspaces: Workspaces; known: Map<string, readonly string[]> },
): ReadonlySet<string> {
  // A set goes on to what is added while it is gone through.
  const reached = new Set([relative(root, resolve(root, file))]);
  for (const name of reached) {
    let named = known.get(name);
    if (named === undefined) {
      named = namedIn(join(root, name), workspaces).map((path) => relative(root, path));
      known.set(name, named);
    }
    for (const next of named) reached.add(next);
  }
  return reached;
}

/** The files that one file names itself, as absolute paths. */
export function namedIn(file: string, workspaces: Workspaces): readonly string[] {
  if (!/\.(?:ts|js|mjs)$/.test(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(NAMED)].flatMap(([, imported, address]) => {
    const found =
      address !== undefined || imported?.startsWith('.')
        ? join(dirname(file), address ?? imported ?? '')
        : inWorkspace(imported ?? '', workspaces);
    return found !== undefined && existsSync(found) && !found.endsWith('/') ? [found] : [];
  });
}

/** `@pestle/rules/ids` through the exports of its package, whose patterns have one `*`. */
function inWorkspace(specifier: string, workspaces: Workspaces): string | undefined {
  const [scope, name, ...rest] = specifier.split('/');
  const workspace = workspaces.get(`${scope}/${name}`);
  if (workspace === undefined) return undefined;
  const wanted = ['.', ...rest].join('/');
  for (const [pattern, target] of Object.entries(workspace.exports)) {
    const [before = '', after] = pattern.split('*');
    if (after === undefined ? pattern !== wanted : !wanted.startsWith(before)) continue;
    const star = after === undefined ? '' : wanted.slice(before.length, wanted.length - after.length);
    return join(workspace.folder, target.replaceAll('*', star));
  }
  return undefined;
}
