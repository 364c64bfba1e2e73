// Who says, and when, what a patient does not tolerate and takes.
import type { AuditActor } from '../../audit/audit.ts';
import type { PatientContent } from './sealed-patients.ts';

/** Who says now what the patient does not tolerate and takes; whoever says that nobody asked says nothing. */
export function statements(
  set: Partial<PatientContent>,
  actor: AuditActor,
  at: string,
): Partial<Pick<PatientContent, 'allergies_stated' | 'medications_stated'>> {
  const by = actor.kind === 'user' ? actor.id : null;
  const said = (list: readonly unknown[] | null) => (list === null ? null : { at, by });
  return {
    ...(set.allergies === undefined ? {} : { allergies_stated: said(set.allergies) }),
    ...(set.medications === undefined ? {} : { medications_stated: said(set.medications) }),
  };
}
