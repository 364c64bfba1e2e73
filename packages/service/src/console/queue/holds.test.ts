// Goal: operators see on the page of what waits which node holds it by itself, and what to do, in both languages; nothing of it where none does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queueAttention } from './attention.ts';
import { lanesBody } from './pages.ts';
import { WORDS } from './words.ts';

const now = '2026-11-23T15:00:00.000Z';
const hold = { node: 'a1b2c3', lanes: 'electronic', since: '2026-11-23T14:58:00.000Z', seenAt: now } as const;

for (const language of ['en', 'es'] as const)
  test(`what a node holds is named with what to do (${language})`, async () => {
    const words = WORDS[language];
    const page = lanesBody(words, { lanes: [], holds: [hold], now }, false).toString();
    for (const said of [
      words.heldByNode,
      hold.node,
      words.heldLanes.electronic,
      hold.since,
      words.whatHeldMeans,
    ])
      assert.ok(page.includes(said), said);
    const calm = lanesBody(words, { lanes: [], holds: [], now }, false).toString();
    assert.ok(!calm.includes(words.heldByNode));
    const attention = await queueAttention(
      { holds: async () => [hold] },
      async () => ({ lanes: [], stuck: [] }),
      { now: () => Date.parse(now) },
      language,
    );
    assert.deepEqual(
      attention.map((line) => line.toString().includes(words.heldByNode)),
      [true],
    );
  });

test('one stuck prescription reads as well as many', async () => {
  const stuckOf = (fills: number) =>
    queueAttention(
      { holds: async () => [] },
      async () => ({ lanes: [], stuck: [{ reason: 'FAX_FAILED', fills, late: 1 }] }) as never,
      { now: () => Date.parse(now) },
      'en',
    );
  const texts = [await stuckOf(1), await stuckOf(3)].map(([line]) =>
    line?.toString().replaceAll(/<[^>]*>/g, ''),
  );
  assert.deepEqual(texts, [
    'Stuck prescriptions: 1; for too long: 1',
    'Stuck prescriptions: 3; for too long: 1',
  ]);
});
