// Twenty thousand broken documents, the same every time; `npm run fuzz -- script` goes on from there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzz } from '../fuzz/run.ts';

test('20,000 broken messages: read or refused with a typed error, in time that grows with their length, what is read is a fixed point', (t) => {
  const report = fuzz({ seed: 20_260_102, inputs: 20_000 });
  t.diagnostic(JSON.stringify(report));
  assert.equal(report.inputs, 20_000);
  // The run means little unless plenty of both happens.
  assert.ok(report.accepted > 3000, `${report.accepted} accepted`);
  assert.ok(Object.keys(report.refused).length >= 6, JSON.stringify(report.refused));
});
