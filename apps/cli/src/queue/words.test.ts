// Goal: `pestle queue list` says what nodes hold by themselves and what to do about it, and is silent where none does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdLines } from './words.ts';

test('what a node holds is a line of its own, with what to do', () => {
  const seenAt = '2026-11-23T15:00:00.000Z';
  const lines = holdLines([
    { node: 'a1b2c3', lanes: 'fax', since: '2026-11-23T14:58:00.000Z', seenAt },
    { node: 'd4e5f6', lanes: 'electronic', since: '2026-11-23T14:59:00.000Z', seenAt },
  ]);
  assert.match(lines[0] ?? '', /^HELD by node a1b2c3: faxes, since /);
  assert.match(lines[1] ?? '', /^HELD by node d4e5f6: messages to pharmacies and partners, since /);
  assert.match(lines[2] ?? '', /PestleDeliveriesHeld/);
  assert.deepEqual(holdLines([]), []);
});
