// Adds what a FHIR bundle says to a patient's record, for those who run the service: the statement has a time, and nobody's name.
import type { OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import { notFound } from '../../kernel/errors.ts';
import { nowText, type Ports } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Store } from '../../store/store.ts';
import { contextChange, type ImportedContext, type PatientContextInput } from '../fhir/import-context.ts';
import { columnsOf, patientChangesSchema } from './patient-input.ts';
import { findPatient, lockPatient, updatePatientRow } from './patient-rows.ts';
import { statements } from './statements.ts';

const IMPORTER = { kind: 'service', id: null } as const;

/** Repeating it adds nothing. Throws NOT_FOUND, INVALID_INPUT. */
export async function importPatientContext(
  store: Store,
  ports: Ports,
  orgId: OrganizationId,
  { patientId, bundle }: PatientContextInput,
): Promise<Omit<ImportedContext, 'patient'>> {
  if (!isId('org', orgId)) throw notFound('organization');
  return await store.withOrg(orgId, async (tx) => {
    await findOrganization(tx, orgId);
    const found = await findPatient(tx, orgId, patientId);
    const patient = found === undefined ? undefined : await lockPatient(tx, orgId, found.id);
    if (patient === undefined) throw notFound('patient');
    const { changes, report } = contextChange(patient, bundle);
    if (changes === null) return report;
    const set = columnsOf(validate(patientChangesSchema, changes));
    const revision = await updatePatientRow(tx, {
      ...patient,
      ...set,
      ...statements(set, IMPORTER, nowText(ports)),
    });
    await recordAudit(tx, ports, {
      orgId,
      actor: IMPORTER,
      action: 'patient.update',
      subject: { kind: 'patient', id: patient.id },
      detail: { revision, fields: Object.keys(changes).toSorted().join(',') },
    });
    return report;
  });
}
