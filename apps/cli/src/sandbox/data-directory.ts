// The sandbox's data directory: what lies where, its secrets (made once), and starting anew without touching anybody else's files.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '@pestle/service/store';
import { CommandError } from '../output.ts';

export interface SandboxDirectory {
  readonly path: string;
  /** The embedded store. */
  readonly store: string;
  /** The simulated pharmacies' own log. */
  readonly pharmacyLog: string;
  readonly serviceLog: string;
  readonly identityKey: Uint8Array;
  readonly linkKey: Uint8Array;
  readonly dataKey: Uint8Array;
}

const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;

/**
 * Opens the sandbox's directory, and makes it when there is none. With `fresh`, what an earlier sandbox left is removed
 * first. Throws CommandError for a directory that is in use or that no sandbox made.
 */
export function openSandboxDirectory(path: string, fresh: boolean): SandboxDirectory {
  const marker = join(path, 'sandbox.json');
  if (existsSync(path) && !existsSync(marker) && readdirSync(path).length > 0) {
    throw new CommandError(
      `${path} was not made by the sandbox: it is left alone. Name another directory with --data.`,
    );
  }
  if (fresh && existsSync(marker)) remove(path);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (!existsSync(marker)) writeFileSync(marker, `${JSON.stringify({ made: 'by pestle sandbox' })}\n`);
  const secrets = readSecrets(join(path, 'secrets.json'));
  return {
    path,
    store: join(path, 'store'),
    pharmacyLog: join(path, 'pharmacies.ndjson'),
    serviceLog: join(path, 'service.log'),
    identityKey: Buffer.from(secrets.identityKey, 'base64'),
    linkKey: Buffer.from(secrets.linkKey, 'base64'),
    dataKey: Buffer.from(secrets.dataKey, 'base64'),
  };
}

function remove(path: string): void {
  const store = join(path, 'store');
  if (existsSync(store)) {
    try {
      lockDirectory(store).release();
    } catch {
      throw new CommandError(`A sandbox runs in ${path}. Stop it before you start anew.`);
    }
  }
  rmSync(path, { recursive: true });
}

interface Secrets {
  readonly identityKey: string;
  readonly linkKey: string;
  readonly dataKey: string;
}

function readSecrets(file: string): Secrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  const secrets: Secrets = {
    identityKey: randomBytes(KEY_BYTES).toString('base64'),
    linkKey: randomBytes(KEY_BYTES).toString('base64'),
    dataKey: randomBytes(KEY_BYTES).toString('base64'),
  };
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  return secrets;
}
