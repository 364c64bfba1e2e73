// Doctor's check of a rotation of the identity key: whether earlier keys may be removed.
import { existsSync } from 'node:fs';
import type { Config } from '@pestle/service/config';
import { createIdentityKey, type KeyNeeds, keyNeeds } from '@pestle/service/identity';
import { systemPorts } from '@pestle/service/kernel';
import { DirectoryInUseError, openEmbeddedStore, openPostgresStore } from '@pestle/service/store';
import type { Finding } from './finding.ts';
import { note, ok, problem } from './finding.ts';

/** Nothing while no rotation is under way. */
export async function checkIdentityKeys(config: Config): Promise<Finding[]> {
  const previous = config.identityKeysPrevious ?? [];
  if (previous.length === 0) return [];
  if (config.store.kind === 'embedded' && !existsSync(config.store.directory)) return [];
  try {
    const store =
      config.store.kind === 'postgres'
        ? openPostgresStore(config.store.url, { connectionsMax: 1 })
        : await openEmbeddedStore(config.store.directory);
    try {
      return findingsOf(await keyNeeds(store, createIdentityKey(config.identityKey, systemPorts, previous)));
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof DirectoryInUseError)
      return [note('whether IDENTITY_KEYS_PREVIOUS is still needed was not looked at: the store is in use')];
    return [note('whether IDENTITY_KEYS_PREVIOUS is still needed could not be looked at.')];
  }
}

export function findingsOf({ earlier, lost, recoveryCodeHolders }: KeyNeeds): Finding[] {
  const findings: Finding[] = [];
  if (lost > 0)
    findings.push(
      problem(
        `No configured identity key opens ${lost} of the sealed token keys and seeds.`,
        'Name the key that they were sealed with in IDENTITY_KEYS_PREVIOUS.',
      ),
    );
  if (earlier > 0)
    findings.push(
      note(
        `IDENTITY_KEYS_PREVIOUS is still needed: it opens ${earlier} token keys and seeds.`,
        'A running service brings them along within five minutes of its start.',
      ),
    );
  if (recoveryCodeHolders > 0)
    findings.push(
      note(
        `The recovery codes of ${recoveryCodeHolders} people end when IDENTITY_KEYS_PREVIOUS is removed.`,
        'They keep their other factors, and make new codes at /account.',
      ),
    );
  return findings.length > 0 ? findings : [ok('IDENTITY_KEYS_PREVIOUS is not needed any more')];
}
