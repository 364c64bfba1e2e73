// That files which share a process are all run, each once and with its own hooks, and that a failure still names its file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { groupTests } from './test-groups.ts';

const root = mkdtempSync(join(tmpdir(), 'pestle-groups-'));
after(() => rmSync(root, { recursive: true }));

/** A test file that says when its hooks and its test run, and fails where that is wanted. */
function write(path: string, fails: boolean): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(
    join(root, path),
    `import { after, before, test } from 'node:test';
before(() => console.error('begin ${path}'));
after(() => console.error('end ${path}'));
test('of ${path}', () => { if (${fails}) throw new Error('wrong'); });`,
  );
  return path;
}

test('files of a room share a process, eight at most, four of the whole system; the longest have their own and go first', () => {
  const identity = Array.from({ length: 9 }, (_, index) => `packages/service/src/identity/${index}.test.ts`);
  const others = [
    'packages/service/src/mail.test.ts',
    'apps/cli/src/serve.test.ts',
    'packages/elements/src/look.test.ts',
  ];
  const alone = ['scripts/generate.test.ts', 'e2e/crash.test.ts', 'packages/elements/test/parts.test.ts'];
  const whole = Array.from({ length: 5 }, (_, index) => `e2e/${index}.test.ts`);
  const folder = mkdtempSync(join(root, 'entries-'));
  const entries = groupTests(root, folder, [...identity, ...whole, ...others, ...alone]);
  assert.deepEqual(
    entries.map((entry) => entry.slice(root.length + 1).replace(/^entries-[^/]+\//, '')),
    [
      ...alone,
      'packages-service-src-identity-1.test.mjs',
      'packages-service-src-identity-2.test.mjs',
      'e2e-1.test.mjs',
      'e2e-2.test.mjs',
      ...others,
    ],
  );
});

test('each file of a group runs once, its hooks around its own tests, and a failure names the file that it is in', () => {
  const files = [write('packages/rules/src/a.test.ts', false), write('packages/rules/src/b.test.ts', true)];
  const folder = mkdtempSync(join(root, 'entries-'));
  const [entry, ...more] = groupTests(root, folder, files);
  assert.ok(entry !== undefined && more.length === 0);
  const reporter = fileURLToPath(new URL('failures.ts', import.meta.url));
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--test', '--test-isolation=none', `--test-reporter=${reporter}`, entry],
    { encoding: 'utf8', env },
  );
  assert.equal(status, 1);
  assert.deepEqual(
    stderr.split('\n').filter((line) => /^(begin|end) /.test(line)),
    [`begin ${files[0]}`, `end ${files[0]}`, `begin ${files[1]}`, `end ${files[1]}`],
  );
  assert.deepEqual(JSON.parse(stdout), {
    file: join(root, 'packages/rules/src/b.test.ts'),
    name: 'of packages/rules/src/b.test.ts',
    late: false,
  });
});
