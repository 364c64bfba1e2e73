// The people and places of a message, in the standard's order: names, addresses, telephones, patient, pharmacy, prescriber.
import { GENDER_CODES_2017071, GENDER_CODES_2023011 } from '../codes/lists.ts';
import type {
  Address,
  CommunicationNumbers,
  Patient,
  PatientIdentification,
  PersonName,
  Pharmacy,
  PharmacyIdentification,
  PracticeLocation,
  Prescriber,
  PrescriberIdentification,
  Supervisor,
  SupervisorIdentification,
  Telephone,
} from '../model/parties.ts';
import { bare, type Field, fieldsOf, group, leaf, MANY, moment, opaque, wrap } from './field.ts';
import { code, digits, id, name, padded } from './text.ts';

const personName = fieldsOf<PersonName>(
  leaf('LastName', 1, name(35)),
  leaf('FirstName', 1, name(35)),
  leaf('MiddleName', 0, name(35)),
  leaf('Suffix', 0, name(10)),
  leaf('Prefix', 0, name(10)),
);

/** 2017071 has the name itself and a former one; 2023011 has a composite of names. */
const names = [
  group('Name', 1, personName, { only: '2017071' }),
  group('FormerName', 0, personName, { only: '2017071' }),
  wrap('Names', 1, [group('Name', 1, personName)], { only: '2023011' }),
] as const;

/** `min` 1: the mandatory form (NewRx patient and prescriber); 0: every part optional. */
const address = (min: 0 | 1): readonly Field[] =>
  fieldsOf<Address>(
    leaf('AddressLine1', min, name(40)),
    leaf('AddressLine2', 0, name(40)),
    leaf('City', min, name(35)),
    leaf('StateProvince', min, name(MANY)),
    leaf('PostalCode', min, padded(MANY, [5, 9])),
    leaf('CountryCode', min, code(2)),
  );

const telephone = fieldsOf<Telephone>(
  leaf('Number', 1, digits(10)),
  leaf('Extension', 0, digits(8)),
  leaf('SupportsSMS', 0, code(1, ['Y', 'N']), { key: 'supportsSms' }),
);

const communicationNumbers = fieldsOf<CommunicationNumbers>(
  group('PrimaryTelephone', 1, telephone),
  group('Beeper', [0, MANY], telephone, { key: 'beepers' }),
  leaf('ElectronicMail', [0, MANY], id(80), { key: 'electronicMails' }),
  group('Fax', [0, MANY], telephone, { key: 'faxes' }),
  group('HomeTelephone', [0, MANY], telephone, { key: 'homeTelephones' }),
  group('WorkTelephone', [0, MANY], telephone, { key: 'workTelephones' }),
  group('OtherTelephone', [0, MANY], telephone, { key: 'otherTelephones' }),
  leaf('DirectAddress', 0, id(254)),
);

const patientIdentification = fieldsOf<PatientIdentification>(
  leaf('MedicareNumber', 0, id(35)),
  leaf('MedicaidNumber', 0, id(35)),
  leaf('MedicalRecordIdentificationNumberEHR', 0, id(35), { key: 'medicalRecordNumber' }),
  leaf('PatientAccountNumber', 0, id(35)),
  leaf('SocialSecurity', 0, id(35)),
  leaf('MutuallyDefined', 0, id(35)),
  leaf('REMSPatientID', 0, id(35), { key: 'remsPatientId' }),
);

/** How much of a party a message demands: a NewRx most, a CancelRx less, what others send us least. */
export type Demand = 'prescribe' | 'cancel' | 'receive';

/** What a demand asks of an address: all its parts, or any. */
const addressOf = (demand: Demand) =>
  demand === 'prescribe' ? group('Address', 1, address(1)) : group('Address', 0, address(0));

export const patient = (demand: Demand): readonly Field[] => [
  wrap(
    'HumanPatient',
    demand === 'receive' ? 0 : 1,
    fieldsOf<Patient>(
      group('Identification', 0, patientIdentification),
      ...names,
      leaf('Gender', 1, code(1, GENDER_CODES_2017071), { only: '2017071' }),
      wrap(
        'GenderAndSex',
        1,
        [leaf('AdministrativeGender', 1, code(1, GENDER_CODES_2023011), { key: 'gender' })],
        { only: '2023011' },
      ),
      moment('DateOfBirth', 1),
      addressOf(demand),
      group('CommunicationNumbers', 0, communicationNumbers),
      bare('PatientLocation'),
      leaf('LanguageNameCode', 0, code(3)),
      ...opaque(1, 'SubstanceUse', 'AlternateContact'),
      leaf('GestationalAge', 0, digits(2)),
      leaf('HospiceIndicator', 0, code(1, ['1', '2'])),
    ),
  ),
  ...opaque(1, 'NonHumanPatient'),
];

/** What a reduced CancelRx says of the patient: the name. */
export const reducedPatient: readonly Field[] = /*#__PURE__*/ [
  /*#__PURE__*/ wrap('HumanPatient', 1, [names[0], names[2]]),
];

const pharmacyIdentification = fieldsOf<PharmacyIdentification>(
  leaf('NCPDPID', 1, padded(35, [7]), { key: 'ncpdpId' }),
  leaf('StateLicenseNumber', 0, id(35)),
  leaf('MedicareNumber', 0, id(35)),
  leaf('MedicaidNumber', 0, id(35)),
  leaf('UPIN', 0, id(35), { key: 'upin' }),
  leaf('DEANumber', 0, id(35), { key: 'deaNumber' }),
  leaf('HIN', 0, id(35), { key: 'hin' }),
  leaf('NPI', 1, code(35), { key: 'npi' }),
  leaf('MutuallyDefined', 0, id(35)),
);

/** `addressMin` 1: the pharmacy of an RxFill or a renewal must have an address. */
export const pharmacy = (addressMin: 0 | 1): readonly Field[] =>
  fieldsOf<Pharmacy>(
    group('Identification', 1, pharmacyIdentification),
    leaf('Specialty', 0, code(10)),
    ...opaque(1, 'Pharmacist'),
    leaf('BusinessName', 1, name(70)),
    group('Address', addressMin, address(addressMin)),
    group('CommunicationNumbers', 1, communicationNumbers),
  );

/** What a reduced CancelRx says of the pharmacy: NCPDP id, and the NPI where it is known. */
export const reducedPharmacy: readonly Field[] = /*#__PURE__*/ fieldsOf<Pharmacy>(
  /*#__PURE__*/ group('Identification', 1, [
    /*#__PURE__*/ leaf('NCPDPID', 1, padded(35, [7]), { key: 'ncpdpId' }),
    /*#__PURE__*/ leaf('NPI', 0, code(35), { key: 'npi' }),
  ]),
);

const supervisorIdentification = fieldsOf<SupervisorIdentification>(
  leaf('StateLicenseNumber', 0, id(35)),
  leaf('MedicareNumber', 0, id(35)),
  leaf('MedicaidNumber', 0, id(35)),
  leaf('UPIN', 0, id(35), { key: 'upin' }),
  leaf('DEANumber', 0, id(35), { key: 'deaNumber' }),
  leaf('HIN', 0, id(35), { key: 'hin' }),
  leaf('SocialSecurity', 0, id(35)),
  leaf('NPI', 1, code(35), { key: 'npi' }),
  leaf('CertificateToPrescribe', 0, id(35)),
  leaf('Data2000WaiverID', 0, id(35), { key: 'data2000WaiverId' }),
  leaf('MutuallyDefined', 0, id(35)),
);

const prescriberIdentification = fieldsOf<PrescriberIdentification>(
  ...supervisorIdentification,
  leaf('REMSHealthcareProviderEnrollmentID', 0, id(35), { key: 'remsEnrollmentId' }),
  leaf('StateControlSubstanceNumber', 0, id(35)),
);

const practiceLocation = fieldsOf<PracticeLocation>(
  bare('Identification'),
  leaf('BusinessName', 0, name(70)),
);

/** A human prescriber's fields, or an opaque veterinarian. */
export const prescriber = (demand: Demand): readonly Field[] => {
  const min = demand === 'receive' ? 0 : 1;
  return [
    wrap(
      'NonVeterinarian',
      min,
      fieldsOf<Prescriber>(
        group('Identification', min, prescriberIdentification),
        leaf('Specialty', 0, code(10)),
        group('PracticeLocation', 0, practiceLocation),
        ...names,
        addressOf(demand),
        ...opaque(1, 'PrescriberAgent'),
        group('CommunicationNumbers', min, communicationNumbers),
        leaf('PrescriberPlaceOfService', 0, digits(2, 2), { key: 'placeOfService' }),
      ),
    ),
    ...opaque(1, 'Veterinarian'),
  ];
};

/** A supervisor is said with less: no agent, no place of service, no numbers of REMS and of controlled substances. */
export const supervisor = (demand: Demand): readonly Field[] => {
  const min = demand === 'receive' ? 0 : 1;
  return [
    wrap(
      'NonVeterinarian',
      min,
      fieldsOf<Supervisor>(
        group('Identification', min, supervisorIdentification),
        leaf('Specialty', 0, code(10)),
        group('PracticeLocation', 0, practiceLocation),
        ...names,
        addressOf(demand),
        group('CommunicationNumbers', min, communicationNumbers),
      ),
    ),
    ...opaque(1, 'Veterinarian'),
  ];
};
