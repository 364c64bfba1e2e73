// Lists the endpoints that live in private networks, so that an operator learns which of them are not opened.
import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import type { DirectoryTables } from '../tables.ts';

export interface PrivateEndpoint {
  /** Of the pharmacy or the partner. */
  readonly id: string;
  readonly privateNetwork: string;
}

/** Pharmacies that have an endpoint of their own, and partners, by their ids. */
export async function privateEndpoints(store: Store): Promise<readonly PrivateEndpoint[]> {
  return await store.asKeeper(async (tx) => {
    const tables = tx.withTables<DirectoryTables>();
    const pharmacies = await tables
      .selectFrom('pharmacy_endpoint')
      .select([
        'pharmacy_id as id',
        sql<string>`integration -> 'endpoint' ->> 'privateNetwork'`.as('privateNetwork'),
      ])
      .where(sql<boolean>`(integration -> 'endpoint' ? 'privateNetwork' and not integration ? 'partnerId')`)
      .orderBy('pharmacy_id')
      .execute();
    const partners = await tables
      .selectFrom('partner')
      .select(['id', sql<string>`endpoint ->> 'privateNetwork'`.as('privateNetwork')])
      .where(sql<boolean>`(endpoint ? 'privateNetwork' and active)`)
      .orderBy('id')
      .execute();
    return [...pharmacies, ...partners];
  });
}
