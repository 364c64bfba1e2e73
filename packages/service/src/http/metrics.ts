// Figures of the running service for Prometheus: counts and times by route and status, never by person or order.
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { createDeliveryMetrics, type DeliveryMetrics } from './delivery-metrics.ts';

export interface Metrics extends DeliveryMetrics {
  readonly registry: Registry;
  /** Observes every request of the server. */
  observe(app: FastifyInstance): void;
  /** Counts one treatment that was taken from a search and kept, and those that were taken before it and replaced. */
  countPicks(replaced: number): void;
  /** Notes one question to a payer: how it ended and how long it took. */
  countCoverage(news: { readonly payer: string; readonly state: string; readonly ms: number }): void;
  /** Counts one message that could not be built for a pharmacy, so that it goes by fax or to a person. */
  countUnbuilt(news: { readonly channel: string; readonly kind: string; readonly code: string }): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'pestle_http_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  const picks = new Counter({
    name: 'pestle_treatment_picks_total',
    help: 'Treatments taken from a search for a draft: kept, or replaced by another before the draft was added.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const unbuilt = new Counter({
    name: 'pestle_messages_not_built_total',
    help: 'Messages that could not be built for a pharmacy, by what was wrong: they go by fax, or to a person.',
    labelNames: ['channel', 'kind', 'code'],
    registers: [registry],
  });
  const coverage = new Histogram({
    name: 'pestle_coverage_check_duration_seconds',
    help: 'Time of a question to a payer, by who was asked and how it ended.',
    labelNames: ['payer', 'state'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return {
    registry,
    ...createDeliveryMetrics(registry),
    countPicks: (replaced) => {
      picks.inc({ outcome: 'kept' });
      picks.inc({ outcome: 'replaced' }, replaced);
    },
    countCoverage: ({ payer, state, ms }) => coverage.observe({ payer, state }, ms / 1000),
    countUnbuilt: ({ channel, kind, code }) => unbuilt.inc({ channel, kind, code }),
    observe: (app) => {
      app.addHook('onResponse', async (request, reply) => {
        requests.observe(
          {
            method: request.method,
            route: request.routeOptions.url ?? 'unmatched',
            status: String(reply.statusCode),
          },
          reply.elapsedTime / 1000,
        );
      });
    },
  };
}
