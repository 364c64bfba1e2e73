// Reads and opens the keys of all organizations with the master key of the run, so that the check can look at what is sealed.
import { type DataKeyRow, type MasterKeys, type OrgKeys, openRows } from '@pestle/service/vault';
import type { OwnerQuery } from './owner-query.ts';

const KEYS =
  'select org_id, purpose, version, master_id, wrapped, active_from <= now() as active from data_key';

/** The keys by organization; throws for an organization that has none. */
export async function readKeys(query: OwnerQuery, masters: MasterKeys): Promise<(orgId: unknown) => OrgKeys> {
  const rows = (await query(KEYS)) as unknown as readonly (DataKeyRow & { org_id: string })[];
  const opened = new Map(
    [...Map.groupBy(rows, ({ org_id }) => org_id)].map(([orgId, own]) => [
      orgId,
      openRows(masters, orgId, own),
    ]),
  );
  return (orgId) => {
    const keys = opened.get(String(orgId));
    if (keys === undefined) throw new Error(`${String(orgId)} has no keys`);
    return keys;
  };
}
