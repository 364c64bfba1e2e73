// Holds the page about the architecture to the folders: every package, app and room is named, and nothing that is not there.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/architecture.md`, 'utf8');

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
    'scripts',
  ];
  assert.deepEqual(tableUnder('Packages').toSorted(), packages.toSorted());
});

test('the rooms of the service are the folders of the service', () => {
  const beside = ['config', 'kernel'];
  for (const name of beside) assert.ok(page.includes(`\`${name}\``), `${name} is not named`);
  assert.deepEqual(
    [...tableUnder('Rooms of the service'), ...beside].toSorted(),
    foldersIn('packages/service/src').toSorted(),
  );
});
