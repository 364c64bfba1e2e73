// From the fields of a form to the columns of a draft: what was left out stays, what is null is cleared.
import type { TreatmentId } from '@pestle/rules/ids';
import { type FieldName, fieldNames, onRecord } from '@pestle/rules/prescription-fields';
import { structureOf } from '@pestle/rules/sig';
import type { PostalAddress } from '../clinical-content.ts';
import { BLANK_FIELDS, draftField, forColumns } from '../field-columns.ts';
import type { DraftRow, FieldColumns, OrderPlan } from '../tables.ts';
import type { DraftFields } from './draft-input.ts';

type DraftColumns = FieldColumns & Pick<DraftRow, 'treatment_id' | 'structured_sig'>;

/** A draft in which nothing was written yet. */
export const BLANK: DraftColumns = {
  ...BLANK_FIELDS,
  treatment_id: '' as TreatmentId,
  structured_sig: null,
};

/** Fields that the caller left out keep their value; a null clears what can be cleared. */
export function columns(
  fields: Omit<Partial<DraftFields>, 'id' | 'revision'>,
  before: DraftColumns,
): DraftColumns {
  const given = { ...fields, orderPlan: planOf(fields.orderPlan) };
  const after = forColumns(fieldNames(), (name) => kept(name, given[name], before)) as FieldColumns;
  const treatment = fields.treatmentId ?? before.treatment_id;
  // A reason is about the numbers and directions beside which it was given, or about the treatment.
  const sameNumbers = COMPARED.every((column) => after[column] === before[column]);
  const sameTreatment = treatment === before.treatment_id;
  return {
    ...after,
    treatment_id: treatment,
    structured_sig: structureOf(after.instructions) ?? null,
    amounts_reason: sameNumbers ? after.amounts_reason : (fields.amountsReason ?? null),
    screening_answers: sameTreatment ? after.screening_answers : (fields.screeningAnswers ?? []),
    duplicate_reason: sameTreatment ? after.duplicate_reason : (fields.duplicateReason ?? null),
  };
}

/** What cannot be empty keeps its value also where null is given. */
function kept(name: FieldName, given: unknown, before: FieldColumns): unknown {
  const { blank } = onRecord(name);
  const current = draftField(before, name);
  if (given === undefined) return current;
  return given ?? (blank === null || blank === '' ? blank : current);
}

const COMPARED = [
  'instructions',
  'dispense_quantity',
  'dispense_unit',
  'days_supply',
  'fills_allowed',
] as const;

/** What the caller left out of a plan is not planned. */
function planOf(plan: DraftFields['orderPlan']): OrderPlan | null | undefined {
  if (plan === null || plan === undefined) return plan;
  const { pharmacyId = null, externalId = null, address = null } = plan;
  return { pharmacyId, externalId, address: address as PostalAddress | null };
}
