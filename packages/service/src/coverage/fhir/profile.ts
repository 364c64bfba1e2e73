// Names what is taken of the guide for real-time pharmacy benefit checks: its profiles, extensions, code systems and codes.

/** HL7 FHIR R4, CARIN Consumer Real-time Pharmacy Benefit Check, version 1.0.0 (STU 1); what 2.0.0 renames is read too. */
const GUIDE = 'http://hl7.org/fhir/us/carin-rtpbc';
const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';

const profile = (name: string): string => `${GUIDE}/StructureDefinition/${name}`;
/** A code system of 1.0.0, and the name that 2.0.0 gives it. */
const renamed = (name: string): readonly string[] => [
  `${GUIDE}/CodeSystem/${name}`,
  `${GUIDE}/CodeSystem/${name}-temporary`,
];

export const PROFILES = {
  requestBundle: profile('rtpbc-request-bundle'),
  requestHeader: profile('rtpbc-request-messageheader'),
  claim: profile('rtpbc-request-claim'),
  patient: profile('rtpbc-patient'),
  coverage: profile('rtpbc-coverage'),
  medicationRequest: profile('rtpbc-medicationrequest'),
  pharmacy: profile('rtpbc-pharmacy-organization'),
  practitioner: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-practitioner',
} as const;

export const EXTENSIONS = {
  benefitRestriction: profile('rtpbc-benefitRestriction'),
  isAlternative: profile('rtpbc-isAlternative'),
  /** 2.0.0: the line is priced with another coverage than the one asked about, such as a discount card. */
  relatedCoverage: profile('rtpbc-relatedCoverage'),
  /** 2.0.0 */
  nextAvailableFillDate: profile('rtpbc-nextAvailableFillDate'),
  dataAbsentReason: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
} as const;

export const SYSTEMS = {
  eventType: `${GUIDE}/CodeSystem/rtpbc-event-type`,
  claimType: `${TERMINOLOGY}/claim-type`,
  processPriority: `${TERMINOLOGY}/processpriority`,
  coverageClass: `${TERMINOLOGY}/coverage-class`,
  identifierType: `${TERMINOLOGY}/v2-0203`,
  rxNorm: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  ndc: 'http://hl7.org/fhir/sid/ndc',
  npi: 'http://hl7.org/fhir/sid/us-npi',
  ncpdpId: `${TERMINOLOGY}/NCPDPProviderIdentificationNumber`,
  pharmacyType: `${TERMINOLOGY}/NCPDPPharmacyType`,
  ucum: 'http://unitsofmeasure.org',
} as const;

/** `$process-message` is the operation of 1.0.0 and 2.0.0; the `Claim/$submit` of the first ballot was dropped. */
export const OPERATION = '$process-message';
export const REQUEST_DEFINITION = `${GUIDE}/MessageDefinition/rtpbc-request`;
export const REQUEST_EVENT = { system: SYSTEMS.eventType, code: 'rtpbc-request', display: 'RTPBC Request' };
export const RESPONSE_EVENT_CODE = 'rtpbc-response';
export const MEDIA_TYPE = 'application/fhir+json';

export const RESTRICTION_SYSTEMS: readonly string[] = renamed('rtpbc-benefit-restriction');
export const PATIENT_PAY_SYSTEMS: readonly string[] = renamed('rtpbc-patient-pay-type');

/** NCPDP's reject codes (511-FB) that say: no such member. Wrong or unmatched group, cardholder, person or birth; not covered. */
export const MEMBER_REJECTS: ReadonlySet<string> = new Set(['06', '07', '09', '51', '52', '53', '65']);

/** By NCPDP's unit code; what is counted is `{Each}`, and what cannot be told is none. */
export function billingUnitOf(unitCode: string | null, counted: boolean): 'g' | 'mL' | '{Each}' | undefined {
  if (unitCode === 'C48155') return 'g';
  if (unitCode === 'C28254') return 'mL';
  return counted ? '{Each}' : undefined;
}
