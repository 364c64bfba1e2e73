// Starts the whole sandbox in one process: store, service, simulated pharmacies, fax machine, phone and control room.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clinic } from '@pestle/clinic/server';
import { startClinic } from '@pestle/clinic/server';
import { VERSION } from '@pestle/elements/version';
import { createPayerBoard } from '@pestle/sandbox/control-room/payers';
import { controlRoom } from '@pestle/sandbox/control-room/plugin';
import { FAX_MACHINE_KEY, PAYER_KEY, PHONE_KEY } from '@pestle/sandbox/credentials';
import { frontPage } from '@pestle/sandbox/front/plugin';
import { REAL_TIME_BIN, REAL_TIME_PLAN } from '@pestle/sandbox/payer/plan';
import type { Peers } from '@pestle/sandbox/peers';
import { startPeers } from '@pestle/sandbox/peers';
import { applications, organization, patients } from '@pestle/sandbox/seed';
import type { Service } from '@pestle/service';
import { createService, migrated } from '@pestle/service';
import type { Config } from '@pestle/service/config';
import { createLog } from '@pestle/service/kernel';
import { type BrowserBuild, browserBuild, browserFiles } from '../browser-files.ts';
import { portInUse } from '../output.ts';
import { createApiClient, machineToken } from './api-client.ts';
import { controlRoomSource } from './control-room-source.ts';
import type { SandboxDirectory } from './data-directory.ts';
import { frontOptions } from './front.ts';
import { layFirstDays } from './history/first-days.ts';
import { claimPortAndStore, HOST, type PortAndStore, usualOrFreePort } from './port-and-store.ts';
import { seed } from './seed.ts';
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

/** The same with a port and a store that are claimed already. */
export async function startClaimed(claimed: PortAndStore, options: SandboxOptions): Promise<Sandbox> {
  const { port, directory, store, isNew, clock } = claimed;
  const { peers, build } = await openBeside(claimed);
  const baseUrl = `http://${HOST}:${port}`;
  const consolePort = await usualOrFreePort(options.consolePort);
  let service: Service | undefined;
  let clinic: Clinic | undefined;
  const log = createLog({
    level: 'warn',
    destination: { write: (line) => appendFileSync(directory.serviceLog, line) },
  });
  try {
    const opened = await migrated(await store);
    const config = configOf(directory, peers, { baseUrl, port, consolePort, people: options.people });
    if (options.history === true && isNew) await layFirstDays({ store: opened, clock, config, peers, log });
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
        async (app) => {
          const api = createApiClient(
            baseUrl,
            machineToken(baseUrl, { ...applications.machine, scope: READ_SCOPES }),
          );
          await app.register(controlRoom, {
            prefix: CONTROL_ROOM_PATH,
            source: controlRoomSource(api),
            peers,
            payers,
          });
          await app.register(frontPage, front);
        },
      ],
    });
    clinic = await openClinic(options.clinicPort, baseUrl, build.elements);
    await seed({ service, peers, baseUrl, clinicUrl: clinic?.url ?? null });
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

interface Beside {
  readonly peers: Peers;
  readonly build: BrowserBuild;
}

/** What is made while the store opens; closes the store when that cannot be. Builds only when the sources have changed. */
async function openBeside({ directory, store }: PortAndStore): Promise<Beside> {
  const build = browserBuild();
  build.catch(() => undefined);
  let peers: Peers | undefined;
  try {
    peers = await startPeers({ host: HOST, log: { file: directory.pharmacyLog } });
    return { peers, build: await build };
  } catch (error) {
    await peers?.close();
    await store.then(
      (opened) => opened.close(),
      () => undefined,
    );
    throw error;
  }
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
