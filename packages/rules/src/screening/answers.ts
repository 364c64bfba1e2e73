// The codes by which a prescriber says why a drug is prescribed although something speaks against it, or although nobody could check it.

/** Why it is prescribed despite a finding. */
export const OVERRIDE_REASONS = [
  'TOLERATED_BEFORE',
  'WILL_MONITOR',
  'BENEFIT_OUTWEIGHS',
  'RECORD_IS_WRONG',
  'OTHER',
] as const;
/** One of them. */
export type OverrideReason = (typeof OVERRIDE_REASONS)[number];

/** Why it is prescribed although it was not checked. */
export const UNCHECKED_REASONS = ['CHECKED_BY_HAND', 'CHECKED_ELSEWHERE', 'CANNOT_WAIT', 'OTHER'] as const;
/** One of them. */
export type UncheckedReason = (typeof UNCHECKED_REASONS)[number];

/** The rule that an answer names where nothing was checked. */
export const NOT_CHECKED = 'not-checked';

/** An answer of the prescriber to one rule. */
export interface ScreeningAnswerGiven {
  /** The finding's rule, or `not-checked`. */
  readonly rule: string;
  readonly reason: OverrideReason | UncheckedReason;
  /** In the prescriber's own words; with OTHER it is asked for. */
  readonly text: string | null;
}

/** Whether an answer is one to this rule: a code that belongs to it, and words where the code says nothing. */
export function isAnswer({ rule, reason, text }: ScreeningAnswerGiven): boolean {
  const codes: readonly string[] = rule === NOT_CHECKED ? UNCHECKED_REASONS : OVERRIDE_REASONS;
  return codes.includes(reason) && (reason !== 'OTHER' || (text ?? '').trim() !== '');
}
