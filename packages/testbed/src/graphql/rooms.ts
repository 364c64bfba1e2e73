// All rooms of the service on one store, for tests of the schema and of what stands before every room. Nothing leaves by itself.
import { createCatalog } from '@pestle/service/catalog';
import { createCoverage } from '@pestle/service/coverage';
import { createDirectory } from '@pestle/service/directory';
import { createAuditReports } from '@pestle/service/for-tests/audit';
import { recalledOrders, recordsOfPatient } from '@pestle/service/for-tests/delivery';
import { createDesk } from '@pestle/service/for-tests/desk';
import { type Rooms, whoIs } from '@pestle/service/for-tests/graphql';
import {
  authorize,
  createIdentity,
  DEFAULT_ATTESTATION,
  isAllowed,
  organizationPeople,
} from '@pestle/service/for-tests/identity';
import { createExchange } from '@pestle/service/for-tests/kernel';
import { createOrganizations } from '@pestle/service/for-tests/organization';
import { createPrescribing } from '@pestle/service/for-tests/prescribing';
import { createPhoneHashes, createRouting, numberChanged } from '@pestle/service/for-tests/routing';
import { createTracking } from '@pestle/service/for-tests/tracking';
import { systemPorts } from '@pestle/service/kernel';
import { createScreening } from '@pestle/service/screening';
import type { Store } from '@pestle/service/store';
import { BASE_URL, LINK_KEY, openDelivery, SCRIPT_SENDER } from '../delivery/open-delivery.ts';
import { waitFor } from '../delivery/wait-for.ts';
import type { Practice } from '../practice/practice.ts';

export interface OpenedRooms {
  readonly rooms: Rooms;
  /** Ends what is under way; the store is to be closed after it. */
  readonly close: () => Promise<void>;
}

/** With a practice its people sign, as in tests of single rooms; without one, people that `identity` made. */
export async function openRooms(store: Store, practice?: Practice): Promise<OpenedRooms> {
  const ports = systemPorts;
  const identity = await createIdentity({
    store,
    ports,
    config: {
      baseUrl: BASE_URL,
      environment: 'sandbox',
      identityKey: new Uint8Array(32).fill(1),
      requireSecondFactor: false,
      signingProofAgeSeconds: 900,
      attestation: DEFAULT_ATTESTATION,
    },
    onError: (error) => {
      throw error;
    },
  });
  // Nothing leaves here: deliveries would change what is compared.
  const departures = (): void => undefined;
  const { authorizedPrescriber, requireFreshProof } = practice?.deps ?? identity;
  const delivery = openDelivery({
    authorizedPrescriber,
    requireFreshProof,
    store,
    senderFax: '',
    onError: () => undefined,
  });
  const phoneHashes = createPhoneHashes(LINK_KEY);
  const directory = createDirectory({
    store,
    ports,
    numberChanged: (tx, change) => numberChanged(tx, phoneHashes, change),
  });
  const coverage = createCoverage({ store, ports });
  const exchange = createExchange({ loopbackOnly: true });
  const rooms: Rooms = {
    audit: createAuditReports({
      store,
      ports,
      authorize: (actor) => authorize(actor, 'audit.read'),
      isAllowed: (actor) => isAllowed(actor, 'audit.read'),
      recordsOfPatient,
    }),
    organization: createOrganizations({ store, ports, ...organizationPeople }),
    identity,
    directory,
    catalog: createCatalog({ store, ports }),
    coverage,
    // Services of organizations on this computer can be set; what is prescribed here asks none.
    screening: createScreening({ store, ports, services: { exchange, issuer: BASE_URL, httpsOnly: false } }),
    prescribing:
      practice?.prescribing ??
      createPrescribing({
        store,
        ports,
        authorizedPrescriber,
        requireFreshProof,
        departures,
        countPicks: () => undefined,
        coverage,
        screening: createScreening({ store, ports }),
        recalledOrders,
        pharmaciesNear: (orgId, search) => directory.pharmaciesForPublic(orgId, search),
      }),
    routing: createRouting({ store, ports, authorizedPrescriber, departures }),
    delivery,
    desk: createDesk({ store, ports, authorizedPrescriber, requireFreshProof, phoneHashes, departures }),
    tracking: createTracking({
      store,
      ports,
      baseUrl: BASE_URL,
      linkKey: LINK_KEY,
      scriptSender: SCRIPT_SENDER,
      delivery,
      maintenance: directory.maintenance,
    }),
    whoIs: (actor) => whoIs(store, identity, actor),
  };
  const close = async (): Promise<void> => {
    // Cancels and reroutes set out at once.
    await waitFor(delivery.dispatcher, () => delivery.dispatcher.inFlight === 0 || undefined, {
      missing: () => 'attempts are still under way',
    });
    await exchange.close();
    await delivery.close();
    await identity.close();
  };
  return { rooms, close };
}
