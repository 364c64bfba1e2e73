// Whether a conformance run still says something: it was made with certain settings, and others have to pass their own (D6).
import type { Tx } from '../../store/store.ts';
import type { OrgKeys } from '../../vault/vault.ts';
import type { DirectoryTables } from '../tables.ts';
import type { PassedRun, StoredPharmacy } from './records.ts';

/** A keyed hash of everything that decides what a pharmacy is sent and how: endpoint, credentials, version, form and settings. */
export function settingsHash(network: OrgKeys, { record, partner }: StoredPharmacy): string {
  const { integration, npi, ncpdpId, phone } = record;
  const { channel, endpoint, script, api } = integration ?? {};
  const settings = [
    channel,
    partner?.record.endpoint ?? endpoint,
    channel === 'api' ? api : script,
    // Messages name the pharmacy by them.
    [npi, ncpdpId, phone],
  ];
  return Buffer.from(network.digest('conformance', JSON.stringify(sorted(settings)))).toString('hex');
}

/** Passed, and with the settings of now. */
export function isPassed(network: OrgKeys, stored: StoredPharmacy): boolean {
  return stored.passedRun !== null && stored.passedRun.of === settingsHash(network, stored);
}

/** Null: the run that was made last with these settings was not passed. */
export async function writePassedRun(tx: Tx, pharmacyId: string, run: PassedRun | null): Promise<void> {
  await tx
    .withTables<DirectoryTables>()
    .updateTable('pharmacy_endpoint')
    .set({ conformance: run === null ? null : JSON.stringify(run) })
    .where('pharmacy_id', '=', pharmacyId)
    .execute();
}

/** Members in the order of their names: the store keeps no other order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
