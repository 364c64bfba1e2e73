// Builds what browsers get (the elements as the service serves them, the portal; skipped while the sources are the same) and what npm gets:
// each public package in its dist/npm. Words choose: `browsers`, `packages`, or packages by their names.
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { servedElements } from '@pestle/elements/build';
import { buildPackage } from '@pestle/elements/package';
import { servedPortal } from '@pestle/portal/build';
import { buildLibrary, LIBRARIES } from './packages/library.ts';
import { BUILT } from './packages/published.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ELEMENTS = 'packages/elements';
const chosen = process.argv.slice(2);
const wants = (...words: readonly string[]): boolean =>
  chosen.length === 0 || words.some((word) => chosen.includes(word));

if (wants('browsers')) {
  const started = performance.now();
  console.log(
    `The elements are in ${await servedElements()} (${((performance.now() - started) / 1000).toFixed(1)} s).`,
  );
  console.log(`The portal is in ${await servedPortal()}.`);
}
for (const folder of [...LIBRARIES, ELEMENTS]) {
  if (!wants('packages', basename(folder))) continue;
  const outDir = join(ROOT, folder, BUILT);
  if (folder === ELEMENTS) await buildPackage(outDir);
  else buildLibrary(folder, outDir);
  console.log(`The npm package of ${basename(folder)} is in ${join(folder, BUILT)}.`);
}
