// `pestle sandbox`: starts the sandbox, says where everything is, and stops it all cleanly on Ctrl-C.

import { StoreNotUsableError } from '@pestle/service/store/not-usable';
import closeWithGrace from 'close-with-grace';
import { CommandError, say } from '../output.ts';
import { banner } from './banner.ts';
import type { SandboxOptions } from './start.ts';
import { startSandbox } from './start.ts';

const STOP_TIMEOUT_MS = 30_000;

/** Resolves when the sandbox is ready; the process then lives until a signal. */
export async function runSandbox(options: SandboxOptions): Promise<void> {
  const startedAt = performance.now();
  say('Starting the sandbox …');
  const sandbox = await startSandbox(options).catch((error: unknown) => {
    throw error instanceof StoreNotUsableError ? new CommandError(error.message) : error;
  });
  closeWithGrace({ delay: STOP_TIMEOUT_MS, logger: false }, async ({ err }) => {
    if (err !== undefined) process.stderr.write(`${err.stack ?? err.message}\n`);
    say('', 'Stopping …');
    await sandbox.close();
    say('Stopped. The data stay for the next start.');
  });
  say(...banner(sandbox, performance.now() - startedAt));
}
