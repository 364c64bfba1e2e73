// The operators' console as the configuration wants it: its sections, and the provider that it signs people in by.
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { createConsole, exchangeWithin, queueSection, recallSection } from './console/console.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { Identity } from './identity/identity.ts';
import type { Log } from './kernel/log.ts';
import type { Ports } from './kernel/ports.ts';

export interface ConsoleParts {
  /** The public server, whose token endpoint is asked within this process. */
  readonly app: FastifyInstance;
  readonly identity: Pick<Identity, 'issuer' | 'operators'>;
  readonly delivery: Pick<Delivery, 'queue' | 'recalls'>;
  readonly log: Log;
  readonly ports: Pick<Ports, 'random' | 'clock'>;
}

/** The server of the console, not yet listening; undefined where none is configured. */
export async function openConsole(
  config: Pick<Config, 'console' | 'trustedProxies'>,
  { app, identity, delivery, log, ports }: ConsoleParts,
): Promise<FastifyInstance | undefined> {
  if (config.console == null) return undefined;
  const { issuer, operators } = identity;
  return await createConsole({
    url: config.console.url,
    log,
    trustedProxies: config.trustedProxies,
    operators,
    issuer,
    random: ports.random,
    exchange: exchangeWithin(app, issuer),
    sections: [queueSection(delivery.queue, ports.clock), recallSection(delivery.recalls)],
  });
}
