// Goal: whatever dies, stalls, is cut off, comes late, twice or in the wrong order, every acknowledged order ends well (I1–I10, D4), and the
// check would have noticed where it does not.
// Method: the real rooms on the real SQL engine in simulated time (docs/simulation.md); a share of what `.ci/run` does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { depthOf } from '@pestle/testbed/depth';
import { PLANTED, type PlantedFault } from '@pestle/testbed/simulation/run';
import { runWorlds } from '@pestle/testbed/simulation/worlds';

const SEED = Number(process.env['SIMULATION_SEED'] ?? 20_261_123);
const ORDERS = depthOf({ whole: 40, share: 20 });
const WORLDS = 2;

test('orders through simulated faults: no invariant is broken, and the same seed makes the same run, on one thread or on two', async () => {
  const run = { seed: SEED, orders: ORDERS, ordersOfAWorld: ORDERS / WORLDS };
  const [alone, spread] = await Promise.all([
    runWorlds({ ...run, workers: 1 }),
    runWorlds({ ...run, workers: 2 }),
  ]);
  assert.equal(alone.reports.length, WORLDS);
  for (const { seed, orders, judgements, history, unexpected } of alone.reports) {
    const again = `npm run bench -- simulate --seed ${seed} --orders ${orders}`;
    for (const { invariant, violations } of judgements)
      assert.deepEqual(violations, [], `${invariant}: ${again}\n${history.join('\n')}`);
    assert.deepEqual(unexpected, [], again);
  }
  for (const { invariant } of alone.reports[0]?.judgements ?? [])
    assert.ok(
      alone.reports.some(({ judgements }) =>
        judgements.some((judgement) => judgement.invariant === invariant && judgement.examined > 0),
      ),
      `${invariant} looked at nothing`,
    );
  assert.deepEqual(
    spread.reports.map(({ digest }) => digest),
    alone.reports.map(({ digest }) => digest),
  );
});

test('faults that are planted are found, each by its invariant, and the first broken world is told, whichever ends first', async () => {
  const planted = Object.keys(PLANTED) as PlantedFault[];
  const { reports, broken } = await runWorlds({
    seed: SEED,
    orders: 33,
    ordersOfAWorld: 30,
    workers: 2,
    planted,
  });
  assert.deepEqual([reports.length, broken?.seed], [1, SEED]);
  const found = broken?.judgements.flatMap(({ invariant, violations }) =>
    violations.length > 0 ? [invariant] : [],
  );
  for (const fault of planted) assert.ok(found?.includes(PLANTED[fault]), `${fault} was not found`);
  assert.ok((broken?.history.length ?? 0) > 1, 'the history of an order that was broken is told');
});
