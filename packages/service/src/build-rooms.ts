// Builds the rooms of the service, each given the ones before it.
import type { FastifyPluginAsync } from 'fastify';
import { buildIdentity } from './build-identity.ts';
import { faxCarrierOf, textCarrierOf } from './carriers.ts';
import { createCatalog } from './catalog/catalog.ts';
import { type Config, NO_PEOPLE_CONFIG } from './config/config.ts';
import type { NetworkAdministration, NetworkAdministrationDeps } from './conformance/conformance.ts';
import { createNetworkAdministration } from './conformance/conformance.ts';
import { type CoverageWitness, createCoverage } from './coverage/coverage.ts';
import { coverageNews } from './coverage-news.ts';
import type { Delivery, DeliveryDeps } from './delivery/delivery.ts';
import { createDelivery } from './delivery/delivery.ts';
import {
  createHandOvers,
  createQueueAdministration,
  type QueueAdministration,
  recalledOrders,
  type ScriptSender,
} from './delivery/inside.ts';
import { deliveryNews, hookNews } from './delivery-news.ts';
import { createDirectory } from './directory/directory.ts';
import type { Rooms } from './graphql/graphql.ts';
import { whoIs } from './graphql/graphql.ts';
import type { Metrics } from './http/http.ts';
import type { Identity } from './identity/identity.ts';
import { authorizedPrescriberBy } from './identity/inside.ts';
import type { Log } from './kernel/log.ts';
import type { NetworkPolicy } from './kernel/outgoing/network-policy.ts';
import type { Ports } from './kernel/ports.ts';
import { createOrganizations } from './organization/organization.ts';
import { createPayers } from './payers.ts';
import { createPrescribing } from './prescribing/prescribing.ts';
import type { PatientPageDeps } from './routing/inside.ts';
import { patientPages } from './routing/inside.ts';
import { createRouting } from './routing/routing.ts';
import { limitedStore, STORE_LIMITS, storeHealth } from './store/inside.ts';
import type { Store } from './store/store.ts';
import { createTracking } from './tracking/tracking.ts';
import { sealStore } from './vault/vault.ts';

export interface RoomParts {
  readonly ports: Ports;
  readonly log: Log;
  readonly store: Store;
  readonly metrics: Metrics;
}

/** What the sandbox and the demo set where payers are asked; never in production. */
export interface CoverageOptions {
  /** Sees every question to a payer and its answer, with the patient in them. */
  readonly coverageWitness: CoverageWitness | undefined;
  /** The day that counts as today, `YYYY-MM-DD`. */
  readonly coverageAsOf: string | undefined;
}

export interface BuiltRooms {
  readonly rooms: Rooms;
  readonly routes: readonly FastifyPluginAsync[];
  readonly delivery: Delivery;
  readonly identity: Identity;
  /** Pharmacies and partners, for operators. */
  readonly network: NetworkAdministration;
  readonly closeMail: () => void;
  readonly closePayers: () => Promise<void>;
}

/** The rooms, each given the ones before it. */
export async function buildRooms(
  config: Config,
  { ports, log, store, metrics, coverageWitness, coverageAsOf }: RoomParts & CoverageOptions,
): Promise<BuiltRooms> {
  const directory = createDirectory({ store, ports });
  const { identity, closeMail } = await buildIdentity(config, { ports, log, store, metrics, directory });
  const catalog = createCatalog({ store, ports });
  const scriptSender = scriptSenderOf(config);
  const { authorizedPrescriber, requireFreshProof } = identity;
  const acts = { authorizedPrescriber, requireFreshProof };
  // Deliveries can wait a moment, requests cannot: a backlog leaves them room in the store.
  const background = sealStore(limitedStore(store, backgroundShare(config)), config.dataKeys);
  const delivery = buildDelivery(
    config,
    { ports, log, store, metrics },
    { ...acts, scriptSender, background },
  );
  watchFigures(config, metrics, { store, background, delivery });
  const { payers, close: closePayers } = createPayers(config, ports.clock);
  const onAsked = coverageNews(metrics, coverageWitness);
  const coverage = createCoverage({ store, ports, payers, asOf: coverageAsOf, onAsked });
  const prescribing = createPrescribing({
    store,
    ports,
    ...acts,
    coverage,
    recalledOrders,
    pharmaciesNear: (orgId, search) => directory.pharmaciesForPublic(orgId, search),
    departures: delivery.departures,
    countPicks: (replaced) => metrics.countPicks(replaced),
  });
  const routing = createRouting({ ...acts, store, ports, departures: delivery.departures });
  const tracking = createTracking({
    store,
    ports,
    baseUrl: config.baseUrl,
    linkKey: config.linkKey,
    linkKeysPrevious: config.linkKeysPrevious ?? [],
    scriptSender,
    delivery,
    onHook: hookNews(log, metrics),
    maintenance: directory.maintenance,
    ...(config.operatorContact === null ? {} : { operatorContact: config.operatorContact }),
  });
  const { departures, moveForPatient: move } = delivery;
  const choice = patientChoice(config, { ...acts, store, ports, directory, departures, move });
  return {
    rooms: {
      organization: createOrganizations(store),
      identity,
      directory,
      catalog,
      coverage,
      prescribing,
      routing,
      delivery,
      tracking,
      whoIs: (actor) => whoIs(store, identity, actor),
    },
    closeMail,
    closePayers,
    routes: [identity.routes, tracking.routes, choice],
    delivery,
    identity,
    network: networkAdministrationOf(config, { store, ports, connections: directory.connections }),
  };
}

interface Watched {
  readonly store: Store;
  readonly background: Store;
  readonly delivery: Pick<Delivery, 'figures'>;
}

/** From where figures are read when somebody asks for them. */
function watchFigures(config: Config, metrics: Metrics, { store, background, delivery }: Watched): void {
  metrics.watch({
    delivery: () => delivery.figures(),
    health: () => storeHealth(background),
    loads: { all: () => store.load(), deliveries: () => background.load() },
    carriers: {
      fax: config.fax !== null,
      text: config.text !== null,
      mail: (config.people?.mail ?? null) !== null,
    },
  });
}

/** As deliveries of this configuration reach pharmacies; commands build it for themselves where no service holds the store. */
export function networkAdministrationOf(
  config: Config,
  parts: Pick<NetworkAdministrationDeps, 'store' | 'ports' | 'connections'>,
): NetworkAdministration {
  return createNetworkAdministration({
    ...parts,
    policy: networkPolicyOf(config),
    sender: scriptSenderOf(config),
    baseUrl: config.baseUrl,
  });
}

/** What operators do to what waits, for commands: nothing of it leaves in their process, a running service finds it. */
export function queueAdministrationOf(
  config: Config,
  { store, ports }: Pick<RoomParts, 'store' | 'ports'>,
): QueueAdministration {
  const { attestation } = config.people ?? NO_PEOPLE_CONFIG;
  return createQueueAdministration({
    store,
    ports,
    authorizedPrescriber: authorizedPrescriberBy({
      requireSecondFactor: config.requireSecondFactor,
      attestation,
    }),
    departures: () => undefined,
  });
}

function scriptSenderOf({ scriptSender: { id, tertiaryId } }: Config): ScriptSender {
  return { id, tertiaryId, softwareVersion: VERSION };
}

function networkPolicyOf({ deliveries, deliveryAllow }: Config): NetworkPolicy {
  return { loopbackOnly: deliveries === 'loopback', openedRanges: deliveryAllow };
}

function buildDelivery(
  config: Config,
  { ports, log, store, metrics }: RoomParts,
  own: Pick<DeliveryDeps, 'authorizedPrescriber' | 'requireFreshProof' | 'scriptSender' | 'background'>,
): Delivery {
  const { maintenanceWaitMs, deliveriesAtATime } = config;
  const handOvers = createHandOvers(store, ports);
  return createDelivery({
    ...own,
    store,
    ports,
    baseUrl: config.baseUrl,
    linkKey: config.linkKey,
    linkKeysPrevious: config.linkKeysPrevious ?? [],
    networkPolicy: networkPolicyOf(config),
    faxCarrier: faxCarrierOf(config, handOvers),
    textCarrier: textCarrierOf(config, handOvers),
    senderFax: config.fax?.from ?? '',
    ...(maintenanceWaitMs === undefined ? {} : { maintenanceWaitMs }),
    ...(deliveriesAtATime === undefined ? {} : { deliveriesAtATime }),
    olderState: {
      judges: config.environment !== 'sandbox',
      witnessFile: config.environment === 'sandbox' ? null : (config.witnessFile ?? null),
      startLabel: config.startInQuarantine ?? null,
    },
    ...deliveryNews(log, metrics),
  });
}

/** The pages on which patients choose their pharmacy. */
function patientChoice(
  { baseUrl, linkKey, linkKeysPrevious = [] }: Config,
  rooms: Omit<PatientPageDeps, 'baseUrl' | 'linkKey' | 'linkKeysPrevious'>,
): FastifyPluginAsync {
  return patientPages({ ...rooms, baseUrl, linkKey, linkKeysPrevious });
}

/** How much of the store deliveries may use at a time. */
function backgroundShare({ store }: Config): number {
  if (store.kind === 'embedded') return STORE_LIMITS.embeddedBackgroundConcurrency;
  const connections = store.connectionsMax ?? STORE_LIMITS.postgresConnectionsMax;
  return Math.max(1, Math.floor(connections * STORE_LIMITS.postgresBackgroundShare));
}

/** As pharmacies see it in the header of SCRIPT messages. */
const VERSION = '0.1.0';
