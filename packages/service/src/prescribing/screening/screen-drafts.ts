// Asks what speaks against drafts before they are signed, outside of the transaction that signs.
import type { DraftId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { findPatient } from '../../directory/inside.ts';
import type { UserActor } from '../../kernel/actor.ts';
import type { Tx } from '../../store/store.ts';
import { keysOf } from '../../vault/vault.ts';
import type { PrescribingDeps } from '../deps.ts';
import { openDraft } from '../sealed-rows.ts';
import type { DraftRow, PrescribingTables } from '../tables.ts';
import { type Screened, type ScreenedPatient, type ScreenedSubject, screenOutside } from './ask.ts';

/** It changes nothing and refuses nothing: ids that are nobody's drafts are left out, and whoever reviews them says so. */
export async function screenDrafts(
  deps: PrescribingDeps,
  signer: UserActor,
  draftIds: readonly string[],
): Promise<Screened> {
  return await screenOutside(deps, signer.orgId, (tx) => findDrafts(tx, signer, draftIds));
}

/** A draft as it is asked about. */
export function subjectOfDraft({ id, treatment_id: treatmentId, instructions }: DraftRow): ScreenedSubject {
  return { key: id, treatmentId, instructions };
}

async function findDrafts(
  tx: Tx,
  { orgId, id: signerId }: UserActor,
  draftIds: readonly string[],
): Promise<ScreenedPatient | undefined> {
  const ids = draftIds.filter((id): id is DraftId => isId('drf', id));
  if (ids.length === 0) return undefined;
  const stored = await tx
    .withTables<PrescribingTables>()
    .selectFrom('draft')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('prescriber_id', '=', signerId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const patientId = stored[0]?.patient_id;
  const patient = patientId === undefined ? undefined : await findPatient(tx, orgId, patientId);
  if (patient === undefined) return undefined;
  const keys = keysOf(tx);
  const drafts = stored.filter((draft) => draft.patient_id === patient.id);
  return {
    patient,
    prescriberId: signerId,
    subjects: drafts.map((draft) => subjectOfDraft(openDraft(keys, draft))),
  };
}
