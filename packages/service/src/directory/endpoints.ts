// SQL of endpoints: how a pharmacy is reached, its secrets left sealed. For delivery and the keeper only; no API type shows it.
import { sql } from 'kysely';
import type { Tx } from '../store/store.ts';
import type { SealedEndpoint, StoredEndpoint, StoredIntegration } from './credentials/sealed-credentials.ts';
import { takesPrescriptions } from './integration.ts';
import type { DirectoryTables } from './tables.ts';

export interface PharmacyEndpoint {
  readonly pharmacyId: string;
  /** Opened with `openIntegration`. */
  readonly integration: SealedEndpoint<StoredIntegration>;
  readonly revision: number;
  /** The network in between, when the integration names one. */
  readonly partner: {
    readonly id: string;
    readonly name: string;
    readonly endpoint: SealedEndpoint<StoredEndpoint>;
  } | null;
  /** D6: live, with a technical contact and a passed conformance run, and its partner active. */
  readonly takesPrescriptions: boolean;
}

/** How the pharmacy is reached, or undefined when it is not integrated (D3: fax). */
export async function pharmacyEndpoint(tx: Tx, pharmacyId: string): Promise<PharmacyEndpoint | undefined> {
  const row = await tx
    .withTables<DirectoryTables>()
    .selectFrom('pharmacy_endpoint')
    .innerJoin('pharmacy', 'pharmacy.id', 'pharmacy_endpoint.pharmacy_id')
    .leftJoin('partner', 'partner.id', 'pharmacy.partner_id')
    .select([
      'pharmacy_endpoint.integration',
      'pharmacy_endpoint.sealed',
      'pharmacy_endpoint.revision',
      'pharmacy.active',
      'partner.id as partner_id',
      'partner.name as partner_name',
      'partner.endpoint as partner_endpoint',
      'partner.sealed as partner_sealed',
      'partner.active as partner_active',
    ])
    .where('pharmacy_endpoint.pharmacy_id', '=', pharmacyId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { partner_id: id, partner_name: name, partner_endpoint: endpoint } = row;
  return {
    pharmacyId,
    integration: { plain: row.integration, sealed: row.sealed },
    revision: row.revision,
    partner:
      id === null || name === null || endpoint === null
        ? null
        : { id, name, endpoint: { plain: endpoint, sealed: row.partner_sealed } },
    takesPrescriptions: row.active && row.partner_active !== false && takesPrescriptions(row.integration),
  };
}

/** For each of the pharmacies, whether prescriptions can go to it electronically (D6); no secret leaves the store for this. */
export async function electronicAmong(tx: Tx, pharmacyIds: readonly string[]): Promise<Map<string, boolean>> {
  const { rows } = await sql<{ pharmacy_id: string }>`
    select endpoint.pharmacy_id from pharmacy_endpoint endpoint
    join pharmacy on pharmacy.id = endpoint.pharmacy_id
    left join partner on partner.id = pharmacy.partner_id
    where endpoint.pharmacy_id = any(${sql.val(pharmacyIds)}::text[]) and pharmacy.active and partner.active is distinct from false
      and endpoint.integration ->> 'stage' = 'live'
      and endpoint.integration ? 'technicalContact' and endpoint.integration ? 'conformancePassedAt'`.execute(
    tx,
  );
  const electronic = new Set(rows.map(({ pharmacy_id: id }) => id));
  return new Map(pharmacyIds.map((id) => [id, electronic.has(id)]));
}
