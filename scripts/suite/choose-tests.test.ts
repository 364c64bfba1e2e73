// What `npm test` chooses by what files load: a choice that left a test out would let a broken change pass.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chooseTests } from './choose-tests.ts';

const root = mkdtempSync(join(tmpdir(), 'pestle-choose-'));
after(() => rmSync(root, { recursive: true }));
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], { cwd: root });

write(
  'packages/rules/package.json',
  '{"name":"@pestle/rules","exports":{"./ids":"./src/codes/ids.ts","./*":"./src/*.ts"}}',
);
write('packages/rules/src/codes/ids.ts', 'export const ids = 1;');
write('packages/rules/src/sig.ts', "export { ids } from './codes/ids.ts';");
write('packages/rules/src/sig.test.ts', "import { ids } from './sig.ts';");
write('packages/rules/src/alone.test.ts', 'export {};');
write('packages/rules/src/all.deep.test.ts', 'export {};');
write('packages/service/package.json', '{"name":"@pestle/service","exports":{"./*":"./src/*.ts"}}');
write('packages/service/src/001.sql', 'select 1;');
write('packages/service/src/main.ts', "const sig = await import('@pestle/rules/sig');");
write(
  'packages/testbed/package.json',
  '{"name":"@pestle/testbed","exports":{"./browser/browser":"./src/browser/browser.ts"}}',
);
write('packages/testbed/src/browser/browser.ts', 'export const launch = 1;');
write('e2e/child.ts', "spawn(import.meta.resolve('@pestle/service/main'));");
write(
  'e2e/page.test.ts',
  // In two pieces: what is written in one would be read as an import of this file.
  [
    'import { launch } from',
    " '@pestle/testbed/browser/browser';\nspawn(new URL('./child.ts', import.meta.url));",
  ].join(''),
);
const skip = spawnSync('git', ['--version']).status === 0 ? false : 'git is not on this machine';
if (skip === false) {
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
}

test('all, without what goes deeper, or by a word of the path', () => {
  const deep = 'packages/rules/src/all.deep.test.ts';
  assert.equal(chooseTests(root, []).length, 4);
  assert.ok(chooseTests(root, []).includes(deep));
  assert.equal(chooseTests(root, ['--share']).length, 3);
  assert.ok(!chooseTests(root, ['--share']).includes(deep));
  assert.deepEqual(chooseTests(root, ['all']), [deep]);
  assert.deepEqual(chooseTests(root, ['alone']), ['packages/rules/src/alone.test.ts']);
  assert.throws(() => chooseTests(root, ['--chnaged']), /no option --chnaged/);
});

test('--browser: what reaches the browser, and nothing else', () => {
  assert.deepEqual(chooseTests(root, ['--browser']), ['e2e/page.test.ts']);
});

test('--changed: what reaches a changed file, through packages, late imports and child processes', {
  skip,
}, () => {
  assert.deepEqual(chooseTests(root, ['--changed']), []);
  write('packages/rules/src/codes/ids.ts', 'export const ids = 2;');
  assert.deepEqual(chooseTests(root, ['--changed']), ['e2e/page.test.ts', 'packages/rules/src/sig.test.ts']);
  git('commit', '-qam', 'second');
  assert.deepEqual(chooseTests(root, ['--changed']), []);
  assert.equal(chooseTests(root, ['--changed=HEAD~1']).length, 2);
});

test('--changed: a file that is no TypeScript reaches its workspace, the lock everything, prose nothing', {
  skip,
}, () => {
  write('packages/service/src/001.sql', 'select 2;');
  write('README.md', 'words');
  assert.deepEqual(chooseTests(root, ['--changed']), ['e2e/page.test.ts']);
  write('package-lock.json', '{}');
  assert.equal(chooseTests(root, ['--changed']).length, 4);
});

test('the files that drive a browser here are found: every suite of pages is among them', () => {
  const chosen = chooseTests(fileURLToPath(new URL('../..', import.meta.url)), ['--browser']);
  for (const name of [
    'e2e/portal',
    'e2e/clinic',
    'e2e/account',
    'elements/test/embedding',
    'elements/test/a11y',
  ])
    assert.ok(
      chosen.some((file) => file.includes(name)),
      name,
    );
  assert.deepEqual(
    chosen.filter((file) => !/^(e2e|packages\/elements)\//.test(file)),
    [],
  );
});
