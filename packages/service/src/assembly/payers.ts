// The payers that the configuration names, as one that can be asked each, and the connections to them.
import type { Config } from '../config/config.ts';
import type { Payer } from '../coverage/inside.ts';
import { createFhirPayer } from '../coverage/inside.ts';
import { createCredentials } from '../kernel/outgoing/credentials.ts';
import { createExchange } from '../kernel/outgoing/exchange.ts';
import type { Clock } from '../kernel/ports.ts';

export interface Payers {
  readonly payers: readonly Payer[];
  /** Ends the connections, with what is asked over them. */
  readonly close: () => Promise<void>;
}

export function createPayers(
  { payers = [], baseUrl, deliveries }: Pick<Config, 'payers' | 'baseUrl' | 'deliveries'>,
  clock: Clock,
): Payers {
  // Their own: a payer that is slow takes no connection from a pharmacy.
  const exchange = createExchange({ loopbackOnly: deliveries === 'loopback' });
  const deps = { exchange, credentials: createCredentials(exchange, clock), clock, senderUrl: baseUrl };
  return {
    payers: payers.map((settings) => createFhirPayer(deps, settings)),
    close: () => exchange.close(),
  };
}
