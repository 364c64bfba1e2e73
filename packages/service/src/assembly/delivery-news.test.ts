// What operators hear when a message cannot be built: a line and a figure by code, and nothing of a patient.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PharmacyId } from '@pestle/rules/ids';
import type { FillNews } from '../delivery/inside.ts';
import { createMetrics, type FigureSources } from '../http/metrics/metrics.ts';
import { createLog } from '../kernel/log.ts';
import { deliveryNews, hookNews } from './delivery-news.ts';

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

const NO_SOURCES: FigureSources = {
  delivery: async () => ({ lanes: [], stuck: [] }),
  health: async () => ({ migration: 41, migrationsMissing: 0, clockAheadSeconds: 0.25 }),
  loads: {
    all: () => ({ inUse: 3, waiting: 2, most: 16 }),
    deliveries: () => ({ inUse: 1, waiting: 0, most: 8 }),
  },
  carriers: { fax: true, text: false, mail: false },
  corrections: async () => 3_600,
};

const FAX_LANES = {
  laneClass: 'fax',
  waiting: 3,
  underWay: 1,
  due: 2,
  oldestDueSeconds: 7.5,
  lanesFailing: 1,
  lanesProbed: 1,
  lanesOnHold: 1,
  onHold: 2,
  inQuarantine: 4,
  paused: 4,
  late: 2,
  lateOldestSeconds: 1_000,
  lateOldestId: 'trm_1',
  lateOnHold: 1,
  latePaused: 0,
};

test('the outbox is counted when somebody asks for figures, once for all of them; none are told while the store is away', async () => {
  const metrics = createMetrics();
  let reads = 0;
  const delivery = async () => {
    reads += 1;
    return { lanes: [FAX_LANES], stuck: [] };
  };
  metrics.watch({ ...NO_SOURCES, delivery });
  const text = await metrics.registry.metrics();
  for (const line of [
    'pestle_outbox_waiting{lane_class="fax"} 3',
    'pestle_pharmacy_correction_oldest_seconds 3600',
    'pestle_outbox_oldest_due_seconds{lane_class="fax"} 7.5',
    'pestle_outbox_due{lane_class="partner"} 0',
    'pestle_lanes_on_hold{lane_class="fax"} 1',
    'pestle_lanes_probed{lane_class="fax"} 1',
    'pestle_outbox_on_hold{lane_class="fax"} 2',
    'pestle_outbox_in_quarantine{lane_class="fax"} 4',
    'pestle_outbox_late{lane_class="fax",waits_for="due"} 2',
    'pestle_outbox_late{lane_class="fax",waits_for="hold"} 1',
    'pestle_stuck_fills{reason="FAX_FAILED",owner="practice"} 0',
    'pestle_store_up 1',
    'pestle_store_migration 41',
    'pestle_store_in_use{of="all"} 3',
    'pestle_store_waiting{of="all"} 2',
    'pestle_carrier_configured{carrier="text"} 0',
  ])
    assert.ok(text.includes(`\n${line}\n`), line);
  await metrics.registry.metrics();
  assert.equal(reads, 1);
  const broken = createMetrics();
  const away = async (): Promise<never> => {
    throw new Error('away');
  };
  broken.watch({ ...NO_SOURCES, delivery: away, health: away });
  const said = await broken.registry.metrics();
  assert.match(said, /\npestle_store_up 0\n/);
  assert.doesNotMatch(said, /\npestle_(outbox_waiting|stuck_fills|store_migration)[ {]/);
});

test('reports beyond a quota that are told together are one line of the log, with whose they are, and as many in the figure', async () => {
  const lines: string[] = [];
  const metrics = createMetrics();
  const log = createLog({ level: 'warn', destination: { write: (line) => lines.push(line) } });
  const news = { outcome: 'refused', code: 'RATE_LIMITED', requestId: 'the-last' } as const;
  hookNews(log, metrics)({ ...news, times: 1_165, senderId: 'phr_1' });
  const [{ level: _level, time: _time, ...line } = {}] = lines.map(
    (text) => JSON.parse(text) as Record<string, unknown>,
  );
  assert.deepEqual(
    [line, lines.length],
    [
      {
        code: 'RATE_LIMITED',
        requestId: 'the-last',
        senderId: 'phr_1',
        times: 1_165,
        msg: 'reports of a pharmacy were refused beyond its quota',
      },
      1,
    ],
  );
  assert.match(
    await metrics.registry.metrics(),
    /pestle_hook_answers_total\{outcome="refused",code="RATE_LIMITED"\} 1165/,
  );
});

test('figures have no series for each pharmacy, lane, order or word from outside: a load from many of them adds none', async () => {
  const metrics = createMetrics();
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const { ended, turned } = deliveryNews(log, metrics);
  const onHook = hookNews(log, metrics);
  const load = (from: number): void => {
    for (let n = from; n < from + 500; n += 1) {
      const ids = { orgId: `org_${n}`, orderId: `ord_${n}`, pharmacyId: `phr_${n}` };
      ended({
        ...ids,
        transmissionId: `trm_${n}`,
        lane: `pharmacy:phr_${n}`,
        channel: 'script',
        kind: 'new',
        attempt: n,
        outcome: 'RETRY',
        httpStatus: n,
        reason: `what pharmacy ${n} answered "{}\n`,
        mayHaveArrived: false,
        ms: n,
        sinceSignedMs: null,
      });
      const fill = { ...ids, fillId: `fil_${n}` } as unknown as Pick<
        FillNews,
        'orgId' | 'orderId' | 'fillId'
      >;
      const pharmacyId = ids.pharmacyId as PharmacyId;
      turned({ ...fill, pharmacyId, news: 'fallback', kind: 'new', reason: 'electronic-failed' });
      turned({ ...fill, pharmacyId, news: 'stuck', reason: 'FAX_FAILED', owner: 'practice' });
      onHook({ outcome: 'refused', code: 'INVALID_INPUT', requestId: `request-${n}` });
    }
  };
  const stuck = Array.from({ length: 500 }, (_, n) => ({
    reason: `A_REASON_OF_A_LATER_VERSION_${n}`,
    owner: `somebody ${n}`,
    fills: 1,
    oldestSeconds: n,
    late: 1,
    lateOldestSeconds: n,
    lateOldestOrderId: `ord_${n}`,
  }));
  const lanes = stuck.map((_, n) => ({ ...FAX_LANES, laneClass: `class-${n}` }));
  const series = async (): Promise<number> =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('pestle_')).length;
  metrics.watch(NO_SOURCES);
  load(0);
  const before = await series();
  load(500);
  assert.equal(await series(), before);
  const crowded = createMetrics();
  crowded.watch({ ...NO_SOURCES, delivery: async () => ({ lanes, stuck }) });
  const text = await crowded.registry.metrics();
  assert.match(text, /\npestle_stuck_fills\{reason="other",owner="unknown"\} 500\n/);
  assert.match(text, /\npestle_stuck_oldest_seconds\{reason="other",owner="unknown"\} 499\n/);
  assert.ok(text.split('\n').filter((line) => line.startsWith('pestle_')).length < 200);
  assert.doesNotMatch(text, /LATER_VERSION|class-\d/);
  // And each of these is one line of the log, by ids and codes.
  assert.equal(lines.length, 4_000);
  const [attempt, fallback, aStuck, refusal] = lines.map((line) => {
    const { level: _level, time: _time, ...facts } = JSON.parse(line) as Record<string, unknown>;
    return facts;
  });
  assert.equal(attempt?.['laneClass'], 'pharmacy');
  assert.equal(attempt?.['ms'], 0);
  const ids = { orgId: 'org_0', orderId: 'ord_0', pharmacyId: 'phr_0', fillId: 'fil_0' };
  assert.deepEqual(fallback, {
    ...ids,
    news: 'fallback',
    kind: 'new',
    reason: 'electronic-failed',
    msg: 'a fax replaces an electronic message',
  });
  assert.deepEqual(aStuck, {
    ...ids,
    news: 'stuck',
    reason: 'FAX_FAILED',
    owner: 'practice',
    msg: 'a fill is stuck: a person must act',
  });
  assert.deepEqual(refusal, {
    code: 'INVALID_INPUT',
    requestId: 'request-0',
    msg: 'a report of a pharmacy was refused',
  });
});
