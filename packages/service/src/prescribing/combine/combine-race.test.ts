// Goal: whatever happens to an order at the same moment, a prescription that joins it is never lost, never on two orders and never
// added after anything of the order began to leave (W5, D10).
// Method: races of two equal requests to combine, one to send the same as a new order, two nodes that deliver, and somebody who
// chooses a pharmacy, cancels, asks for a cancel or moves the order. On the embedded store every step at the store has its turn, in
// an order made from a seed; on PostgreSQL they run as they come. `npm run bench -- combine` runs ten thousand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCombineRaces } from '@pestle/testbed/delivery/combine-races';
import { depthOf } from '@pestle/testbed/depth';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { openPostgresTestStore, openTestStore } from '@pestle/testbed/stores/test-store';

const RACES = depthOf({ whole: 25, share: 16 });

for (const { name, skip, stepByStep } of [
  { name: 'embedded store, step by step', skip: false, stepByStep: true },
  { name: 'PostgreSQL, at once', skip: skipWithoutPostgres, stepByStep: false },
] as const)
  test(`W5, D10: races for an order on the ${name}`, { skip }, async (context) => {
    const opened = stepByStep ? await openEmbedded() : await openPostgresTestStore();
    const seed = Date.now() % 1_000_000;
    context.diagnostic(`seed ${seed}`);
    try {
      const report = await runCombineRaces({ ...opened, races: RACES, seed, stepByStep });
      assert.deepEqual(report.violations, [], `seed ${seed}`);
      context.diagnostic(`${report.combined} of ${RACES} joined`);
      assert.equal(report.races, RACES);
      assert.ok(report.combined > 0, 'none joined, so that this shows nothing');
    } finally {
      await opened.close();
    }
  });

async function openEmbedded() {
  const store = await openTestStore();
  return { store, asOwner: store.asOwner.bind(store), close: () => store.close() };
}
