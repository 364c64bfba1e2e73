// Reads what a FHIR R4 bundle says that a patient does not tolerate and takes: AllergyIntolerance and MedicationStatement, from hostile input.
import * as v from 'valibot';
import type { Allergy, Medication } from '../tables.ts';
import { RXNORM, SNOMED, statementOf } from './none-known.ts';

/** Bounds of an import. */
export const FHIR_CONTEXT_LIMITS = {
  /** Of the text. */
  bytesMax: 1_048_576,
  entriesMax: 500,
  codingsMax: 20,
} as const;

/** A resource that changes nothing, and why. */
export interface SkippedResource {
  /** Its place among the entries, from 0. */
  readonly index: number;
  readonly resourceType: string;
  readonly reason:
    | 'NOT_ASKED_FOR'
    | 'UNREADABLE'
    | 'NO_NAME'
    | 'NOT_A_SUBSTANCE'
    | 'REFUTED_OR_ENTERED_IN_ERROR'
    | 'NOT_ACTIVE'
    | 'NOT_A_MEDICINE';
}

/** What a bundle says. */
export interface FhirContext {
  readonly allergies: readonly Allergy[];
  /** It states that there are none. */
  readonly noKnownAllergies: boolean;
  readonly medications: readonly Medication[];
  readonly skipped: readonly SkippedResource[];
  /** Of a Patient in the bundle: for comparing with the record. */
  readonly birthDates: readonly string[];
  /** To whom its resources refer. */
  readonly subjects: readonly string[];
}

/** Statements of what is taken now, or is about to be. */
const TAKEN: ReadonlySet<string> = new Set(['active', 'intended', 'on-hold', 'unknown']);
const VOID: ReadonlySet<string> = new Set(['refuted', 'entered-in-error']);

const text = v.pipe(v.string(), v.maxLength(10_000));
const coding = v.looseObject({
  system: v.exactOptional(text),
  code: v.exactOptional(text),
  display: v.exactOptional(text),
});
const concept = v.looseObject({
  coding: v.exactOptional(v.pipe(v.array(coding), v.maxLength(FHIR_CONTEXT_LIMITS.codingsMax))),
  text: v.exactOptional(text),
});
const reference = v.looseObject({ reference: v.exactOptional(text) });

const allergyIntolerance = v.looseObject({
  resourceType: v.literal('AllergyIntolerance'),
  clinicalStatus: v.exactOptional(concept),
  verificationStatus: v.exactOptional(concept),
  code: v.exactOptional(concept),
  patient: v.exactOptional(reference),
  reaction: v.exactOptional(
    v.array(
      v.looseObject({ manifestation: v.exactOptional(v.array(concept)), severity: v.exactOptional(text) }),
    ),
  ),
});

const medicationStatement = v.looseObject({
  resourceType: v.literal('MedicationStatement'),
  status: text,
  medicationCodeableConcept: v.exactOptional(concept),
  subject: v.exactOptional(reference),
  dosage: v.exactOptional(v.array(v.looseObject({ text: v.exactOptional(text) }))),
});

const bundle = v.looseObject({
  resourceType: v.literal('Bundle'),
  entry: v.exactOptional(
    v.pipe(
      v.array(v.looseObject({ resource: v.exactOptional(v.looseObject({ resourceType: text })) })),
      v.maxLength(FHIR_CONTEXT_LIMITS.entriesMax),
    ),
  ),
});

type Concept = v.InferOutput<typeof concept>;

/** What a text says, or in one sentence why it says nothing. A single resource counts as a bundle of one. */
export function readFhirContext(
  json: string,
): { readonly ok: true; readonly context: FhirContext } | { readonly ok: false; readonly message: string } {
  if (Buffer.byteLength(json) > FHIR_CONTEXT_LIMITS.bytesMax)
    return { ok: false, message: 'A bundle may have 1 MiB.' };
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return { ok: false, message: 'This is not JSON.' };
  }
  const single = v.is(v.union([allergyIntolerance, medicationStatement]), parsed);
  const read = v.safeParse(
    bundle,
    single ? { resourceType: 'Bundle', entry: [{ resource: parsed }] } : parsed,
  );
  if (!read.success)
    return {
      ok: false,
      message: `This is not a FHIR R4 Bundle of at most ${FHIR_CONTEXT_LIMITS.entriesMax} entries.`,
    };
  return { ok: true, context: contextOf((read.output.entry ?? []).map(({ resource }) => resource)) };
}

type Resource = { readonly resourceType: string } & Readonly<Record<string, unknown>>;

function contextOf(resources: readonly (Resource | undefined)[]): FhirContext {
  const allergies: Allergy[] = [];
  const medications: Medication[] = [];
  const skipped: SkippedResource[] = [];
  const subjects = new Set<string>();
  const birthDates: string[] = [];
  let noKnownAllergies = false;
  for (const [index, resource] of resources.entries()) {
    const resourceType = resource?.resourceType ?? '';
    const skip = (reason: SkippedResource['reason']): void =>
      void skipped.push({ index, resourceType: shortened(resourceType), reason });
    if (resource === undefined) skip('UNREADABLE');
    else if (resourceType === 'Patient')
      birthDates.push(typeof resource['birthDate'] === 'string' ? resource['birthDate'] : '');
    else if (resourceType === 'AllergyIntolerance') {
      const found = v.safeParse(allergyIntolerance, resource);
      if (!found.success) {
        skip('UNREADABLE');
        continue;
      }
      noteSubject(subjects, found.output.patient);
      const said = allergyOf(found.output);
      if (said === 'NONE_KNOWN') noKnownAllergies = true;
      else if (typeof said === 'string') skip(said);
      else allergies.push(said);
    } else if (resourceType === 'MedicationStatement') {
      const found = v.safeParse(medicationStatement, resource);
      if (!found.success) {
        skip('UNREADABLE');
        continue;
      }
      noteSubject(subjects, found.output.subject);
      const said = medicationOf(found.output);
      if (typeof said === 'string') skip(said);
      else medications.push(said);
    } else skip('NOT_ASKED_FOR');
  }
  return { allergies, noKnownAllergies, medications, skipped, birthDates, subjects: [...subjects] };
}

function noteSubject(subjects: Set<string>, named: { readonly reference?: string } | undefined): void {
  if (named?.reference !== undefined) subjects.add(named.reference);
}

const shortened = (name: string): string => name.replaceAll(/[^A-Za-z]/g, '').slice(0, 40);

function allergyOf({
  clinicalStatus,
  verificationStatus,
  code,
  reaction = [],
}: v.InferOutput<typeof allergyIntolerance>): Allergy | 'NONE_KNOWN' | SkippedResource['reason'] {
  if (codesOf(verificationStatus).some((one) => VOID.has(one))) return 'REFUTED_OR_ENTERED_IN_ERROR';
  const status = codesOf(clinicalStatus);
  if (status.some((one) => one === 'inactive' || one === 'resolved')) return 'NOT_ACTIVE';
  const statement = code === undefined ? null : statementOf(code);
  // That nothing is known to harm has not harmed in any way.
  if (statement !== null) return reaction.length > 0 ? 'UNREADABLE' : statement;
  const substance = nameOf(code);
  if (substance === undefined) return 'NO_NAME';
  const [first] = reaction;
  const manifestation = nameOf(first?.manifestation?.[0]);
  const severity = { mild: 'MILD', moderate: 'MODERATE', severe: 'SEVERE' } as const;
  const worst = (['severe', 'moderate', 'mild'] as const).find((one) =>
    reaction.some((each) => each.severity === one),
  );
  return {
    substance,
    ...codedIn(code),
    ...(manifestation === undefined ? {} : { reaction: manifestation }),
    ...(worst === undefined ? {} : { severity: severity[worst] }),
  };
}

function medicationOf({
  status,
  medicationCodeableConcept: medicine,
  dosage = [],
}: v.InferOutput<typeof medicationStatement>): Medication | SkippedResource['reason'] {
  if (status === 'entered-in-error') return 'REFUTED_OR_ENTERED_IN_ERROR';
  if (!TAKEN.has(status)) return 'NOT_ACTIVE';
  // A reference to a Medication elsewhere says nothing here.
  if (medicine === undefined) return 'NOT_A_MEDICINE';
  const name = nameOf(medicine);
  if (name === undefined) return 'NO_NAME';
  const rxcui = codesOf(medicine, RXNORM).find((code) => /^[1-9]\d{0,7}$/.test(code)) ?? null;
  return { name, rxcui, directions: dosage[0]?.text?.trim() || null };
}

function codesOf(said: Concept | undefined, system?: string): readonly string[] {
  return (said?.coding ?? []).flatMap((one) =>
    one.code !== undefined && (system === undefined || one.system === system) ? [one.code] : [],
  );
}

/** RxNorm before SNOMED CT. */
function codedIn(said: Concept | undefined): Pick<Allergy, 'code' | 'codeSystem'> {
  const [rxnorm] = codesOf(said, RXNORM);
  if (rxnorm !== undefined) return { code: rxnorm, codeSystem: 'RXNORM' };
  const [snomed] = codesOf(said, SNOMED);
  return snomed === undefined ? {} : { code: snomed, codeSystem: 'SNOMED' };
}

function nameOf(said: Concept | undefined): string | undefined {
  const words = [said?.text, ...(said?.coding ?? []).map(({ display }) => display)];
  return words.map((one) => one?.trim()).find((one) => one !== undefined && one !== '');
}
