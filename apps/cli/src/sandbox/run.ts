// `pestle sandbox`: starts the sandbox, says where everything is, and stops it all cleanly on Ctrl-C.

import { createLog, STOP_LIMITS } from '@pestle/service/kernel';
import { StoreNotUsableError } from '@pestle/service/store';
import { stopInTheEnd } from '../last-resort.ts';
import { CommandError, say } from '../output.ts';
import { banner } from './banner.ts';
import { claimPortAndStore } from './port-and-store.ts';
import type { SandboxOptions } from './start.ts';

/** Resolves when the sandbox is ready; the process then lives until a signal. */
export async function runSandbox(options: SandboxOptions): Promise<void> {
  const startedAt = performance.now();
  say('Starting the sandbox …');
  const claimed = await claimPortAndStore({ ...options, history: true });
  // Loaded while the store is made: the service's modules take a second.
  const { startClaimed } = await import('./start.ts');
  const sandbox = await startClaimed(claimed, options).catch((error: unknown) => {
    throw error instanceof StoreNotUsableError ? new CommandError(error.message) : error;
  });
  stopInTheEnd({
    log: createLog({ level: 'error', destination: process.stderr }),
    stop: async () => {
      say('', 'Stopping …');
      await sandbox.close();
      say('Stopped. The data stay for the next start.');
    },
    stopMsMax: STOP_LIMITS.totalMs,
  });
  say(...banner(sandbox, performance.now() - startedAt));
}
