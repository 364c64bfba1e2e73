// Answers whether a treatment can be prescribed here and today, the same for search, drafts, signing and orders (W7).
import { decideControl } from '@pestle/rules/controlled';
import type { TreatmentRow } from './tables.ts';

/** Why not. The first four are error codes too. */
export type AvailabilityCode =
  | 'CONTROLLED_SUBSTANCE'
  | 'CONTROL_UNKNOWN'
  | 'TREATMENT_DISABLED'
  | 'NOT_IN_CATALOG'
  | 'NO_DESCRIPTION'
  | 'INACTIVE'
  | 'WRITTEN_NOT_ALLOWED';

/** `reason` may name the drug: for the prescriber, never for logs. */
export type Availability =
  | { readonly prescribable: true }
  | { readonly prescribable: false; readonly code: AvailabilityCode; readonly reason: string };

export interface AvailabilityQuestion {
  /** The day it would be prescribed, `YYYY-MM-DD`. */
  readonly on: string;
  /** States whose law applies, by code or name: the patient's, the pharmacy's, the prescriber's. */
  readonly states?: readonly string[];
  /** The standing list's entry for it, or undefined when it has none. */
  readonly disabled?: { readonly reason: string | null } | undefined;
  /** Whether the organization lets its people prescribe what they wrote themselves. Default false. */
  readonly mayWrite?: boolean;
  /** False when only catalogs may be prescribed from and it is in none of them. Default true. */
  readonly inCatalog?: boolean;
}

const PRESCRIBABLE: Availability = { prescribable: true };

/** Decides; the law comes before the organization's wishes. */
export function availabilityOf(
  treatment: Pick<
    TreatmentRow,
    'ingredients' | 'kind' | 'dose_form' | 'drug_description' | 'active' | 'written_by'
  >,
  question: AvailabilityQuestion,
): Availability {
  const control = decideControl({
    ingredients: treatment.ingredients,
    kind: treatment.kind,
    on: question.on,
    ...(treatment.dose_form === null ? {} : { doseForm: treatment.dose_form }),
    ...(question.states === undefined ? {} : { states: question.states }),
  });
  if (control.status === 'controlled') return not('CONTROLLED_SUBSTANCE', control.reason);
  if (control.status === 'unknown') return not('CONTROL_UNKNOWN', control.reason);
  if (treatment.written_by !== null && question.mayWrite !== true)
    return not(
      'WRITTEN_NOT_ALLOWED',
      'It was written by hand, and this organization prescribes only what a drug file holds.',
    );
  if (question.disabled !== undefined) {
    return not('TREATMENT_DISABLED', question.disabled.reason ?? 'This organization does not prescribe it.');
  }
  if (question.inCatalog === false) return not('NOT_IN_CATALOG', "It is not in this organization's catalog.");
  if (!treatment.active) return not('INACTIVE', 'It is no longer offered.');
  if (treatment.drug_description === null) {
    return not(
      'NO_DESCRIPTION',
      'Its strength or dose form is not certain, so that a pharmacy could not tell what is meant.',
    );
  }
  return PRESCRIBABLE;
}

function not(code: AvailabilityCode, reason: string): Availability {
  return { prescribable: false, code, reason };
}
