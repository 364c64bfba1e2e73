// Figures of deliveries for Prometheus: attempts, time to the pharmacy, and what waits in the outbox; by channel, outcome and kind of lane.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AttemptNews, LaneClassFigures } from '../delivery/inside.ts';
import { HTTP_LIMITS } from './limits.ts';

export interface DeliveryMetrics {
  countAttempt(news: AttemptNews): void;
  /** From where figures of the outbox are read when somebody asks for figures. */
  watchQueue(read: () => Promise<readonly LaneClassFigures[]>): void;
}

const LANE_CLASSES = ['pharmacy', 'partner', 'fax', 'text'];

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
  return {
    countAttempt: ({ channel, kind, outcome, ms, sinceSignedMs }) => {
      attempts.inc({ channel, kind, outcome });
      durations.observe({ channel, outcome }, ms / 1000);
      if (sinceSignedMs !== null) toPharmacy.observe({ channel }, sinceSignedMs / 1000);
    },
    watchQueue: (read) => watchQueue(registry, read),
  };
}

const GAUGES = {
  waiting: 'Rows of the outbox that have not left.',
  underWay: 'Rows of the outbox that are under way.',
  due: 'Rows of the outbox that are due and free.',
  oldestDueSeconds: 'How long the longest of them has been due.',
  lanesFailing: 'Lanes whose last attempt failed.',
  lanesOnHold: 'Lanes that operators hold: nothing leaves through them.',
  onHold: 'Rows of the outbox that operators hold one by one.',
} as const satisfies Record<Exclude<keyof LaneClassFigures, 'laneClass'>, string>;

const NAMES = {
  waiting: 'pestle_outbox_waiting',
  underWay: 'pestle_outbox_under_way',
  due: 'pestle_outbox_due',
  oldestDueSeconds: 'pestle_outbox_oldest_due_seconds',
  lanesFailing: 'pestle_lanes_failing',
  lanesOnHold: 'pestle_lanes_on_hold',
  onHold: 'pestle_outbox_on_hold',
} as const satisfies Record<keyof typeof GAUGES, string>;

/** Read once for all gauges, and no oftener than every few seconds, whoever asks; while the store is away the gauges are not there. */
function watchQueue(registry: Registry, read: () => Promise<readonly LaneClassFigures[]>): void {
  let known: { readonly atMs: number; readonly figures: Promise<readonly LaneClassFigures[]> } | undefined;
  const figures = (): Promise<readonly LaneClassFigures[]> => {
    if (known === undefined || performance.now() - known.atMs > HTTP_LIMITS.queueFiguresKeptMs)
      known = { atMs: performance.now(), figures: read() };
    return known.figures;
  };
  for (const [figure, help] of Object.entries(GAUGES)) {
    const gauge = new Gauge({
      name: NAMES[figure as keyof typeof GAUGES],
      help,
      labelNames: ['lane_class'],
      registers: [],
      async collect() {
        this.reset();
        const all = await figures().catch(() => undefined);
        if (all === undefined) return;
        for (const laneClass of LANE_CLASSES) {
          const found = all.find((one) => one.laneClass === laneClass);
          this.set({ lane_class: laneClass }, found?.[figure as keyof typeof GAUGES] ?? 0);
        }
      },
    });
    registry.registerMetric(gauge);
  }
}
