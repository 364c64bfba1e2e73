// The operators' console as the configuration wants it: its sections, the API beside them, and the provider that it signs people in by.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { createCheckRuns } from '../conformance/conformance.ts';
import type { ConsoleSection } from '../console/console.ts';
import {
  correctionSection,
  createConsole,
  exchangeWithin,
  maintenanceSection,
  networkFileSection,
  partnerSection,
  pharmacySection,
  quarantineSection,
  queueSection,
  recallSection,
  sessionSection,
  tokenSection,
  userSection,
} from '../console/console.ts';
import type { Log } from '../kernel/log.ts';
import type { Ports } from '../kernel/ports.ts';
import { type Administrations, operatorApi } from '../operator-api/operator-api.ts';
import type { BuiltRooms } from './rooms.ts';

export interface ConsoleParts {
  /** The public server, whose token endpoint is asked within this process. */
  readonly app: FastifyInstance;
  /** The rooms whose administrations operators use. */
  readonly built: BuiltRooms;
  readonly log: Log;
  readonly ports: Ports;
}

/** The server of the console, not yet listening; undefined where none is configured. */
export async function openConsole(
  config: Pick<Config, 'console' | 'trustedProxies'>,
  { app, built, log, ports }: ConsoleParts,
): Promise<FastifyInstance | undefined> {
  if (config.console == null) return undefined;
  const { issuer, operators } = built.identity;
  const administrations = administrationsOf(built, ports);
  return await createConsole({
    url: config.console.url,
    log,
    trustedProxies: config.trustedProxies,
    operators,
    issuer,
    random: ports.random,
    exchange: exchangeWithin(app, issuer),
    sections: sectionsOf(config.console.url, built, administrations, ports),
    api: (operatorOf) => operatorApi({ administrations, operatorOf }),
  });
}

/** What operators do, of the rooms that were built. */
function administrationsOf(
  { network, delivery, identity, pharmacyDesk, rooms: { directory } }: BuiltRooms,
  ports: Ports,
): Administrations {
  return {
    network,
    checks: createCheckRuns(network, ports),
    hookKeys: directory.hookKeys,
    windows: directory.windows,
    queue: delivery.queue,
    quarantine: delivery.quarantine,
    recalls: delivery.recalls,
    users: identity.administration,
    pharmacyDesk: pharmacyDesk.administration,
  };
}

/** In the order of the navigation. */
function sectionsOf(
  url: string,
  { identity, rooms, delivery }: BuiltRooms,
  administrations: Administrations,
  ports: Ports,
): readonly ConsoleSection[] {
  return [
    pharmacySection({ ...administrations, ports }),
    partnerSection({ ...administrations, ports }),
    correctionSection(administrations),
    networkFileSection(administrations),
    maintenanceSection(administrations.windows),
    queueSection(delivery.queue, ports.clock, () => delivery.figures()),
    quarantineSection({ ...administrations, ports }),
    recallSection(delivery.recalls),
    userSection({ users: identity.administration, organizations: rooms.organization.administration }),
    sessionSection({ operators: identity.operators, accountUrl: `${identity.issuer}/account` }),
    tokenSection({ tokens: identity.operators.tokens, ports, apiUrl: `${url}/graphql` }),
  ];
}
