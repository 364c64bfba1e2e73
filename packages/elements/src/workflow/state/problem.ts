// Owns the problems that the workflow shows: each with where to mend it (W6).
import type { DraftFields } from '@pestle/rules/check-draft';

/** A field of the form; the last two are the form's own. */
export type FormField = keyof DraftFields | 'screeningAnswers' | 'templateName';

/** Where a problem is mended. `page`: only the page around the element can. `again`: nothing is wrong, it can be tried again. */
export type ProblemLocation =
  | { readonly in: 'form'; readonly field?: FormField }
  | { readonly in: 'draft'; readonly draftId: string; readonly field?: FormField }
  | { readonly in: 'patient'; readonly field?: string }
  | { readonly in: 'pharmacy' | 'prescriber' | 'page' | 'again' | 'attestation' | 'saved' | 'stated' };

/** Codes of the state's own; the text has a sentence for each. Codes of the service come with a message of theirs. */
export type OwnCode =
  | 'NO_PATIENT'
  | 'PATIENT_LOADING'
  | 'PATIENT_UNKNOWN'
  | 'PATIENT_DECEASED'
  | 'NO_ADDRESS'
  | 'NOT_ON_RECORD'
  | 'NO_DRAFTS'
  | 'DRAFTS_GONE'
  | 'NO_SAVED'
  | 'SAVED_GONE'
  | 'DRAFTS_LOADING'
  | 'DRAFT_UNSAVED'
  | 'FORM_UNFINISHED'
  | 'LIST_UNREADABLE'
  | 'LIST_LOADING'
  | 'TREATMENT_DISABLED'
  | 'NO_PHARMACY'
  | 'NO_PHONE'
  | 'PHARMACY_LOADING'
  | 'PHARMACY_UNKNOWN'
  | 'SIGNED_OUT'
  | 'STAFF_CANNOT_SIGN'
  | 'MAY_NOT_PRESCRIBE'
  | 'NO_PRESCRIBER'
  | 'ATTESTATION'
  | 'REPEAT_REASON'
  | 'LIKELY_DUPLICATE'
  | 'AMOUNTS_REASON'
  | 'SCREENING_REASON'
  | 'VETOED';

/** One thing to mend (`error`: it stops) or to think about. */
export interface Problem {
  readonly code: OwnCode | (string & {});
  readonly location: ProblemLocation;
  readonly severity: 'error' | 'warning';
  /** The service's or the rule's own sentence; absent where the text has one for the code. */
  readonly message?: string;
  /** What the code is about, such as the code of what a prescriber lacks; never about a patient. */
  readonly about?: string;
}

/** An error of the state's own. */
export function ownProblem(code: OwnCode, location: ProblemLocation, about?: string): Problem {
  return { code, location, severity: 'error', ...(about === undefined ? {} : { about }) };
}
