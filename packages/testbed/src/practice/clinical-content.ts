// What a prescription says and to whom it concerns, as a prescriber signed it: a whole one, of which a test changes what it is about.
import type { PatientId, TreatmentId, UserId } from '@pestle/rules/ids';
import { npiFrom } from '@pestle/rules/npi';
import type { ClinicalContent, Envelope } from '@pestle/service/for-tests/prescribing';

export function clinicalContent(over: Partial<ClinicalContent> = {}): ClinicalContent {
  return {
    version: 1,
    salt: '0f'.repeat(16),
    patient: {
      id: 'pat_01JD0000000000000000000001' as PatientId,
      firstName: 'José',
      middleName: 'A',
      lastName: 'Núñez',
      suffix: null,
      dateOfBirth: '1976-07-04',
      sex: 'MALE',
    },
    prescriber: {
      id: 'usr_01JD0000000000000000000001' as UserId,
      firstName: 'Ada',
      lastName: 'Okafor',
      credentials: 'MD',
      npi: npiFrom('123456789'),
    },
    treatment: {
      id: 'trt_01JD0000000000000000000001' as TreatmentId,
      kind: 'MEDICATION',
      name: 'atorvastatin',
      rxcui: '617310',
      brandName: null,
      ingredients: ['atorvastatin'],
      strength: '20 mg',
      doseForm: 'Oral Tablet',
      description: 'atorvastatin 20 mg oral tablet',
      ndc: null,
    },
    dispenseQuantity: '30',
    dispenseUnit: { code: 'C48542', name: 'Tablet' },
    daysSupply: 30,
    fillsAllowed: 3,
    dispenseAsWritten: false,
    instructions: 'Take 1 tablet by mouth once daily in the evening.',
    notes: 'Patient prefers easy-open caps.',
    doNotFillBeforeDate: null,
    diagnosisCodes: [],
    supervisor: null,
    ...over,
  };
}

export function envelope(over: Partial<Envelope> = {}): Envelope {
  return {
    patient: {
      address: {
        street1: '12 Elm Street',
        street2: 'Apt 4',
        city: 'Boston',
        state: 'MA',
        postalCode: '02108',
        country: 'US',
      },
      phone: '6175550111',
      email: null,
    },
    prescriber: {
      practiceName: 'Riverside Family Medicine, Boston',
      address: {
        street1: '1 River Road',
        city: 'Boston',
        state: 'MA',
        postalCode: '02110-1234',
        country: 'US',
      },
      phone: '6175550150',
      phoneExtension: null,
      fax: '6175550151',
    },
    organization: {
      name: 'Riverside Family Medicine',
      phone: '6175550150',
      timeZone: 'America/New_York',
    },
    ...over,
  };
}
