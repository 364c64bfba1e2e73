// The mutations of patients, with a patient of whom everything is known.
import { mutation, type Operation } from '../operation.ts';
import { ACCEPTS_XML, PATIENT, type Records } from '../records.ts';

export const WHOLE_PATIENT = {
  ...PATIENT,
  address: { ...PATIENT.address, street2: 'Apt 5', country: 'US' },
  middleName: 'Quinn',
  suffix: 'Jr',
  gender: 'woman',
  email: 'someone@clinic.example',
  language: 'en',
  weight: { value: '70.5', unit: 'kg', measuredOn: '2026-01-02' },
  allergies: [
    {
      substance: 'penicillin',
      code: '7980',
      codeSystem: 'RXNORM',
      reaction: 'rash',
      severity: 'MILD',
    },
  ],
  medications: [{ name: 'warfarin 5 mg tablet', rxcui: '855332', directions: 'Every evening' }],
  benefits: [
    {
      bin: '610020',
      pcn: 'PCN1',
      groupId: 'GRP1',
      memberId: 'MEM1',
      planId: 'PLAN1',
      validFrom: '2026-01-01',
      validTo: '2099-12-31',
    },
  ],
  preferredPharmacyId: ACCEPTS_XML,
};

export function patientMutations(own: Records): readonly [Operation, Operation] {
  return [
    mutation(
      'createPatient',
      'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }',
      { input: { ...WHOLE_PATIENT, externalId: 'MRN-NEW' } },
    ),
    mutation(
      'updatePatient',
      'mutation($id: ID!, $changes: UpdatePatientInput!) { updatePatient(id: $id, expectedRevision: 1, changes: $changes) { id } }',
      { id: own.patientId, changes: { ...WHOLE_PATIENT, externalId: 'MRN-CHANGED', deceasedOn: null } },
      { id: 'patient' },
    ),
  ];
}
