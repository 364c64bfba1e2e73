// That a test run takes away what killed runs have left in memory, and nobody else's files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeTestFolder, removeLeft } from './test-folder.ts';

test('the folder of a run whose process is gone is removed; another run’s and whatever else lies there stay', {
  skip: process.platform === 'linux' ? false : 'needs /proc',
}, () => {
  const parent = mkdtempSync(join(tmpdir(), 'pestle-place-'));
  const endedProcess = spawnSync(process.execPath, ['--version']).pid;
  const kept = [`pestle-test-${process.pid}-abc`, 'pestle-test-of-somebody', 'somebody-else'];
  for (const name of [`pestle-test-${endedProcess}-abc`, ...kept])
    mkdirSync(join(parent, name, 'inside'), { recursive: true });
  removeLeft(parent);
  assert.deepEqual(readdirSync(parent).toSorted(), kept.toSorted());
  rmSync(parent, { recursive: true });
});

test('others than its owner can pass through it, and not look around', () => {
  const folder = makeTestFolder();
  assert.equal(statSync(folder).mode & 0o777, process.platform === 'win32' ? 0o666 : 0o711);
  rmSync(folder, { recursive: true });
});
