// Runs the test suite: every *.test.ts of the workspaces, or those whose path contains one of the given words.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
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
// Two at a time: the machines this runs on have two cores, and an embedded store takes half a gigabyte.
// A file whose preparation fails ends at once instead of waiting for what it has opened; none takes longer than its bound.
const options = ['--test-concurrency=2', '--test-force-exit', `--test-timeout=${10 * 60_000}`];
const { status } = spawnSync(process.execPath, ['--test', ...options, ...files], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
