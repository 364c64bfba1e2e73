// What other packages are offered of conformance.

/** Tries a pharmacy's endpoint as deliveries would use it, and reports what it did right and wrong (D6). Needs no store. */
export {
  type CaseReport,
  type ConformanceReport,
  conformancePage,
  createCheckRuns,
  createNetworkAdministration,
  type LineDifference,
  type Listener,
  type NetworkAct,
  type NetworkAdministration,
  openListener,
  type Preview,
  readProfile,
  runConformance,
  type Verdict,
} from '../src/conformance/conformance.ts';
