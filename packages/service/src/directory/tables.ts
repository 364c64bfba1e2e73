// The directory's tables as Kysely sees them.

import type { ReportMeaning } from '@pestle/rules/fill-status';
import type { Id, PatientId, PharmacyId, UserId } from '@pestle/rules/ids';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { StoredEndpoint } from './endpoint-shape.ts';
import type { StoredIntegration } from './integration.ts';

/** jsonb: parsed when read, JSON text when written. */
type Json<T> = ColumnType<T, string, string>;

export type Sex = 'MALE' | 'FEMALE' | 'UNKNOWN';
export type WeightUnit = 'kg' | 'lbs';
export type PharmacyKind = 'LOCAL_PICKUP' | 'MAIL_ORDER';

/** Something a patient does not tolerate. */
export type Allergy = {
  readonly substance: string;
  readonly code?: string;
  readonly codeSystem?: string;
  readonly reaction?: string;
  readonly severity?: 'MILD' | 'MODERATE' | 'SEVERE';
};

/** A medicine that the patient takes and that was not prescribed here, as somebody told it. */
export type Medication = {
  readonly name: string;
  /** RxNorm's id of the drug or the ingredient. */
  readonly rxcui: string | null;
  /** How it is taken, in the words of whoever told it. */
  readonly directions: string | null;
};

/** Who said last what a patient does not tolerate or takes, also that it is nothing. */
export type Statement = {
  readonly at: string;
  /** Null where no person did, such as in an import. */
  readonly by: UserId | null;
};

/** Who pays for a patient's drugs, as the insurance card says it. */
export type Benefit = {
  readonly bin: string;
  readonly pcn: string | null;
  readonly groupId: string | null;
  readonly memberId: string;
  /** The plan in the imported lists of covered drugs; null while nobody said which. */
  readonly planId: string | null;
  readonly validFrom: string | null;
  /** The last day. */
  readonly validTo: string | null;
};

export type Weekday = 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN';

/** Times of the pharmacy's own zone, `HH:MM`. */
export type OpeningHours = {
  readonly days: readonly Weekday[];
  readonly opens: string;
  readonly closes: string;
};

export type DirectoryTables = {
  patient: {
    org_id: string;
    id: PatientId;
    external_digest: Uint8Array | null;
    sealed: Uint8Array;
    deceased: boolean;
    preferred_pharmacy_id: PharmacyId | null;
    revision: Generated<number>;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  patient_token: { org_id: string; token: Uint8Array; patient_id: PatientId };
  pharmacy: {
    id: PharmacyId;
    npi: string | null;
    ncpdp_id: string | null;
    name: string;
    kind: PharmacyKind;
    pharmacy_type: string;
    serves_public: boolean;
    street1: string;
    street2: string | null;
    city: string;
    state: string;
    postal_code: string;
    country: string;
    phone: string | null;
    fax: string | null;
    latitude: number | null;
    longitude: number | null;
    time_zone: string | null;
    opening_hours: ColumnType<readonly OpeningHours[] | null, string | null, string | null>;
    active: Generated<boolean>;
    partner_id: string | null;
    status_words: ColumnType<Readonly<Record<string, ReportMeaning>>, string | undefined, string>;
    search_words: string;
    revision: Generated<number>;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  practice_pharmacy: { org_id: string; pharmacy_id: PharmacyId; preferred_at: string };
  pharmacy_endpoint: {
    pharmacy_id: string;
    integration: Json<StoredIntegration>;
    sealed: Uint8Array | null;
    /** The conformance run that was passed last. */
    conformance: ColumnType<
      { readonly at: string; readonly by: string; readonly of: string } | null,
      string | undefined,
      string | null
    >;
    revision: Generated<number>;
    updated_at: Generated<string>;
  };
  partner: {
    id: Id<'ptn'>;
    name: string;
    endpoint: Json<StoredEndpoint>;
    sealed: Uint8Array | null;
    active: Generated<boolean>;
    revision: Generated<number>;
    created_at: Generated<string>;
    updated_at: Generated<string>;
  };
  hook_credential: {
    id: Id<'hkc'>;
    pharmacy_id: string | null;
    partner_id: string | null;
    kind: 'bearer' | 'standard-webhooks';
    key_hash: string | null;
    key_id: string | null;
    /** Plain only in rows from before secrets were sealed. */
    secret: string | null;
    sealed: Uint8Array | null;
    valid_from: string;
    valid_until: string | null;
    created_at: Generated<string>;
    last_used_at: ColumnType<string | null, undefined, string>;
  };
  zip: {
    zip: string;
    city: string | null;
    state: string;
    county: string | null;
    latitude: number;
    longitude: number;
  };
  reference_version: { kind: 'pharmacy' | 'zip' | 'treatment'; version: number };
};

/** What `patient.sealed` holds. */
export type SealedOfPatient = {
  external_id: string | null;
  first_name: string;
  middle_name: string | null;
  last_name: string;
  suffix: string | null;
  date_of_birth: string;
  sex: Sex;
  gender: string | null;
  phone: string | null;
  email: string | null;
  language: string | null;
  street1: string | null;
  street2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
  deceased_on: string | null;
  weight: string | null;
  weight_unit: WeightUnit | null;
  weight_on: string | null;
  /** Null: nobody asked. An empty list: no known allergies. */
  allergies: readonly Allergy[] | null;
  /** Null where nobody asked, and in records of before it was kept. */
  allergies_stated: Statement | null;
  /** What was not prescribed here. Null: nobody asked. An empty list: nothing else. */
  medications: readonly Medication[] | null;
  medications_stated: Statement | null;
  /** The primary first. */
  benefits: readonly Benefit[];
};

export type StoredPatient = Selectable<DirectoryTables['patient']>;
/** A patient, opened. */
export type PatientRow = Omit<StoredPatient, 'external_digest' | 'sealed'> & SealedOfPatient;
export type PharmacyRow = Selectable<DirectoryTables['pharmacy']>;
export type PartnerRow = Selectable<DirectoryTables['partner']>;
export type ZipRow = Selectable<DirectoryTables['zip']>;
