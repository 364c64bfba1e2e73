// Sees a folder of the code as rooms: each folder in it is one, each file that lies in it directly is one, and imports are the arrows.
import type { Graph } from './floors.ts';
import { kindOf, type Tree } from './tree.ts';

/** The rooms of a folder, each with those that it imports. Tests and generated files are no part of it. */
export function roomsOf(tree: Tree, folder: string): Graph {
  const rooms = new Map<string, Set<string>>();
  const inside = codeOf(tree, folder);
  for (const file of inside) rooms.set(roomOf(folder, file), new Set());
  for (const file of inside) {
    const room = roomOf(folder, file);
    for (const imported of tree.importsOf(file)) {
      if (!imported.startsWith(`${folder}/`)) continue;
      const other = roomOf(folder, imported);
      if (other !== room && rooms.has(other)) rooms.get(room)?.add(other);
    }
  }
  return rooms;
}

/** The files below a folder, each with those below it that it imports. */
export function filesOf(tree: Tree, folder: string): Graph {
  const inside = new Set(codeOf(tree, folder));
  return new Map(
    [...inside].map((file) => [file, new Set(tree.importsOf(file).filter((name) => inside.has(name)))]),
  );
}

/** What is drawn and measured as rooms: packages and apps by the folder of their sources. */
export function sourceFolders({ files }: Tree): readonly string[] {
  const found = files.map((file) => /^(?:packages|apps)\/[^/]+\/src(?=\/)/.exec(file)?.[0]);
  return [...new Set(found.filter((folder) => folder !== undefined))];
}

/** Folders below a folder of sources that hold folders themselves: rooms with rooms in them. */
export function innerFolders(tree: Tree, folder: string): readonly string[] {
  const parents = codeOf(tree, folder).map((file) => file.split('/').slice(0, -2).join('/'));
  return [...new Set(parents)].filter((parent) => parent.startsWith(`${folder}/`)).toSorted();
}

function codeOf({ files }: Tree, folder: string): readonly string[] {
  return files.filter(
    (file) =>
      file.startsWith(`${folder}/`) &&
      /\.(?:ts|js|mjs)$/.test(file) &&
      !file.endsWith('.test.ts') &&
      kindOf(file) !== 'tests',
  );
}

/** A folder by its name with a slash, a file by its name without its ending. */
function roomOf(folder: string, file: string): string {
  const [first = '', ...rest] = file.slice(folder.length + 1).split('/');
  return rest.length === 0 ? first.replace(/\.\w+$/, '') : `${first}/`;
}
