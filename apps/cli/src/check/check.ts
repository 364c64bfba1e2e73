// The independent check: judges the invariants of a run from what the host, the pharmacies and the store say, without the service's code.
import type { Evidence, Finding } from './evidence.ts';
import { checkKept } from './i1-kept.ts';
import { checkSettled } from './i2-settled.ts';
import { checkOnce } from './i3-once.ts';
import { checkCanceled } from './i4-canceled.ts';
import { checkIdentical } from './i5-identical.ts';
import { checkLegal } from './i6-legal.ts';
import { checkAudited } from './i7-audited.ts';
import { checkOwnRows } from './i8-own-rows.ts';
import { checkNoFax } from './i10-no-fax.ts';

/** Every finding, in the order of the invariants. The run holds when none has a violation. */
export function checkInvariants(evidence: Evidence): readonly Finding[] {
  return [
    checkKept(evidence),
    checkSettled(evidence),
    checkOnce(evidence),
    checkCanceled(evidence),
    checkIdentical(evidence),
    checkLegal(evidence),
    checkAudited(evidence),
    checkOwnRows(evidence),
    checkNoFax(evidence),
  ];
}
