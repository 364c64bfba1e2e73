// What operators hear when a message cannot be built: a line and a figure by code, and nothing of a patient.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryNews } from './delivery-news.ts';
import { createMetrics } from './http/metrics.ts';
import { createLog } from './kernel/log.ts';

test('D7: a message that could not be built is a line of the log and a figure by code', async () => {
  const lines: string[] = [];
  const metrics = createMetrics();
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
  const news = {
    pharmacyId: 'phr_01JABCDEF0123456789ABCDEFG' as never,
    channel: 'script',
    kind: 'new',
    code: 'message-refused: refused',
    why: 'refused: 1, first: Header/To length',
  } as const;
  deliveryNews(log, metrics).unbuilt(news);
  const { level: _level, time: _time, msg, ...facts } = JSON.parse(lines.join('')) as Record<string, string>;
  assert.equal(msg, 'a message could not be built for a pharmacy');
  assert.deepEqual(facts, news);
  assert.match(
    await metrics.registry.metrics(),
    /pestle_messages_not_built_total\{channel="script",kind="new",code="message-refused: refused"\} 1/,
  );
});

test("what is wrong with the store's clock is a line of the log", () => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
  deliveryNews(log, createMetrics()).onClockNews({ news: 'clock-stepped', byMs: -3_600_000 });
  const { msg, byMs } = JSON.parse(lines.join('')) as Record<string, unknown>;
  assert.deepEqual([msg, byMs], ["the store's clock was set", -3_600_000]);
});
