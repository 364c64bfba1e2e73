// The invented prescriptions of a conformance run: a plain one, the longest, one full of marks, and one of which only the least is known.
import { FIELD_LIMITS } from '@pestle/rules/field-limits';
import type { PatientId, TreatmentId, UserId } from '@pestle/rules/ids';
import type { ClinicalContent, Envelope } from '../prescribing/inside.ts';

export interface TestPrescription {
  readonly content: ClinicalContent;
  readonly envelope: Envelope;
}

/** Stands in every note: whoever finds one of them on a screen must not dispense it. */
export const TEST_NOTE = 'CONFORMANCE TEST - DO NOT DISPENSE';

const STREET = {
  street1: '1 Test Street',
  city: 'Boston',
  state: 'MA',
  postalCode: '02108',
  country: 'US',
} as const;

const CONTENT: ClinicalContent = {
  version: 2,
  salt: '0'.repeat(32),
  patient: {
    id: 'pat_00000000000000000000000000' as PatientId,
    firstName: 'Conformance',
    middleName: null,
    lastName: 'Testpatient',
    suffix: null,
    dateOfBirth: '1980-02-29',
    sex: 'FEMALE',
  },
  prescriber: {
    id: 'usr_00000000000000000000000000' as UserId,
    firstName: 'Conformance',
    lastName: 'Testprescriber',
    credentials: 'MD',
    npi: '1999999992',
  },
  treatment: {
    id: 'trt_00000000000000000000000000' as TreatmentId,
    kind: 'MEDICATION',
    name: 'lisinopril 10 mg tablet',
    rxcui: '314076',
    brandName: null,
    ingredients: ['lisinopril'],
    strength: '10 mg',
    doseForm: 'tablet',
    description: 'Lisinopril 10 MG Oral Tablet',
    ndc: null,
  },
  dispenseQuantity: '30',
  dispenseUnit: { code: 'C48542', name: 'Tablet' },
  daysSupply: 30,
  fillsAllowed: 1,
  dispenseAsWritten: false,
  instructions: 'Take one tablet by mouth once daily',
  notes: TEST_NOTE,
  doNotFillBeforeDate: null,
  diagnosisCodes: [{ code: 'I10', type: 'ICD10', description: 'Essential (primary) hypertension' }],
  supervisor: null,
  reasons: { repeat: null, amounts: null, duplicate: null, duplicateOf: [] },
};

const ENVELOPE: Envelope = {
  patient: { address: STREET, phone: '6175550100', email: 'patient@conformance.example' },
  prescriber: {
    practiceName: 'Conformance Practice',
    address: STREET,
    phone: '6175550101',
    phoneExtension: null,
    fax: '6175550102',
  },
  organization: { name: 'Conformance Practice', phone: '6175550101', timeZone: 'America/New_York' },
};

/** What most prescriptions look like. */
export const PLAIN: TestPrescription = { content: CONTENT, envelope: ENVELOPE };

/** As many characters as the field may have. The last one is a Z: a receiver that cuts loses it. */
function filled(words: string, { maximum }: { readonly maximum: number }): string {
  const text = `${words} `.repeat(Math.ceil(maximum / (words.length + 1))).slice(0, maximum - 1);
  return `${text.endsWith(' ') ? `${text.slice(0, -1)}Y` : text}Z`;
}

const LONG_STREET = {
  street1: filled('Street', FIELD_LIMITS.street1),
  street2: filled('Suite', FIELD_LIMITS.street2),
  city: filled('City', FIELD_LIMITS.city),
  state: 'MA',
  postalCode: '02108-1234',
  country: 'US',
};

/** Every field at its longest, and every field that may be there. */
export const LONGEST: TestPrescription = {
  content: {
    ...CONTENT,
    patient: {
      ...CONTENT.patient,
      firstName: filled('First', FIELD_LIMITS.firstName),
      middleName: filled('Middle', FIELD_LIMITS.middleName),
      lastName: filled('Last', FIELD_LIMITS.lastName),
      suffix: filled('Sfx', FIELD_LIMITS.nameSuffix),
    },
    prescriber: {
      ...CONTENT.prescriber,
      firstName: filled('First', FIELD_LIMITS.firstName),
      lastName: filled('Last', FIELD_LIMITS.lastName),
    },
    treatment: {
      ...CONTENT.treatment,
      description: filled('Lisinopril 10 MG', FIELD_LIMITS.drugDescription),
    },
    dispenseQuantity: '12345678.25',
    daysSupply: FIELD_LIMITS.daysSupply.maximum,
    fillsAllowed: FIELD_LIMITS.fillsAllowed.maximum,
    dispenseAsWritten: true,
    instructions: filled('Take one tablet by mouth once daily.', FIELD_LIMITS.instructions),
    notes: filled(`${TEST_NOTE}.`, FIELD_LIMITS.notes),
    doNotFillBeforeDate: '2026-12-31',
    diagnosisCodes: [
      { code: 'I10', type: 'ICD10', description: 'Essential (primary) hypertension' },
      { code: 'E11.9', type: 'ICD10', description: 'Type 2 diabetes mellitus without complications' },
    ],
    supervisor: {
      firstName: 'Conformance',
      lastName: 'Testsupervisor',
      npi: '1999999992',
      phone: '6175550103',
      address: STREET,
    },
  },
  envelope: {
    ...ENVELOPE,
    patient: { ...ENVELOPE.patient, address: LONG_STREET },
    prescriber: {
      ...ENVELOPE.prescriber,
      practiceName: filled('Practice', FIELD_LIMITS.businessName),
      address: LONG_STREET,
      phoneExtension: '12345678',
    },
  },
};

/** Names with accents, which leave as ASCII, and the characters that XML and JSON write in a way of their own. */
export const MARKS: TestPrescription = {
  content: {
    ...CONTENT,
    patient: { ...CONTENT.patient, firstName: 'José María', lastName: "O'Brien-Núñez", suffix: 'Jr.' },
    instructions: 'Take 1 tablet by mouth if "dizzy" & BP < 140/90 or > 180/110; don\'t crush',
    notes: `${TEST_NOTE} <b>&amp; "quotes" 'single' \\ / {x} [y] 100%`,
  },
  envelope: {
    ...ENVELOPE,
    prescriber: { ...ENVELOPE.prescriber, practiceName: 'Ärzte & Søn "Test" <Practice>' },
  },
};

/** What may be missing is missing, but for the note. */
export const BAREST: TestPrescription = {
  content: {
    ...CONTENT,
    prescriber: { ...CONTENT.prescriber, credentials: null },
    treatment: { ...CONTENT.treatment, rxcui: null, strength: null, doseForm: null },
    daysSupply: null,
    diagnosisCodes: [],
  },
  envelope: {
    ...ENVELOPE,
    patient: { ...ENVELOPE.patient, phone: null, email: null },
    prescriber: { ...ENVELOPE.prescriber, fax: null },
  },
};
