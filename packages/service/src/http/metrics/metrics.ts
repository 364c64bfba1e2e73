// Figures of the running service for Prometheus: counts and times by route and status, never by person or order.
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { DeliveryFigures } from '../../delivery/inside.ts';
import type { StoreHealth } from '../../store/inside.ts';
import { HTTP_LIMITS } from '../limits.ts';
import { DELIVERY_GAUGES } from './delivery-gauges.ts';
import { createDeliveryMetrics, type DeliveryMetrics } from './delivery-metrics.ts';
import { addGauges, keptRead } from './gauges.ts';
import type { Carriers, StoreLoads } from './store-gauges.ts';
import { CARRIER_GAUGE, CORRECTIONS_GAUGE, LOAD_GAUGES, STORE_GAUGES, STORE_UP } from './store-gauges.ts';

/** From where figures are read when somebody asks for them. */
export interface FigureSources {
  readonly delivery: () => Promise<DeliveryFigures>;
  readonly health: () => Promise<StoreHealth>;
  readonly loads: StoreLoads;
  readonly carriers: Carriers;
  /** For how long the oldest correction of a pharmacy has waited for an operator, in seconds. */
  readonly corrections: () => Promise<number>;
}

export interface Metrics extends DeliveryMetrics {
  readonly registry: Registry;
  /** Observes every request of the server. */
  observe(app: FastifyInstance): void;
  /** Counts one treatment that was taken from a search and kept, and those that were taken before it and replaced. */
  countPicks(replaced: number): void;
  /** Notes one question to a payer: how it ended and how long it took. */
  countCoverage(news: { readonly payer: string; readonly state: string; readonly ms: number }): void;
  /** Counts one question to the range service of breached passwords. */
  countPasswordRange(outcome: 'known' | 'unknown' | 'failed'): void;
  /** Counts one e-mail. */
  countMail(outcome: 'sent' | 'failed'): void;
  /** Counts what became of a mail about what lies on a desk. */
  countDeskMail(outcome: (typeof DESK_MAIL_OUTCOMES)[number]): void;
  /** What is read of a source is told from now on; until then it is not. */
  watch(sources: Partial<FigureSources>): void;
  /** Counts one message that could not be built for a pharmacy, so that it goes by fax or to a person. */
  countUnbuilt(news: { readonly channel: string; readonly kind: string; readonly code: string }): void;
}

const DESK_MAIL_OUTCOMES = ['sent', 'needless', 'again', 'failed'] as const;

function mailCounters(
  registry: Registry,
): Pick<Metrics, 'countMail' | 'countDeskMail' | 'countPasswordRange'> {
  const mails = new Counter({
    name: 'pestle_mails_total',
    help: 'E-mails that the mail server took, and those that it did not.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0);
  const passwordRanges = new Counter({
    name: 'pestle_password_range_total',
    help: 'Questions to the range service of breached passwords: known there, unknown, or failed, so that the password passed.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['known', 'unknown', 'failed']) passwordRanges.inc({ outcome }, 0);
  const deskMails = new Counter({
    name: 'pestle_desk_mails_total',
    help: 'E-mails about what lies on a desk: sent, needless because all of it was settled first, to be tried again, given up.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of DESK_MAIL_OUTCOMES) deskMails.inc({ outcome }, 0);
  return {
    countMail: (outcome) => mails.inc({ outcome }),
    countDeskMail: (outcome) => deskMails.inc({ outcome }),
    countPasswordRange: (outcome) => passwordRanges.inc({ outcome }),
  };
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
    ...readGauges(registry),
    ...mailCounters(registry),
    ...createDeliveryMetrics(registry),
    countPicks: (replaced) => {
      picks.inc({ outcome: 'kept' });
      picks.inc({ outcome: 'replaced' }, replaced);
    },
    countCoverage: ({ payer, state, ms }) => coverage.observe({ payer, state }, ms / 1000),
    countUnbuilt: ({ channel, kind, code }) => unbuilt.inc({ channel, kind, code }),
    observe: (app) => {
      app.addHook('onResponse', async (request, reply) => {
        // How long somebody follows is no time of an answer.
        if ((request.routeOptions.config as { readonly isStream?: true }).isStream === true) return;
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

/** Gauges of what is read: there from the beginning, so that each can be described, and without a value until there is something to read. */
function readGauges(registry: Registry): Pick<Metrics, 'watch'> {
  let sources: Partial<FigureSources> = {};
  const { figuresKeptMs } = HTTP_LIMITS;
  const delivery = keptRead(async () => await sources.delivery?.(), figuresKeptMs);
  const health = keptRead(async () => await sources.health?.(), figuresKeptMs);
  addGauges(registry, delivery, DELIVERY_GAUGES);
  addGauges(registry, health, STORE_GAUGES);
  const isUp = (): Promise<boolean | undefined> =>
    health().then(
      (seen) => (seen === undefined ? undefined : true),
      () => false,
    );
  addGauges(registry, isUp, [STORE_UP]);
  addGauges(registry, async () => sources.loads, LOAD_GAUGES);
  addGauges(registry, async () => sources.carriers, [CARRIER_GAUGE]);
  const corrections = keptRead(async () => await sources.corrections?.(), figuresKeptMs);
  addGauges(registry, corrections, [CORRECTIONS_GAUGE]);
  return {
    watch: (given) => {
      sources = { ...sources, ...given };
    },
  };
}
