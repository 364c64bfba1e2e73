// What an organization's rows hold, as one text: before and after attacks it is the same.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Store } from '@pestle/service/store';
import { sql } from 'kysely';

/** What pages of patients and pharmacies could change. The audit trail, which grows by every look, is not among them. */
const TABLES = [
  'orders',
  'fill',
  'fill_event',
  'patient_link',
  'wrong_number',
  'outbox',
  'pharmacy_question',
  'transmission',
];

export async function rowsOf(store: Store, orgId: OrganizationId): Promise<Readonly<Record<string, string>>> {
  return await store.withOrg(orgId, async (tx) => {
    const digests: Record<string, string> = {};
    for (const table of TABLES) {
      const { rows } = await sql<{ digest: string }>`
        select count(*) || ' ' || md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest
        from ${sql.table(table)} t where org_id = ${orgId}`.execute(tx);
      digests[table] = rows[0]?.digest ?? '';
    }
    return digests;
  });
}
