// Reads what was signed of a prescription, inside another room's transaction.
import type { OrganizationId, PrescriptionId } from '@pestle/rules/ids';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import type { ClinicalContent, Envelope } from '../clinical-content.ts';
import { signedAhead } from '../prescriptions/prescriptions.ts';
import { openSignable } from '../sealed-rows.ts';
import type { PrescribingTables } from '../tables.ts';

/** The signed content and what belongs to it: patient, prescriber and practice as they were. */
export async function signedOf(
  tx: Tx,
  {
    org_id: orgId,
    prescription_id: id,
  }: { readonly org_id: OrganizationId; readonly prescription_id: PrescriptionId },
): Promise<{ readonly content: ClinicalContent; readonly envelope: Envelope }> {
  const ahead = signedAhead(tx, id);
  if (ahead !== undefined) return openSignable(keysOf(tx), ahead.signable_id, ahead.sealed);
  const row = await tx
    .withTables<PrescribingTables>()
    .selectFrom('prescription')
    .innerJoin('signable', (join) =>
      join
        .onRef('signable.org_id', '=', 'prescription.org_id')
        .onRef('signable.id', '=', 'prescription.signable_id'),
    )
    .select(['signable.id', 'signable.sealed'])
    .where('prescription.org_id', '=', orgId)
    .where('prescription.id', '=', id)
    .executeTakeFirstOrThrow();
  return openSignable(keysOf(tx), row.id, row.sealed);
}
