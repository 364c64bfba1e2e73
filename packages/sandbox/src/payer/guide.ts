// Owns the names that the simulated payer takes from the guide for real-time pharmacy benefit checks (FHIR R4, CARIN RTPBC 1.0.0).

const GUIDE = 'http://hl7.org/fhir/us/carin-rtpbc';
const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';

export const GUIDE_NAMES = {
  profile: (name: string): string => `${GUIDE}/StructureDefinition/${name}`,
  eventType: `${GUIDE}/CodeSystem/rtpbc-event-type`,
  benefitRestriction: `${GUIDE}/CodeSystem/rtpbc-benefit-restriction`,
  patientPayType: `${GUIDE}/CodeSystem/rtpbc-patient-pay-type`,
  requestDefinition: `${GUIDE}/MessageDefinition/rtpbc-request`,
  responseDefinition: `${GUIDE}/MessageDefinition/rtpbc-response`,
  claimType: `${TERMINOLOGY}/claim-type`,
  processPriority: `${TERMINOLOGY}/processpriority`,
  coverageClass: `${TERMINOLOGY}/coverage-class`,
  pharmacyType: `${TERMINOLOGY}/NCPDPPharmacyType`,
  ncpdpId: `${TERMINOLOGY}/NCPDPProviderIdentificationNumber`,
  rejectCode: `${TERMINOLOGY}/NCPDPRejectCode`,
  rxNorm: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  dataAbsentReason: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
} as const;
