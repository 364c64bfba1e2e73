// The typed people and places of a message: one model for both versions.
import type { Open } from './header.ts';

export interface PersonName {
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName?: string;
  readonly suffix?: string;
  readonly prefix?: string;
}

export interface Address {
  readonly addressLine1?: string;
  readonly addressLine2?: string;
  readonly city?: string;
  readonly stateProvince?: string;
  readonly postalCode?: string;
  readonly countryCode?: string;
}

export interface Telephone {
  /** Ten digits, no dashes, no +1. */
  readonly number: string;
  readonly extension?: string;
  readonly supportsSms?: Open<'Y' | 'N'>;
}

export interface CommunicationNumbers {
  readonly primaryTelephone: Telephone;
  readonly beepers?: readonly Telephone[];
  readonly electronicMails?: readonly string[];
  readonly faxes?: readonly Telephone[];
  readonly homeTelephones?: readonly Telephone[];
  readonly workTelephones?: readonly Telephone[];
  readonly otherTelephones?: readonly Telephone[];
  readonly directAddress?: string;
}

export interface PatientIdentification {
  readonly medicareNumber?: string;
  readonly medicaidNumber?: string;
  readonly medicalRecordNumber?: string;
  readonly patientAccountNumber?: string;
  readonly socialSecurity?: string;
  readonly mutuallyDefined?: string;
  readonly remsPatientId?: string;
}

export interface Patient {
  readonly identification?: PatientIdentification;
  readonly name: PersonName;
  readonly formerName?: PersonName;
  /** Required by the standard; a reduced CancelRx leaves it out. */
  readonly gender?: Open<'M' | 'F' | 'U' | 'N'>;
  /** `YYYY-MM-DD`. Required by the standard; a reduced CancelRx leaves it out. */
  readonly dateOfBirth?: string;
  readonly address?: Address;
  readonly communicationNumbers?: CommunicationNumbers;
  readonly languageNameCode?: string;
  readonly gestationalAge?: string;
  readonly hospiceIndicator?: Open<'1' | '2'>;
}

export interface PharmacyIdentification {
  /** Seven digits, leading zeros included. */
  readonly ncpdpId: string;
  readonly stateLicenseNumber?: string;
  readonly medicareNumber?: string;
  readonly medicaidNumber?: string;
  readonly upin?: string;
  readonly deaNumber?: string;
  readonly hin?: string;
  /** Required by the standard wherever it has the pharmacy; a reduced CancelRx may do without. */
  readonly npi?: string;
  readonly mutuallyDefined?: string;
}

export interface Pharmacy {
  readonly identification: PharmacyIdentification;
  readonly specialty?: string;
  readonly businessName?: string;
  readonly address?: Address;
  readonly communicationNumbers?: CommunicationNumbers;
}

export interface SupervisorIdentification {
  readonly stateLicenseNumber?: string;
  readonly medicareNumber?: string;
  readonly medicaidNumber?: string;
  readonly upin?: string;
  readonly deaNumber?: string;
  readonly hin?: string;
  readonly socialSecurity?: string;
  readonly npi: string;
  readonly certificateToPrescribe?: string;
  readonly data2000WaiverId?: string;
  readonly mutuallyDefined?: string;
}

export interface PrescriberIdentification extends SupervisorIdentification {
  readonly remsEnrollmentId?: string;
  readonly stateControlSubstanceNumber?: string;
}

export interface PracticeLocation {
  readonly businessName?: string;
}

export interface Prescriber {
  readonly identification: PrescriberIdentification;
  readonly specialty?: string;
  readonly practiceLocation?: PracticeLocation;
  readonly name: PersonName;
  readonly formerName?: PersonName;
  readonly address?: Address;
  readonly communicationNumbers: CommunicationNumbers;
  readonly placeOfService?: string;
}

export interface Supervisor {
  readonly identification: SupervisorIdentification;
  readonly specialty?: string;
  readonly practiceLocation?: PracticeLocation;
  readonly name: PersonName;
  readonly formerName?: PersonName;
  /** Required in a NewRx, with all its parts but the second line. */
  readonly address?: Address;
  /** Required by the standard in what is sent; what is received may lack them. */
  readonly communicationNumbers?: CommunicationNumbers;
}
