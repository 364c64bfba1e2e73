// Writes what a CDS Hooks service is told, as FHIR R4: the drugs about to be signed, the patient, what they do not tolerate and take.
import type { OtherDrug } from '@pestle/rules/screening';
import type { Allergy } from '../../directory/inside.ts';
import type { AskedDrug, AskedPatient, ScreeningQuestion, ToldMedicine } from '../screener.ts';
import type { CdsService } from './discovery.ts';

const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
const SNOMED = 'http://snomed.info/sct';
const SYSTEMS: Readonly<Record<string, string>> = { RXNORM, SNOMED };

/** An id as FHIR allows it: `drf_01…` is `drf-01…`. */
export function fhirId(id: string): string {
  return id.replaceAll('_', '-');
}

type Resource = Readonly<Record<string, unknown>>;

/** What one service is sent. A template that asks for what is not known here is left out: its service then says what it makes of that. */
export function requestOf(question: ScreeningQuestion, service: CdsService, hookInstance: string): Resource {
  const patientId = fhirId(question.patient.id);
  const userId = `Practitioner/${fhirId(question.prescriberId)}`;
  const orders = question.drugs.filter(({ isDrug }) => isDrug);
  const prefetch = Object.fromEntries(
    Object.entries(service.prefetch).flatMap(([key, template]) => {
      const found = prefetched(template, { patientId, userId }, question);
      return found === undefined ? [] : [[key, found] as const];
    }),
  );
  return {
    hook: service.hook,
    hookInstance,
    context: {
      userId,
      patientId,
      ...(service.hook === 'order-select'
        ? { selections: orders.map(({ key }) => `MedicationRequest/${fhirId(key)}`) }
        : {}),
      draftOrders: bundle(
        'collection',
        orders.map((drug) => draftOrder(drug, patientId, userId)),
      ),
    },
    ...(Object.keys(prefetch).length === 0 ? {} : { prefetch }),
  };
}

/** Only what is asked for whole: a search that narrows could otherwise be answered with what it did not ask for. */
function prefetched(
  template: string,
  ids: { readonly patientId: string; readonly userId: string },
  question: ScreeningQuestion,
): Resource | undefined {
  const asked = template
    .replaceAll('{{context.patientId}}', ids.patientId)
    .replaceAll('{{context.userId}}', ids.userId);
  if (asked === `Patient/${ids.patientId}`) return patient(question.patient);
  if (asked === ids.userId)
    return { resourceType: 'Practitioner', id: ids.userId.slice('Practitioner/'.length) };
  const [, type = ''] = /^([A-Za-z]+)\?(?:patient|subject)=(?:Patient\/)?([^&]+)$/.exec(asked) ?? [];
  if (!asked.endsWith(ids.patientId)) return undefined;
  switch (type) {
    case 'AllergyIntolerance':
      return bundle('searchset', allergies(question.allergies, ids.patientId));
    case 'MedicationStatement':
      return bundle(
        'searchset',
        question.told.map((one, at) => toldMedicine(one, at, ids.patientId)),
      );
    case 'MedicationRequest':
      return bundle(
        'searchset',
        question.others.map((one, at) => otherOrder(one, at, ids.patientId)),
      );
    default:
      return undefined;
  }
}

function bundle(type: 'collection' | 'searchset', resources: readonly Resource[]): Resource {
  return {
    resourceType: 'Bundle',
    type,
    ...(type === 'searchset' ? { total: resources.length } : {}),
    entry: resources.map((resource) => ({ resource })),
  };
}

function draftOrder(drug: AskedDrug, patientId: string, userId: string): Resource {
  return {
    resourceType: 'MedicationRequest',
    id: fhirId(drug.key),
    status: 'draft',
    intent: 'order',
    medicationCodeableConcept: medicine(drug.name, drug.rxcui),
    subject: { reference: `Patient/${patientId}` },
    requester: { reference: userId },
    ...(drug.instructions === '' ? {} : { dosageInstruction: [{ text: drug.instructions }] }),
  };
}

/** What is being written besides, and what was prescribed here and may still be taken. */
function otherOrder({ name, from, rxcui = null }: OtherDrug, at: number, patientId: string): Resource {
  return {
    resourceType: 'MedicationRequest',
    id: `other-${at + 1}`,
    status: from === 'ORDER' ? 'draft' : 'active',
    intent: 'order',
    medicationCodeableConcept: medicine(name, rxcui),
    subject: { reference: `Patient/${patientId}` },
  };
}

function toldMedicine({ name, rxcui }: ToldMedicine, at: number, patientId: string): Resource {
  return {
    resourceType: 'MedicationStatement',
    id: `told-${at + 1}`,
    status: 'active',
    medicationCodeableConcept: medicine(name, rxcui),
    subject: { reference: `Patient/${patientId}` },
  };
}

function medicine(text: string, rxcui: string | null): Resource {
  return { ...(rxcui === null ? {} : { coding: [{ system: RXNORM, code: rxcui }] }), text };
}

const GENDER = { MALE: 'male', FEMALE: 'female', UNKNOWN: 'unknown' } as const;

function patient({ id, firstName, lastName, dateOfBirth, sex }: AskedPatient): Resource {
  return {
    resourceType: 'Patient',
    id: fhirId(id),
    name: [{ family: lastName, given: [firstName] }],
    gender: GENDER[sex],
    birthDate: dateOfBirth,
  };
}

/** Where nobody asked there is nothing; that none are known is a statement of its own. */
function allergies(known: readonly Allergy[] | null, patientId: string): readonly Resource[] {
  if (known === null) return [];
  const shared = {
    resourceType: 'AllergyIntolerance',
    clinicalStatus: {
      coding: [
        { system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' },
      ],
    },
    patient: { reference: `Patient/${patientId}` },
  };
  if (known.length === 0)
    return [
      {
        ...shared,
        id: 'allergy-none',
        code: { coding: [{ system: SNOMED, code: '716186003' }], text: 'No known allergy' },
      },
    ];
  return known.map(({ substance, code, codeSystem = '', reaction }, at) => {
    const system = SYSTEMS[codeSystem];
    return {
      ...shared,
      id: `allergy-${at + 1}`,
      code: {
        ...(code === undefined || system === undefined ? {} : { coding: [{ system, code }] }),
        text: substance,
      },
      ...(reaction === undefined ? {} : { reaction: [{ manifestation: [{ text: reaction }] }] }),
    };
  });
}
