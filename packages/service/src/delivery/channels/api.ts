// The channel of a pharmacy's own API: method, address, body and the meaning of answers are configuration (D8).

import { diagnosisDescription } from '@pestle/rules/diagnosis';
import { forFields, signedTexts } from '@pestle/rules/prescription-fields';
import type { Expression } from 'jsonata';
import jsonata from 'jsonata';
import type { ApiCall, ApiCancelCall, ApiDocument } from '../../directory/inside.ts';
import { plainWords } from '../../kernel/plain-words.ts';
import { jsonStructure } from '../../kernel/web/json-structure.ts';
import type { Facts } from '../ledger/facts.ts';
import type { CancelAnswer } from '../ledger/sent.ts';
import type { AttemptOutcome } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { PreparedMessage } from './script.ts';

const compiled = new Map<string, Expression>();

function expression(text: string): Expression {
  const kept = compiled.get(text);
  if (kept !== undefined) return kept;
  if (compiled.size >= DELIVERY_LIMITS.expressionsKeptMax) compiled.clear();
  const fresh = jsonata(text);
  compiled.set(text, fresh);
  return fresh;
}

/** The configuration of this kind of message, or undefined when the pharmacy's API has no such call. */
export function apiCallOf(facts: Pick<Facts, 'kind' | 'pharmacy'>): ApiCall | ApiCancelCall | undefined {
  const api = facts.pharmacy.integration?.api;
  // An API knows no word for refills: its cancel would cancel, so that a fax says it.
  if (facts.kind === 'discontinue') return undefined;
  return facts.kind === 'cancel' ? api?.cancelRx : api?.newRx;
}

/** The bytes of the call. Throws when the mapping gives no object. */
export async function apiMessage(
  facts: Facts,
  call: ApiCall,
  message: {
    readonly messageId: string;
    readonly relatesToMessageId: string | null;
    readonly prescriberOrderNumber: string;
  },
): Promise<PreparedMessage> {
  const document: ApiDocument = {
    order: { id: facts.fill.orderId, address: facts.address },
    fill: {
      id: facts.fill.id,
      messageId: message.messageId,
      relatesToMessageId: message.relatesToMessageId,
      prescriberOrderNumber: message.prescriberOrderNumber,
    },
    prescription: {
      id: facts.prescription.id,
      writtenAt: facts.prescription.writtenAt,
      expirationDate: facts.prescription.expirationDate,
      dispenseQuantity: facts.content.dispenseQuantity,
      dispenseUnit: facts.content.dispenseUnit,
      dispenseAsWritten: facts.content.dispenseAsWritten,
      fillsAllowed: facts.content.fillsAllowed,
      daysSupply: facts.content.daysSupply,
      instructions: facts.content.instructions,
      ...forFields(signedTexts(), (name) => facts.content[name] ?? null),
      diagnosisCodes: facts.content.diagnosisCodes.map((signed) => ({
        ...signed,
        description: diagnosisDescription(signed),
      })),
      treatment: facts.content.treatment,
      drugDescription: facts.content.treatment.description,
      rxcui: facts.content.treatment.rxcui,
      ndc: facts.content.treatment.ndc,
    },
    patient: {
      ...facts.content.patient,
      ...facts.envelope.patient,
      address: facts.address ?? facts.envelope.patient.address,
    },
    prescriber: { ...facts.content.prescriber, ...facts.envelope.prescriber },
    pharmacy: {
      id: facts.pharmacy.id,
      ncpdpId: facts.pharmacy.ncpdpId,
      npi: facts.pharmacy.npi,
      name: facts.pharmacy.name,
    },
  };
  const body: unknown = await expression(call.body).evaluate(document);
  if (typeof body !== 'object' || body === null) throw new Error('the mapping of the API gives no object');
  return { body: Buffer.from(JSON.stringify(body), 'utf8'), contentType: 'application/json' };
}

const TRANSIENT: ReadonlySet<number> = new Set([408, 409, 425, 429]);

export interface ApiOutcome {
  readonly class: AttemptOutcome;
  readonly mayHaveArrived: boolean;
  readonly reason: string;
  readonly cancelAnswer?: CancelAnswer;
}

/** Nobody can tell what it means: tried again with the same ids, and a fax after that says that it may be there. */
const TWO_THINGS: ApiOutcome = {
  class: 'UNKNOWN',
  mayHaveArrived: true,
  reason: 'the answer says two things',
};

/** What an answer means, by the pharmacy's own expressions over `{status, body}`; what they do not cover, by its HTTP status. */
export async function apiOutcome(
  call: ApiCall | ApiCancelCall,
  answer: { readonly status: number; readonly body: Uint8Array },
  earlierAttemptUnanswered: boolean,
): Promise<ApiOutcome> {
  const { status } = answer;
  const body = parsed(answer.body);
  if (body === undefined) return TWO_THINGS;
  const input = { status, ...body };
  const cancelAnswer = await answerToCancel(call, input);
  if (cancelAnswer === 'both') return TWO_THINGS;
  // An answer proves that the cancel arrived, whatever its HTTP status: it is kept, and nothing is tried again (D10).
  if (cancelAnswer !== undefined)
    return {
      class: 'ACCEPTED',
      mayHaveArrived: true,
      reason: `cancel ${cancelAnswer.answer}: HTTP ${status}`,
      cancelAnswer,
    };
  const accepted = await holds(call.accepted, input);
  const duplicate = call.duplicate !== undefined && (await holds(call.duplicate, input));
  // After an earlier attempt that nobody could judge both mean that the pharmacy has it.
  if (accepted && duplicate && !earlierAttemptUnanswered) return TWO_THINGS;
  if (accepted) return { class: 'ACCEPTED', mayHaveArrived: true, reason: `accepted: HTTP ${status}` };
  if (duplicate) {
    return earlierAttemptUnanswered
      ? { class: 'ACCEPTED', mayHaveArrived: true, reason: 'duplicate of our own earlier attempt' }
      : {
          class: 'REJECTED',
          mayHaveArrived: false,
          reason: 'duplicate on the first attempt: the id clashes',
        };
  }
  if (status >= 500 || TRANSIENT.has(status)) {
    // As with SCRIPT: a server that failed may have kept it first; one that has no time, or no room, has not.
    const mayHaveArrived = status === 409 || (status >= 500 && status !== 503);
    return { class: 'RETRY', mayHaveArrived, reason: `HTTP ${status}` };
  }
  if (status >= 200 && status < 300)
    return { class: 'UNKNOWN', mayHaveArrived: true, reason: 'answer not understood' };
  return { class: 'REJECTED', mayHaveArrived: false, reason: `HTTP ${status}` };
}

/** What the pharmacy's expressions find in the answer to a cancel; undefined where it has none, or they find nothing. */
async function answerToCancel(
  call: ApiCall | ApiCancelCall,
  input: unknown,
): Promise<CancelAnswer | 'both' | undefined> {
  if (!('approved' in call) && !('denied' in call)) return undefined;
  const { approved, denied, reason } = call;
  const isDenied = denied !== undefined && (await holds(denied, input));
  const isApproved = approved !== undefined && (await holds(approved, input));
  if (isDenied && isApproved) return 'both';
  const says = isDenied ? 'denied' : isApproved ? 'approved' : undefined;
  if (says === undefined) return undefined;
  return {
    answer: says,
    reason:
      reason === undefined
        ? null
        : plainWords(await textOf(reason, input), DELIVERY_LIMITS.cancelReasonCharactersMax),
  };
}

async function textOf(text: string, input: unknown): Promise<string | undefined> {
  try {
    const value: unknown = await expression(text).evaluate(input);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

async function holds(text: string, input: unknown): Promise<boolean> {
  try {
    return (await expression(text).evaluate(input)) === true;
  } catch {
    return false;
  }
}

/** JSON, else the text as it is; undefined for JSON that names a member twice, which says two things. */
function parsed(bytes: Uint8Array): { readonly body: unknown } | undefined {
  const text = new TextDecoder().decode(bytes);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { body: text };
  }
  return jsonStructure(text).repeatsName ? undefined : { body };
}
