// What forbids a treatment for a patient, whatever a draft says: the law, the organization's standing list, and a death (W7, W8).
import type { OrganizationId, TreatmentId } from '@pestle/rules/ids';
import { availabilityOf, findTreatment, isDisabled } from '../../catalog/inside.ts';
import type { PatientRow } from '../../directory/inside.ts';
import { Failure, notFound } from '../../kernel/errors.ts';
import { findOrganization, writtenTreatmentsOf } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { PrescribingDeps } from '../deps.ts';
import { todayOf } from './today.ts';

/** Why something may not be prescribed. */
export interface Obstacle {
  readonly code: 'PATIENT_DECEASED' | 'CONTROLLED_SUBSTANCE' | 'CONTROL_UNKNOWN' | 'TREATMENT_DISABLED';
  /** For the prescriber to read in a review: may name the drug, so that no error holds it. */
  readonly reason: string;
}

/**
 * Everything that forbids a treatment for a patient here and now, whatever the draft says: the law of the patient's state
 * and of `otherStates`, those of the prescriber and the pharmacy where they are known (W7). Throws NOT_FOUND.
 */
export async function obstacleTo(
  deps: PrescribingDeps,
  tx: Tx,
  orgId: OrganizationId,
  patient: PatientRow,
  treatmentId: TreatmentId,
  otherStates: readonly string[] = [],
): Promise<Obstacle | undefined> {
  if (patient.deceased) return { code: 'PATIENT_DECEASED', reason: 'This patient is recorded as deceased.' };
  const treatment = await findTreatment(tx, treatmentId);
  if (treatment === undefined) throw notFound('treatment');
  const disabled = await isDisabled(tx, orgId, treatmentId);
  const mayWrite = treatment.written_by !== null && writtenTreatmentsOf(await findOrganization(tx, orgId));
  const availability = availabilityOf(treatment, {
    mayWrite,
    on: await todayOf(deps.ports, tx, orgId, patient),
    // Blank is a state that is not known: then what any state schedules is in doubt.
    states: [patient.state ?? '', ...otherStates],
    ...(disabled === undefined ? {} : { disabled }),
  });
  if (availability.prescribable) return undefined;
  const { code, reason } = availability;
  const controlled = code === 'CONTROLLED_SUBSTANCE' || code === 'CONTROL_UNKNOWN';
  return { code: controlled ? code : 'TREATMENT_DISABLED', reason };
}

const OBSTACLE_SENTENCE: Readonly<Record<Obstacle['code'], string>> = {
  PATIENT_DECEASED: 'This patient is recorded as deceased.',
  CONTROLLED_SUBSTANCE:
    "Controlled substances cannot be prescribed here. The treatment's `reason` names the ingredient and its schedule.",
  CONTROL_UNKNOWN:
    "It cannot be shown that this treatment is uncontrolled for this patient. The treatment's `reason` tells why.",
  TREATMENT_DISABLED: "This treatment is not prescribed here. The treatment's `reason` tells why.",
};

/** Throws the obstacle's code, in a sentence that names no drug (W7, W8). */
export async function requirePrescribable(
  deps: PrescribingDeps,
  tx: Tx,
  orgId: OrganizationId,
  patient: PatientRow,
  treatmentId: TreatmentId,
): Promise<void> {
  const obstacle = await obstacleTo(deps, tx, orgId, patient, treatmentId);
  if (obstacle !== undefined) throw new Failure(obstacle.code, OBSTACLE_SENTENCE[obstacle.code]);
}
