// The people and places of a message, in the standard's order (reference 1.3): names, addresses, telephones, patient, pharmacy, prescriber.
import { GENDERS_2017071, GENDERS_2023011 } from '../codes/script.ts';
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
  Telephone,
} from '../model.ts';
import { type Field, fieldsOf, group, leaf, MANY, moment, opaque, wrap } from './field.ts';
import { code, digits, id, name, padded } from './text.ts';

const personName = fieldsOf<PersonName>(
  leaf('LastName', 'lastName', 1, name(35)),
  leaf('FirstName', 'firstName', 1, name(35)),
  leaf('MiddleName', 'middleName', 0, name(35)),
  leaf('Suffix', 'suffix', 0, name(10)),
  leaf('Prefix', 'prefix', 0, name(10)),
);

/** 2017071 has the name itself and a former one; 2023011 has a composite of names. */
const names = [
  group('Name', 'name', 1, personName, { only: '2017071' }),
  group('FormerName', 'formerName', 0, personName, { only: '2017071' }),
  wrap('Names', 1, [group('Name', 'name', 1, personName)], { only: '2023011' }),
] as const;

/** `min` 1: the mandatory form (NewRx patient and prescriber); 0: every part optional. */
const address = (min: 0 | 1): readonly Field[] =>
  fieldsOf<Address>(
    leaf('AddressLine1', 'addressLine1', min, name(40)),
    leaf('AddressLine2', 'addressLine2', 0, name(40)),
    leaf('City', 'city', min, name(35)),
    leaf('StateProvince', 'stateProvince', min, name(MANY)),
    leaf('PostalCode', 'postalCode', min, padded(MANY, [5, 9])),
    leaf('CountryCode', 'countryCode', min, code(2)),
  );

const telephone = fieldsOf<Telephone>(
  leaf('Number', 'number', 1, digits(10)),
  leaf('Extension', 'extension', 0, digits(8)),
  leaf('SupportsSMS', 'supportsSms', 0, code(1, ['Y', 'N'])),
);

const communicationNumbers = fieldsOf<CommunicationNumbers>(
  group('PrimaryTelephone', 'primaryTelephone', 1, telephone),
  group('Beeper', 'beepers', [0, MANY], telephone),
  leaf('ElectronicMail', 'electronicMails', [0, MANY], id(80)),
  group('Fax', 'faxes', [0, MANY], telephone),
  group('HomeTelephone', 'homeTelephones', [0, MANY], telephone),
  group('WorkTelephone', 'workTelephones', [0, MANY], telephone),
  group('OtherTelephone', 'otherTelephones', [0, MANY], telephone),
  leaf('DirectAddress', 'directAddress', 0, id(254)),
);

const patientIdentification = fieldsOf<PatientIdentification>(
  leaf('MedicareNumber', 'medicareNumber', 0, id(35)),
  leaf('MedicaidNumber', 'medicaidNumber', 0, id(35)),
  leaf('MedicalRecordIdentificationNumberEHR', 'medicalRecordNumber', 0, id(35)),
  leaf('PatientAccountNumber', 'patientAccountNumber', 0, id(35)),
  leaf('SocialSecurity', 'socialSecurity', 0, id(35)),
  leaf('MutuallyDefined', 'mutuallyDefined', 0, id(35)),
  leaf('REMSPatientID', 'remsPatientId', 0, id(35)),
);

/** How much of a party a message demands: a NewRx most, a CancelRx less, what others send us least. */
export type Demand = 'prescribe' | 'cancel' | 'receive';

export const patient = (demand: Demand): readonly Field[] => [
  wrap(
    'HumanPatient',
    demand === 'receive' ? 0 : 1,
    fieldsOf<Patient>(
      group('Identification', 'identification', 0, patientIdentification),
      ...names,
      leaf('Gender', 'gender', 1, code(1, Object.keys(GENDERS_2017071)), { only: '2017071' }),
      wrap(
        'GenderAndSex',
        1,
        [leaf('AdministrativeGender', 'gender', 1, code(1, Object.keys(GENDERS_2023011)))],
        { only: '2023011' },
      ),
      moment('DateOfBirth', 'dateOfBirth', 1),
      demand === 'prescribe'
        ? group('Address', 'address', 1, address(1))
        : group('Address', 'address', 0, address(0)),
      group('CommunicationNumbers', 'communicationNumbers', 0, communicationNumbers),
      ...opaque(1, 'PatientLocation'),
      leaf('LanguageNameCode', 'languageNameCode', 0, code(3)),
      ...opaque(1, 'SubstanceUse', 'AlternateContact'),
      leaf('GestationalAge', 'gestationalAge', 0, digits(2)),
      leaf('HospiceIndicator', 'hospiceIndicator', 0, code(1, ['1', '2'])),
    ),
  ),
  ...opaque(1, 'NonHumanPatient'),
];

/** What a reduced CancelRx says of the patient (S1): the name. */
export const reducedPatient: readonly Field[] = /*#__PURE__*/ [
  /*#__PURE__*/ wrap('HumanPatient', 1, [names[0], names[2]]),
];

const pharmacyIdentification = fieldsOf<PharmacyIdentification>(
  leaf('NCPDPID', 'ncpdpId', 1, padded(35, [7])),
  leaf('StateLicenseNumber', 'stateLicenseNumber', 0, id(35)),
  leaf('MedicareNumber', 'medicareNumber', 0, id(35)),
  leaf('MedicaidNumber', 'medicaidNumber', 0, id(35)),
  leaf('UPIN', 'upin', 0, id(35)),
  leaf('DEANumber', 'deaNumber', 0, id(35)),
  leaf('HIN', 'hin', 0, id(35)),
  leaf('NPI', 'npi', 1, code(35)),
  leaf('MutuallyDefined', 'mutuallyDefined', 0, id(35)),
);

/** `addressMin` 1: the pharmacy of an RxFill or a renewal must have an address. */
export const pharmacy = (addressMin: 0 | 1): readonly Field[] =>
  fieldsOf<Pharmacy>(
    group('Identification', 'identification', 1, pharmacyIdentification),
    leaf('Specialty', 'specialty', 0, code(10)),
    ...opaque(1, 'Pharmacist'),
    leaf('BusinessName', 'businessName', 1, name(70)),
    group('Address', 'address', addressMin, address(addressMin)),
    group('CommunicationNumbers', 'communicationNumbers', 1, communicationNumbers),
  );

/** What a reduced CancelRx says of the pharmacy (S1): NCPDP id and NPI. */
export const reducedPharmacy: readonly Field[] = /*#__PURE__*/ fieldsOf<Pharmacy>(
  /*#__PURE__*/ group('Identification', 'identification', 1, [
    /*#__PURE__*/ leaf('NCPDPID', 'ncpdpId', 1, padded(35, [7])),
    /*#__PURE__*/ leaf('NPI', 'npi', 1, code(35)),
  ]),
);

const prescriberIdentification = fieldsOf<PrescriberIdentification>(
  leaf('StateLicenseNumber', 'stateLicenseNumber', 0, id(35)),
  leaf('MedicareNumber', 'medicareNumber', 0, id(35)),
  leaf('MedicaidNumber', 'medicaidNumber', 0, id(35)),
  leaf('UPIN', 'upin', 0, id(35)),
  leaf('DEANumber', 'deaNumber', 0, id(35)),
  leaf('HIN', 'hin', 0, id(35)),
  leaf('SocialSecurity', 'socialSecurity', 0, id(35)),
  leaf('NPI', 'npi', 1, code(35)),
  leaf('CertificateToPrescribe', 'certificateToPrescribe', 0, id(35)),
  leaf('Data2000WaiverID', 'data2000WaiverId', 0, id(35)),
  leaf('MutuallyDefined', 'mutuallyDefined', 0, id(35)),
  leaf('REMSHealthcareProviderEnrollmentID', 'remsEnrollmentId', 0, id(35)),
  leaf('StateControlSubstanceNumber', 'stateControlSubstanceNumber', 0, id(35)),
);

const practiceLocation = fieldsOf<PracticeLocation>(
  ...opaque(1, 'Identification'),
  leaf('BusinessName', 'businessName', 0, name(70)),
);

/** Prescriber and Supervisor: a human one's fields, or an opaque veterinarian. */
export const prescriber = (demand: Demand): readonly Field[] => {
  const min = demand === 'receive' ? 0 : 1;
  return [
    wrap(
      'NonVeterinarian',
      min,
      fieldsOf<Prescriber>(
        group('Identification', 'identification', min, prescriberIdentification),
        leaf('Specialty', 'specialty', 0, code(10)),
        group('PracticeLocation', 'practiceLocation', 0, practiceLocation),
        ...names,
        demand === 'prescribe'
          ? group('Address', 'address', 1, address(1))
          : group('Address', 'address', 0, address(0)),
        ...opaque(1, 'PrescriberAgent'),
        group('CommunicationNumbers', 'communicationNumbers', min, communicationNumbers),
        leaf('PrescriberPlaceOfService', 'placeOfService', 0, digits(2, 2)),
      ),
    ),
    ...opaque(1, 'Veterinarian'),
  ];
};
