// Imports the pharmacy benefits of an organization's patients; the cards of each patient are replaced as a whole.
import { isDeepStrictEqual } from 'node:util';
import type { OrganizationId, PatientId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import { invalidInput, notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { problemsOf } from '../../kernel/validate.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { ImportSession, RowVerdict, SourceColumns, SourceRow } from '../import/import-session.ts';
import { benefitsSchema } from './benefit-input.ts';
import { findPatient, lockPatient, updatePatientRow } from './patient-rows.ts';

export const BENEFIT_COLUMNS: SourceColumns = {
  required: ['patient', 'bin', 'member_id'],
  optional: ['pcn', 'group_id', 'plan_id', 'valid_from', 'valid_to'],
};

export type BenefitWriter = (
  session: ImportSession,
  rows: readonly SourceRow[],
) => Promise<readonly RowVerdict[]>;

const IMPORTER = { kind: 'service', id: null } as const;

/**
 * Runs `work` with the writer, in one transaction: whatever it throws undoes all. Each call of the writer brings all rows of the
 * patients that it names. Throws NOT_FOUND for an organization that does not exist, and INVALID_INPUT when a patient comes again.
 */
export async function importBenefits(
  store: Store,
  ports: Ports,
  orgId: OrganizationId,
  work: (write: BenefitWriter) => Promise<void>,
): Promise<void> {
  if (!isId('org', orgId)) throw notFound('organization');
  await store.withOrg(orgId, async (tx) => {
    await findOrganization(tx, orgId);
    const seen = new Set<PatientId>();
    await work(async (_session, rows) => {
      const said: RowVerdict[] = [];
      for (const ofOne of byPatient(rows))
        said.push(...(await writeCards({ tx, ports, orgId, seen }, ofOne)));
      return said;
    });
  });
}

interface Writing {
  readonly tx: Tx;
  readonly ports: Ports;
  readonly orgId: OrganizationId;
  readonly seen: Set<PatientId>;
}

async function writeCards(
  { tx, ports, orgId, seen }: Writing,
  rows: readonly SourceRow[],
): Promise<readonly RowVerdict[]> {
  const found = await findPatient(tx, orgId, patientOf(rows[0]));
  if (found === undefined)
    return rows.map(() => refused('PATIENT_UNKNOWN', 'The organization has no patient with this id.'));
  if (seen.has(found.id)) {
    const message = 'The rows of a patient stand in several places: put them one after the other.';
    throw invalidInput([{ path: 'patient', code: 'INVALID', message }]);
  }
  seen.add(found.id);
  const read = v.safeParse(benefitsSchema, rows.map(cardOf));
  if (!read.success) return refusals(rows, read.issues);
  const patient = (await lockPatient(tx, orgId, found.id)) ?? found;
  const isSame = isDeepStrictEqual(patient.benefits, read.output);
  if (!isSame) {
    const revision = await updatePatientRow(tx, { ...patient, benefits: read.output });
    await recordAudit(tx, ports, {
      orgId,
      actor: IMPORTER,
      action: 'patient.update',
      subject: { kind: 'patient', id: patient.id },
      detail: { revision, fields: 'benefits' },
    });
  }
  return rows.map(() => ({ outcome: isSame ? 'unchanged' : 'imported', key: '', warnings: [] }));
}

/** Each row with what is wrong with it; those of the same patient that are sound are not taken either. */
function refusals(
  rows: readonly SourceRow[],
  issues: readonly v.BaseIssue<unknown>[],
): readonly RowVerdict[] {
  const problems = problemsOf(issues);
  return rows.map((_row, index) => {
    const own = problems.filter(({ path }) => path === '' || path.startsWith(`[${index}]`));
    return own.length === 0
      ? refused('PATIENT_UNCHANGED', 'Another row of this patient was refused: what was on file stays.')
      : refused('BENEFIT_INVALID', own.map(({ message }) => message).join(' '));
  });
}

/** Without a key: what names a patient stays out of reports. */
function refused(code: string, message: string): RowVerdict {
  return { outcome: 'refused', key: '', code, message };
}

function cardOf(row: SourceRow): object {
  return {
    bin: row['bin'],
    pcn: row['pcn']?.trim() || null,
    groupId: row['group_id']?.trim() || null,
    memberId: row['member_id'],
    planId: row['plan_id']?.trim() || null,
    validFrom: row['valid_from']?.trim() || null,
    validTo: row['valid_to']?.trim() || null,
  };
}

function patientOf(row: SourceRow | undefined): string {
  return row?.['patient']?.trim() ?? '';
}

/** Rows that follow each other and name the same patient. */
function byPatient(rows: readonly SourceRow[]): readonly (readonly SourceRow[])[] {
  const groups: SourceRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last !== undefined && patientOf(last[0]) === patientOf(row)) last.push(row);
    else groups.push([row]);
  }
  return groups;
}
