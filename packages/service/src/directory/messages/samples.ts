// One message of each kind that we send, to try a pharmacy's settings on: with all that they may drop, and without what a pharmacy may lack.
import type { CancelRx, NewRx } from '@pestle/script';

export type Sample = NewRx | CancelRx;

const STREET = {
  addressLine1: '1 Main St',
  city: 'Boston',
  stateProvince: 'MA',
  postalCode: '02108',
  countryCode: 'US',
};
const PHONE = { primaryTelephone: { number: '6175550100' } };
const FAX = { ...PHONE, faxes: [{ number: '6175550101' }] };

const HEADER = {
  to: { id: '0000000', qualifier: 'P' },
  from: { id: 'PESTLE', qualifier: 'D' },
  messageId: 'm1',
  sentTime: '2026-01-01T00:00:00.000Z',
  security: {
    sender: { tertiaryIdentification: 'PESTLE' },
    receiver: { tertiaryIdentification: '0000000' },
  },
  senderSoftware: { developer: 'Pestle', product: 'Pestle', versionRelease: '1' },
  prescriberOrderNumber: '1-1',
};

const SIGNED = {
  patient: {
    name: { lastName: 'Doe', firstName: 'Jane' },
    gender: 'F',
    dateOfBirth: '1980-02-29',
    address: STREET,
  },
  prescriber: {
    identification: { npi: '1999999992' },
    name: { lastName: 'Smith', firstName: 'Ann' },
    address: STREET,
    communicationNumbers: PHONE,
  },
  medicationPrescribed: {
    drugDescription: 'Lisinopril 10 MG Oral Tablet',
    drugCoded: { productCode: { code: '00071015523', qualifier: 'ND' } },
    quantity: { value: '30', codeListQualifier: '38', unitOfMeasure: 'C48542' },
    writtenDate: '2026-01-01T00:00:00.000000Z',
    substitutions: '0',
    numberOfRefills: '0',
    sigText: 'Take one tablet by mouth once daily',
  },
} as const;

/** What of a medication a CancelRx may leave out for a pharmacy. */
const OPTIONAL = {
  daysSupply: '30',
  note: 'x',
  diagnoses: [
    {
      clinicalInformationQualifier: '1',
      primary: { code: 'I10', qualifier: 'ABF', description: 'Essential (primary) hypertension' },
    },
  ],
} as const;

/** The NewRx has no note, so that a pharmacy's lines find all the room there is. */
export function samplesFor(cancel: 'reduced' | 'full', whole: boolean): readonly Sample[] {
  const identification = { ncpdpId: '0000000', ...(whole ? { npi: '1234567893' } : {}) };
  return [PHONE, FAX].flatMap((communicationNumbers): readonly Sample[] => {
    const pharmacy = { identification, businessName: 'Pharmacy', address: STREET, communicationNumbers };
    return [
      { type: 'NewRx', header: HEADER, ...SIGNED, ...(whole ? { pharmacy } : {}) },
      {
        type: 'CancelRx',
        header: { ...HEADER, relatesToMessageId: 'm0' },
        changeOfPrescriptionStatusFlag: 'C',
        ...SIGNED,
        medicationPrescribed: { ...SIGNED.medicationPrescribed, ...OPTIONAL },
        ...(whole || cancel === 'reduced' ? { pharmacy } : {}),
      },
    ];
  });
}
