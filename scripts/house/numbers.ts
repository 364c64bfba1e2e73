// Prints the house in numbers: `npm run house`, or `npm run house -- --root DIR` for another checkout. `--list` names what is over a limit.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { circlesOf, floorsOf, type Graph } from './floors.ts';
import { HOUSE_LIMITS } from './limits.ts';
import { crowdedFolders, pastDoors } from './measures.ts';
import { filesOf, innerFolders, roomsOf, sourceFolders } from './rooms.ts';
import { tooLong } from './too-long.ts';
import { kindOf, linesOf, readTree } from './tree.ts';

const { values } = parseArgs({
  options: { root: { type: 'string' }, list: { type: 'boolean', default: false } },
});
const tree = readTree(resolve(values.root ?? '.'));

function row(name: string, graph: Graph): string {
  const { floors, arrows, back } = floorsOf(graph);
  const circles = circlesOf(filesOf(tree, name)).length;
  const cells = [name, floors.flat().length, floors.length, arrows.length, back.length, circles];
  return `| ${cells.join(' | ')} |`;
}

function houseTable(): string[] {
  const folders = sourceFolders(tree).flatMap((folder) => [folder, ...innerFolders(tree, folder)]);
  return [
    '| folder | rooms | floors | arrows | back up | circles of files |',
    '| --- | --- | --- | --- | --- | --- |',
    ...folders.map((folder) => row(folder, roomsOf(tree, folder))),
  ];
}

function sizeTable(): string[] {
  const long = tooLong(tree.root);
  const functions = long.filter(({ what }) => what === 'function');
  const over = long.filter(({ what }) => what === 'file');
  const crowded = crowdedFolders(tree);
  const past = pastDoors(tree);
  const lines = Map.groupBy(tree.files, kindOf);
  const sum = (kind: ReturnType<typeof kindOf>): number =>
    (lines.get(kind) ?? []).reduce((total, file) => total + linesOf(tree, file), 0);
  const listed = [...past, ...crowded, ...long.map(({ file, says }) => `${file}: ${says}`)];
  return [
    '| what | number |',
    '| --- | --- |',
    `| imports of the service past a room's doors | ${past.length} |`,
    `| files over ${HOUSE_LIMITS.linesOfFile} lines, tests and tables of data aside | ${over.length} |`,
    `| functions over ${HOUSE_LIMITS.linesOfFunction} lines, tests aside | ${functions.length} |`,
    `| folders over ${HOUSE_LIMITS.filesInFolder} files | ${crowded.length} |`,
    ...(['product', 'tests', 'stage', 'generated'] as const).map(
      (kind) => `| lines: ${kind} | ${sum(kind)} |`,
    ),
    ...(values.list ? ['', ...listed] : []),
  ];
}

console.log([...houseTable(), '', ...sizeTable()].join('\n'));
