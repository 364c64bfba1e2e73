// From the fields of a form to the columns of a draft: what was left out stays, what is null is cleared.
import type { TreatmentId } from '@pestle/rules/ids';
import { structureOf } from '@pestle/rules/sig';
import type { PostalAddress } from '../clinical-content.ts';
import type { DraftRow, OrderPlan } from '../tables.ts';
import type { DraftFields } from './draft-input.ts';

/** A draft in which nothing was written yet. */
export const BLANK = {
  treatment_id: '' as TreatmentId,
  external_id: null,
  dispense_quantity: null,
  dispense_unit: null,
  dispense_as_written: false,
  fills_allowed: 1,
  days_supply: null,
  instructions: '',
  structured_sig: null,
  notes: '',
  page_notes: null,
  do_not_fill_before_date: null,
  diagnosis_codes: [],
  supervisor: null,
  repeat_reason: null,
  amounts_reason: null,
  duplicate_reason: null,
  order_plan: null,
} as const satisfies Partial<DraftRow>;

type DraftColumns = { -readonly [K in keyof typeof BLANK]: DraftRow[K] };

/** Fields that the caller left out keep their value; a null clears what can be cleared. */
export function columns(
  fields: Omit<Partial<DraftFields>, 'id' | 'revision'>,
  before: DraftColumns,
): DraftColumns {
  const kept = <T>(given: T | null | undefined, current: T | null): T | null =>
    given === undefined ? current : given;
  const instructions = kept(fields.instructions, before.instructions) ?? '';
  const after = {
    treatment_id: fields.treatmentId ?? before.treatment_id,
    external_id: kept(fields.externalId, before.external_id),
    dispense_quantity: kept(fields.dispenseQuantity, before.dispense_quantity),
    dispense_unit: kept(fields.dispenseUnit, before.dispense_unit),
    dispense_as_written: fields.dispenseAsWritten ?? before.dispense_as_written,
    fills_allowed: fields.fillsAllowed ?? before.fills_allowed,
    days_supply: kept(fields.daysSupply, before.days_supply),
    instructions,
    structured_sig: structureOf(instructions) ?? null,
    notes: kept(fields.notes, before.notes) ?? '',
    page_notes: kept(fields.pageNotes, before.page_notes),
    do_not_fill_before_date: kept(fields.doNotFillBeforeDate, before.do_not_fill_before_date),
    diagnosis_codes: fields.diagnosisCodes ?? before.diagnosis_codes,
    supervisor: kept(fields.supervisor as DraftRow['supervisor'] | undefined, before.supervisor),
    repeat_reason: kept(fields.repeatReason, before.repeat_reason),
    amounts_reason: null,
    duplicate_reason: null,
    order_plan: kept(planOf(fields.orderPlan), before.order_plan),
  };
  // A reason is about the numbers and directions beside which it was given, or about the treatment.
  const sameNumbers = COMPARED.every((column) => after[column] === before[column]);
  const sameTreatment = after.treatment_id === before.treatment_id;
  return {
    ...after,
    amounts_reason: kept(fields.amountsReason, sameNumbers ? before.amounts_reason : null),
    duplicate_reason: kept(fields.duplicateReason, sameTreatment ? before.duplicate_reason : null),
  };
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
