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

test('each attempt is one line of the log and one of each figure, by channel and outcome', async () => {
  const lines: string[] = [];
  const metrics = createMetrics();
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const news = {
    transmissionId: 'trm_1',
    orgId: 'org_1',
    orderId: 'ord_1',
    pharmacyId: 'phr_1',
    lane: 'pharmacy:phr_1',
    channel: 'script',
    kind: 'new',
    attempt: 1,
    httpStatus: null,
    reason: 'eforbidden',
    mayHaveArrived: false,
    ms: 3,
    sinceSignedMs: null,
  } as const;
  const { ended } = deliveryNews(log, metrics);
  ended({ ...news, outcome: 'RETRY' });
  ended({ ...news, outcome: 'ACCEPTED', httpStatus: 200, reason: 'Status 010', sinceSignedMs: 800 });
  const [failed, accepted] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(failed?.['msg'], 'an attempt has ended');
  assert.deepEqual([failed?.['outcome'], failed?.['reason']], ['RETRY', 'eforbidden']);
  assert.equal(accepted?.['outcome'], 'ACCEPTED');
  assert.equal(accepted?.['transmissionId'], 'trm_1');
  const text = await metrics.registry.metrics();
  assert.match(text, /pestle_delivery_attempts_total\{channel="script",kind="new",outcome="RETRY"\} 1/);
  assert.match(text, /pestle_time_to_pharmacy_seconds_bucket\{le="1",channel="script"\} 1/);
  assert.match(text, /pestle_time_to_pharmacy_seconds_count\{channel="script"\} 1/);
});

test('the outbox is counted when somebody asks for figures, once for all of them; none are told while the store is away', async () => {
  const metrics = createMetrics();
  let reads = 0;
  metrics.watchQueue(async () => {
    reads += 1;
    const waiting = { waiting: 3, underWay: 1, due: 2, oldestDueSeconds: 7.5 };
    return [{ laneClass: 'fax', ...waiting, lanesFailing: 1, lanesOnHold: 1, onHold: 2 }];
  });
  const text = await metrics.registry.metrics();
  assert.match(text, /pestle_outbox_waiting\{lane_class="fax"\} 3/);
  assert.match(text, /pestle_outbox_oldest_due_seconds\{lane_class="fax"\} 7\.5/);
  assert.match(text, /pestle_outbox_due\{lane_class="partner"\} 0/);
  assert.match(text, /pestle_lanes_on_hold\{lane_class="fax"\} 1/);
  assert.match(text, /pestle_outbox_on_hold\{lane_class="fax"\} 2/);
  assert.equal(reads, 1);
  const broken = createMetrics();
  broken.watchQueue(async () => {
    throw new Error('away');
  });
  assert.doesNotMatch(await broken.registry.metrics(), /pestle_outbox_waiting\{/);
});
