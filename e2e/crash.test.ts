// Goal: `kill -9` of the whole process at any moment loses no acknowledged order and delivers each one once (I1–I6, I10).
// Method: the real service in a process of its own, killed under load; pharmacies that fail 15 % of the time live on in this process. A share
// of what `npm run bench -- crash` and `npm run faults` do; PostgreSQL and a clock that is wrong: `crash.deep.test.ts`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crash } from './support/crash.ts';

test('four times on the embedded store: every acknowledged order is there and was delivered once', async () => {
  const report = await crash({ store: 'embedded', kills: 4, aliveMsMax: 1_200 });
  assert.deepEqual(report.violations, []);
  assert.ok(report.acknowledged >= 4, `only ${report.acknowledged} orders were sent`);
  assert.ok(report.resent > 0, 'no kill met a request');
});
