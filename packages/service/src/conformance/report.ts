// The shape of a conformance report: what was tried, what was expected, what was seen, and what to do about it.

/** `skipped`: not tried, for the reason in `seen`. */
export type Verdict = 'passed' | 'warning' | 'failed' | 'skipped';

/** One message that was sent, with its answer. Patients, prescribers and drugs in it are invented. */
export interface ReportedMessage {
  readonly messageId: string;
  readonly sentAt: string;
  /** Milliseconds until the answer, or until it was given up. */
  readonly ms: number;
  readonly request: string;
  /** Null where none came. */
  readonly httpStatus: number | null;
  readonly answer: string | null;
}

export interface CaseReport {
  readonly id: string;
  readonly title: string;
  /** What a pharmacy that passes does. */
  readonly expected: string;
  readonly verdict: Verdict;
  /** What was seen, in one sentence. */
  readonly seen: string;
  /** What the pharmacy's engineer can do about it; null where there is nothing to do. */
  readonly advice: string | null;
  readonly messages: readonly ReportedMessage[];
}

export interface ConformanceReport {
  readonly pharmacy: { readonly name: string; readonly ncpdpId: string };
  /** Without query and credentials. */
  readonly endpoint: string;
  readonly channel: 'script' | 'api';
  /** Null for an API of the pharmacy's own. */
  readonly version: string | null;
  readonly form: string | null;
  readonly credentials: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** No case failed. */
  readonly passed: boolean;
  readonly cases: readonly CaseReport[];
  /** What the pharmacy holds now if it did all of it right: to be compared with its own screen. */
  readonly held: { readonly prescriptions: readonly string[]; readonly canceled: readonly string[] };
}
