// The door of the room `conformance`: tries a pharmacy's endpoint as deliveries would use it, and lets operators do so with one that is stored (D6).

export { CONFORMANCE_LIMITS } from './limits.ts';
export type { LineDifference } from './line-differences.ts';
export type { ArrivedMessage, ArrivedReport, Listener, ListenerOptions } from './listener.ts';
export { openListener } from './listener.ts';
export {
  createNetworkAdministration,
  type NetworkAct,
  type NetworkAdministration,
  type NetworkAdministrationDeps,
  type PreviewRequest,
  performNetworkAct,
} from './network-administration.ts';
export { CONFORMANCE_PAGE_POLICY, conformancePage } from './page.ts';
export type { Preview } from './preview.ts';
export { readProfile } from './profile.ts';
export type { CaseReport, ConformanceReport, ReportedMessage, Verdict } from './report.ts';
export { type ConformanceOptions, runConformance } from './run-conformance.ts';
export {
  type CheckRun,
  type CheckRuns,
  createCheckRuns,
  type KnownCheck,
  knownCheck,
} from './runs/check-runs.ts';
export type { StoredRunRequest } from './stored-run.ts';
export { type PharmacyFacts, type Subject, subjectOf } from './subject.ts';
