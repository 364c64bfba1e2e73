// The room `delivery` as the configuration wants it, and what operators do to the network and to what waits in it.
import type { Config } from '../config/config.ts';
import { NO_PEOPLE_CONFIG } from '../config/config.ts';
import type { NetworkAdministration, NetworkAdministrationDeps } from '../conformance/conformance.ts';
import { createNetworkAdministration } from '../conformance/conformance.ts';
import type { Delivery, DeliveryDeps } from '../delivery/delivery.ts';
import { createDelivery } from '../delivery/delivery.ts';
import {
  createHandOvers,
  createQueueAdministration,
  type QueueAdministration,
  type ScriptSender,
} from '../delivery/inside.ts';
import { authorizedPrescriberBy } from '../identity/inside.ts';
import type { NetworkPolicy } from '../kernel/outgoing/network-policy.ts';
import { STORE_LIMITS } from '../store/inside.ts';
import { faxCarrierOf, textCarrierOf } from './carriers.ts';
import { deliveryNews } from './delivery-news.ts';
import type { RoomParts } from './parts.ts';

/** The room that delivers, by this configuration. */
export function buildDelivery(
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

/** Who we are to pharmacies. */
export function scriptSenderOf({ scriptSender: { id, tertiaryId } }: Config): ScriptSender {
  return { id, tertiaryId, softwareVersion: VERSION };
}

export function networkPolicyOf({ deliveries, deliveryAllow }: Config): NetworkPolicy {
  return { loopbackOnly: deliveries === 'loopback', openedRanges: deliveryAllow };
}

/** How much of the store deliveries may use at a time. */
export function backgroundShare({ store }: Config): number {
  if (store.kind === 'embedded') return STORE_LIMITS.embeddedBackgroundConcurrency;
  const connections = store.connectionsMax ?? STORE_LIMITS.postgresConnectionsMax;
  return Math.max(1, Math.floor(connections * STORE_LIMITS.postgresBackgroundShare));
}

/** As pharmacies see it in the header of SCRIPT messages. */
const VERSION = '0.1.0';
