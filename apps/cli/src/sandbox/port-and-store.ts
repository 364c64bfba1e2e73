// Claims what the sandbox needs before it starts: a free port, its directory and its store, which takes seconds to make when it is new.
import { createServer } from 'node:net';
import {
  beginFilledStore,
  type EmbeddedStore,
  type FilledStore,
  isStoreThere,
  openEmbeddedStore,
} from '@pestle/service/store';
import { portInUse } from '../output.ts';
import type { SandboxDirectory } from './data-directory.ts';
import { openSandboxDirectory } from './data-directory.ts';

export interface PortAndStoreOptions {
  readonly directory: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly fresh: boolean;
  /** A new store is filled before it exists for anybody. */
  readonly history?: boolean;
}

export interface PortAndStore {
  readonly port: number;
  readonly directory: SandboxDirectory;
  readonly store: ClaimedStore;
}

/** Not migrated yet. Whoever claimed it closes it, or gives it up. */
export type ClaimedStore =
  | { readonly kind: 'opening'; readonly opened: Promise<EmbeddedStore> }
  | { readonly kind: 'to-fill'; readonly filled: FilledStore };

export const HOST = '127.0.0.1';

/** The port is looked at before anything is made, so that a taken one is said at once. Throws CommandError. */
export async function claimPortAndStore({
  directory: path,
  port,
  fresh,
  history = false,
}: PortAndStoreOptions): Promise<PortAndStore> {
  const free = await freePort(port);
  const directory = openSandboxDirectory(path, fresh);
  return { port: free, directory, store: claimStore(directory.store, history) };
}

function claimStore(directory: string, history: boolean): ClaimedStore {
  if (history && !isStoreThere(directory)) return { kind: 'to-fill', filled: beginFilledStore(directory) };
  const opened = openEmbeddedStore(directory);
  // Whoever awaits the store gets the error.
  opened.catch(() => undefined);
  return { kind: 'opening', opened };
}

/** Lets go of a store that nobody has got. */
export async function dropStore(store: ClaimedStore): Promise<void> {
  if (store.kind === 'to-fill') return await store.filled.giveUp();
  await store.opened.then(
    (opened) => opened.close(),
    () => undefined,
  );
}

/** A port beside the service's: the wanted one or, when somebody else has that, a free one; none where none is wanted. */
export async function usualOrFreePort(wanted: number | undefined): Promise<number | undefined> {
  if (wanted === undefined) return undefined;
  return await freePort(wanted).catch(() => freePort(0));
}

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
