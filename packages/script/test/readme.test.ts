// Runs every TypeScript example of the README and compares what it prints with what its comments say.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { samplesOf } from '../../../scripts/packages/samples.ts';

const samples = samplesOf(fileURLToPath(new URL('../README.md', import.meta.url)));

// The examples resolve `@pestle/script` like any installed package.
const folder = mkdtempSync(join(tmpdir(), 'pestle-readme-'));
symlinkSync(
  fileURLToPath(new URL('../../../node_modules', import.meta.url)),
  join(folder, 'node_modules'),
  'junction',
);
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
for (const { file, code } of samples) writeFileSync(join(folder, file), code);
after(() => rmSync(folder, { recursive: true, force: true }));

test('the README has an example for every part of the tour', () =>
  assert.ok(samples.filter(({ prints }) => prints.length > 0).length >= 7, `${samples.length} examples`));

for (const { file, title, prints } of samples) {
  test(`README, ${title}: ${file} prints what it says`, () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, file)], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    assert.deepEqual(stdout.split('\n').filter(Boolean), prints);
  });
}
