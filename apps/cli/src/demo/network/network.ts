// Starts what the demo runs on: the service on loopback HTTP over the demo's store, and the sandbox's pharmacies, fax machine and phone.
import { randomBytes } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { FAX_MACHINE_KEY, PHONE_KEY } from '@pestle/sandbox/credentials';
import { type Peers, startPeers } from '@pestle/sandbox/peers';
import { createService, type Service } from '@pestle/service';
import type { Config } from '@pestle/service/config';
import { createLog } from '@pestle/service/kernel';
import type { MasterKeys } from '@pestle/service/vault';
import { CommandError } from '../../output.ts';
import { DEMO_PACE } from '../settings.ts';
import { type DemoStore, openDemoStore } from './demo-store.ts';

export interface DemoNetworkOptions {
  /** A directory or PostgreSQL URL; a temporary embedded store without it. */
  readonly store: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Share of attempts that fail, 0 to 1. */
  readonly faults: number;
  readonly seed: number;
  /** The day that counts as today for coverage; the real one when left out. */
  readonly asOf?: string;
}

export interface DemoNetwork {
  readonly baseUrl: string;
  readonly store: DemoStore;
  readonly peers: Peers;
  readonly service: Service;
  /** The key of this run alone: its store is read by nobody after it. */
  readonly dataKeys: MasterKeys;
  readonly pharmacyLog: string;
  readonly acknowledgements: string;
  /** Warnings and errors of the service, one JSON a line. */
  readonly serviceLog: string;
  /** Stops everything and removes what is temporary. May be called again. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const KEY_BYTES = 32;
const CARRIERS = ['FAX_URL', 'FAX_CARRIER', 'TEXT_URL', 'TEXT_CARRIER'] as const;

/** Throws CommandError for a store or carrier that is not the demo's own. */
export async function openDemoNetwork(options: DemoNetworkOptions): Promise<DemoNetwork> {
  refuseCarriers(options.env);
  const dataKeys: MasterKeys = { current: randomBytes(KEY_BYTES), previous: [] };
  const store = await openDemoStore(options.store, options.env['MIGRATE_DATABASE_URL']);
  const pharmacyLog = join(store.evidence, 'pharmacies.ndjson');
  const serviceLog = join(store.evidence, 'service.log');
  let peers: Peers | undefined;
  let service: Service | undefined;
  try {
    peers = await startPeers({
      host: HOST,
      pharmacies: () => [],
      partners: () => [],
      log: { file: pharmacyLog },
      pace: DEMO_PACE,
      ...(options.faults > 0 ? { faults: { share: options.faults, seed: options.seed } } : {}),
    });
    const port = await freePort();
    writeFileSync(serviceLog, '');
    const config = configOf(peers, port, store, dataKeys);
    service = await createService(config, {
      store: store.store,
      ...(options.asOf === undefined ? {} : { coverageAsOf: options.asOf }),
      log: createLog({
        level: 'warn',
        destination: { write: (line) => appendFileSync(serviceLog, line) },
      }),
    });
    await service.listen();
    peers.setStatusHookUrl(`${config.baseUrl}/v1/hooks/pharmacy`);
    peers.setScriptInboxUrl(`${config.baseUrl}/v1/hooks/script`);
    const running = { peers, service };
    const stop = async (): Promise<void> => {
      // The service first: what is under way still finds the pharmacies.
      await running.service.close();
      await running.peers.close();
      await store.remove();
    };
    let stopped: Promise<void> | undefined;
    return {
      baseUrl: config.baseUrl,
      store,
      dataKeys,
      ...running,
      pharmacyLog,
      serviceLog,
      acknowledgements: join(store.evidence, 'acknowledgements.ndjson'),
      close: () => (stopped ??= stop()),
    };
  } catch (error) {
    if (service === undefined) await store.store.close();
    else await service.close();
    await peers?.close();
    await store.remove();
    throw error;
  }
}

/** The data hold real fax numbers: nothing may leave this machine, not even by a setting made for another purpose. */
function refuseCarriers(env: DemoNetworkOptions['env']): void {
  const named = CARRIERS.filter((name) => (env[name] ?? '').trim() !== '');
  if (named.length === 0) return;
  throw new CommandError(
    `${named.join(' and ')} ${named.length === 1 ? 'names a carrier' : 'name carriers'}: the demo's data hold real fax numbers, so that it uses the sandbox's machines only. Unset ${named.length === 1 ? 'it' : 'them'} and start again.`,
  );
}

function configOf(peers: Peers, port: number, { evidence, kind }: DemoStore, dataKeys: MasterKeys): Config {
  return {
    environment: 'sandbox',
    baseUrl: `http://${HOST}:${port}`,
    host: HOST,
    port,
    admin: null,
    // The store is opened before, so that this names it and opens nothing.
    store: { kind: 'embedded', directory: join(evidence, kind) },
    logLevel: 'warn',
    deliveryAllow: [],
    trustedProxies: [],
    identityKey: randomBytes(KEY_BYTES),
    linkKey: randomBytes(KEY_BYTES),
    dataKeys,
    requireSecondFactor: false,
    stagingUrl: null,
    operatorContact: null,
    scriptSender: { id: 'PESTLE', tertiaryId: 'PESTLE' },
    fax: { url: peers.faxUrl, key: FAX_MACHINE_KEY, from: '6175550102', simulated: true },
    text: { url: peers.phoneUrl, key: PHONE_KEY },
    // Whatever an address says: deliveries go to this machine or nowhere.
    deliveries: 'loopback',
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
