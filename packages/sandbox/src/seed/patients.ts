// Owns the sandbox's patients: invented people, varied in age, name, place and what is known of them. No phone number is a real one.
import type { Address } from '../pharmacies/types.ts';

export type SeedPatient = {
  readonly id: string;
  /** The practice's own id. */
  readonly externalId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly sex: 'FEMALE' | 'MALE' | 'UNKNOWN';
  /** Ten digits. */
  readonly phone?: string;
  readonly address: Address;
  /** The language for what the patient reads; English when left out. */
  readonly language?: 'es';
  readonly weightKg?: number;
  /** Nothing is prescribed for a deceased patient (W8). */
  readonly deceasedAt?: string;
};

/** The patients of the sandbox. */
export const patients: readonly SeedPatient[] = [
  {
    id: 'pat_0JANE0TESTER00000000000000',
    externalId: 'MRN-1001',
    firstName: 'Jane',
    lastName: 'Tester',
    dateOfBirth: '1988-04-05',
    sex: 'FEMALE',
    phone: '6175550160',
    address: {
      street1: '42 Beacon St',
      street2: 'Apt 5',
      city: 'Boston',
      state: 'MA',
      postalCode: '02108',
      country: 'US',
    },
    weightKg: 70,
  },
  {
    id: 'pat_0J0SE0NVNEZ000000000000000',
    externalId: 'MRN-1002',
    firstName: 'José',
    lastName: 'Núñez',
    dateOfBirth: '1975-11-23',
    sex: 'MALE',
    phone: '6175550161',
    address: {
      street1: '118 Dorchester Ave',
      city: 'Boston',
      state: 'MA',
      postalCode: '02127',
      country: 'US',
    },
    language: 'es',
  },
  {
    id: 'pat_0M1A0CHEN00000000000000000',
    externalId: 'MRN-1003',
    firstName: 'Mia',
    lastName: 'Chen',
    dateOfBirth: '2019-08-14',
    sex: 'FEMALE',
    phone: '6175550162',
    address: {
      street1: '9 Prospect St',
      city: 'Cambridge',
      state: 'MA',
      postalCode: '02139',
      country: 'US',
    },
    weightKg: 24.5,
  },
  {
    id: 'pat_0N0AH0BR0WN000000000000000',
    externalId: 'MRN-1004',
    firstName: 'Noah',
    lastName: 'Brown',
    dateOfBirth: '2024-02-29',
    sex: 'MALE',
    phone: '7815550163',
    address: {
      street1: '31 Forest St',
      street2: 'Unit B',
      city: 'Medford',
      state: 'MA',
      postalCode: '02155',
      country: 'US',
    },
    weightKg: 13.2,
  },
  {
    id: 'pat_0MAX1M111ANA00000000000000',
    externalId: 'MRN-1005',
    firstName: 'Maximiliana Alexandrina',
    lastName: 'Featherstonehaugh-Worthington',
    dateOfBirth: '1951-01-30',
    sex: 'FEMALE',
    phone: '5085550164',
    address: {
      street1: '1200 Massachusetts Turnpike Access Rd',
      street2: 'Building 14, Apartment 1203',
      city: 'Framingham',
      state: 'MA',
      postalCode: '01701',
      country: 'US',
    },
  },
  {
    id: 'pat_0HAR01D0F1NCH0000000000000',
    externalId: 'MRN-1006',
    firstName: 'Harold',
    lastName: 'Finch',
    dateOfBirth: '1938-06-17',
    sex: 'MALE',
    phone: '4015550165',
    address: {
      street1: '77 Benefit St',
      city: 'Providence',
      state: 'RI',
      postalCode: '02903',
      country: 'US',
    },
    deceasedAt: '2025-03-02',
  },
  {
    id: 'pat_0RVTH0N0PH0NE0000000000000',
    externalId: 'MRN-1007',
    firstName: 'Ruth',
    lastName: 'Abramson',
    dateOfBirth: '1946-09-09',
    sex: 'FEMALE',
    address: {
      street1: '5 Derby St',
      city: 'Salem',
      state: 'MA',
      postalCode: '01970',
      country: 'US',
    },
  },
  {
    id: 'pat_00WEN00H100000000000000000',
    externalId: 'MRN-1008',
    firstName: 'Owen',
    lastName: 'Gallagher',
    dateOfBirth: '1969-12-31',
    sex: 'MALE',
    phone: '6145550166',
    address: {
      street1: '640 S High St',
      city: 'Columbus',
      state: 'OH',
      postalCode: '43215',
      country: 'US',
    },
    weightKg: 92,
  },
  {
    id: 'pat_0AMARA00H10000000000000000',
    externalId: 'MRN-1009',
    firstName: 'Amara',
    lastName: 'Diallo',
    dateOfBirth: '1993-03-08',
    sex: 'FEMALE',
    phone: '5135550167',
    address: {
      street1: '18 Vine St',
      street2: 'Apt 402',
      city: 'Cincinnati',
      state: 'OH',
      postalCode: '45202',
      country: 'US',
    },
  },
  {
    id: 'pat_0SEAN00BR1EN00000000000000',
    externalId: 'MRN-1010',
    firstName: 'Seán',
    lastName: "O'Brien-Łukasiewicz",
    dateOfBirth: '1982-07-19',
    sex: 'MALE',
    phone: '6035550168',
    address: {
      street1: '900 Elm St',
      city: 'Manchester',
      state: 'NH',
      postalCode: '03101',
      country: 'US',
    },
  },
  {
    id: 'pat_01VC1A0HERRERA000000000000',
    externalId: 'MRN-1011',
    firstName: 'Lucía',
    lastName: 'Herrera',
    dateOfBirth: '2001-10-02',
    sex: 'FEMALE',
    phone: '6025550169',
    address: {
      street1: '2201 N Central Ave',
      street2: 'Apt 31',
      city: 'Phoenix',
      state: 'AZ',
      postalCode: '85004',
      country: 'US',
    },
    language: 'es',
  },
  {
    id: 'pat_0A1EX0M0RGAN00000000000000',
    externalId: 'MRN-1012',
    firstName: 'Alex',
    lastName: 'Morgan',
    dateOfBirth: '1997-05-21',
    sex: 'UNKNOWN',
    phone: '8025550170',
    address: {
      street1: '14 College St',
      city: 'Burlington',
      state: 'VT',
      postalCode: '05401',
      country: 'US',
    },
  },
  {
    id: 'pat_0PR1YA0RAMAN00000000000000',
    externalId: 'MRN-1013',
    firstName: 'Priya',
    lastName: 'Raman',
    dateOfBirth: '1964-02-11',
    sex: 'FEMALE',
    phone: '4135550171',
    address: {
      street1: '88 State St',
      city: 'Springfield',
      state: 'MA',
      postalCode: '01103',
      country: 'US',
    },
    weightKg: 58.5,
  },
  {
    id: 'pat_0WE10ZHANG0000000000000000',
    externalId: 'MRN-1014',
    firstName: 'Wei',
    lastName: 'Zhang',
    dateOfBirth: '1959-08-30',
    sex: 'MALE',
    phone: '2075550172',
    address: {
      street1: '25 Congress St',
      city: 'Portland',
      state: 'ME',
      postalCode: '04101',
      country: 'US',
    },
  },
];
