// The typed people and places of a message: one model for both versions.
import type { Open } from './header.ts';

/** A name; each part has at most 35 characters, `suffix` and `prefix` 10. */
export interface PersonName {
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName?: string;
  readonly suffix?: string;
  readonly prefix?: string;
}

/** A postal address. `stateProvince` is the two letters of the state. */
export interface Address {
  readonly addressLine1?: string;
  readonly addressLine2?: string;
  readonly city?: string;
  readonly stateProvince?: string;
  readonly postalCode?: string;
  readonly countryCode?: string;
}

/** A telephone or fax number of the United States. */
export interface Telephone {
  /** Ten digits, no dashes, no +1. */
  readonly number: string;
  readonly extension?: string;
  readonly supportsSms?: Open<'Y' | 'N'>;
}

/** How somebody is reached: a telephone first, everything else beside it. */
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

/** The numbers under which others know the patient. */
export interface PatientIdentification {
  readonly medicareNumber?: string;
  readonly medicaidNumber?: string;
  readonly medicalRecordNumber?: string;
  readonly patientAccountNumber?: string;
  readonly socialSecurity?: string;
  readonly mutuallyDefined?: string;
  readonly remsPatientId?: string;
}

/** The person for whom the prescription is. */
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

/** The numbers under which others know the pharmacy. */
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

/** The pharmacy of a message. */
export interface Pharmacy {
  readonly identification: PharmacyIdentification;
  readonly specialty?: string;
  readonly businessName?: string;
  readonly address?: Address;
  readonly communicationNumbers?: CommunicationNumbers;
}

/** The numbers under which others know the supervisor; the NPI has ten digits. */
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

/** The numbers under which others know the prescriber. */
export interface PrescriberIdentification extends SupervisorIdentification {
  readonly remsEnrollmentId?: string;
  readonly stateControlSubstanceNumber?: string;
}

/** The practice, by name. */
export interface PracticeLocation {
  readonly businessName?: string;
}

/** The person who prescribes. */
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

/** The person under whose supervision the prescriber works. */
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
