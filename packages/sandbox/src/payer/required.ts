// Owns what the guide requires of a question: every element by its path, and that every reference leads to a resource of the message.
import { GUIDE_NAMES as NAMES } from './guide.ts';

type Json = Readonly<Record<string, unknown>>;
/** A path, and the value that the guide fixes there, where it fixes one. */
type Rule = readonly [path: string, fixed?: unknown];

/** Of each resource of the message, by its type; each stands there exactly once. */
export const REQUIRED: Readonly<Record<string, readonly Rule[]>> = {
  MessageHeader: [
    ['id'],
    ['eventCoding.system', NAMES.eventType],
    ['eventCoding.code', 'rtpbc-request'],
    ['source.endpoint'],
    ['focus.reference'],
    ['definition', NAMES.requestDefinition],
  ],
  Claim: [
    ['id'],
    ['identifier.value'],
    ['status', 'active'],
    ['type.coding.system', NAMES.claimType],
    ['type.coding.code', 'pharmacy'],
    ['type.coding.display', 'Pharmacy'],
    ['use', 'predetermination'],
    ['patient.reference'],
    ['created'],
    ['provider.reference'],
    ['priority.coding.system', NAMES.processPriority],
    ['priority.coding.code', 'normal'],
    ['priority.coding.display', 'Normal'],
    ['prescription.reference'],
    ['careTeam.sequence', 1],
    ['careTeam.provider.reference'],
    ['insurance.sequence', 1],
    ['insurance.focal', true],
    ['insurance.coverage.reference'],
    ['item.sequence', 1],
    ['item.careTeamSequence', 1],
    ['item.productOrService.coding.system'],
    ['item.productOrService.coding.code'],
    ['item.productOrService.coding.display'],
    ['item.quantity.value'],
    ['item.quantity.unit'],
  ],
  Patient: [
    ['id'],
    ['identifier.system'],
    ['identifier.value'],
    ['name.family'],
    ['name.given'],
    ['gender'],
    ['birthDate'],
  ],
  Coverage: [
    ['status', 'active'],
    ['beneficiary.reference'],
    ['relationship'],
    ['payor.identifier.value'],
    ['class.type.coding.system', NAMES.coverageClass],
    ['class.type.coding.code'],
    ['class.value'],
  ],
  MedicationRequest: [
    ['status', 'draft'],
    ['intent', 'proposal'],
    ['medicationCodeableConcept.coding.system'],
    ['medicationCodeableConcept.coding.code'],
    ['medicationCodeableConcept.coding.display'],
    ['subject.reference'],
    ['authoredOn'],
    ['requester.reference'],
    ['dispenseRequest.quantity.value'],
    ['dispenseRequest.quantity.unit'],
    ['dispenseRequest.performer.reference'],
    ['substitution.allowedBoolean'],
  ],
  Practitioner: [['identifier.system'], ['identifier.value'], ['name.family']],
  Organization: [
    ['identifier.system'],
    ['identifier.value'],
    ['active', true],
    ['type.coding.system', NAMES.pharmacyType],
    ['type.coding.code'],
    ['name'],
  ],
};

/** The billing units of the guide. */
const UNITS = new Set(['{Each}', 'g', 'mL']);

/** What a question lacks or has wrong, by type and path; empty for one that the guide allows. */
export function missingOf(question: unknown): readonly string[] {
  const bundle = recordOf(question);
  const entries = listOf(bundle['entry']).map(recordOf);
  const resources = entries.map((entry) => recordOf(entry['resource']));
  const missing: string[] = [];
  if (bundle['resourceType'] !== 'Bundle' || bundle['type'] !== 'message') missing.push('Bundle.type');
  if (resources[0]?.['resourceType'] !== 'MessageHeader') missing.push('Bundle.entry[0]: MessageHeader');
  for (const [type, rules] of Object.entries(REQUIRED)) {
    const [resource, ...others] = resources.filter(({ resourceType }) => resourceType === type);
    if (resource === undefined || others.length > 0) missing.push(`${type}: exactly one`);
    else missing.push(...missingIn(type, resource, rules));
  }
  const known = new Set(
    entries.flatMap((entry) => {
      const { resourceType, id } = recordOf(entry['resource']);
      return [String(entry['fullUrl']), `${String(resourceType)}/${String(id)}`];
    }),
  );
  const dangling = referencesIn(resources).filter((reference) => !known.has(reference));
  return [...missing, ...dangling.map((reference) => `no resource ${reference}`)];
}

function missingIn(type: string, resource: Json, rules: readonly Rule[]): readonly string[] {
  const wrong = rules.filter(([path, fixed]) => {
    const values = valuesAt(resource, path.split('.'));
    return values.length === 0 || (fixed !== undefined && !values.includes(fixed));
  });
  const units = [
    ...valuesAt(resource, ['item', 'quantity', 'unit']),
    ...valuesAt(resource, ['dispenseRequest', 'quantity', 'unit']),
  ];
  return [
    ...wrong.map(([path]) => `${type}.${path}`),
    ...units.filter((unit) => !UNITS.has(String(unit))).map(() => `${type}: a billing unit`),
  ];
}

/** Every value at a path, through lists; an element that says why it has none counts as there. */
export function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [first, ...rest] = path;
  if (first === undefined) return value === undefined || value === null || value === '' ? [] : [value];
  const record = recordOf(value);
  const absent = recordOf(record[`_${first}`])['extension'];
  if (
    record[first] === undefined &&
    listOf(absent).some((one) => recordOf(one)['url'] === NAMES.dataAbsentReason)
  )
    return [null];
  return valuesAt(record[first], rest);
}

function referencesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'reference' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

export function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
