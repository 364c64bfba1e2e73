// Builds what is asked before a prescription is signed: what a plan pays of a drug, and what speaks against it; and the connections to whoever answers.
import type { Config } from '../config/config.ts';
import { type Coverage, type CoverageWitness, createCoverage } from '../coverage/coverage.ts';
import { createExchange } from '../kernel/outgoing/exchange.ts';
import { createScreening, type Screening } from '../screening/screening.ts';
import { coverageNews } from './coverage-news.ts';
import { networkPolicyOf } from './deliveries.ts';
import type { RoomParts } from './parts.ts';
import { createPayers } from './payers.ts';

/** What the sandbox and the demo set where payers are asked; never in production. */
export interface CoverageOptions {
  /** Sees every question to a payer and its answer, with the patient in them. */
  readonly coverageWitness: CoverageWitness | undefined;
  /** The day that counts as today, `YYYY-MM-DD`. */
  readonly coverageAsOf: string | undefined;
}

export interface Asked {
  readonly coverage: Coverage;
  readonly screening: Screening;
  /** Ends the connections, with what is asked over them. */
  readonly closeAsked: () => Promise<void>;
}

export function buildAsked(
  config: Config,
  { ports, log, store, metrics, coverageWitness, coverageAsOf }: RoomParts & CoverageOptions,
): Asked {
  const { payers, close: closePayers } = createPayers(config, ports.clock);
  const onAsked = coverageNews(metrics, coverageWitness);
  // Their own: a screening service that is slow takes no connection from a pharmacy or a payer.
  const exchange = createExchange(networkPolicyOf(config));
  return {
    coverage: createCoverage({ store, ports, payers, asOf: coverageAsOf, onAsked }),
    screening: createScreening({
      store,
      ports,
      // Nobody is treated in a sandbox, whose data are not renewed.
      ages: config.environment !== 'sandbox',
      services: { exchange, issuer: config.baseUrl, httpsOnly: config.deliveries === 'public' },
      onUntold: (orgId) => log.warn({ orgId }, 'a screening service did not take what came of its warnings'),
    }),
    closeAsked: async () => {
      await Promise.all([closePayers(), exchange.close()]);
    },
  };
}
