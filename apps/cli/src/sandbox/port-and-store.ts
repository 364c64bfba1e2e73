// Claims what the sandbox needs before it starts: a free port, its directory and its store, which takes seconds to make when it is new.
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import {
  type ClockOffset,
  type EmbeddedStore,
  newClockOffset,
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
}

export interface PortAndStore {
  readonly port: number;
  readonly directory: SandboxDirectory;
  /** Being opened, not migrated yet. Whoever claimed it closes it. */
  readonly store: Promise<EmbeddedStore>;
  /** True when there was no store here: it is empty. */
  readonly isNew: boolean;
  /** Of the store, whose first days have passed. */
  readonly clock: ClockOffset;
}

export const HOST = '127.0.0.1';

/** The port is looked at before anything is made, so that a taken one is said at once. Throws CommandError. */
export async function claimPortAndStore({
  directory: path,
  port,
  fresh,
}: PortAndStoreOptions): Promise<PortAndStore> {
  const free = await freePort(port);
  const directory = openSandboxDirectory(path, fresh);
  const isNew = !existsSync(directory.store);
  const clock = newClockOffset();
  const store = openEmbeddedStore(directory.store, { clock });
  // Whoever awaits the store gets the error.
  store.catch(() => undefined);
  return { port: free, directory, store, isNew, clock };
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
