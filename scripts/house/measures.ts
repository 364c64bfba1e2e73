// Measures what the house promises of folders and doors.
import { posix } from 'node:path';
import { ROOMS } from '../lint/rooms.ts';
import { HOUSE_LIMITS } from './limits.ts';
import type { Tree } from './tree.ts';

const SERVICE = 'packages/service/src';

/** Folders with more files than a reader takes in at once; tests beside them are not counted. */
export function crowdedFolders({ files }: Tree): readonly string[] {
  const folders = Map.groupBy(
    files.filter((file) => !file.endsWith('.test.ts')),
    (file) => posix.dirname(file),
  );
  return [...folders]
    .filter(([, inside]) => inside.length > HOUSE_LIMITS.filesInFolder)
    .map(([folder, inside]) => `${folder} (${inside.length})`);
}

/** Imports of the service from one room into another that use neither of its doors. */
export function pastDoors({ files, importsOf }: Tree): readonly string[] {
  const open = new Set(ROOMS.flatMap(({ name, open: isOpen }) => (isOpen === true ? [name] : [])));
  const roomOf = (file: string): string | undefined => /^([^/]+)\//.exec(file)?.[1];
  const below = (file: string): string => file.slice(SERVICE.length + 1);
  return files
    .filter((file) => file.startsWith(`${SERVICE}/`) && file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => imported.startsWith(`${SERVICE}/`))
        .map((imported): readonly [string, string] => [below(file), below(imported)]),
    )
    .filter(([from, to]) => {
      const room = roomOf(to);
      if (room === undefined || room === roomOf(from) || open.has(room)) return false;
      return to !== `${room}/${room}.ts` && to !== `${room}/inside.ts`;
    })
    .map(([from, to]) => `${from} -> ${to}`);
}
