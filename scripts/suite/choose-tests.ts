// Chooses the files of the test suite: all, a share of them, those whose path contains a word, those that drive a browser, or those that a change
// can reach.
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reachedFrom, readWorkspaces } from './reach.ts';

const BROWSER = 'packages/testbed/src/browser/browser.ts';
/** Not in a share: what goes on asking where another file has asked already, or what costs more than it finds. */
const DEEPER = /\.deep\.test\.ts$/;
/** A change of these can reach every test. */
const EVERYTHING = /^(package(-lock)?\.json|tsconfig\.json|\.npmrc|scripts\/test\.ts)$/;

/**
 * The chosen files, relative to `root`, in order. Nothing: all. `--share`: all but `*.deep.test.ts`. `--browser`: those that drive a browser. `--changed` or `--changed=COMMIT`: those that reach
 * a file which differs from that commit (from the last one if none is named) or is not committed; a change of another file than TypeScript
 * reaches every test of its workspace. Any other argument is a word of the path.
 */
export function chooseTests(root: string, given: readonly string[]): readonly string[] {
  const words = given.filter((argument) => !argument.startsWith('--'));
  const unknown = given.find((argument) => !/^(--browser|--share|--changed(=.+)?|[^-].*)$/.test(argument));
  if (unknown !== undefined)
    throw new Error(`There is no option ${unknown}: use --browser, --changed, --share or words.`);
  const files = globSync(
    [
      'packages/*/{src,test}/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'e2e/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    { cwd: root },
  )
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .filter((file) => !given.includes('--share') || !DEEPER.test(file));
  const changed = given.find((argument) => argument.startsWith('--changed'));
  const touched = changed === undefined ? undefined : changedFiles(root, changed.split('=')[1] ?? 'HEAD');
  const reached = reachReader(root);
  return files
    .filter((file) => !given.includes('--browser') || reached(file).has(BROWSER))
    .filter((file) => touched === undefined || isTouched(reached(file), touched))
    .toSorted();
}

function reachReader(root: string): (file: string) => ReadonlySet<string> {
  const folders = globSync(['packages/*', 'apps/*'], { cwd: root }).map((folder) => join(root, folder));
  const graph = { root, workspaces: readWorkspaces(folders), known: new Map<string, readonly string[]>() };
  return (file) => reachedFrom(file, graph);
}

function changedFiles(root: string, commit: string): readonly string[] {
  const git = (...words: string[]): string[] =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...git('diff', '--name-only', '--no-renames', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

function isTouched(reached: ReadonlySet<string>, touched: readonly string[]): boolean {
  return touched.some((file) => {
    if (reached.has(file) || EVERYTHING.test(file)) return true;
    if (/\.(ts|md|png|jpg)$/.test(file)) return false;
    const workspace = /^(?:packages|apps)\/[^/]+\//.exec(file)?.[0] ?? `${dirname(file)}/`;
    return [...reached].some((one) => one.startsWith(workspace));
  });
}
