// Starts the whole sandbox in one process: store, service, simulated pharmacies, fax machine, phone and control room.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clinic } from '@pestle/clinic/server';
import { startClinic } from '@pestle/clinic/server';
import { VERSION } from '@pestle/elements/version';
import type { HeldCard } from '@pestle/sandbox/control-room/cards';
import { createPayerBoard } from '@pestle/sandbox/control-room/payers';
import { controlRoom } from '@pestle/sandbox/control-room/plugin';
import { FAX_MACHINE_KEY, PAYER_KEY, PHONE_KEY } from '@pestle/sandbox/credentials';
import { type FrontOptions, frontPage } from '@pestle/sandbox/front/plugin';
import { REAL_TIME_BIN, REAL_TIME_PLAN } from '@pestle/sandbox/payer/plan';
import type { Peers } from '@pestle/sandbox/peers';
import { startPeers } from '@pestle/sandbox/peers';
import { applications, organization, patients } from '@pestle/sandbox/seed';
import type { Service, ServiceOptions } from '@pestle/service';
import { createService, migrated } from '@pestle/service';
import type { Config } from '@pestle/service/config';
import { createLog } from '@pestle/service/kernel';
import type { EmbeddedStore } from '@pestle/service/store';
import { browserFiles } from '../browser-files.ts';
import { portInUse } from '../output.ts';
import { createApiClient, machineToken } from './api-client.ts';
import { buildBeside } from './build-beside.ts';
import { controlRoomSource } from './control-room-source.ts';
import type { SandboxDirectory } from './data-directory.ts';
import { frontOptions } from './front.ts';
import { type FirstDaysOptions, layFirstDays } from './history/first-days.ts';
import {
  type ClaimedStore,
  claimPortAndStore,
  dropStore,
  HOST,
  type PortAndStore,
  usualOrFreePort,
} from './port-and-store.ts';
import { seed, seedPresent } from './seed/seed.ts';
import { CONTROL_ROOM_PATH } from './settings.ts';

export interface SandboxOptions {
  readonly directory: string;
  readonly port: number;
  readonly fresh: boolean;
  /** Where the demo clinic listens, 0 for a free port; without it there is none. */
  readonly clinicPort?: number;
  /** Where the operators' console listens, 0 for a free port; without it there is none. */
  readonly consolePort?: number;
  /** How people sign in and sign; left out, nothing is agreed to and no proof grows old. */
  readonly people?: Config['people'];
  /** A new store gets two weeks of what has happened at the practice. */
  readonly history?: boolean;
}

export interface Sandbox {
  readonly baseUrl: string;
  readonly peers: Peers;
  readonly service: Service;
  readonly directory: SandboxDirectory;
  /** The demo clinic's address; null when it was not asked for. */
  readonly clinicUrl: string | null;
  /** The address of the operators' console; null when it was not asked for. */
  readonly consoleUrl: string | null;
  close(): Promise<void>;
}

/** The control room looks and changes nothing. */
const READ_SCOPES = 'read:order read:patient read:pharmacy read:prescription read:user';

/** Starts everything and resolves when it can be used. Throws CommandError for what the person can mend. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  return await startClaimed(await claimPortAndStore(options), options);
}

/** What the service holds because of errors of its own, as the control room shows it. */
async function heldBy(service: Service | undefined): Promise<readonly HeldCard[]> {
  const holds = (await service?.rooms.delivery.queue.holds()) ?? [];
  return holds.map(({ lanes, since }) => ({ lanes, since }));
}

/** The same with a port and a store that are claimed already. */
export async function startClaimed(claimed: PortAndStore, options: SandboxOptions): Promise<Sandbox> {
  const { port, directory } = claimed;
  const beside = buildBeside();
  // Whoever awaits the build gets the error.
  beside.catch(() => undefined);
  const peers = await openPeers(claimed);
  const baseUrl = `http://${HOST}:${port}`;
  const consolePort = await usualOrFreePort(options.consolePort);
  let service: Service | undefined;
  let clinic: Clinic | undefined;
  const log = createLog({
    level: 'warn',
    destination: { write: (line) => appendFileSync(directory.serviceLog, line) },
  });
  try {
    const config = configOf(directory, peers, { baseUrl, port, consolePort, people: options.people });
    const hasPast = claimed.store.kind === 'to-fill';
    const opened = await openedStore(claimed.store, { config, peers, log });
    const build = await beside.catch(async (error: unknown) => {
      await opened.close();
      throw error;
    });
    const payers = createPayerBoard();
    const front = await frontOptions({
      baseUrl,
      clinicUrl: () => clinic?.url ?? null,
      consoleUrl: consolePort === undefined ? null : consoleOn(consolePort).url,
    });
    service = await createService(config, {
      log,
      store: opened,
      coverageWitness: payers.witness,
      extensions: [
        ...browserFiles(build, { baseUrl, released: false, store: () => service?.store }),
        ownPages({ baseUrl, peers, payers, front, service: () => service }),
      ],
    });
    clinic = await openClinic(options.clinicPort, baseUrl, build.elements);
    await (hasPast ? seedPresent : seed)({ service, peers, baseUrl, clinicUrl: clinic?.url ?? null });
    peers.setStatusHookUrl(`${baseUrl}/v1/hooks/pharmacy`);
    peers.setScriptInboxUrl(`${baseUrl}/v1/hooks/script`);
    await service.listen();
  } catch (error) {
    await clinic?.close();
    await service?.close();
    await peers.close();
    throw portInUse(error, port, '--port') ?? error;
  }
  const running = service;
  return {
    baseUrl,
    peers,
    service: running,
    directory,
    clinicUrl: clinic?.url ?? null,
    consoleUrl: consolePort === undefined ? null : consoleOn(consolePort).url,
    close: async () => {
      await clinic?.close();
      // The service first: what is under way still finds the pharmacies.
      await running.close();
      await peers.close();
    },
  };
}

interface OwnPages {
  readonly baseUrl: string;
  readonly peers: Peers;
  readonly payers: ReturnType<typeof createPayerBoard>;
  readonly front: FrontOptions;
  /** Undefined until it is made. */
  readonly service: () => Service | undefined;
}

/** The control room and the front page, which the service serves besides its own. */
function ownPages({
  baseUrl,
  peers,
  payers,
  front,
  service,
}: OwnPages): NonNullable<ServiceOptions['extensions']>[number] {
  return async (app) => {
    const api = createApiClient(
      baseUrl,
      machineToken(baseUrl, { ...applications.machine, scope: READ_SCOPES }),
    );
    await app.register(controlRoom, {
      prefix: CONTROL_ROOM_PATH,
      source: controlRoomSource(api, () => heldBy(service())),
      peers,
      payers,
    });
    await app.register(frontPage, front);
  };
}

/** Everybody else, while the store opens; closes the store when that cannot be. */
async function openPeers({ directory, store }: PortAndStore): Promise<Peers> {
  try {
    return await startPeers({ host: HOST, log: { file: directory.pharmacyLog } });
  } catch (error) {
    await dropStore(store);
    throw error;
  }
}

/** With a current schema, and a new one with its first days. */
async function openedStore(
  store: ClaimedStore,
  options: Omit<FirstDaysOptions, 'store'>,
): Promise<EmbeddedStore> {
  if (store.kind === 'opening') return await migrated(await store.opened);
  return await store.filled.fill(async (unfinished) => {
    await migrated(unfinished);
    await layFirstDays({ store: unfinished, ...options });
  });
}

/** The demo clinic, on its usual port or, when somebody else has that, on a free one. */
async function openClinic(
  port: number | undefined,
  serviceUrl: string,
  elements: string,
): Promise<Clinic | undefined> {
  if (port === undefined) return undefined;
  const integrity: unknown = JSON.parse(readFileSync(join(elements, 'integrity.json'), 'utf8'));
  const options = {
    host: HOST,
    serviceUrl,
    version: VERSION,
    integrity: (integrity as Readonly<Record<string, string>>)['pestle.js'] ?? '',
    applicationId: applications.public.id,
    organizationId: organization.id,
    patients,
    devicesUrl: `${serviceUrl}${CONTROL_ROOM_PATH}/`,
  };
  try {
    return await startClinic({ ...options, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return await startClinic({ ...options, port: 0 });
  }
}

interface ServiceSettings {
  readonly baseUrl: string;
  readonly port: number;
  readonly consolePort: number | undefined;
  readonly people: Config['people'];
}

function consoleOn(port: number): NonNullable<Config['console']> {
  return { url: `http://${HOST}:${port}`, host: HOST, port };
}

function configOf(
  directory: SandboxDirectory,
  peers: Peers,
  { baseUrl, port, consolePort, people }: ServiceSettings,
): Config {
  return {
    environment: 'sandbox',
    baseUrl,
    host: HOST,
    port,
    admin: null,
    console: consolePort === undefined ? null : consoleOn(consolePort),
    store: { kind: 'embedded', directory: directory.store },
    logLevel: 'warn',
    deliveryAllow: [],
    trustedProxies: [],
    identityKey: directory.identityKey,
    linkKey: directory.linkKey,
    dataKeys: { current: directory.dataKey, previous: [] },
    requireSecondFactor: false,
    stagingUrl: null,
    operatorContact: null,
    scriptSender: { id: 'PESTLE', tertiaryId: 'PESTLE' },
    fax: {
      url: peers.faxUrl,
      key: FAX_MACHINE_KEY,
      from: organization.practiceLocations[0]?.fax ?? '',
      simulated: true,
    },
    text: { url: peers.phoneUrl, key: PHONE_KEY },
    payers: [
      {
        name: REAL_TIME_PLAN,
        bins: [REAL_TIME_BIN],
        url: peers.payerUrl,
        auth: { kind: 'bearer', token: PAYER_KEY },
      },
    ],
    deliveries: 'loopback',
    ...(people === undefined ? {} : { people }),
  };
}
