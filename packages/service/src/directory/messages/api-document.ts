// The document from which a pharmacy's own API is filled (D8), with its barest and its fullest form to try a mapping on.
import { fieldOf, forFields, type SignedText, signedTexts } from '@pestle/rules/prescription-fields';

interface Street {
  readonly street1: string;
  readonly street2?: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

/** The input of the expression `body`. */
export interface ApiDocument {
  readonly order: { readonly id: string; readonly address: Street | null };
  readonly fill: {
    readonly id: string;
    readonly messageId: string;
    /** Of a cancel: the MessageID of what it cancels. */
    readonly relatesToMessageId: string | null;
    readonly prescriberOrderNumber: string;
  };
  readonly prescription: Readonly<Record<SignedText, string | null>> & {
    readonly id: string;
    readonly writtenAt: string;
    readonly expirationDate: string;
    readonly dispenseQuantity: string;
    readonly dispenseUnit: { readonly code: string; readonly name: string };
    readonly dispenseAsWritten: boolean;
    readonly fillsAllowed: number;
    readonly daysSupply: number | null;
    readonly instructions: string;
    readonly diagnosisCodes: readonly {
      readonly code: string;
      readonly type: string;
      readonly description: string;
    }[];
    readonly treatment: {
      readonly id: string;
      readonly kind: string;
      readonly name: string;
      readonly rxcui: string | null;
      readonly brandName: string | null;
      readonly ingredients: readonly string[];
      readonly strength: string | null;
      readonly doseForm: string | null;
      readonly description: string;
      readonly ndc: string | null;
    };
    readonly drugDescription: string;
    readonly rxcui: string | null;
    readonly ndc: string | null;
  };
  readonly patient: {
    readonly id: string;
    readonly firstName: string;
    readonly middleName: string | null;
    readonly lastName: string;
    readonly suffix: string | null;
    readonly dateOfBirth: string;
    readonly sex: string;
    readonly address: Street | null;
    readonly phone: string | null;
    readonly email: string | null;
  };
  readonly prescriber: {
    readonly id: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly credentials: string | null;
    readonly npi: string;
    readonly practiceName: string;
    readonly address: Street;
    readonly phone: string;
    readonly phoneExtension: string | null;
    readonly fax: string | null;
  };
  readonly pharmacy: {
    readonly id: string;
    readonly ncpdpId: string;
    readonly npi: string | null;
    readonly name: string;
  };
}

const STREET: Street = {
  street1: '1 Main St',
  city: 'Boston',
  state: 'MA',
  postalCode: '02108',
  country: 'US',
};

/** With everything that may be known, or without. */
export function apiSample(isFull: boolean, isCancel: boolean): ApiDocument {
  const known = <T>(value: T): T | null => (isFull ? value : null);
  const codes = { rxcui: known('314076'), ndc: known('00071015523') };
  return {
    order: { id: 'ord_1', address: known(STREET) },
    fill: {
      id: 'fil_1',
      messageId: 'm1',
      relatesToMessageId: isCancel ? 'm0' : null,
      prescriberOrderNumber: '1-1',
    },
    prescription: {
      id: 'rx_1',
      writtenAt: '2026-01-01T00:00:00.000000Z',
      expirationDate: '2027-01-01',
      dispenseQuantity: '30',
      dispenseUnit: { code: 'C48542', name: 'Tablet' },
      dispenseAsWritten: false,
      fillsAllowed: 1,
      daysSupply: known(30),
      instructions: 'Take one tablet by mouth once daily',
      ...forFields(signedTexts(), (name) =>
        known(fieldOf(name).type === 'date' ? '2026-01-05' : 'Call when ready'),
      ),
      diagnosisCodes: isFull
        ? [{ code: 'I10', type: 'ICD10', description: 'Essential (primary) hypertension' }]
        : [],
      treatment: {
        id: 'trt_1',
        kind: 'MEDICATION',
        name: 'lisinopril 10 mg tablet',
        ...codes,
        brandName: known('Zestril'),
        ingredients: ['lisinopril'],
        strength: known('10 mg'),
        doseForm: known('tablet'),
        description: 'Lisinopril 10 MG Oral Tablet',
      },
      drugDescription: 'Lisinopril 10 MG Oral Tablet',
      ...codes,
    },
    patient: {
      id: 'pat_1',
      firstName: 'Jane',
      middleName: known('Q'),
      lastName: 'Doe',
      suffix: known('Jr'),
      dateOfBirth: '1980-02-29',
      sex: 'FEMALE',
      address: STREET,
      phone: known('6175550100'),
      email: known('jane@mail.example'),
    },
    prescriber: {
      id: 'usr_1',
      firstName: 'Ann',
      lastName: 'Smith',
      credentials: known('MD'),
      npi: '1999999992',
      practiceName: 'Practice',
      address: STREET,
      phone: '6175550103',
      phoneExtension: known('12'),
      fax: known('6175550104'),
    },
    pharmacy: { id: 'phr_1', ncpdpId: '0000000', npi: known('1234567893'), name: 'Pharmacy' },
  };
}
