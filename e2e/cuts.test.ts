// Goal: whatever PostgreSQL does to its connections, no node ends, nothing acknowledged is lost, and nothing is taken twice (I1–I6, I10).
// Method: two nodes in processes of their own under load; every back end is ended 80 times (20 in a plain
// `npm test`), then the server is stopped at once and started again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCuts } from '@pestle/testbed/crash/cuts';
import { depthOf } from '@pestle/testbed/depth';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';

const SEED = Number(process.env['CUTS_SEED'] ?? Date.now() % 1_000_000);
const CUTS = depthOf({ whole: 80, share: 20 });
const REQUEST_MS_MAX = 5_000;

test('F3, F4: cuts of every connection and an immediate stop of PostgreSQL: both nodes live on, every order arrives once', {
  skip: skipWithoutPostgres,
}, async () => {
  console.log(`CUTS_SEED=${SEED}`);
  const report = await runCuts({ cuts: CUTS, seed: SEED });
  const { violations, ...figures } = report;
  console.log(JSON.stringify(figures));
  assert.deepEqual(violations, []);
  assert.equal(report.alive, 2);
  assert.ok(report.transactionsCut >= CUTS / 4, `only ${report.transactionsCut} transactions were cut`);
  assert.ok(report.acknowledged >= CUTS / 10, `only ${report.acknowledged} orders were sent`);
  assert.equal(report.byFax + report.stuck, 0);
  assert.ok(report.slowestMs < REQUEST_MS_MAX, `a request took ${report.slowestMs} ms`);
  assert.deepEqual(
    Object.keys(report.statuses).filter((status) => !['200', '503'].includes(status)),
    [],
    JSON.stringify(report.statuses),
  );
  assert.deepEqual(report.ready, {
    stopped: { status: 503, reason: 'store-away', retryAfter: '2' },
    restarted: { status: 200, reason: null, retryAfter: null },
  });
  assert.deepEqual(
    Object.entries(report.answers).filter(([, answer]) => answer !== '503 2'),
    [],
  );
});
