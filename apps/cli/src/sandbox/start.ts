// Starts the whole sandbox in one process: store, service, simulated pharmacies, fax machine, phone and control room.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { servedElements } from '@pestle/elements/build';
import { VERSION } from '@pestle/elements/version';
import { controlRoom } from '@pestle/sandbox/control-room/plugin';
import { FAX_MACHINE_KEY, PHONE_KEY } from '@pestle/sandbox/credentials';
import type { Peers } from '@pestle/sandbox/peers';
import { startPeers } from '@pestle/sandbox/peers';
import { applications, organization } from '@pestle/sandbox/seed';
import type { Config } from '@pestle/service/config';
import { elementFiles } from '@pestle/service/http/element-files';
import { createLog } from '@pestle/service/log';
import type { Service } from '@pestle/service/main';
import { createService } from '@pestle/service/main';
import { portInUse } from '../output.ts';
import { createApiClient, machineToken } from './api-client.ts';
import { controlRoomSource } from './control-room-source.ts';
import type { SandboxDirectory } from './data-directory.ts';
import { openSandboxDirectory } from './data-directory.ts';
import { seed } from './seed.ts';
import { CONTROL_ROOM_PATH } from './settings.ts';

export interface SandboxOptions {
  readonly directory: string;
  readonly port: number;
  readonly fresh: boolean;
}

export interface Sandbox {
  readonly baseUrl: string;
  readonly peers: Peers;
  readonly service: Service;
  readonly directory: SandboxDirectory;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** The control room looks and changes nothing. */
const READ_SCOPES = 'read:order read:patient read:pharmacy read:prescription';

/** Starts everything and resolves when it can be used. Throws CommandError for what the person can mend. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const port = await freePort(options.port);
  // Begins before the store opens; built only when the sources have changed.
  const elements = servedElements();
  elements.catch(() => undefined);
  const directory = openSandboxDirectory(options.directory, options.fresh);
  const peers = await startPeers({ host: HOST, log: { file: directory.pharmacyLog } });
  const baseUrl = `http://${HOST}:${port}`;
  let service: Service | undefined;
  try {
    service = await createService(configOf(directory, peers, { baseUrl, port }), {
      log: createLog({
        level: 'warn',
        destination: { write: (line) => appendFileSync(directory.serviceLog, line) },
      }),
      extensions: [
        elementFiles({ directory: await elements, version: VERSION, released: false }),
        async (app) => {
          const api = createApiClient(
            baseUrl,
            machineToken(baseUrl, { ...applications.machine, scope: READ_SCOPES }),
          );
          await app.register(controlRoom, {
            prefix: CONTROL_ROOM_PATH,
            source: controlRoomSource(api),
            peers,
          });
          app.get('/', (_request, reply) => reply.redirect(`${CONTROL_ROOM_PATH}/`));
        },
      ],
    });
    await seed({ service, peers, baseUrl });
    peers.setStatusHookUrl(`${baseUrl}/v1/hooks/pharmacy`);
    peers.setScriptInboxUrl(`${baseUrl}/v1/hooks/script`);
    await service.listen();
  } catch (error) {
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
    close: async () => {
      // The service first: what is under way still finds the pharmacies.
      await running.close();
      await peers.close();
    },
  };
}

/** Found before anything is made, so that a taken port is said at once. 0 picks a free one. */
async function freePort(wanted: number): Promise<number> {
  const server = createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, HOST, () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : wanted);
      });
    });
  } catch (error) {
    throw portInUse(error, wanted, '--port') ?? error;
  } finally {
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }
}

function configOf(
  directory: SandboxDirectory,
  peers: Peers,
  { baseUrl, port }: { baseUrl: string; port: number },
): Config {
  return {
    environment: 'sandbox',
    baseUrl,
    host: HOST,
    port,
    admin: null,
    store: { kind: 'embedded', directory: directory.store },
    logLevel: 'warn',
    trustedProxies: [],
    identityKey: directory.identityKey,
    linkKey: directory.linkKey,
    dataKeys: { current: directory.dataKey, previous: [] },
    requireSecondFactor: false,
    stagingUrl: null,
    operatorContact: null,
    scriptSender: { id: 'PESTLE', tertiaryId: 'PESTLE' },
    fax: { url: peers.faxUrl, key: FAX_MACHINE_KEY, from: organization.practiceLocations[0]?.fax ?? '' },
    text: { url: peers.phoneUrl, key: PHONE_KEY },
    deliveries: 'loopback',
  };
}
