// The statements that change many pharmacies at once beside what an import says of them, and of each only what differs.
import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';
import type { OpeningHours } from '../tables.ts';

export interface PharmacyDetails {
  readonly id: string;
  readonly active: boolean;
  readonly partner_id: string | null;
  readonly opening_hours: readonly OpeningHours[] | null;
  readonly status_words: Readonly<Record<string, string>>;
}

/** Answers whether anything differed. */
export async function updateDetails(tx: Tx, rows: readonly PharmacyDetails[]): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update pharmacy set active = given.active, partner_id = given.partner_id,
      opening_hours = given.opening_hours, status_words = given.status_words
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      id text, active boolean, partner_id text, opening_hours jsonb, status_words jsonb)
    where pharmacy.id = given.id
      and (pharmacy.active, pharmacy.partner_id, pharmacy.opening_hours, pharmacy.status_words)
        is distinct from (given.active, given.partner_id, given.opening_hours, given.status_words)`.execute(
    tx,
  );
  return numAffectedRows > 0n;
}

/** How pharmacies are reached stands in rows of its own: a change of it counts for the pharmacy too, once. */
export async function setPharmacyRevisions(
  tx: Tx,
  rows: readonly { readonly id: string; readonly revision: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update pharmacy set revision = given.revision
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id text, revision integer)
    where pharmacy.id = given.id and pharmacy.revision <> given.revision`.execute(tx);
}
