// Prescriptions as messages are made of, from the barest to the fullest: for rules that hold for every message.
import type { PatientId, TreatmentId, UserId } from '@pestle/rules/ids';
import type { MessageFacts, PostalAddress } from '@pestle/service/for-tests/prescribing';
import fc from 'fast-check';

const STREET: PostalAddress = {
  street1: '1 Main St',
  city: 'Boston',
  state: 'MA',
  postalCode: '02108',
  country: 'US',
};
const FLAT: PostalAddress = { ...STREET, street2: 'Apt 4', postalCode: '02108-1234' };
const address = fc.constantFrom(STREET, FLAT);
const orNull = <T>(value: T): fc.Arbitrary<T | null> => fc.constantFrom(value, null);

/** Facts of one message that the standard's check accepts; `npi` and `phone` of the pharmacy are known or not. */
export const messageFacts: fc.Arbitrary<MessageFacts> = fc.record({
  content: fc.record({
    version: fc.constant(1 as const),
    salt: fc.constant('00'),
    patient: fc.record({
      id: fc.constant('pat_01JABCDEF0123456789ABCDEFG' as PatientId),
      firstName: fc.constantFrom('Jane', 'José'),
      middleName: orNull('Q'),
      lastName: fc.constantFrom('Doe', "O'Brien"),
      suffix: orNull('Jr'),
      dateOfBirth: fc.constant('1980-02-29'),
      sex: fc.constantFrom('MALE' as const, 'FEMALE' as const, 'UNKNOWN' as const),
    }),
    prescriber: fc.record({
      id: fc.constant('usr_01JABCDEF0123456789ABCDEFG' as UserId),
      firstName: fc.constant('Ann'),
      lastName: fc.constant('Smith'),
      credentials: orNull('MD'),
      npi: fc.constant('1999999992'),
    }),
    treatment: fc.record({
      id: fc.constant('trt_01JABCDEF0123456789ABCDEFG' as TreatmentId),
      kind: fc.constantFrom('MEDICATION' as const, 'EQUIPMENT' as const),
      name: fc.constant('lisinopril 10 mg tablet'),
      rxcui: orNull('314076'),
      brandName: orNull('Zestril'),
      ingredients: fc.constant(['lisinopril']),
      strength: orNull('10 mg'),
      doseForm: orNull('tablet'),
      description: fc.constant('Lisinopril 10 MG Oral Tablet'),
      ndc: orNull('00071015523'),
    }),
    dispenseQuantity: fc.constantFrom('30', '2.5'),
    dispenseUnit: fc.constant({ code: 'C48542', name: 'Tablet' }),
    daysSupply: fc.constantFrom(null, 0, 30),
    fillsAllowed: fc.integer({ min: 1, max: 100 }),
    dispenseAsWritten: fc.boolean(),
    instructions: fc.constantFrom('Take one tablet by mouth once daily', 'Take one.\nThen another.'),
    notes: fc.constantFrom(null, 'Call when ready', 'x'.repeat(210)),
    doNotFillBeforeDate: orNull('2026-01-05'),
    diagnosisCodes: fc.constantFrom(
      [],
      [{ code: 'I10', type: 'ICD10' as const }],
      [
        { code: 'I10', type: 'ICD10' as const, description: 'Essential (primary) hypertension' },
        { code: 'E11.9', type: 'ICD10' as const },
      ],
    ),
    supervisor: orNull({
      firstName: 'Sue',
      lastName: 'Chief',
      npi: '1888888885',
      phone: '6175550105',
      address: STREET,
    }),
  }),
  envelope: fc.record({
    patient: fc.record({
      address,
      phone: orNull('6175550100'),
      email: orNull('jane@mail.example'),
    }),
    prescriber: fc.record({
      practiceName: fc.constant('Test Practice'),
      address,
      phone: fc.constant('6175550103'),
      phoneExtension: orNull('12'),
      fax: orNull('6175550104'),
    }),
    organization: fc.constant({ name: 'Test', phone: null, timeZone: 'America/New_York' }),
  }),
  address: orNull(STREET),
  pharmacy: fc.record({
    ncpdpId: fc.constant('0123456'),
    npi: orNull('1234567893'),
    name: fc.constant('Test Pharmacy'),
    address,
    phone: orNull('6175550101'),
    fax: orNull('6175550102'),
  }),
  identity: fc.constant({
    senderId: 'PESTLE01',
    senderTertiaryId: 'PESTLE',
    receiverTertiaryId: '0123456',
    softwareVersion: '0.1.0',
  }),
  messageId: fc.constant('m01JABCDEF0123456789ABCDEFG'),
  prescriberOrderNumber: fc.constant('01JABCDEF0123456789ABCDEFG-1'),
  sentAt: fc.constant(new Date('2026-01-02T03:04:05.678Z')),
  writtenAt: fc.constant('2026-01-02T03:04:05.678901Z'),
});
