// Goal: whatever dies, stalls, is cut off, comes late, twice or in the wrong order, every acknowledged order ends well (I1–I10, D4), and the
// check would have noticed where it does not.
// Method: the real rooms on the real SQL engine in simulated time (docs/simulation.md); a share of what `.ci/run` does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLANTED, type PlantedFault, runSimulation } from '@pestle/testbed/simulation/run';

const SEED = Number(process.env['SIMULATION_SEED'] ?? 20_261_123);
const ORDERS = 40;

test('40 orders through simulated faults: no invariant is broken, and the same seed makes the same run', async () => {
  const again = `npm run bench -- simulate --seed ${SEED} --orders ${ORDERS}`;
  console.log(again);
  const [report, repeated] = await Promise.all([
    runSimulation({ seed: SEED, orders: ORDERS }),
    runSimulation({ seed: SEED, orders: ORDERS }),
  ]);
  for (const { invariant, examined, violations } of report.judgements) {
    assert.deepEqual(violations, [], `${invariant}: ${again}\n${report.history.join('\n')}`);
    assert.ok(examined > 0, `${invariant} looked at nothing`);
  }
  assert.deepEqual(report.unexpected, []);
  assert.equal(repeated.digest, report.digest);
});

test('faults that are planted are found, each by its invariant', async () => {
  const planted = Object.keys(PLANTED) as PlantedFault[];
  const report = await runSimulation({ seed: SEED, orders: 30, planted });
  const broken = report.judgements.flatMap(({ invariant, violations }) =>
    violations.length > 0 ? [invariant] : [],
  );
  for (const fault of planted) assert.ok(broken.includes(PLANTED[fault]), `${fault} was not found`);
  assert.ok(report.history.length > 1, 'the history of an order that was broken is told');
});
