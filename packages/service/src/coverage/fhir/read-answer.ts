// Reads a payer's answer to one question, as hostile input: it counts only if it is whole, and about this question, patient and card.
import * as v from 'valibot';
import { jsonStructure } from '../../kernel/web/json-structure.ts';
import { COVERAGE_LIMITS as LIMITS } from '../limits.ts';
import type { AskedDrug, PayerDrugAnswer, PayerQuestion, PayerTrouble } from '../payer.ts';
import * as shape from './answer-shape.ts';
import { EXTENSIONS, MEMBER_REJECTS, RESPONSE_EVENT_CODE } from './profile.ts';
import { readAlternatives } from './read-alternatives.ts';
import { readVerdict } from './read-verdict.ts';
import { resourceIdOf } from './request.ts';

/** What was asked: the answer must be to this. */
export interface AskedOf {
  readonly question: Omit<PayerQuestion, 'drugs'>;
  readonly drug: AskedDrug;
  readonly requestId: string;
  readonly senderUrl: string;
}

/** As it came. */
export interface HttpAnswer {
  readonly status: number;
  readonly contentType?: string;
  readonly body: Uint8Array;
  readonly truncated: boolean;
}

export type ReadAnswer =
  | { readonly ok: true; readonly answer: PayerDrugAnswer }
  | { readonly ok: false; readonly because: PayerTrouble };

const trouble = (because: PayerTrouble): ReadAnswer => ({ ok: false, because });
const MEDIA_TYPES = new Set(['application/fhir+json', 'application/json']);
/** FHIR's issue types of what may work another time. */
const PASSING = new Set([
  'transient',
  'lock-error',
  'no-store',
  'exception',
  'timeout',
  'incomplete',
  'throttled',
]);

/** Never throws. */
export function readAnswer(http: HttpAnswer, asked: AskedOf): ReadAnswer {
  if (http.status === 408 || http.status === 429 || http.status >= 500) return trouble('NO_ANSWER');
  const json = parseBody(http);
  const outcome = v.safeParse(shape.operationOutcome, json);
  if (outcome.success) return trouble(troubleOf(outcome.output.issue));
  if (http.status < 200 || http.status > 299) return trouble('REFUSED');
  const bundle = v.safeParse(shape.bundle, json);
  return bundle.success ? readBundle(bundle.output, asked) : trouble('UNREADABLE');
}

/** Undefined for what is no JSON of a depth that FHIR needs, or names a member twice: another reader would take the other one. */
function parseBody({ contentType = '', body, truncated }: HttpAnswer): unknown {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const foreign = parameters.some((one) => one.startsWith('charset=') && !/^charset="?utf-8"?$/.test(one));
  if (truncated || foreign || !MEDIA_TYPES.has(type)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const json: unknown = JSON.parse(text);
    const { depth, repeatsName } = jsonStructure(text);
    return depth > LIMITS.payerAnswerDepthMax || repeatsName ? undefined : json;
  } catch {
    return undefined;
  }
}

function troubleOf(issues: v.InferOutput<typeof shape.operationOutcome>['issue']): PayerTrouble {
  if (issues.some(({ details }) => isMemberReject(details?.coding ?? []))) return 'MEMBER_UNKNOWN';
  return issues.length > 0 && issues.every(({ code }) => PASSING.has(code ?? '')) ? 'NO_ANSWER' : 'REFUSED';
}

function isMemberReject(codings: readonly shape.Coding[]): boolean {
  return codings.some(({ code }) => MEMBER_REJECTS.has(code ?? ''));
}

type Entry = shape.Bundle['entry'][number];

function readBundle({ entry }: shape.Bundle, asked: AskedOf): ReadAnswer {
  const one = <T>(type: string, schema: v.GenericSchema<unknown, T>): { at: Entry; is: T } | undefined => {
    const [at, ...others] = entry.filter(({ resource }) => resource.resourceType === type);
    const read = at === undefined || others.length > 0 ? undefined : v.safeParse(schema, at.resource);
    return at !== undefined && read?.success === true ? { at, is: read.output } : undefined;
  };
  const header = one('MessageHeader', shape.messageHeader);
  const response = one('ClaimResponse', shape.claimResponse);
  const patient = one('Patient', shape.patient);
  if (header === undefined || response === undefined || patient === undefined) return trouble('UNREADABLE');
  if (header.is.eventCoding.code !== RESPONSE_EVENT_CODE) return trouble('UNREADABLE');
  if (
    header.is.response.identifier !== resourceIdOf(asked.requestId) ||
    response.is.request.identifier.value !== asked.requestId ||
    !leadsTo(response.is.patient.reference, patient.at) ||
    !isPatient(patient.is, asked) ||
    !isCard(response.is, entry, asked)
  )
    return trouble('OTHER_PATIENT');
  if (header.is.response.code !== 'ok')
    return trouble(header.is.response.code === 'transient-error' ? 'NO_ANSWER' : 'REFUSED');
  return readResponse(response.is, entry, asked);
}

function readResponse(response: shape.ClaimResponse, entry: readonly Entry[], asked: AskedOf): ReadAnswer {
  if (response.outcome === 'queued') return trouble('NO_ANSWER');
  if (response.outcome === 'error' || response.error.length > 0)
    return trouble(
      response.error.some(({ code }) => isMemberReject(code.coding)) ? 'MEMBER_UNKNOWN' : 'REFUSED',
    );
  const [item, ...others] = response.item.filter(
    ({ extension }) => !extension.some(({ url }) => url === EXTENSIONS.relatedCoverage),
  );
  if (response.outcome !== 'complete' || item?.itemSequence !== 1 || others.length > 0)
    return trouble('UNREADABLE');
  const verdict = readVerdict(item, response.processNote);
  const { drug, question } = asked;
  const offered = readAlternatives(
    response,
    {
      drug,
      pharmacy: question.pharmacy,
      isAskedPharmacy: isOurs('Organization', asked),
      organization: (reference) => {
        const found = entry.find((at) => leadsTo(reference, at));
        const read = v.safeParse(shape.organization, found?.resource);
        return read.success ? read.output : undefined;
      },
    },
    verdict,
  );
  return { ok: true, answer: { key: drug.key, ...verdict, ...offered } };
}

/** Whether a reference names the resource of this type that the question carried. */
function isOurs(type: string, { requestId, senderUrl }: AskedOf): (reference: string) => boolean {
  const own = `${type}/${resourceIdOf(requestId)}`;
  return (reference) => reference === own || reference === `${senderUrl}/${own}`;
}

function leadsTo(reference: string | undefined, { fullUrl, resource }: Entry): boolean {
  if (reference === undefined) return false;
  const id = resource['id'];
  return reference === fullUrl || (typeof id === 'string' && reference === `${resource.resourceType}/${id}`);
}

/** The patient must come back as it was sent; letter case and accents may have been lost on the way. */
function isPatient({ identifier, name, birthDate }: shape.Patient, asked: AskedOf): boolean {
  const { patient } = asked.question;
  return (
    birthDate === patient.dateOfBirth &&
    name.some(
      ({ family, given }) =>
        folded(family) === folded(patient.lastName) && folded(given.join(' ')) === folded(patient.firstName),
    ) &&
    identifier.every(({ system, value }) => system !== asked.senderUrl || value === asked.requestId)
  );
}

function folded(text: string | undefined): string {
  return (text ?? '').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}

/** Where the answer names a card, it is the one that was asked about. */
function isCard({ insurance }: shape.ClaimResponse, entry: readonly Entry[], asked: AskedOf): boolean {
  return insurance.every(({ coverage }) => {
    const reference = coverage.reference ?? '';
    const found = entry.find((at) => leadsTo(reference, at));
    if (found === undefined) return isOurs('Coverage', asked)(reference);
    const read = v.safeParse(shape.coverage, found.resource);
    return read.success && isOfMember(read.output, asked);
  });
}

function isOfMember(coverage: v.InferOutput<typeof shape.coverage>, { question }: AskedOf): boolean {
  const { bin, memberId } = question.benefit;
  const values = (code: string): readonly string[] =>
    coverage.class
      .filter(({ type }) => type.coding.some((one) => one.code === code))
      .map(({ value }) => value);
  const members = [
    ...values('rxid'),
    ...(coverage.subscriberId === undefined ? [] : [coverage.subscriberId]),
  ];
  return (
    members.length > 0 &&
    members.every((member) => member === memberId) &&
    values('rxbin').every((one) => one === bin)
  );
}
