// Takes operators' commands on this machine while the service holds the embedded store, which no other process can open then.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastify from 'fastify';
import type { MaintenanceAdministration } from '../directory/inside.ts';
import { Failure } from '../kernel/errors.ts';
import { understand } from '../kernel/failures/failures.ts';
import type { Log } from '../kernel/log.ts';
import { sendProblem } from '../kernel/web/problem.ts';
import { apiPolicy } from '../kernel/web/security-headers.ts';
import type { EmbeddedStore } from '../store/inside.ts';
import type { Store } from '../store/store.ts';
import { drainOnClose } from './drain.ts';
import { HTTP_LIMITS } from './limits.ts';

/** In the store's directory while the service listens: its URL and the key to it. Only the owner of the store can read it. */
export const LISTENER_FILE = 'operator-door.json';
const OWNER_ONLY = 0o600;
const KEY_BYTES = 32;

export interface OperatorListener {
  close(): Promise<void>;
}

/** What the file says. */
export interface ListenerFile {
  /** Always of this machine. */
  readonly url: string;
  readonly key: string;
}

/** What operators may do through the listener. */
export interface OperatorActs {
  readonly windows: MaintenanceAdministration;
  /** Shows and changes how pharmacies are reached. */
  readonly network: (act: unknown) => Promise<unknown>;
  /** Shows what waits to leave, and acts on it. */
  readonly queue: (act: unknown) => Promise<unknown>;
  /** Recalls orders of all organizations. */
  readonly recalls: (act: unknown) => Promise<unknown>;
  /** Helps users of organizations, makes operators, and moves the keys that sign tokens along. */
  readonly identity: (act: unknown) => Promise<unknown>;
  /** Makes and ends the keys by which pharmacies and partners report. */
  readonly keys: (act: unknown) => Promise<unknown>;
  /** Invites people of pharmacies, and decides what they correct. */
  readonly pharmacyDesk: (act: unknown) => Promise<unknown>;
  /** Shows and ends a quarantine. */
  readonly quarantine: (act: unknown) => Promise<unknown>;
}

/** An act on windows of maintenance as a command sends it: a method of their administration and its arguments. */
export interface MaintenanceAct {
  readonly act: keyof MaintenanceAdministration;
  readonly id?: string;
  readonly input?: unknown;
}

/**
 * Opens the operators' listener for an embedded store in a directory; undefined for other stores, which commands reach themselves. Who can
 * read the store's files could change them anyway: the key lets nobody else in.
 */
export async function openOperatorListener(
  store: Store,
  { windows, network, queue, recalls, identity, keys, pharmacyDesk, quarantine }: OperatorActs,
  log: Pick<Log, 'error'>,
): Promise<OperatorListener | undefined> {
  const directory = store.kind === 'embedded' ? (store as EmbeddedStore).directory : null;
  if (directory === null) return undefined;
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const app = fastify({ logger: false, exposeHeadRoutes: false, bodyLimit: HTTP_LIMITS.bodyBytesMax });
  drainOnClose(app, log);
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, understand(error).failure));
  await app.register(helmet, apiPolicy(false));
  app.addHook('onRequest', async (request) => {
    if (!isKey(request.headers.authorization, key))
      throw new Failure('UNAUTHENTICATED', `Send the key that ${LISTENER_FILE} holds.`);
  });
  app.post('/maintenance', async (request) => ({
    answer: await perform(windows, request.body as MaintenanceAct | null),
  }));
  app.post('/network', { bodyLimit: HTTP_LIMITS.networkActBytesMax }, async (request) => ({
    answer: await network(request.body),
  }));
  app.post('/queue', async (request) => ({ answer: await queue(request.body) }));
  app.post('/recall', async (request) => ({ answer: await recalls(request.body) }));
  app.post('/identity', async (request) => ({ answer: await identity(request.body) }));
  app.post('/keys', async (request) => ({ answer: await keys(request.body) }));
  app.post('/pharmacy-desk', async (request) => ({ answer: await pharmacyDesk(request.body) }));
  app.post('/quarantine', async (request) => ({ answer: await quarantine(request.body) }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const file = join(directory, LISTENER_FILE);
  const unfinished = `${file}.new`;
  const found: ListenerFile = { url: `http://127.0.0.1:${port}`, key };
  writeFileSync(unfinished, `${JSON.stringify(found)}\n`, { mode: OWNER_ONLY });
  renameSync(unfinished, file);
  return {
    close: async () => {
      rmSync(file, { force: true });
      await app.close();
    },
  };
}

function isKey(header: string | undefined, key: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${key}`));
}

async function perform(windows: MaintenanceAdministration, body: MaintenanceAct | null): Promise<unknown> {
  // What a command of another version sends is checked where it is used.
  const { act, id = '', input } = body ?? {};
  switch (act) {
    case 'list':
      return await windows.list(input as Parameters<MaintenanceAdministration['list']>[0]);
    case 'history':
      return await windows.history(id);
    case 'add':
      return await windows.add(input as Parameters<MaintenanceAdministration['add']>[0]);
    case 'change':
      return await windows.change(id, input as Parameters<MaintenanceAdministration['change']>[1]);
    case 'end':
      return await windows.end(id, input as Parameters<MaintenanceAdministration['end']>[1]);
    case undefined:
    default:
      throw new Failure('INVALID_INPUT', 'act: this must be list, history, add, change or end.');
  }
}
