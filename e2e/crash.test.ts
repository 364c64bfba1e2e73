// Goal: `kill -9` of the whole process at any moment loses no acknowledged order and delivers each one once (I1–I6, I10).
// Method: the real service in a process of its own, killed under load; pharmacies that fail 15 % of the time live on in this process. A share
// of what `npm run bench -- crash` and `npm run faults` do.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CrashOptions, CrashReport } from '@pestle/testbed/crash/run';
import { runCrash } from '@pestle/testbed/crash/run';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';

const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);

/** Ways to fail after which the message is sent again, so that nothing ends as a fax. */
const STAY_ELECTRONIC = [
  'accepts-then-drops',
  'answers-garbage',
  'answers-slowly',
  'fails-always',
  'never-answers',
] as const;

async function crash(options: Omit<CrashOptions, 'seed'>): Promise<CrashReport> {
  console.log(`CRASH_SEED=${SEED}`);
  const report = await runCrash({ ...options, seed: SEED });
  const { restartMs, violations, ...figures } = report;
  console.log(JSON.stringify(figures));
  return report;
}

describe('kill -9', { concurrency: true }, () => {
  test('four times on the embedded store: every acknowledged order is there and was delivered once', async () => {
    const report = await crash({ store: 'embedded', kills: 4, aliveMsMax: 1_200 });
    assert.deepEqual(report.violations, []);
    assert.ok(report.acknowledged >= 4, `only ${report.acknowledged} orders were sent`);
    assert.ok(report.resent > 0, 'no kill met a request');
  });

  test('twice on PostgreSQL: the same', { skip: skipWithoutPostgres }, async () => {
    const report = await crash({
      store: 'postgres',
      kills: 2,
      aliveMsMax: 1_200,
      ways: STAY_ELECTRONIC,
      electronicOnly: true,
    });
    assert.deepEqual(report.violations, []);
    assert.ok(report.acknowledged >= 2, `only ${report.acknowledged} orders were sent`);
    assert.equal(report.byFax, 0);
  });
});

test('a store whose clock is set an hour ahead, a day back and right again: every acknowledged order leaves once, soon after', async () => {
  const report = await crash({
    store: 'embedded',
    kills: 0,
    clockOffsetsMs: [3_600_000, -86_400_000, 0],
    electronicOnly: true,
  });
  assert.deepEqual(report.violations, []);
  // Two at each time of the clock; how many more there are is the machine's affair.
  assert.ok(report.acknowledged >= 6, `only ${report.acknowledged} orders were sent`);
});
