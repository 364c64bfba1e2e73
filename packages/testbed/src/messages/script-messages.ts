// Messages that the tests, the fuzz run and the bench share. All people and places are invented.
import type { CancelRx, Header, NewRx } from '@pestle/script';

const header: Header = {
  to: { id: '0123456', qualifier: 'P' },
  from: { id: 'SVC0001', qualifier: 'D' },
  messageId: 'm01JABCDEF0123456789ABCDEFG',
  sentTime: '2026-01-02T03:04:05.678Z',
  security: { sender: { tertiaryIdentification: 'SVC' }, receiver: { tertiaryIdentification: 'PHM' } },
  senderSoftware: { developer: 'Svc', product: 'Svc Routing', versionRelease: '1.0.0' },
  prescriberOrderNumber: '01JABCDEF0123456789ABCDEFG-1',
};

const street = (addressLine1: string) => ({
  addressLine1,
  city: 'Boston',
  stateProvince: 'MA',
  postalCode: '02108',
  countryCode: 'US',
});

/** The fields that every sender fills, and no other. */
export const newRx: NewRx = {
  type: 'NewRx',
  header,
  patient: {
    name: { lastName: 'Doe', firstName: 'Jane' },
    gender: 'F',
    dateOfBirth: '1980-02-29',
    address: street('1 Main St'),
    communicationNumbers: { primaryTelephone: { number: '6175550100' } },
  },
  pharmacy: {
    identification: { ncpdpId: '0123456', npi: '1234567893' },
    businessName: 'Test Pharmacy',
    address: street('2 Main St'),
    communicationNumbers: { primaryTelephone: { number: '6175550101' }, faxes: [{ number: '6175550102' }] },
  },
  prescriber: {
    identification: { npi: '1999999992' },
    practiceLocation: { businessName: 'Clinic' },
    name: { lastName: 'Smith', firstName: 'Ann' },
    address: street('3 Main St'),
    communicationNumbers: { primaryTelephone: { number: '6175550103' } },
  },
  medicationPrescribed: {
    drugDescription: 'Lisinopril 10 MG Oral Tablet',
    drugCoded: { productCode: { code: '00071015523', qualifier: 'ND' } },
    quantity: { value: '30', codeListQualifier: '38', unitOfMeasure: 'C48542' },
    writtenDate: '2026-01-02T03:04:05.678901Z',
    substitutions: '0',
    numberOfRefills: '3',
    note: 'Call patient when ready',
    sigText: 'Take one tablet by mouth once daily',
  },
};

/** The fields of every prescription and every extra of S1: second address line, days supply, schedule, RxNorm, diagnosis, date, supervisor. */
export const fullNewRx: NewRx = {
  ...newRx,
  patient: {
    ...newRx.patient,
    name: { lastName: 'Doe', firstName: 'Jane', middleName: 'Q', suffix: 'Jr', prefix: 'Ms' },
    address: { ...street('1 Main St'), addressLine2: 'Apt 4' },
  },
  prescriber: {
    ...newRx.prescriber,
    identification: { stateLicenseNumber: 'MA12345', npi: '1999999992' },
    specialty: '207Q00000X',
    address: { ...street('3 Main St'), addressLine2: 'Suite 200' },
    communicationNumbers: { primaryTelephone: { number: '6175550103' }, faxes: [{ number: '6175550104' }] },
  },
  medicationPrescribed: {
    ...newRx.medicationPrescribed,
    drugCoded: {
      productCode: { code: '00071015523', qualifier: 'ND' },
      drugDbCode: { code: '314076', qualifier: 'SCD' },
      deaSchedule: 'C38046',
    },
    daysSupply: '30',
    diagnoses: [
      {
        clinicalInformationQualifier: '1',
        primary: { code: 'I10', qualifier: 'ABF', description: 'Essential (primary) hypertension' },
      },
    ],
    otherMedicationDates: [{ date: '2026-01-05', qualifier: 'EffectiveDate' }],
  },
  supervisor: {
    identification: { npi: '1888888885' },
    name: { lastName: 'Chief', firstName: 'Sue' },
    address: street('3 Main St'),
    communicationNumbers: { primaryTelephone: { number: '6175550105' } },
  },
};

/** About 5,000 bytes of XML: the size of a busy real one. */
export const longNewRx: NewRx = {
  ...fullNewRx,
  medicationPrescribed: {
    ...fullNewRx.medicationPrescribed,
    note: 'Patient asks for easy-open caps & a printed leaflet. Call when ready; the daughter collects it on weekdays after 5 pm.',
    sigText: `Take one tablet by mouth once daily in the morning with a full glass of water. ${'Measure blood pressure before each dose: if the upper value is below 100, skip the dose and call the practice. '.repeat(7).trim()}`,
  },
};

export const cancelRx: CancelRx = {
  type: 'CancelRx',
  header: {
    ...header,
    messageId: 'm01JABCDEF0123456789ABCDEFH',
    relatesToMessageId: 'm01JABCDEF0123456789ABCDEFG',
  },
  patient: { name: newRx.patient.name, gender: 'F', dateOfBirth: '1980-02-29' },
  pharmacy: {
    identification: { ncpdpId: '0123456', npi: '1234567893' },
    businessName: 'Test Pharmacy',
    communicationNumbers: { primaryTelephone: { number: '6175550101' } },
  },
  prescriber: {
    identification: { npi: '1999999992' },
    name: { lastName: 'Smith', firstName: 'Ann' },
    communicationNumbers: { primaryTelephone: { number: '6175550103' } },
  },
  medicationPrescribed: {
    drugDescription: 'Lisinopril 10 MG Oral Tablet',
    drugCoded: { productCode: { code: '00071015523', qualifier: 'ND' } },
    quantity: { value: '30', codeListQualifier: '38', unitOfMeasure: 'C48542' },
    writtenDate: '2026-01-02T03:04:05.678901Z',
    substitutions: '0',
    numberOfRefills: '3',
    sigText: 'Take one tablet by mouth once daily',
  },
};
