// Builds what browsers get (the elements as the service serves them, the portal; skipped while the sources are the same) and what npm gets:
// each public package in its dist/npm. A word chooses: `browsers` or `packages`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIST, servedElements } from '@pestle/elements/build';
import { servedPortal } from '@pestle/portal/build';
import { buildPackage } from '../packages/elements/scripts/package.ts';
import { buildLibrary, LIBRARIES } from './packages/library.ts';
import { BUILT } from './packages/published.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const [, , only] = process.argv;

if (only !== 'packages') {
  const started = performance.now();
  console.log(
    `The elements are in ${await servedElements()} (${((performance.now() - started) / 1000).toFixed(1)} s).`,
  );
  console.log(`The portal is in ${await servedPortal()}.`);
}
if (only !== 'browsers') {
  for (const folder of LIBRARIES) buildLibrary(folder, join(ROOT, folder, BUILT));
  await buildPackage(join(DIST, 'npm'));
  console.log(
    `The npm packages are in ${[...LIBRARIES, 'packages/elements'].map((folder) => join(folder, BUILT)).join(', ')}.`,
  );
}
