// Holds the elements and the portal to their budgets (gzip): fails when a page would load more than was promised. `--list` shows every file.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { servedElements } from '@pestle/elements/build';
import { servedPortal } from '@pestle/portal/build';

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
  { name: 'entry', from: ['pestle.js'], after: [], kilobytesMax: 3.1 },
  {
    name: 'auth + API, a session continues',
    from: ['client-body'],
    after: ['pestle.js'],
    kilobytesMax: 15.3,
  },
  {
    name: 'workflow usable',
    from: ['workflow-body'],
    after: ['pestle.js', 'client-body'],
    kilobytesMax: 43.7,
  },
  {
    name: 'all of these, until a workflow is usable',
    from: ['pestle.js', 'client-body', 'workflow-body'],
    after: [],
    kilobytesMax: 62,
  },
  { name: 'history', from: ['history'], after: ['pestle.js', 'client-body'], kilobytesMax: 25.3 },
  {
    name: 'acts after sending',
    from: ['acts-'],
    after: ['pestle.js', 'client-body', 'history'],
    kilobytesMax: 14,
  },
  {
    name: 'call-in sheet, and what lies on the desk',
    from: ['call-in-'],
    after: ['pestle.js', 'client-body', 'history', 'acts-'],
    kilobytesMax: 4,
  },
];
/**
 * Whatever a page can load, every part on demand included, for a reader of English. A reader of Spanish loads the Spanish words besides,
 * which an English page never asks for (docs/decisions/0009-what-the-elements-weigh.md).
 */
const EVERYTHING_KILOBYTES_MAX = 208.7;
/** The words, and the sentences of directions as patients read them. */
const SPANISH_KILOBYTES_MAX = 28.8;
/** Any file that comes after a workflow can be used. */
const PART_KILOBYTES_MAX = 14;
const isSpanish = (name: string): boolean => name.startsWith('text-es-');

/** A built folder: the sizes of its scripts, and what must be there before one of them runs. */
function measured(folder: string) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const texts = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const sizes = new Map([...texts].map(([name, text]) => [name, gzipSync(text, { level: 9 }).length]));
  /** The files that begin so, and all that must be there before they run. */
  const closureOf = (from: readonly string[]): Set<string> => {
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
  };
  const sizeOf = (files: Iterable<string>): number =>
    [...files].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
  return { names, sizes, closureOf, sizeOf };
}

const { names, sizes, closureOf, sizeOf } = measured(await servedElements());

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
const atOnce = closureOf(['pestle.js', 'client-body', 'workflow-body']);
const parts = loadable.filter((name) => !atOnce.has(name));
const largest = parts.toSorted((one, other) => sizeOf([other]) - sizeOf([one]))[0] ?? '';
judge(
  `the largest of ${parts.length} parts on demand, ${largest.split('-')[0]}`,
  sizeOf([largest]),
  PART_KILOBYTES_MAX,
);
judge('Spanish words, besides', sizeOf(loadable.filter(isSpanish)), SPANISH_KILOBYTES_MAX);

/** The first load of the portal: its frame, the sign-in, and each page that somebody may begin with, by its file. */
const PORTAL_KILOBYTES_MAX = 120;
const PORTAL_PAGES = [
  'drafts-drafts-page',
  'orders-orders-page',
  'orders-order-page',
  'patients-patients-page',
  'patients-patient-page',
  'prescription-prescription-page',
  'team-team-page',
  'applications-settings-page',
  'policies-policies-page',
  'audit-audit-page',
  'lists-templates-page',
  'lists-disabled-page',
  'pharmacies-pharmacies-page',
];
const portal = measured(await servedPortal());
for (const page of PORTAL_PAGES)
  judge(
    `portal: frame, sign-in and ${page}`,
    portal.sizeOf(portal.closureOf(['portal.js', 'client-body', page])),
    PORTAL_KILOBYTES_MAX,
  );
if (process.argv.includes('--list')) {
  for (const [name, size] of [...sizes].toSorted(([, a], [, b]) => b - a))
    console.log(`${String(size).padStart(8)} ${name}`);
}
process.exitCode = failed === 0 ? 0 : 1;
