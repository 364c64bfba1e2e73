// One finding of a review, in the same form from each of its checks (W6).

/** One thing to fix before signing (`error`) or to think about (`warning`). */
export interface ReviewProblem {
  /** Where to fix it: `draft.instructions`, `patient.address`, `prescriber.practice`, `pharmacy.phone`. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}
