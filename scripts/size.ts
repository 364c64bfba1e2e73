// Holds the elements to their budgets (gzip): fails when a page would load more than was promised. `--list` shows every file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { servedElements } from '@pestle/elements/build';

const KILOBYTE = 1_024;

interface Budget {
  readonly name: string;
  /** Files by the beginning of their names, with everything that they import at once. */
  readonly from: readonly string[];
  /** What a page has loaded before. */
  readonly after: readonly string[];
  readonly kilobytesMax: number;
}

const BUDGETS: readonly Budget[] = [
  { name: 'entry', from: ['pestle.js'], after: [], kilobytesMax: 3 },
  { name: 'auth + API, a session continues', from: ['client-body'], after: ['pestle.js'], kilobytesMax: 15 },
  {
    name: 'workflow usable',
    from: ['workflow-body'],
    after: ['pestle.js', 'client-body'],
    kilobytesMax: 45,
  },
  {
    name: 'all of these, until a workflow is usable',
    from: ['pestle.js', 'client-body', 'workflow-body'],
    after: [],
    kilobytesMax: 62,
  },
  { name: 'history', from: ['history'], after: ['pestle.js', 'client-body'], kilobytesMax: 21 },
];
/**
 * Whatever a page can load, every part on demand included, for a reader of English. A reader of Spanish loads the Spanish words besides,
 * which an English page never asks for (docs/decisions/0009-what-the-elements-weigh.md).
 */
const EVERYTHING_KILOBYTES_MAX = 132;
const SPANISH_KILOBYTES_MAX = 17;
const isSpanish = (name: string): boolean => name.startsWith('text-es-');

const folder = await servedElements();
const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
const texts = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const sizes = new Map([...texts].map(([name, text]) => [name, gzipSync(text, { level: 9 }).length]));

/** The files that begin so, and all that must be there before they run. */
function closureOf(from: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const text = texts.get(name) ?? '';
    for (const [, imported = ''] of text.matchAll(/(?:from|import)\s*[`"']\.\/([\w.-]+\.js)[`"']/g))
      visit(imported);
  };
  for (const beginning of from) {
    const name = names.find((one) => one.startsWith(beginning));
    if (name === undefined) throw new Error(`the build has no file ${beginning}…`);
    visit(name);
  }
  return found;
}

function sizeOf(files: Iterable<string>): number {
  return [...files].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
}

let failed = 0;
function judge(name: string, bytes: number, kilobytesMax: number): void {
  const fits = bytes <= kilobytesMax * KILOBYTE;
  if (!fits) failed += 1;
  const kilobytes = (bytes / KILOBYTE).toFixed(1).padStart(6);
  console.log(
    `${fits ? 'ok    ' : 'FAILED'} ${kilobytes} of ${String(kilobytesMax).padStart(3)} KB  ${name}`,
  );
}

for (const { name, from, after, kilobytesMax } of BUDGETS) {
  const before = closureOf(after);
  judge(name, sizeOf([...closureOf(from)].filter((file) => !before.has(file))), kilobytesMax);
}
const loadable = names.filter((name) => name !== 'aliases.js');
judge(
  'everything, in English',
  sizeOf(loadable.filter((name) => !isSpanish(name))),
  EVERYTHING_KILOBYTES_MAX,
);
judge('Spanish words, besides', sizeOf(loadable.filter(isSpanish)), SPANISH_KILOBYTES_MAX);
if (process.argv.includes('--list')) {
  for (const [name, size] of [...sizes].toSorted(([, a], [, b]) => b - a))
    console.log(`${String(size).padStart(8)} ${name}`);
}
process.exitCode = failed === 0 ? 0 : 1;
