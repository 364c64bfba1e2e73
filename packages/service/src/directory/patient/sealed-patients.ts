// Seals and opens patients, and makes the keyed tokens that they are found by.
import type { OrgKeys } from '../../vault/vault.ts';
import { columnAddress } from '../../vault/vault.ts';
import type { PatientRow, SealedOfPatient, StoredPatient } from '../tables.ts';

/** 80 bits: enough that no two words of an organization meet by chance. */
const TOKEN_BYTES = 10;

/** What a patient has who was sealed before it was kept. */
const BEFORE = { benefits: [], allergies_stated: null, medications: null, medications_stated: null } as const;

/** What is written of a patient, besides what counts and dates the row. */
export type PatientContent = Omit<PatientRow, 'revision' | 'created_at' | 'updated_at'>;
export type SealedPatient = Pick<
  StoredPatient,
  'external_digest' | 'sealed' | 'deceased' | 'preferred_pharmacy_id'
>;

export function sealPatient(keys: OrgKeys, row: PatientContent): SealedPatient {
  const sealed: SealedOfPatient = {
    external_id: row.external_id,
    first_name: row.first_name,
    middle_name: row.middle_name,
    last_name: row.last_name,
    suffix: row.suffix,
    date_of_birth: row.date_of_birth,
    sex: row.sex,
    gender: row.gender,
    phone: row.phone,
    email: row.email,
    language: row.language,
    street1: row.street1,
    street2: row.street2,
    city: row.city,
    state: row.state,
    postal_code: row.postal_code,
    country: row.country,
    deceased_on: row.deceased_on,
    weight: row.weight,
    weight_unit: row.weight_unit,
    weight_on: row.weight_on,
    allergies: row.allergies,
    allergies_stated: row.allergies_stated,
    medications: row.medications,
    medications_stated: row.medications_stated,
    benefits: row.benefits,
  };
  return {
    external_digest: row.external_id === null ? null : externalDigest(keys, row.external_id),
    sealed: keys.sealJson(columnAddress('patient', row.id), sealed),
    deceased: row.deceased,
    preferred_pharmacy_id: row.preferred_pharmacy_id,
  };
}

export function openPatient(keys: OrgKeys, stored: StoredPatient): PatientRow {
  const { external_digest: _digest, sealed, ...plain } = stored;
  const opened = keys.openJson(columnAddress('patient', stored.id), sealed) as SealedOfPatient;
  return { ...plain, ...BEFORE, ...opened };
}

/** By which the organization's own id is looked up. */
export function externalDigest(keys: OrgKeys, externalId: string): Uint8Array {
  return keys.digest('patient external id', externalId);
}

/** One token for a beginning of a word of the name. */
export function beginningToken(keys: OrgKeys, beginning: string): Uint8Array {
  return keys.digest('patient name', beginning).subarray(0, TOKEN_BYTES);
}

export function birthToken(keys: OrgKeys, dateOfBirth: string): Uint8Array {
  return keys.digest('patient birth', dateOfBirth).subarray(0, TOKEN_BYTES);
}

/** Every token that a patient is found by: of each beginning of each word, and of the date of birth. */
export function patientTokens(
  keys: OrgKeys,
  words: readonly string[],
  dateOfBirth: string,
): readonly Uint8Array[] {
  const beginnings = new Set(
    words.flatMap((word) => Array.from({ length: word.length }, (_, index) => word.slice(0, index + 1))),
  );
  return [
    birthToken(keys, dateOfBirth),
    ...[...beginnings].map((beginning) => beginningToken(keys, beginning)),
  ];
}
