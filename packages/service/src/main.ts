// Composition: opens the store, builds the rooms in their order, assembles the server, and stops it all in the right order.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Alerts } from './alerts/alerts.ts';
import { createAlertPost, createAlerts } from './alerts/alerts.ts';
import { openConsole } from './assembly/open-console.ts';
import type { RoomParts } from './assembly/parts.ts';
import type { BuiltRooms, CoverageOptions } from './assembly/rooms.ts';
import { buildRooms } from './assembly/rooms.ts';
import { createTroubleLog } from './assembly/trouble.ts';
import type { Audit } from './audit/inside.ts';
import { createAudit } from './audit/inside.ts';
import { auditedRooms } from './audited-rooms.ts';
import type { Config } from './config/config.ts';
import { performNetworkAct } from './conformance/conformance.ts';
import type { CoverageWitness } from './coverage/coverage.ts';
import type { Delivery } from './delivery/delivery.ts';
import { performQuarantineAct, performQueueAct, performRecallAct } from './delivery/inside.ts';
import type { Events } from './events/events.ts';
import type { Rooms } from './graphql/graphql.ts';
import {
  createApiQuotas,
  graphqlRoutes,
  type LiveIdentity,
  liveApi,
  persistedDocuments,
  schema,
} from './graphql/graphql.ts';
import { startHousekeeping } from './housekeeping.ts';
import type { OperatorActs, OperatorListener } from './http/http.ts';
import {
  createAdminServer,
  createHttpServer,
  createMetrics,
  maintenanceNotice,
  openOperatorListener,
  performNamedAct,
} from './http/http.ts';
import type { Identity } from './identity/identity.ts';
import type { Log } from './kernel/log.ts';
import { createLog } from './kernel/log.ts';
import type { Ports } from './kernel/ports.ts';
import { systemPorts } from './kernel/ports.ts';
import type { PharmacyDeskAdministration } from './pharmacy-desk/inside.ts';
import { createReadiness } from './readiness.ts';
import { stopInOrder } from './stop.ts';
import type { EmbeddedStore } from './store/inside.ts';
import {
  holdToEnvironment,
  migrate,
  openEmbeddedStore,
  openPostgresStore,
  refuseUnfinishedMove,
  tracedStore,
} from './store/inside.ts';
import type { Store } from './store/store.ts';
import { checkMasterKeys, sealStore } from './vault/vault.ts';

/** How deliveries of a configuration reach pharmacies, and what is sent again: for commands, where no service holds the store. */
export { networkAdministrationOf, queueAdministrationOf } from './assembly/deliveries.ts';

export interface ServiceOptions {
  readonly ports?: Ports;
  readonly log?: Log;
  /** Opened and migrated by the caller, closed by the service; else the configured store is opened. */
  readonly store?: Store;
  /** Sees every question to a payer and its answer, with the patient in them: for the sandbox's control room, never in production. */
  readonly coverageWitness?: CoverageWitness;
  /** The day that counts as today where coverage is asked, `YYYY-MM-DD`: for the demo, whose plans have ended, never in production. */
  readonly coverageAsOf?: string;
  /** Further routes, such as the sandbox's control room. Mounted last. */
  readonly extensions?: readonly FastifyPluginAsync[];
}

export interface ServiceAddresses {
  /** Where the service listens. */
  readonly url: string;
  /** Where operators find figures and health; null without ADMIN_PORT. */
  readonly adminUrl: string | null;
}

export interface Service {
  readonly rooms: Rooms;
  /** What operators do for pharmacies that sign in. */
  readonly pharmacyDesk: PharmacyDeskAdministration;
  readonly store: Store;
  readonly app: FastifyInstance;
  /** Takes requests and begins to deliver. Rejects when the address is in use. */
  listen(): Promise<ServiceAddresses>;
  /** Finishes what has begun: requests, then deliveries, then the store. May be called again. */
  close(): Promise<void>;
}

/** Builds the service. The store is open and its schema current when this resolves; nothing listens or leaves yet. */
export async function createService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const ports = options.ports ?? systemPorts;
  const log = options.log ?? createLog({ level: config.logLevel });
  const opened = options.store ?? (await openStore(config));
  const store = sealStore(config.traces == null ? opened : tracedStore(opened), config.dataKeys);
  try {
    await refuseUnfinishedMove(store);
    await checkMasterKeys(store);
    await holdToEnvironment(store, config.environment);
    const { extensions = [], coverageWitness, coverageAsOf } = options;
    if ((coverageWitness ?? coverageAsOf) !== undefined && config.environment === 'production')
      throw new Error('Payers of production are asked for today, and nobody looks on.');
    const service = await assemble(config, { ports, log, store, extensions, coverageWitness, coverageAsOf });
    return await withTraces(config, service);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** What sends traces is loaded only where they are configured: it takes time at the start, and memory. */
async function withTraces({ traces, environment }: Config, service: Service): Promise<Service> {
  if (traces == null) return service;
  const { startTraces } = await import('./tracing/tracing.ts');
  const started = startTraces(traces, environment);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    try {
      await service.close();
    } finally {
      await started.close();
    }
  };
  return { ...service, close: () => (stopped ??= stop()) };
}

/** Opens the configured store. The embedded one belongs to this process and is migrated here; PostgreSQL is by `pestle migrate`. */
export async function openStore(config: Config): Promise<Store> {
  if (config.store.kind === 'postgres') {
    const { url, connectionsMax } = config.store;
    return openPostgresStore(url, connectionsMax === null ? {} : { connectionsMax });
  }
  return await migrated(await openEmbeddedStore(config.store.directory));
}

/** The embedded store with a current schema; closed when that cannot be. */
export async function migrated(store: EmbeddedStore): Promise<EmbeddedStore> {
  try {
    await store.asOwner(migrate);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

interface Parts extends Omit<RoomParts, 'metrics'>, CoverageOptions {
  readonly extensions: readonly FastifyPluginAsync[];
}

interface AlertParts extends Pick<Parts, 'ports' | 'log'> {
  readonly delivery: Pick<Delivery, 'figures' | 'holds'>;
}

async function assemble(
  config: Config,
  { ports, log, store, extensions, ...coverage }: Parts,
): Promise<Service> {
  const audit = createAudit({ store, ports, log, identityKey: config.identityKey });
  const metrics = createMetrics();
  const built = await buildRooms(config, { ports, log, store, metrics, ...coverage });
  const { rooms: unaudited, routes, delivery, identity, events } = built;
  const rooms = auditedRooms(unaudited, audit.trail, (error) =>
    log.error({ err: error }, 'an audit entry could not be written'),
  );
  const readiness = createReadiness(store, log);
  const readyDetails = () => ({ holds: delivery.holds() });
  let operatorListener: OperatorListener | undefined;
  const graphql = apiOf(config, { rooms, identity, events, trail: audit.trail, store, ports });
  const app = await createHttpServer({
    log,
    baseUrl: config.baseUrl,
    trustedProxies: config.trustedProxies,
    ready: readiness.require,
    readyDetails,
    metrics,
    plugins: [maintenanceNotice(rooms.directory.maintenance), graphql, ...routes, ...extensions],
  });
  const admin =
    config.admin === null
      ? undefined
      : await createAdminServer(metrics, readiness.require, log, readyDetails);
  const consoleServer = await openConsole(config, { app, built, log, ports });
  const housekeeping = startHousekeeping({
    store,
    ports,
    rooms,
    events,
    deskReminders: built.deskReminders,
    pharmacyDesk: built.pharmacyDesk,
    audit,
    alerts: alertsOf(config, { ports, log, delivery }),
    onError: createTroubleLog(log, 'housekeeping'),
  });
  const { closeMail, closePayers } = built;
  const leaving = { delivery, events, closeMail, closePayers, console: consoleServer };
  const running = { log, readiness, app, admin, ...leaving, housekeeping, identity, audit, store };
  let stopped: Promise<void> | undefined;
  return {
    rooms,
    pharmacyDesk: built.pharmacyDesk.administration,
    store,
    app,
    listen: async () => {
      // Before anybody is answered: what is asked of an older state is heeded as such.
      await delivery.noticeOlderState();
      await app.listen({ host: config.host, port: config.port });
      if (admin !== undefined && config.admin !== null) await admin.listen(config.admin);
      operatorListener = await openOperatorListener(store, operatorActsOf(built), log);
      if (consoleServer !== undefined && config.console != null) await consoleServer.listen(config.console);
      await delivery.dispatcher.start();
      // Beside what is asked meanwhile: who searches first does not wait for it. Where it fails, the first search reads it.
      unaudited.catalog
        .warm()
        .catch((error: unknown) => log.warn({ err: error }, 'the search is not warm yet'));
      return { url: addressOf(app), adminUrl: admin === undefined ? null : addressOf(admin) };
    },
    close: () => (stopped ??= stopInOrder({ ...running, operatorListener })),
  };
}

interface ApiParts {
  readonly rooms: Rooms;
  readonly identity: LiveIdentity & Pick<Identity, 'authenticate' | 'isOriginAllowed'>;
  readonly events: Events;
  readonly trail: Audit['trail'];
  readonly store: Store;
  readonly ports: Ports;
}

/** The API of practices and machines. */
function apiOf(
  config: Config,
  { rooms, identity, events, trail, store, ports }: ApiParts,
): FastifyPluginAsync {
  return graphqlRoutes({
    schema,
    rooms,
    authenticate: ({ headers, method, url }) => identity.authenticate({ headers, method, url }),
    isOriginAllowed: (origin, clientId) => identity.isOriginAllowed(origin, clientId),
    trail,
    beside: (prove) => liveApi(events, identity, prove),
    introspection: config.environment !== 'production',
    ...(typeof config.requestsPerMinute === 'number'
      ? { quotas: createApiQuotas({ store, ports, key: config.linkKey }, config.requestsPerMinute) }
      : {}),
    persisted: persistedDocuments(),
  });
}

function alertsOf(config: Config, { ports, log, delivery }: AlertParts): Alerts {
  const { alerts = null } = config;
  return createAlerts({
    figures: () => delivery.figures(),
    holds: () => delivery.holds(),
    log,
    clock: ports.clock,
    from: config.baseUrl,
    post: alerts === null ? undefined : createAlertPost(alerts),
  });
}

/** What commands on this machine may do through the operators' listener. */
function operatorActsOf({ rooms, network, delivery, identity, pharmacyDesk }: BuiltRooms): OperatorActs {
  const { directory } = rooms;
  return {
    windows: directory.windows,
    network: (act) => performNetworkAct(network, act),
    queue: (act) => performQueueAct(delivery.queue, act),
    recalls: (act) => performRecallAct(delivery.recalls, act),
    quarantine: (act) => performQuarantineAct(delivery.quarantine, act),
    identity: (act) =>
      performNamedAct(
        { ...identity.administration, rotateSigningKeys: (by: string) => identity.rotateSigningKeys(by) },
        ['list', 'invite', 'setProfile', 'recover', 'setActive', 'setOperator', 'rotateSigningKeys'],
        act,
      ),
    keys: (act) => performNamedAct(directory.hookKeys, ['list', 'add', 'end'], act),
    pharmacyDesk: (act) =>
      performNamedAct(
        pharmacyDesk.administration,
        ['accounts', 'invite', 'setActive', 'corrections', 'confirm', 'decline', 'markSeen'],
        act,
      ),
  };
}

function addressOf(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
