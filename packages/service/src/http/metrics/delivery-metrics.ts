// What is counted of deliveries as it happens: attempts, time to the pharmacy, fallbacks, what gets STUCK, and how pharmacies' reports are answered.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AttemptNews, FillNews, HoldNews, ReceiptNews } from '../../delivery/inside.ts';
import { FALLBACK_REASONS, HELD_LANES, STUCK_REASONS } from '../../delivery/inside.ts';
import type { HookNews } from '../../tracking/inside.ts';

export interface DeliveryMetrics {
  countAttempt(news: AttemptNews): void;
  /** Counts what goes by fax instead, or to a person. */
  countTurn(news: FillNews): void;
  /** Notes that this node holds its deliveries, or no longer. */
  noteHold(news: Pick<HoldNews, 'lanes' | 'news'>): void;
  /** Counts one receipt of a carrier, and what was posted in its name. */
  countReceipt(news: Pick<ReceiptNews, 'of' | 'outcome'>): void;
  /** Counts a report of a pharmacy by how it was answered, or several that were told together. */
  countHook(news: Pick<HookNews, 'outcome' | 'code' | 'times'>): void;
}

export function createDeliveryMetrics(registry: Registry): DeliveryMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'pestle_delivery_attempts_total',
    help: 'Attempts that have ended, by channel, kind of message and what became of them.',
    labelNames: ['channel', 'kind', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'pestle_delivery_attempt_duration_seconds',
    help: 'Time from the first byte of an attempt to its answer, or until it was given up.',
    labelNames: ['channel', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  });
  const toPharmacy = new Histogram({
    name: 'pestle_time_to_pharmacy_seconds',
    help: 'Time from the signature to the answer that takes a new prescription.',
    labelNames: ['channel'],
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 900, 3600],
    registers,
  });
  const fallbacks = new Counter({
    name: 'pestle_fallbacks_total',
    help: 'Prescriptions and cancels that go by fax instead, by why.',
    labelNames: ['kind', 'reason'],
    registers,
  });
  const stuck = new Counter({
    name: 'pestle_stuck_total',
    help: 'Fills that an attempt to deliver has left STUCK, by why.',
    labelNames: ['reason'],
    registers,
  });
  // From 0 on, so that the first of each is an increase.
  for (const reason of FALLBACK_REASONS)
    for (const kind of ['new', 'cancel', 'discontinue']) fallbacks.inc({ kind, reason }, 0);
  for (const reason of Object.keys(STUCK_REASONS)) stuck.inc({ reason }, 0);
  const hook = new Counter({
    name: 'pestle_hook_answers_total',
    help: 'Reports to the status hook: `changed`, `unchanged` with why, or `refused` with the code of the error.',
    labelNames: ['outcome', 'code'],
    registers,
  });
  const receipts = new Counter({
    name: 'pestle_carrier_receipts_total',
    help: 'What carriers have posted about faxes and texts, and what was posted in their name, by what became of it.',
    labelNames: ['of', 'outcome'],
    registers,
  });
  return {
    noteHold: createHeldGauge(registers),
    countReceipt: ({ of, outcome }) => receipts.inc({ of, outcome }),
    countAttempt: ({ channel, kind, outcome, ms, sinceSignedMs }) => {
      attempts.inc({ channel, kind, outcome });
      durations.observe({ channel, outcome }, ms / 1000);
      if (sinceSignedMs !== null) toPharmacy.observe({ channel }, sinceSignedMs / 1000);
    },
    countTurn: (news) => {
      if (news.news === 'fallback') fallbacks.inc({ kind: news.kind, reason: news.reason });
      else stuck.inc({ reason: news.reason });
    },
    countHook: ({ outcome, code, times = 1 }) => hook.inc({ outcome, code }, times),
  };
}

function createHeldGauge(registers: Registry[]): DeliveryMetrics['noteHold'] {
  const held = new Gauge({
    name: 'pestle_deliveries_held',
    help: '1 while this node holds messages, faxes or texts because errors of its own met one after another.',
    labelNames: ['lanes'],
    registers,
  });
  for (const lanes of HELD_LANES) held.set({ lanes }, 0);
  return ({ lanes, news }) => held.set({ lanes }, news === 'held' ? 1 : 0);
}
