// Goal: `kill -9` of the whole process, and a store whose clock is wrong, lose no acknowledged order and deliver each one once (I1–I6, I10).
// Method: as in `crash.test.ts`, on PostgreSQL, and on the embedded store with its clock set ahead and back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skipWithoutPostgres } from '@pestle/testbed/stores/postgres-server';
import { crash } from './support/crash.ts';

/** Ways to fail after which the message is sent again, so that nothing ends as a fax. */
const STAY_ELECTRONIC = [
  'accepts-then-drops',
  'answers-garbage',
  'answers-slowly',
  'fails-always',
  'never-answers',
] as const;

test('twice on PostgreSQL: every acknowledged order is there and was delivered once', {
  skip: skipWithoutPostgres,
}, async () => {
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
