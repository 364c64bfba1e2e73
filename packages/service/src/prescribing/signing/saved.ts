// Judges saved prescriptions that are to be sent, behind their locks: the statement that orders them reads nothing of what is sealed (W7, W8).
import type { OrganizationId } from '@pestle/rules/ids';
import { findPatient } from '../../directory/inside.ts';
import type { Actor, UserActor } from '../../kernel/actor.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import type { Tx } from '../../store/store.ts';
import { requirePerson } from '../acts.ts';
import type { PrescribingDeps } from '../deps.ts';
import type { FormRules } from '../drafts/form-rules.ts';
import { requireByForm } from '../drafts/form-rules.ts';
import { requirePrescribable } from '../drafts/obstacles.ts';
import { prescriptionsByIds } from '../prescriptions/prescriptions.ts';
import { obstaclesTo, refuseFirst } from '../prescriptions/sendable.ts';
import type { PrescriptionRecord } from '../records.ts';

/** Who sends what was signed before: a person with a fresh proof, as for signing (A2). */
export function requireSender(deps: PrescribingDeps, actor: Actor): UserActor {
  const sender = requirePerson(actor);
  deps.requireFreshProof(sender);
  return sender;
}

/** Saved prescriptions that exist, locked until the transaction ends, so that of two orders one finds them ordered. */
export async function lockSaved(
  tx: Tx,
  orgId: OrganizationId,
  ids: readonly string[],
): Promise<readonly PrescriptionRecord[]> {
  return await prescriptionsByIds(tx, orgId, ids, true);
}

/** Refuses locked prescriptions that may not be sent, or that the form does not prescribe. */
export async function requireOrderable(
  deps: PrescribingDeps,
  tx: Tx,
  actor: Actor,
  {
    ids,
    locked,
    form,
  }: {
    readonly ids: readonly string[];
    readonly locked: readonly PrescriptionRecord[];
    readonly form: FormRules | null;
  },
): Promise<void> {
  const { orgId } = actor;
  const patientId = locked[0]?.row.patient_id;
  if (patientId === undefined || locked.length !== ids.length) throw notFound('prescription');
  if (locked.some(({ row }) => row.patient_id !== patientId))
    throw new Failure('INVALID_INPUT', 'prescriptionIds: all must be for one patient.');
  const nowMs = deps.ports.clock.now();
  refuseFirst(await obstaclesTo(deps, tx, nowMs, orgId, locked, { onOrder: false }));
  const patient = await findPatient(tx, orgId, patientId);
  if (patient === undefined) throw notFound('patient');
  const treatmentIds = locked.map(({ row }) => row.treatment_id);
  // What was signed may have been disabled, or scheduled, since (W7).
  for (const treatmentId of treatmentIds) await requirePrescribable(deps, tx, orgId, patient, treatmentId);
  await requireByForm(tx, actor, form, treatmentIds);
}
