// Runs every TypeScript example of the README and compares what it prints with what its comments say.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/```ts\n(import [\s\S]*?)```/g)].map(([, code = '']) => code);

// The examples resolve `@pestle/script` like any installed package.
const folder = mkdtempSync(join(tmpdir(), 'pestle-readme-'));
symlinkSync(
  fileURLToPath(new URL('../../../node_modules', import.meta.url)),
  join(folder, 'node_modules'),
  'junction',
);
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
const [first = ''] = examples;
writeFileSync(
  join(folder, 'five-minutes.ts'),
  first.slice(0, first.indexOf('const { text')).replace('const newRx', 'export const newRx'),
);
after(() => rmSync(folder, { recursive: true, force: true }));

test('the README has an example for every part of the tour', () =>
  assert.ok(examples.length >= 7, `${examples.length} examples`));

for (const [index, code] of examples.entries()) {
  const title = readme.slice(0, readme.indexOf(code)).match(/### (.*)\n(?![\s\S]*### )/)?.[1] ?? '';
  test(`README, ${title}: example ${index + 1} prints what it says`, () => {
    const file = join(folder, `example-${index}.ts`);
    writeFileSync(file, code);
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const said = [...code.matchAll(/\/\/ → (.*)/g)].map(([, line]) => line);
    assert.ok(said.length > 0);
    assert.deepEqual(stdout.trimEnd().split('\n'), said);
  });
}
