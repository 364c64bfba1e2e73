// What a pharmacy claims of a prescription: a status of the accepted set, or, in an RxFill, what it dispensed.
import type { PharmacyReport } from '@pestle/rules/fill-status';
import type { OrganizationId, PharmacyId } from '@pestle/rules/ids';
import type { FillStatus } from '@pestle/script';
import type { PharmacyKind } from '../../directory/inside.ts';
import type { Origin } from '../../kernel/actor.ts';
import type { ReportTarget } from './target.ts';

interface Claim {
  readonly orgId: OrganizationId;
  readonly target: ReportTarget;
  /** For whom the sender may speak, of those that the order is or was at. */
  readonly pharmacyIds: readonly PharmacyId[];
  readonly carrier?: string | undefined;
  readonly trackingNumber?: string | undefined;
  /** Why, as a code: the link page's "cannot fill", the ReasonCode of an RxFill. */
  readonly reason?: string | undefined;
  readonly source: 'pharmacy' | 'link';
  /** Where it came from, for the audit trail. */
  readonly origin?: Origin | undefined;
}

export interface StatusClaim extends Claim {
  readonly report: PharmacyReport;
  /** As the pharmacy wrote it. */
  readonly statusText: string;
  /** With FILLING: it can be picked up. */
  readonly ready?: boolean | undefined;
  readonly fillStatus?: undefined;
}

/** `FillStatus` of an RxFill. */
export type Dispensing = FillStatus['outcome'];

export interface DispensingClaim extends Claim {
  readonly fillStatus: Dispensing;
}

export type ReportClaim = StatusClaim | DispensingClaim;

/** What is claimed of one fill. */
export interface Said {
  /** The status that it amounts to; undefined where it is only put down. */
  readonly report: PharmacyReport | undefined;
  /** It can be picked up. */
  readonly ready: boolean;
  /** The patient has the drug, or a part of it, whatever the state says (D10). */
  readonly dispensed: boolean;
}

/**
 * A pharmacy that patients go to dispenses by handing over: that is the end of the way. What a mail-order pharmacy has
 * dispensed still travels, and of a part the rest is yet to come: both are being filled. What was not dispensed, or went
 * to another pharmacy, moves nothing.
 */
export function saidOf(claim: ReportClaim, kind: PharmacyKind | undefined): Said {
  switch (claim.fillStatus) {
    case undefined:
      return {
        report: claim.report,
        ready: claim.report === 'FILLING' && claim.ready === true,
        dispensed: false,
      };
    case 'Dispensed':
      return { report: kind === 'LOCAL_PICKUP' ? 'DELIVERED' : 'FILLING', ready: false, dispensed: true };
    case 'PartiallyDispensed':
      return { report: 'FILLING', ready: false, dispensed: true };
    case 'NotDispensed':
    case 'Transferred':
      return { report: undefined, ready: false, dispensed: false };
    default:
      throw new Error(`unknown fill status ${JSON.stringify(claim satisfies never)}`);
  }
}
