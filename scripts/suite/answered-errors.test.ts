// That an error counts as reached only when the service made it and a caller was answered it, in whichever process of a run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ANSWERED_FOLDER, unreached } from './answered-errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'pestle-answered-'));
after(() => rmSync(folder, { recursive: true }));

/** A test file in which the service answers INTERNAL, makes NOT_FOUND without answering it, and answers a FORBIDDEN that the test made. */
function writeTest(name: string): string {
  const [errors, failures, problem] = ['errors', 'failures/failures', 'web/problem'].map((file) =>
    JSON.stringify(new URL(`../../packages/service/src/kernel/${file}.ts`, import.meta.url)),
  );
  const path = join(folder, name);
  writeFileSync(
    path,
    `import { Failure, notFound } from ${errors};
import { understand } from ${failures};
import { problemOf } from ${problem};
problemOf(understand(new Error('of ${name}')).failure, 'request');
notFound('order');
problemOf(new Failure('FORBIDDEN', 'Not you.'), 'request');`,
  );
  return path;
}

test('X1: reached is what the service made and answered; a new code is named until a test reaches it', () => {
  const records = join(folder, 'records');
  mkdirSync(records);
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const recorder = new URL('record-answered.ts', import.meta.url).href;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', recorder, '--test', writeTest('one.test.ts'), writeTest('two.test.ts')],
    { encoding: 'utf8', env: { ...env, [ANSWERED_FOLDER]: records } },
  );
  assert.equal(status, 0, stdout);
  assert.deepEqual(unreached(['INTERNAL', 'NOT_FOUND', 'FORBIDDEN', 'A_NEW_CODE'], records), [
    'NOT_FOUND',
    'FORBIDDEN',
    'A_NEW_CODE',
  ]);
});
