// Remembers which pharmacies report statuses at all: of one that never did, silence says nothing (D5).
import type { PharmacyId } from '@pestle/rules/ids';
import type { Tx } from '../store/store.ts';

export type ReportingTables = { reporting_pharmacy: { pharmacy_id: PharmacyId } };

/** Keeps that these pharmacies have reported something; in the transaction of the report. */
export async function rememberReporting(tx: Tx, pharmacyIds: Iterable<PharmacyId>): Promise<void> {
  // In one order, so that two first reports that name the same pharmacies wait for each other and never in a circle.
  const rows = [...new Set(pharmacyIds)].toSorted().map((pharmacy_id) => ({ pharmacy_id }));
  if (rows.length === 0) return;
  await tx
    .withTables<ReportingTables>()
    .insertInto('reporting_pharmacy')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
