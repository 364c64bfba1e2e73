// Goal: what tests stand on reaches nobody else: no product imports the testbed, and its entries are named one by one.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const textOf = (path: string): string => readFileSync(root + path, 'utf8');

test('no source of a package or an app names the testbed, but for tests', () => {
  const sources = globSync('{packages,apps}/*/src/**/*.ts', { cwd: root }).filter(
    (path) => !path.startsWith('packages/testbed/') && !path.endsWith('.test.ts'),
  );
  assert.ok(sources.length > 500, 'the sources were not found');
  assert.deepEqual(
    sources.filter((path) => textOf(path).includes('@pestle/testbed')),
    [],
  );
  const manifests = globSync('{packages,apps}/*/package.json', { cwd: root });
  assert.deepEqual(
    manifests.filter((path) => textOf(path).includes('"@pestle/testbed":')),
    [],
  );
});

test('each entry is a file of its name', () => {
  const { exports } = JSON.parse(textOf('packages/testbed/package.json')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  for (const [entry, file] of Object.entries(exports)) {
    assert.equal(file, `./src/${entry.slice('./'.length)}.ts`);
    assert.notEqual(textOf(`packages/testbed/${file}`), '');
  }
});
