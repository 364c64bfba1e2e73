// The shape of a payer's answer, of which only what is used here is read: everything that does not fit makes the answer unreadable.
import * as v from 'valibot';
import { COVERAGE_LIMITS as LIMITS } from '../limits.ts';

const text = v.pipe(v.string(), v.maxLength(LIMITS.answerTextCharactersMax));
const few = <T extends v.GenericSchema>(one: T) =>
  v.optional(v.pipe(v.array(one), v.maxLength(LIMITS.payerListMax)), []);

const coding = v.object({ system: v.optional(text), code: v.optional(text), display: v.optional(text) });
const concept = v.object({ coding: few(coding), text: v.optional(text) });
const reference = v.object({
  reference: v.optional(text),
  identifier: v.optional(v.object({ value: v.optional(text) })),
});
const identifier = v.object({ system: v.optional(text), value: v.optional(text) });
const extension = v.object({
  url: text,
  valueCoding: v.optional(coding),
  valueBoolean: v.optional(v.boolean()),
  valueDate: v.optional(text),
});
const adjudication = v.object({
  category: concept,
  amount: v.optional(v.object({ value: v.optional(v.number()), currency: v.optional(text) })),
});
const numbers = few(v.number());

const item = v.object({
  extension: few(extension),
  itemSequence: v.number(),
  noteNumber: numbers,
  adjudication: few(adjudication),
});
const addItem = v.object({
  extension: few(extension),
  itemSequence: numbers,
  provider: few(reference),
  productOrService: concept,
  quantity: v.optional(v.object({ value: v.optional(v.number()), unit: v.optional(text) })),
  noteNumber: numbers,
  adjudication: few(adjudication),
});

export const claimResponse = v.object({
  resourceType: v.literal('ClaimResponse'),
  status: v.literal('active'),
  use: v.literal('predetermination'),
  patient: reference,
  request: v.object({ identifier: v.object({ value: text }) }),
  outcome: v.picklist(['queued', 'complete', 'error', 'partial']),
  insurance: few(v.object({ coverage: reference })),
  item: few(item),
  addItem: few(addItem),
  processNote: few(v.object({ number: v.optional(v.number()), text })),
  error: few(v.object({ code: concept })),
});

export const patient = v.object({
  resourceType: v.literal('Patient'),
  id: v.optional(text),
  identifier: few(identifier),
  name: few(v.object({ family: v.optional(text), given: few(text), text: v.optional(text) })),
  birthDate: text,
});

export const coverage = v.object({
  resourceType: v.literal('Coverage'),
  id: v.optional(text),
  subscriberId: v.optional(text),
  class: few(v.object({ type: concept, value: text })),
});

export const organization = v.object({
  resourceType: v.literal('Organization'),
  id: v.optional(text),
  identifier: few(identifier),
  type: few(concept),
});

export const messageHeader = v.object({
  resourceType: v.literal('MessageHeader'),
  eventCoding: v.object({ code: text }),
  response: v.object({ identifier: text, code: v.picklist(['ok', 'transient-error', 'fatal-error']) }),
});

export const operationOutcome = v.object({
  resourceType: v.literal('OperationOutcome'),
  issue: few(v.object({ code: v.optional(text), details: v.optional(concept) })),
});

export const bundle = v.object({
  resourceType: v.literal('Bundle'),
  entry: v.pipe(
    v.array(v.object({ fullUrl: v.optional(text), resource: v.looseObject({ resourceType: text }) })),
    v.maxLength(LIMITS.payerListMax),
  ),
});

export type Bundle = v.InferOutput<typeof bundle>;
export type ClaimResponse = v.InferOutput<typeof claimResponse>;
export type AnsweredItem = ClaimResponse['item'][number];
export type AddedItem = ClaimResponse['addItem'][number];
export type Extension = AnsweredItem['extension'][number];
export type Patient = v.InferOutput<typeof patient>;
export type Organization = v.InferOutput<typeof organization>;
export type Coding = v.InferOutput<typeof coding>;
