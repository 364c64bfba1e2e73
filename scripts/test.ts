// Runs the test suite: every *.test.ts of the workspaces, or those that are chosen (`suite/choose-tests.ts`).
//
// A file in which nothing failed but waits for a page is run once more, alone, when all others are done: on a busy machine of two cores a
// browser can be late. It must pass then, and the end of the output names it. Whatever was there and was wrong fails at once, and so does
// every test without a browser.
//
// A whole run also fails when the service has answered some error of its table in none of the processes (`suite/answered-errors.ts`).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TEST_DEPTH } from '@pestle/testbed/depth';
import { ANSWERED_FOLDER, unreached } from './suite/answered-errors.ts';
import { chooseTests } from './suite/choose-tests.ts';
import type { Failure } from './suite/failures.ts';
import { makeTestFolder } from './suite/test-folder.ts';
import { groupTests } from './suite/test-groups.ts';

/** More late files than this are no chance. */
const LATE_FILES_MAX = 3;

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);
const files = chooseTests(root, given);
if (files.length === 0) {
  console.error(`No test file for ${given.join(' ')}.`);
  // Nothing that a test could see has changed.
  process.exit(given.some((argument) => argument.startsWith('--changed')) ? 0 : 1);
}
// Most processes load the same modules: what was compiled for one serves the others.
const cache = join(root, 'node_modules', '.cache', 'pestle', 'modules');

/** Of every process, also of those that are run once more. */
const answered = mkdtempSync(join(tmpdir(), 'pestle-answered-'));

/** Four at a time: of two, a quarter of two cores is idle while they wait for a browser, a disk or a clock. */
function run(chosen: readonly string[], atOnce: 1 | 4): { passed: boolean; failed: readonly Failure[] } {
  const folder = makeTestFolder();
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: cache,
    TMPDIR: folder,
    [ANSWERED_FOLDER]: answered,
    [TEST_DEPTH]: given.includes('--share') ? 'share' : 'whole',
  };
  const report = join(folder, 'failures.ndjson');
  const { status } = spawnSync(
    process.execPath,
    [
      // Its default grows from one megabyte in each process: a tenth of the time that test files compute is collecting garbage meanwhile.
      '--min-semi-space-size=16',
      '--import',
      pathToFileURL(join(root, 'scripts', 'suite', 'record-answered.ts')).href,
      '--test',
      `--test-concurrency=${atOnce}`,
      // No process takes longer, on a machine that is five times slower, too. A forced exit would end files sooner, and loses what the last
      // tests of a file have reported.
      `--test-timeout=${30 * 60_000}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${pathToFileURL(join(root, 'scripts', 'suite', 'failures.ts')).href}`,
      `--test-reporter-destination=${report}`,
      ...groupTests(root, folder, chosen),
    ],
    { cwd: root, env, stdio: 'inherit' },
  );
  const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean);
  rmSync(folder, { recursive: true, force: true });
  return { passed: status === 0, failed: lines.map((line) => JSON.parse(line) as Failure) };
}

const { passed, failed } = run(files, 4);
const lateFiles = [...new Set(failed.map(({ file }) => relative(root, file)))];
const isLate = failed.length > 0 && failed.every(({ late }) => late) && lateFiles.length <= LATE_FILES_MAX;
if (!passed && isLate) {
  console.log(`\nA browser was late in ${lateFiles.join(', ')}: once more, alone.\n`);
  process.exitCode = run(lateFiles, 1).passed ? 0 : 1;
  if (process.exitCode === 0)
    console.log(`\nPassed the second time only: ${failed.map(({ name }) => name).join('; ')}`);
} else process.exitCode = passed ? 0 : 1;

if (given.length > 0) console.log('\nWhether the tests reach every error is judged by a whole run.');
else {
  const { ERRORS } = await import('@pestle/service/kernel');
  const missed = unreached(Object.keys(ERRORS), answered);
  if (missed.length > 0) {
    console.error(`\nNo test reaches ${missed.join(', ')}: the service has answered no caller so.`);
    process.exitCode = 1;
  }
}
rmSync(answered, { recursive: true });
