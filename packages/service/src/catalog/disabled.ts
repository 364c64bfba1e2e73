// Reads an organization's standing list: the treatments that nobody there may prescribe.
import type { TreatmentId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { Tx } from '../store/store.ts';
import type { CatalogTables } from './tables.ts';

export interface Disabled {
  readonly reason: string | null;
}

export async function isDisabled(tx: Tx, orgId: string, treatmentId: string): Promise<Disabled | undefined> {
  return (await disabledAmong(tx, orgId, [treatmentId])).get(treatmentId);
}

/** Those of the treatments that are disabled here. */
export async function disabledAmong(
  tx: Tx,
  orgId: string,
  treatmentIds: readonly string[],
): Promise<Map<string, Disabled>> {
  const wanted = [...new Set(treatmentIds)].filter((id): id is TreatmentId => isId('trt', id));
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .withTables<CatalogTables>()
    .selectFrom('disabled_treatment')
    .select(['treatment_id', 'reason'])
    .where('org_id', '=', orgId)
    .where('treatment_id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.treatment_id, { reason: row.reason }]));
}
