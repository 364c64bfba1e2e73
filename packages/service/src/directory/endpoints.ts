// Reads how a pharmacy is reached, its secrets left sealed. Delivery uses it; no type of the API shows it.

import type { PharmacyId } from '@pestle/rules/ids';
import { sql } from 'kysely';
import { createAhead } from '../kernel/ahead.ts';
import type { Tx } from '../store/store.ts';
import type { SealedEndpoint } from './credentials/sealed-credentials.ts';
import { takesPrescriptions, takesPrescriptionsSql } from './electronic.ts';
import type { StoredEndpoint } from './endpoint-shape.ts';
import type { StoredIntegration } from './integration.ts';
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
  /** D6, as `takesPrescriptions` judges it. */
  readonly takesPrescriptions: boolean;
}

/** How the pharmacy is reached, or undefined when it is not integrated (D3: fax). */
export async function pharmacyEndpoint(tx: Tx, pharmacyId: string): Promise<PharmacyEndpoint | undefined> {
  return await endpoints.once(tx, pharmacyId, () => endpointOf(tx, pharmacyId));
}

const endpoints = createAhead<PharmacyEndpoint | undefined>();

async function endpointOf(tx: Tx, pharmacyId: string): Promise<PharmacyEndpoint | undefined> {
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
      'pharmacy.ncpdp_id',
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
    takesPrescriptions: takesPrescriptions({
      active: row.active,
      ncpdpId: row.ncpdp_id,
      integration: row.integration,
      partnerActive: row.partner_active,
    }),
  };
}

const ELECTRONIC = takesPrescriptionsSql({
  pharmacy: 'pharmacy',
  endpoint: 'pharmacy_endpoint',
  partner: 'partner',
});

/** For each of the pharmacies, whether prescriptions can go to it electronically (D6); no secret leaves the store for this. */
export async function electronicAmong(tx: Tx, pharmacyIds: readonly string[]): Promise<Map<string, boolean>> {
  if (pharmacyIds.length === 0) return new Map();
  const rows = await tx
    .withTables<DirectoryTables>()
    .selectFrom('pharmacy')
    .innerJoin('pharmacy_endpoint', 'pharmacy_endpoint.pharmacy_id', 'pharmacy.id')
    .leftJoin('partner', 'partner.id', 'pharmacy.partner_id')
    .select('pharmacy_endpoint.pharmacy_id')
    .where('pharmacy.id', 'in', pharmacyIds as PharmacyId[])
    .where(sql<boolean>`${sql.raw(ELECTRONIC)}`)
    .execute();
  const electronic = new Set<string>(rows.map(({ pharmacy_id: id }) => id));
  return new Map(pharmacyIds.map((id) => [id, electronic.has(id)]));
}
