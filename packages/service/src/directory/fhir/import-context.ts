// Adds to a patient's record what a FHIR bundle says of allergies and medicines; nothing that is on record is taken away.
import { type Failure, invalidInput } from '../../kernel/errors.ts';
import type { Allergy, Medication, PatientRow } from '../tables.ts';
import { type FhirContext, readFhirContext, type SkippedResource } from './read-context.ts';

/** What became of a bundle. */
export interface ImportedContext {
  readonly patient: PatientRow;
  /** How many allergies and medicines were not on record. */
  readonly newAllergies: number;
  readonly newMedications: number;
  /** It states that no allergies are known. */
  readonly noKnownAllergies: boolean;
  readonly skipped: readonly SkippedResource[];
}

export interface PatientContextInput {
  /** Service id or external id. */
  readonly patientId: string;
  /** FHIR R4, as JSON text. */
  readonly bundle: string;
}

/** What a bundle changes of a record; null where it says nothing of it. */
export interface ContextChange {
  readonly changes: { readonly allergies?: Allergy[]; readonly medications?: Medication[] } | null;
  readonly report: Omit<ImportedContext, 'patient'>;
}

/**
 * Throws INVALID_INPUT for what cannot be read, for a bundle of several patients or of another date of birth, and for one that says that no
 * allergies are known of somebody who has some on record or in it, or one in it that cannot be read.
 */
export function contextChange(patient: PatientRow, bundle: string): ContextChange {
  const read = readFhirContext(bundle);
  if (!read.ok) throw notAccepted(read.message);
  const { context } = read;
  requireThisPatient(context, patient);
  const known = patient.allergies ?? [];
  const taken = patient.medications ?? [];
  const allergies = merged(known, context.allergies, allergyKeys);
  const medications = merged(taken, context.medications, medicationKeys);
  if (context.noKnownAllergies && (allergies.length > 0 || context.skipped.some(isUnreadAllergy)))
    throw notAccepted(
      'The bundle says that no allergies are known, and there are some, in it or on record, or one in it that cannot be read. Settle which is so, and import again.',
    );
  const changes = {
    ...(context.noKnownAllergies || context.allergies.length > 0 ? { allergies } : {}),
    ...(context.medications.length > 0 ? { medications } : {}),
  };
  return {
    changes: Object.keys(changes).length === 0 ? null : changes,
    report: {
      newAllergies: allergies.length - known.length,
      newMedications: medications.length - taken.length,
      noKnownAllergies: context.noKnownAllergies,
      skipped: context.skipped,
    },
  };
}

/** For a caller who reads the record and changes it by their own hand. */
export async function importOwnContext(
  find: (id: string) => Promise<PatientRow>,
  { patientId, bundle }: PatientContextInput,
  change: (input: {
    readonly id: string;
    readonly expectedRevision: number;
    readonly changes: NonNullable<ContextChange['changes']>;
  }) => Promise<{ readonly id: string }>,
): Promise<ImportedContext> {
  const patient = await find(patientId);
  const { changes, report } = contextChange(patient, bundle);
  if (changes === null) return { patient, ...report };
  const { id } = await change({ id: patient.id, expectedRevision: patient.revision, changes });
  return { patient: await find(id), ...report };
}

function requireThisPatient({ birthDates, subjects }: FhirContext, patient: PatientRow): void {
  if (subjects.length > 1) throw notAccepted('The bundle is about several patients.');
  if (birthDates.length > 1) throw notAccepted('The bundle holds several patients.');
  const [birthDate] = birthDates;
  if (birthDate !== undefined && birthDate !== patient.date_of_birth)
    throw notAccepted('The patient of the bundle has another date of birth than the one on record.');
}

/** It may be one that harms: beside it nobody is without any. */
function isUnreadAllergy({ resourceType, reason }: SkippedResource): boolean {
  return resourceType === 'AllergyIntolerance' && (reason === 'UNREADABLE' || reason === 'NO_NAME');
}

/** Those on record, as they are, and those that are not among them. */
function merged<One>(
  known: readonly One[],
  said: readonly One[],
  keysOf: (one: One) => readonly string[],
): One[] {
  const all = [...known];
  for (const one of said)
    if (!all.some((other) => keysOf(other).some((key) => keysOf(one).includes(key)))) all.push(one);
  return all;
}

function allergyKeys({ substance, code, codeSystem }: Allergy): readonly string[] {
  const name = substance.toLowerCase();
  return code === undefined ? [name] : [name, `${codeSystem ?? ''} ${code}`];
}

function medicationKeys({ name, rxcui }: Medication): readonly string[] {
  return rxcui === null ? [name.toLowerCase()] : [name.toLowerCase(), `rxcui ${rxcui}`];
}

function notAccepted(message: string): Failure {
  return invalidInput([{ path: 'bundle', code: 'NOT_ACCEPTED', message }]);
}
