// The work of `pestle audit`, apart from what is printed.
import { readFileSync } from 'node:fs';
import {
  auditedOrganizations,
  type ChainReport,
  type Checkpoint,
  type CheckpointKey,
  checkpointLine,
  createSealer,
  readCheckpointLine,
  readCheckpoints,
  type SealResult,
  type Trust,
  type TrustedKey,
  trustedKey,
  verifyOrganization,
} from '@pestle/service/audit';
import type { EnvironmentVariables } from '@pestle/service/config';
import { systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import type { StoreOptions } from '../open-store.ts';
import { CommandError } from '../output.ts';
import {
  checkpointKeyOf,
  earlierCheckpointKeys,
  requireCheckpointKey,
  withAuditStore,
} from './audit-store.ts';

export interface VerifyOptions extends StoreOptions {
  readonly org?: string;
  /** A file of checkpoints that were kept elsewhere. */
  readonly checkpoints?: string;
  /** Public keys to believe besides those that derive from IDENTITY_KEY and IDENTITY_KEYS_PREVIOUS. */
  readonly key?: readonly string[];
}

export interface AuditVerdict {
  readonly sound: boolean;
  /** Checkpoints kept elsewhere that were compared. */
  readonly witnesses: number;
  readonly organizations: readonly ChainReport[];
}

/** Verifies one organization's chain or all; nothing is changed. Throws CommandError for what the person can mend. */
export async function verifyAudit(env: EnvironmentVariables, options: VerifyOptions): Promise<AuditVerdict> {
  const keys = trustedKeys(env, options);
  const witnesses = options.checkpoints === undefined ? [] : readWitnesses(options.checkpoints);
  return await withAuditStore(env, options, (store) => verifyIn(store, { keys, witnesses }, options.org));
}

export async function verifyIn(
  store: Store,
  trust: Trust & { readonly witnesses: readonly Checkpoint[] },
  orgId: string | undefined,
): Promise<AuditVerdict> {
  return await store.asCourier(async (tx) => {
    const all =
      orgId === undefined
        ? // An organization that was taken out altogether is known from its checkpoints alone.
          new Set([...(await auditedOrganizations(tx)), ...trust.witnesses.map((one) => one.orgId)])
        : [orgId];
    const organizations: ChainReport[] = [];
    for (const one of all) organizations.push(await verifyOrganization(tx, one, trust));
    return {
      sound: organizations.every(({ sound }) => sound),
      witnesses: trust.witnesses.length,
      organizations,
    };
  });
}

/** Chains what waits and signs every head. Throws CommandError for a chain that must not be signed. */
export async function sealAudit(env: EnvironmentVariables, options: StoreOptions): Promise<SealResult> {
  const key = requireCheckpointKey(env, options);
  return await withAuditStore(env, options, (store) => sealIn(store, key));
}

export function sealIn(store: Store, key: CheckpointKey): Promise<SealResult> {
  const sealer = createSealer({
    store,
    clock: systemPorts.clock,
    key,
    onCheckpoint: () => undefined,
    onBroken: (orgId) => {
      throw new CommandError(
        `The chain of ${orgId} was cut or rewritten: nothing is signed for it. Run: pestle audit verify --org ${orgId}`,
      );
    },
  });
  return sealer.seal('everything');
}

/** The checkpoints of one organization or all, one line each, in the order of their making. */
export async function checkpointLines(
  env: EnvironmentVariables,
  options: StoreOptions & { readonly org?: string },
): Promise<string[]> {
  return await withAuditStore(env, options, (store) => checkpointLinesIn(store, options.org ?? null));
}

export async function checkpointLinesIn(store: Store, orgId: string | null): Promise<string[]> {
  return await store.asCourier(async (tx) => (await readCheckpoints(tx, orgId)).map(checkpointLine));
}

export function publicKey(env: EnvironmentVariables, options: StoreOptions): string {
  return requireCheckpointKey(env, options).publicKey;
}

function trustedKeys(env: EnvironmentVariables, options: VerifyOptions): ReadonlyMap<string, TrustedKey> {
  const own = checkpointKeyOf(env, options);
  const given = (options.key ?? []).map((text) => {
    const key = trustedKey(text);
    if (key === undefined)
      throw new CommandError('--key is no public key: give what `pestle audit key` wrote.');
    return key;
  });
  const keys = [...(own === undefined ? [] : [own]), ...earlierCheckpointKeys(env), ...given];
  if (keys.length === 0)
    throw new CommandError(
      'There is no key to believe checkpoints by: set IDENTITY_KEY, or give --key with the public key that was noted.',
    );
  return new Map(keys.map((key) => [key.id, key]));
}

export function readWitnesses(file: string): Checkpoint[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
  const witnesses = text.split('\n').flatMap((line) => readCheckpointLine(line) ?? []);
  if (witnesses.length === 0) throw new CommandError(`${file} holds no checkpoint.`);
  return witnesses;
}
