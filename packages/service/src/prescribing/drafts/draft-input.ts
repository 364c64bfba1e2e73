// What a caller may say about a draft: shapes and outer bounds; what can be signed is decided by the review.
import { isDate } from '@pestle/rules/dates';
import { toQuantity } from '@pestle/rules/decimal';
import { isIcd10Code } from '@pestle/rules/diagnosis';
import { FIELD_LIMITS, type FieldLimit } from '@pestle/rules/field-limits';
import type { DraftId, PatientId, PharmacyId, TreatmentId, UserId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import { upperAscii } from '@pestle/rules/letter-case';
import { isNpi } from '@pestle/rules/npi';
import { toPhone10 } from '@pestle/rules/phone';
import {
  type FieldName,
  type FieldType,
  fieldNames,
  fieldOf,
  forFields,
  type TypeOfField,
} from '@pestle/rules/prescription-fields';
import { isAnswer } from '@pestle/rules/screening-answers';
import { findUnit } from '@pestle/rules/units';
import * as v from 'valibot';
import { addressSchema, personName } from '../../directory/inside.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy } from '../../kernel/validate.ts';
import { PRESCRIBING_LIMITS } from '../limits.ts';
import { answerFields, NOT_ITS_REASON } from './answer-input.ts';
import { formRulesSchema } from './form-rules.ts';
import { typed } from './typed-text.ts';

const idOf = <Id>(prefix: string, kind: string) =>
  v.custom<Id>((value) => isId(prefix, value), `This must be the id of a ${kind} (${prefix}_…).`);

/** Kept as it is being typed; the review names what cannot be sent. */
const freeText = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(
    PRESCRIBING_LIMITS.draftTextCharactersMax,
    `This may have at most ${PRESCRIBING_LIMITS.draftTextCharactersMax} characters.`,
  ),
  typed,
);

/** One line. */
const line = (charactersMax: number) => v.pipe(v.string(), parsedBy(plainText(charactersMax)));

export const supervisorSchema = v.strictObject({
  firstName: v.pipe(v.string(), parsedBy(personName)),
  lastName: v.pipe(v.string(), parsedBy(personName)),
  npi: v.pipe(v.string(), v.check(isNpi, 'This is not a valid NPI.')),
  phone: v.pipe(v.string(), parsedBy(toPhone10)),
  address: addressSchema,
});

const diagnosisSchema = v.strictObject({
  code: v.pipe(
    v.string(),
    v.trim(),
    v.transform(upperAscii),
    v.check(isIcd10Code, 'Write an ICD-10-CM code, such as E11.9.'),
  ),
  type: v.literal('ICD10', 'Only ICD10 codes are taken.'),
  description: line(FIELD_LIMITS.diagnosisDescription.maximum),
});

/** Whether it answers a rule that is found is for the review to say. */
const answersSchema = v.pipe(
  v.array(v.pipe(v.strictObject(answerFields), v.check(isAnswer, NOT_ITS_REASON))),
  v.maxLength(
    FIELD_LIMITS.screeningAnswers.maximum,
    `A prescription carries ${FIELD_LIMITS.screeningAnswers.maximum} answers at most.`,
  ),
  v.check(
    (answers) => new Set(answers.map(({ rule }) => rule)).size === answers.length,
    'Each rule may be answered once.',
  ),
);

const quantity = v.pipe(v.union([v.string(), v.number()]), parsedBy(toQuantity));
const unit = v.pipe(
  v.string(),
  v.transform((text) => findUnit(text)?.code ?? ''),
  v.check((code) => code !== '', 'Choose one of the NCPDP quantity units, by code or name.'),
);
const wholeBetween = (minimum: number, maximum: number) =>
  v.pipe(
    v.number(),
    v.integer('This must be a whole number.'),
    v.minValue(minimum, `This must be ${minimum} or more.`),
    v.maxValue(maximum, `This must be ${maximum} or less.`),
  );

/** Where the order should go, as whoever prepares the draft sees it; the signer decides. */
const orderPlanSchema = v.strictObject({
  pharmacyId: v.nullish(idOf<PharmacyId>('phr', 'pharmacy')),
  externalId: v.nullish(line(PRESCRIBING_LIMITS.externalIdCharactersMax)),
  address: v.nullish(addressSchema),
});

/** How a field is read, by its type. */
const READERS = {
  line: (limit?: FieldLimit) => v.nullish(line(maximumOf(limit))),
  text: () => v.nullish(freeText),
  directions: () => v.nullish(freeText),
  date: () => v.nullish(v.pipe(v.string(), v.check(isDate, 'Write the date as YYYY-MM-DD.'))),
  whole: (limit?: FieldLimit) => v.nullish(wholeBetween(limit?.minimum ?? 0, maximumOf(limit))),
  flag: () => v.nullish(v.boolean()),
  quantity: () => v.nullish(quantity),
  unit: () => v.nullish(unit),
  diagnoses: () =>
    v.nullish(
      v.pipe(
        v.array(diagnosisSchema),
        v.maxLength(
          FIELD_LIMITS.diagnosisCodes.maximum,
          'A prescription carries two diagnosis codes at most.',
        ),
      ),
    ),
  supervisor: () => v.nullish(supervisorSchema),
  answers: () => v.nullish(answersSchema),
  orderPlan: () => v.nullish(orderPlanSchema),
} as const satisfies Readonly<Record<FieldType, (limit?: FieldLimit) => unknown>>;

function maximumOf(limit: FieldLimit | undefined): number {
  if (limit === undefined) throw new Error('A line and a whole number have a limit.');
  return limit.maximum;
}

const fields = {
  ...(forFields(fieldNames(), (name) => {
    const { type, limit } = fieldOf(name);
    return READERS[type](limit);
  }) as { readonly [Name in FieldName]: ReturnType<(typeof READERS)[TypeOfField<Name>]> }),
  /** What the form that submits this does not prescribe. */
  form: v.nullish(formRulesSchema),
} as const;

export const draftInputSchema = v.strictObject({
  patientId: v.pipe(v.string(), v.nonEmpty('Name the patient.')),
  treatmentId: idOf<TreatmentId>('trt', 'treatment'),
  /** For staff: who will sign. A prescriber's own drafts need none. */
  prescriberId: v.nullish(idOf<UserId>('usr', 'user')),
  source: v.nullish(line(PRESCRIBING_LIMITS.sourceCharactersMax)),
  /** How many treatments were taken from a search for this draft and then gave way to another: counted, not kept. */
  replacedPicks: v.nullish(wholeBetween(0, PRESCRIBING_LIMITS.replacedPicksMax)),
  ...fields,
});

export const draftChangeSchema = v.strictObject({
  id: idOf<DraftId>('drf', 'draft'),
  /** The revision that the change was made over; another one means that somebody else changed the draft. */
  revision: v.pipe(v.number(), v.integer()),
  treatmentId: v.nullish(idOf<TreatmentId>('trt', 'treatment')),
  ...fields,
});

export type DraftInput = v.InferInput<typeof draftInputSchema>;
export type DraftChange = v.InferInput<typeof draftChangeSchema>;
export type DraftFields = v.InferOutput<typeof draftChangeSchema>;
export type { PatientId };
