// Holds the page about the architecture to the folders: every package, app and room is named and drawn, and nothing that is not there. That
// the drawings are current is held with everything else that is generated.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { circlesOf, floorsOf } from '../house/floors.ts';
import { crowdedFolders } from '../house/measures.ts';
import { filesOf, innerFolders, roomsOf, sourceFolders } from '../house/rooms.ts';
import { readTree } from '../house/tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/architecture.md`, 'utf8');

const tree = readTree(root);
/** One file for each migration. */
const LISTS = ['packages/service/src/store/migrations'];

const foldersIn = (path: string): string[] =>
  readdirSync(`${root}${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** What the first column of the table under a heading names. */
function tableUnder(heading: string): string[] {
  const [, after = ''] = page.split(`\n## ${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return section
    .split('\n')
    .flatMap((line) => /^\| (`[^|]+) \|/.exec(line)?.[1] ?? [])
    .flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name));
}

test('the table of packages is the folders', () => {
  const packages = [
    ...foldersIn('packages').map((name) => `packages/${name}`),
    ...foldersIn('apps').map((name) => `apps/${name}`),
    'bench',
    'docs',
    'e2e',
    'examples',
    'faults',
    'scripts',
  ];
  assert.deepEqual(tableUnder('Packages').toSorted(), packages.toSorted());
});

test('the rooms of the service are the folders of the service', () => {
  const beside = ['assembly', 'config', 'kernel'];
  for (const name of beside) assert.ok(page.includes(`\`${name}\``), `${name} is not named`);
  assert.deepEqual(
    [...tableUnder('Rooms of the service'), ...beside].toSorted(),
    foldersIn('packages/service/src').toSorted(),
  );
});

test('every package and app with sources is drawn, and no other', () => {
  const drawn = Array.from(
    page.matchAll(/\(pictures\/architecture\/([\w-]+)\.svg\)/g),
    ([, name = '']) => name,
  );
  const withSources = sourceFolders(tree).map((folder) => folder.split('/')[1] ?? '');
  assert.deepEqual(drawn.toSorted(), withSources.toSorted());
});

const everyHouse = sourceFolders(tree).flatMap((folder) => [folder, ...innerFolders(tree, folder)]);

test('no import of a room runs back up, nor in a room of rooms', () => {
  const back = everyHouse.flatMap((folder) => floorsOf(roomsOf(tree, folder)).back);
  assert.deepEqual(back, []);
});

test('no files use each other in a circle', () => {
  assert.deepEqual(
    sourceFolders(tree).flatMap((folder) => circlesOf(filesOf(tree, folder))),
    [],
  );
});

test('a picture draws the arrows that there are', () => {
  for (const folder of sourceFolders(tree)) {
    const picture = readFileSync(`${root}docs/pictures/architecture/${folder.split('/')[1]}.svg`, 'utf8');
    const { arrows } = floorsOf(roomsOf(tree, folder));
    assert.match(picture, new RegExp(`, ${arrows.length} arrows, `), folder);
    assert.equal(picture.includes('class="edge'), arrows.length > 0, folder);
  }
});

test('a folder holds 15 files at most, tests beside them aside', () => {
  assert.deepEqual(
    crowdedFolders(tree)
      .map((folder) => folder.split(' ')[0] ?? '')
      .filter((folder) => !LISTS.includes(folder)),
    [],
  );
});
