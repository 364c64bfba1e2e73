// `npm run test:packages`: builds what npm gets, packs it, installs it in empty folders, and uses it there as others do: under every Node
// that is promised, strictly type-checked, bundled, and by every sample of its README.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from '@pestle/elements/package';
import { bundled } from './bundle.ts';
import { output, run } from './command.ts';
import { checkTypes, compileSamples } from './compile.ts';
import { install, needsOf, type Packed, pack } from './consumer.ts';
import { buildLibrary, LIBRARIES } from './library.ts';
import type { FoundNode } from './nodes.ts';
import { findNodes } from './nodes.ts';
import { samplesOf } from './samples.ts';

import { PACKAGE_USERS, type PackageUsers } from './uses.ts';
import { lostWords } from './words.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Published {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly engines: unknown;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly publishConfig: unknown;
}

interface Subject {
  readonly users: PackageUsers;
  /** Where it was built, and where somebody installed it. */
  readonly built: string;
  readonly folder: string;
  readonly published: Published;
  readonly packed: Packed;
  readonly all: readonly Packed[];
  readonly nodes: readonly FoundNode[];
}

/** In their order: what is installed in the second is used by those after it. */
const CHECKS: ReadonlyArray<readonly [name: string, check: (subject: Subject) => Promise<unknown>]> = [
  ['holds what npm shows and nothing else', holdsItsPapers],
  ['is refused in the folder of sources', isRefusedFromSources],
  ['installs', ({ published, all, folder }) => install([published.name, '@types/node'], all, folder)],
  ['is imported by every Node', isImported],
  [
    'has types',
    ({ folder, published, users }) => checkTypes(folder, typedEntriesOf(published), users.surroundings),
  ],
  [
    'has the words of its code in its types',
    async ({ built, users }) => assert.deepEqual(lostWords(ROOT, users.folder, built), []),
  ],
  ['is bundled, and what is not used is left out', isBundled],
  ['does what its README says', readmeRuns],
];

function entriesOf({ name, exports }: Published): readonly string[] {
  return Object.entries(exports)
    .filter(([, target]) => typeof target === 'object' && target !== null && 'default' in target)
    .map(([entry]) => name + entry.slice(1));
}

function typedEntriesOf({ name, exports }: Published): readonly string[] {
  return Object.entries(exports)
    .filter(([entry, target]) => typeof target === 'object' && !/\/(?:react|vue|svelte|angular)$/.test(entry))
    .map(([entry]) => name + entry.slice(1));
}

async function holdsItsPapers({ built, published, packed, users }: Subject): Promise<void> {
  for (const file of ['package.json', 'README.md', 'LICENSE', 'NOTICE'])
    assert.ok(packed.files.includes(file), `${file} is missing`);
  for (const file of packed.files)
    assert.ok(!/(?<!\.d)\.ts$|\.test\.|(?:^|\/)(?:src|test|fuzz)\//.test(file), `${file} is packed`);
  const { engines, keywords, license, publishConfig } = published;
  assert.deepEqual(engines, { node: '>=20.19' });
  assert.deepEqual(publishConfig, { access: 'public', provenance: true });
  assert.ok(license === 'Apache-2.0' && keywords.length >= 5);
  const readme = readFileSync(join(built, 'README.md'), 'utf8');
  assert.ok(readme.length > 1_000, 'the page at npm would be nearly blank');
  for (const [, target = ''] of readme.matchAll(/\]\(((?!https?:|#)[^)\s]+)\)/g))
    assert.ok(
      packed.files.includes(target),
      `${users.folder}/README.md links ${target}, which is not packed`,
    );
}

async function isRefusedFromSources({ users }: Subject): Promise<void> {
  const { status, stderr } = await run('npm', ['pack', '--dry-run'], join(ROOT, users.folder));
  assert.notEqual(status, 0);
  assert.match(stderr, /Run "npm run build" in the root of the repository/);
}

async function isImported({ nodes, folder, published }: Subject): Promise<void> {
  const script = `for (const entry of ${JSON.stringify(entriesOf(published))}) console.log(entry, typeof await import(entry));`;
  writeFileSync(join(folder, 'import.mjs'), script);
  const said = entriesOf(published).map((entry) => `${entry} object\n`);
  for (const { version, executable } of nodes)
    assert.equal(await output(executable, ['import.mjs'], folder), said.join(''), `Node ${version}`);
}

async function isBundled({ folder, published, users }: Subject): Promise<void> {
  const all = entriesOf(published).map((entry, index) => `export * as e${index} from '${entry}';`);
  const whole = await bundled(folder, all.join('\n'));
  assert.doesNotMatch(whole.code, /from ?["']node:|require\(|\bprocess\.|\bBuffer\./, 'nothing of Node');
  const { source, gzipBytesMax, without } = users.part;
  const part = await bundled(folder, source);
  assert.ok(part.gzipBytes <= gzipBytesMax, `${source} is ${part.gzipBytes} bytes compressed`);
  assert.match(Object.values(whole.files).join('\n'), without, 'what is looked for is there, in the whole');
  assert.doesNotMatch(part.code, without);
}

async function readmeRuns({ folder, built, users, nodes }: Subject): Promise<void> {
  const testbed = await users.testbed?.();
  try {
    const samples = samplesOf(join(built, 'README.md')).map((sample) => ({
      ...sample,
      code: testbed?.adapt(sample.code) ?? sample.code,
    }));
    assert.ok(samples.length > 0);
    const compiled = await compileSamples(folder, samples, users.sampleSurroundings);
    await users.runSamples(compiled, samples, nodes);
  } finally {
    await testbed?.close();
  }
}

function publishedIn(folder: string): Published {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Published;
}

async function buildAll(folder: string): Promise<readonly string[]> {
  for (const name of LIBRARIES) buildLibrary(name, join(folder, basename(name)));
  await buildPackage(join(folder, 'elements'));
  return [...LIBRARIES, 'packages/elements'].map((name) => join(folder, basename(name)));
}

const chosen = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'pestle-packages-'));
try {
  const looking = findNodes((why) => console.log(`Skipped: ${why}`));
  const builtFolders = await buildAll(join(folder, 'built'));
  const tarballs = join(folder, 'tarballs');
  const own = await pack(builtFolders, tarballs);
  const all = [...own, ...(await pack(needsOf(builtFolders, ['@types/node']), tarballs))];
  const nodes = await looking;
  console.log(`Nodes: ${nodes.map(({ version }) => version).join(', ')}`);
  for (const users of PACKAGE_USERS) {
    const name = basename(users.folder);
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const built = join(folder, 'built', name);
    const published = publishedIn(built);
    const packed = own.find((one) => one.name === published.name);
    assert.ok(packed !== undefined);
    const subject = { users, built, folder: join(folder, 'used', name), published, packed, all, nodes };
    for (const [title, check] of CHECKS) {
      const started = performance.now();
      const error = await check(subject).then(
        () => undefined,
        (reason: Error) => reason,
      );
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${error === undefined ? 'ok    ' : 'FAILED'} ${published.name} ${title} (${seconds} s)`);
      if (error === undefined) continue;
      console.log(error.message);
      process.exitCode = 1;
      break;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
console.log(`${(performance.now() / 1000).toFixed(0)} s`);
