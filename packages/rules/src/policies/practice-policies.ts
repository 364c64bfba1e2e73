// What a practice may set of how it prescribes, beyond what holds for everybody.

/**
 * What happens to a likely duplicate of what a patient has: `reason` asks why it is prescribed again; `refuse-same` asks too, and
 * refuses the very same treatment while an earlier prescription of it lasts. The notice is shown either way.
 */
export const DUPLICATE_POLICIES = ['reason', 'refuse-same'] as const;
/** One of them. */
export type DuplicatePolicy = (typeof DUPLICATE_POLICIES)[number];

/** Whether payers are asked what a patient's plan pays: `page` where the page that prescribes asks for it, `never` nowhere. */
export const COVERAGE_POLICIES = ['page', 'never'] as const;
/** One of them. */
export type CoveragePolicy = (typeof COVERAGE_POLICIES)[number];

/**
 * Whether what is prescribed is compared with what harms beside it: `required` at every review, and what could not be compared needs a reason;
 * `not-used` nowhere, because the practice has stated so. At first it is required, also where nobody has imported any data.
 */
export const SCREENING_POLICIES = ['required', 'not-used'] as const;
/** One of them. */
export type ScreeningPolicy = (typeof SCREENING_POLICIES)[number];
