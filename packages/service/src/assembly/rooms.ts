// Builds the rooms of the service, each given the ones before it.
import type { FastifyPluginAsync } from 'fastify';
import { createAuditReports } from '../audit/audit.ts';
import { createCatalog } from '../catalog/catalog.ts';
import { type Config } from '../config/config.ts';
import type { NetworkAdministration } from '../conformance/conformance.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { recalledOrders, recordsOfPatient, type ScriptSender } from '../delivery/inside.ts';
import { createDesk } from '../desk/desk.ts';
import { createDeskReminders, type DeskReminders } from '../desk/inside.ts';
import type { Directory } from '../directory/directory.ts';
import { createEvents, type Events } from '../events/events.ts';
import type { Rooms } from '../graphql/graphql.ts';
import { whoIs } from '../graphql/graphql.ts';
import type { Metrics } from '../http/http.ts';
import type { Identity, SendMail } from '../identity/identity.ts';
import { authorize, isAllowed, organizationPeople } from '../identity/inside.ts';
import { createOrganizations } from '../organization/organization.ts';
import { createPharmacyDesk, type PharmacyDesk } from '../pharmacy-desk/pharmacy-desk.ts';
import { createPrescribing } from '../prescribing/prescribing.ts';
import type { PatientPageDeps } from '../routing/inside.ts';
import { patientPages } from '../routing/inside.ts';
import { createRouting } from '../routing/routing.ts';
import { limitedStore, storeHealth } from '../store/inside.ts';
import type { Store } from '../store/store.ts';
import { createTracking, type Tracking } from '../tracking/tracking.ts';
import { sealStore } from '../vault/vault.ts';
import { buildAsked, type CoverageOptions } from './asked.ts';
import { backgroundShare, buildDelivery, networkAdministrationOf, scriptSenderOf } from './deliveries.ts';
import { hookNews } from './delivery-news.ts';
import { directoryOf } from './directory-of.ts';
import type { RoomParts } from './parts.ts';
import { buildIdentity } from './people.ts';
import { createTroubleLog } from './trouble.ts';

export type { CoverageOptions } from './asked.ts';

/** All but what stands on several of them. */
interface CareRooms {
  readonly rooms: Rooms;
  readonly routes: readonly FastifyPluginAsync[];
  readonly delivery: Delivery;
  readonly identity: Identity;
  /** Who follows what changes. */
  readonly events: Events;
  /** What tells people of what lies on their desk. */
  readonly deskReminders: DeskReminders;
  /** Pharmacies and partners, for operators. */
  readonly network: NetworkAdministration;
  readonly closeMail: () => void;
  readonly closePayers: () => Promise<void>;
}

export interface BuiltRooms extends CareRooms {
  /** Pharmacies that sign in. */
  readonly pharmacyDesk: PharmacyDesk;
}

/** The rooms, and the pages on which pharmacies sign in. */
export async function buildRooms(config: Config, parts: RoomParts & CoverageOptions): Promise<BuiltRooms> {
  const care = await buildCareRooms(config, parts);
  const { connections, hookKeys } = care.rooms.directory;
  const pharmacyDesk = createPharmacyDesk({
    store: parts.store,
    ports: parts.ports,
    delivery: care.delivery,
    baseUrl: config.baseUrl,
    connections,
    hookKeys,
    isBreached: (password) => care.identity.isBreached(password),
    identityKey: config.identityKey,
    identityKeysPrevious: config.identityKeysPrevious ?? [],
  });
  parts.metrics.watch({ corrections: () => pharmacyDesk.oldestWaitingSeconds() });
  return { ...care, pharmacyDesk, routes: [...care.routes, pharmacyDesk.routes] };
}

/** The rooms, each given the ones before it. */
async function buildCareRooms(
  config: Config,
  { coverageWitness, coverageAsOf, ...parts }: RoomParts & CoverageOptions,
): Promise<CareRooms> {
  const { ports, log, store, metrics } = parts;
  const { directory, phoneHashes } = directoryOf(config, { store, ports });
  const events = createEvents({ store, ports, onError: createTroubleLog(log, 'live') });
  const { identity, sendMail, closeMail } = await buildIdentity(config, { ...parts, directory });
  const catalog = createCatalog({ store, ports });
  const scriptSender = scriptSenderOf(config);
  const { authorizedPrescriber, requireFreshProof } = identity;
  const acts = { authorizedPrescriber, requireFreshProof };
  // Deliveries can wait a moment, requests cannot: a backlog leaves them room in the store.
  const background = sealStore(limitedStore(store, backgroundShare(config)), config.dataKeys);
  const delivery = buildDelivery(config, parts, { ...acts, scriptSender, background });
  watchFigures(config, metrics, { store, background, delivery });
  const { coverage, screening, closeAsked } = buildAsked(config, {
    ...parts,
    coverageWitness,
    coverageAsOf,
  });
  const prescribing = createPrescribing({
    store,
    ports,
    ...acts,
    coverage,
    screening,
    recalledOrders,
    pharmaciesNear: (orgId, search) => directory.pharmaciesForPublic(orgId, search),
    departures: delivery.departures,
    countPicks: (replaced) => metrics.countPicks(replaced),
  });
  const routing = createRouting({ ...acts, store, ports, departures: delivery.departures });
  const tracking = buildTracking(config, parts, { scriptSender, delivery, directory });
  const { departures, moveForPatient: move } = delivery;
  const live = events.patients;
  const choice = patientChoice(config, { ...acts, store, ports, directory, departures, move, live });
  return {
    rooms: {
      ...ownRooms({ store, ports }),
      identity,
      directory,
      catalog,
      coverage,
      screening,
      prescribing,
      routing,
      delivery,
      desk: createDesk({ ...acts, store, ports, phoneHashes, departures: delivery.departures }),
      tracking,
      whoIs: (actor) => whoIs(store, identity, actor),
    },
    closeMail,
    closePayers: closeAsked,
    routes: [identity.routes, tracking.routes, ...screening.routes, choice],
    delivery,
    identity,
    events,
    deskReminders: deskRemindersOf(config, sendMail, { ports, log, store: background, metrics }),
    network: networkAdministrationOf(config, { store, ports, connections: directory.connections }),
  };
}

/** What comes back from pharmacies. */
function buildTracking(
  config: Config,
  { ports, log, store, metrics }: RoomParts,
  { scriptSender, delivery, directory }: TrackingParts,
): Tracking {
  return createTracking({
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
}

interface TrackingParts {
  readonly scriptSender: ScriptSender;
  readonly delivery: Delivery;
  readonly directory: Directory;
}

/** Reminders of every desk, beside what requests do. */
function deskRemindersOf(
  { baseUrl }: Config,
  sendMail: SendMail | null,
  { ports, log, store, metrics }: RoomParts,
): DeskReminders {
  return createDeskReminders({
    store,
    ports,
    baseUrl,
    sendMail,
    onMail: (outcome) => metrics.countDeskMail(outcome),
    onError: createTroubleLog(log, 'desk reminders'),
  });
}

/** What stands before the room of people and asks it who may. */
function ownRooms(parts: Pick<RoomParts, 'store' | 'ports'>): Pick<Rooms, 'audit' | 'organization'> {
  return {
    audit: createAuditReports({
      ...parts,
      authorize: (actor) => authorize(actor, 'audit.read'),
      isAllowed: (actor) => isAllowed(actor, 'audit.read'),
      recordsOfPatient,
    }),
    organization: createOrganizations({ ...parts, ...organizationPeople }),
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

/** The pages on which patients choose their pharmacy. */
function patientChoice(
  { baseUrl, linkKey, linkKeysPrevious = [] }: Config,
  rooms: Omit<PatientPageDeps, 'baseUrl' | 'linkKey' | 'linkKeysPrevious'>,
): FastifyPluginAsync {
  return patientPages({ ...rooms, baseUrl, linkKey, linkKeysPrevious });
}
