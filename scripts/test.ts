// Runs the test suite: every *.test.ts of the workspaces, or those whose path contains one of the given words.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);
const files = globSync(
  ['packages/*/{src,test}/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'e2e/**/*.test.ts', 'scripts/*.test.ts'],
  { cwd: root },
)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .toSorted();
if (files.length === 0) {
  console.error(`No test file matches ${words.join(' ')}.`);
  process.exit(1);
}
// Three at a time: the machines this runs on have two cores, of which two files leave a quarter idle while they wait for a browser, a
// disk or a clock. An embedded store takes half a gigabyte.
// A file whose preparation fails ends at once instead of waiting for what it has opened; none takes longer than its bound.
const options = ['--test-concurrency=3', '--test-force-exit', `--test-timeout=${10 * 60_000}`];
// Each file is a process of its own, and most of them load the same modules: what was compiled for one serves the others.
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'pestle', 'modules') };
const { status } = spawnSync(process.execPath, ['--test', ...options, ...files], {
  cwd: root,
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
