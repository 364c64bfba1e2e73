// Builds what browsers get: the elements as the service serves them, and their npm package. Skipped while the sources are the same.
import { join } from 'node:path';
import { DIST, servedElements } from '@pestle/elements/build';
import { servedPortal } from '@pestle/portal/build';
import { buildPackage } from '../packages/elements/scripts/package.ts';

const started = performance.now();
console.log(
  `The elements are in ${await servedElements()} (${((performance.now() - started) / 1000).toFixed(1)} s).`,
);
console.log(`The portal is in ${await servedPortal()}.`);
await buildPackage(join(DIST, 'npm'));
console.log('The npm package is in packages/elements/dist/npm.');
