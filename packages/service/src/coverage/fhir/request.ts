// Writes the question about one drug as the guide's message: header, claim, patient, coverage, prescription, prescriber and pharmacy.
import { findUnit } from '@pestle/rules/units';
import type { AskedDrug, AskedPatient, AskedPharmacy, PayerQuestion } from '../payer.ts';
import {
  billingUnitOf,
  EXTENSIONS,
  PROFILES,
  REQUEST_DEFINITION,
  REQUEST_EVENT,
  SYSTEMS,
} from './profile.ts';

export interface RequestParts {
  readonly question: Omit<PayerQuestion, 'drugs'>;
  readonly drug: AskedDrug;
  /** Of this drug's question: no other question has it. */
  readonly requestId: string;
  /** Who asks: the service's public address. */
  readonly senderUrl: string;
  /** How the payer is named among those who ask it. */
  readonly payerId: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** What the guide requires and nobody knows: FHIR has a way to say so, and nothing is invented. */
const UNKNOWN = { extension: [{ url: EXTENSIONS.dataAbsentReason, valueCode: 'unknown' }] } as const;

/** What a payer needs of a drug before it can be asked: a code and a quantity in a billing unit. */
export function isAskable({ rxcui, ndc, quantity, unitCode }: AskedDrug): 'YES' | 'NO_CODE' | 'NO_QUANTITY' {
  if (rxcui === null && ndc === null) return 'NO_CODE';
  return quantity === null || unitOf(unitCode) === undefined ? 'NO_QUANTITY' : 'YES';
}

/** The id of every resource of a question, within what FHIR allows in an id. */
export function resourceIdOf(requestId: string): string {
  return requestId.replaceAll(/[^A-Za-z0-9.-]/g, '-').slice(-64);
}

/** The bundle. Its drug is askable: `isAskable`. */
export function writeRequest(parts: RequestParts): object {
  const { question, senderUrl, createdAt, requestId } = parts;
  const id = resourceIdOf(requestId);
  const resources = [
    header(id, senderUrl),
    claim(id, parts),
    patient(id, parts, question.patient),
    coverage(id, parts),
    medicationRequest(id, parts),
    {
      resourceType: 'Practitioner',
      id,
      meta: { profile: [PROFILES.practitioner] },
      identifier: [identified(SYSTEMS.npi, question.prescriberNpi)],
      name: [{ _family: UNKNOWN }],
    },
    pharmacy(id, question.pharmacy),
  ];
  return {
    resourceType: 'Bundle',
    id,
    meta: { profile: [PROFILES.requestBundle] },
    type: 'message',
    timestamp: createdAt,
    entry: resources.map((resource) => ({
      fullUrl: `${senderUrl}/${resource.resourceType}/${id}`,
      resource,
    })),
  };
}

function header(id: string, senderUrl: string) {
  return {
    resourceType: 'MessageHeader',
    id,
    meta: { profile: [PROFILES.requestHeader] },
    eventCoding: REQUEST_EVENT,
    source: { name: 'Pestle', endpoint: senderUrl },
    focus: [{ reference: `Claim/${id}` }],
    definition: REQUEST_DEFINITION,
  };
}

function claim(id: string, { drug, requestId, createdAt }: RequestParts) {
  return {
    resourceType: 'Claim',
    id,
    meta: { profile: [PROFILES.claim] },
    identifier: [{ value: requestId }],
    status: 'active',
    type: { coding: [{ system: SYSTEMS.claimType, code: 'pharmacy', display: 'Pharmacy' }] },
    use: 'predetermination',
    patient: { reference: `Patient/${id}` },
    created: createdAt,
    provider: { reference: `Organization/${id}` },
    priority: { coding: [{ system: SYSTEMS.processPriority, code: 'normal', display: 'Normal' }] },
    prescription: { reference: `MedicationRequest/${id}` },
    careTeam: [{ sequence: 1, provider: { reference: `Practitioner/${id}` } }],
    insurance: [{ sequence: 1, focal: true, coverage: { reference: `Coverage/${id}` } }],
    item: [{ sequence: 1, careTeamSequence: [1], productOrService: product(drug), quantity: amount(drug) }],
  };
}

/** What finds the member, and nothing else: no address, no telephone, and none of the service's own ids. */
function patient(id: string, { senderUrl, requestId }: RequestParts, of: AskedPatient) {
  return {
    resourceType: 'Patient',
    id,
    meta: { profile: [PROFILES.patient] },
    identifier: [
      {
        use: 'temp',
        type: { coding: [{ system: SYSTEMS.identifierType, code: 'PI' }] },
        system: senderUrl,
        value: requestId,
      },
    ],
    name: [{ family: of.lastName, given: [of.firstName] }],
    gender: ({ FEMALE: 'female', MALE: 'male', UNKNOWN: 'unknown' } as const)[of.sex],
    birthDate: of.dateOfBirth,
  };
}

function coverage(id: string, { question, payerId }: RequestParts) {
  const { bin, pcn, groupId, memberId } = question.benefit;
  const classes = { rxbin: bin, rxpcn: pcn, rxgroup: groupId, rxid: memberId };
  return {
    resourceType: 'Coverage',
    id,
    meta: { profile: [PROFILES.coverage] },
    status: 'active',
    subscriberId: memberId,
    beneficiary: { reference: `Patient/${id}` },
    // A card does not say whether its holder is the patient.
    relationship: { text: 'Unknown' },
    payor: [{ identifier: { value: payerId } }],
    class: Object.entries(classes).flatMap(([code, value]) =>
      value === null ? [] : [{ type: { coding: [{ system: SYSTEMS.coverageClass, code }] }, value }],
    ),
  };
}

function medicationRequest(id: string, { question, drug }: RequestParts) {
  const { daysSupply, dispenseAsWritten } = drug;
  return {
    resourceType: 'MedicationRequest',
    id,
    meta: { profile: [PROFILES.medicationRequest] },
    status: 'draft',
    intent: 'proposal',
    medicationCodeableConcept: product(drug),
    subject: { reference: `Patient/${id}` },
    authoredOn: question.today,
    requester: { reference: `Practitioner/${id}` },
    dispenseRequest: {
      quantity: amount(drug),
      ...(daysSupply === null
        ? {}
        : {
            expectedSupplyDuration: { value: daysSupply, unit: 'days', system: SYSTEMS.ucum, code: 'd' },
          }),
      performer: { reference: `Organization/${id}` },
    },
    substitution: { allowedBoolean: !dispenseAsWritten },
  };
}

function pharmacy(id: string, of: AskedPharmacy | null) {
  const numbers = [
    ...(of?.npi == null ? [] : [identified(SYSTEMS.npi, of.npi)]),
    ...(of?.ncpdpId == null ? [] : [identified(SYSTEMS.ncpdpId, of.ncpdpId)]),
  ];
  const mail = of?.kind === 'MAIL_ORDER';
  return {
    resourceType: 'Organization',
    id,
    meta: { profile: [PROFILES.pharmacy] },
    identifier: numbers.length === 0 ? [identified(SYSTEMS.npi, null)] : numbers,
    active: true,
    type: [
      {
        coding: [
          {
            system: SYSTEMS.pharmacyType,
            code: mail ? 'M' : 'R',
            display: mail ? 'Mail Order' : 'Retail',
          },
        ],
      },
    ],
    name: of?.name ?? 'Pharmacy not chosen yet',
  };
}

function identified(system: string, value: string | null) {
  return value === null ? { system, _value: UNKNOWN } : { system, value };
}

function product({ rxcui, ndc, name }: AskedDrug) {
  return {
    coding: [
      ...(rxcui === null ? [] : [{ system: SYSTEMS.rxNorm, code: rxcui, display: name }]),
      ...(ndc === null ? [] : [{ system: SYSTEMS.ndc, code: ndc, display: name }]),
    ],
  };
}

function amount({ quantity, unitCode }: AskedDrug) {
  const code = unitOf(unitCode);
  return { value: Number(quantity), unit: code, system: SYSTEMS.ucum, code };
}

export function unitOf(unitCode: string | null): string | undefined {
  const unit = unitCode === null ? undefined : findUnit(unitCode);
  return billingUnitOf(unitCode, unit?.decimals === false);
}
