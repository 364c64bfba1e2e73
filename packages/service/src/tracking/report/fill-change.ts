// What a pharmacy's claim changes on a fill besides its state: times, reasons, alerts, shipping. Pure.

import type { PharmacyReport, ReportResult } from '@pestle/rules/fill-status';
import type { PharmacyId } from '@pestle/rules/ids';
import type { FillChange, FillRow } from '../../prescribing/inside.ts';
import { CANCEL_OBSTACLE_CLEARED, CANCELED_BY_PHARMACY } from '../../prescribing/inside.ts';
import type { ReportClaim, Said } from './claim.ts';

/** A pharmacy that the order has left claims to fill it (D11). */
export const FORMER_PHARMACY_ALERT = 'filled-by-former-pharmacy';
const DISPENSED_AFTER_CANCEL = 'dispensed-after-cancel';
const CLAIMS_FILLING: ReadonlySet<PharmacyReport> = new Set(['FILLING', 'SHIPPED', 'DELIVERED']);
const CLAIMS_DISPENSING: ReadonlySet<PharmacyReport> = new Set(['SHIPPED', 'DELIVERED']);

/** The patient has the drug, or a part of it, or it is on its way there. */
export function claimsDispensing({ report, dispensed }: Said): boolean {
  return dispensed || (report !== undefined && CLAIMS_DISPENSING.has(report));
}

/** Of the pharmacy that has the fill. `result` is undefined for what is only put down. */
export function changeOf(
  now: string,
  fill: FillRow,
  claim: ReportClaim,
  said: Said,
  result: ReportResult | undefined,
): FillChange {
  const { report } = said;
  if (report === undefined || result === undefined) return {};
  const moves = result.outcome === 'applied';
  const dispensed = said.dispensed || (moves && claimsDispensing(said));
  return {
    ...(moves && report !== 'CANCELED' && report !== 'ERROR' && { received_at: fill.received_at ?? now }),
    // Also of what we canceled: a cancel that the pharmacy reports needs no other confirmation.
    ...(result.next === 'CANCELED' && report === 'CANCELED' && { state_reason: CANCELED_BY_PHARMACY }),
    ...(moves &&
      report === 'ERROR' && {
        state_reason: claim.reason ?? 'pharmacy-reported-error',
        state_owner: 'practice',
      }),
    ...(readies(said, result) && { ready_at: fill.ready_at ?? now }),
    ...(result.alert !== undefined && { alert: result.alert }),
    ...(dispensed && dispensing(now, fill)),
    ...(result.updatesTracking && trackingOf(claim)),
    ...(moves && ends(report) && endsTheCall(fill, fill.pharmacy_id)),
  };
}

/** Also of what was being filled before: that it is ready is no state of its own. */
function readies({ ready }: Said, { next, outcome }: ReportResult): boolean {
  return ready && next === 'FILLING' && (outcome === 'applied' || outcome === 'duplicate');
}

/** Whether it was not known before that it can be picked up. */
export function readiesAnew(fill: FillRow, { ready_at: readyAt }: FillChange): boolean {
  return typeof readyAt === 'string' && readyAt !== fill.ready_at;
}

/** Dispensed stays dispensed; of what was canceled, or is being canceled, people are told at once (D10). */
function dispensing(now: string, fill: FillRow): FillChange {
  const canceled = fill.state === 'CANCELED' || fill.cancel_requested_at !== null;
  return {
    dispensing_reported_at: fill.dispensing_reported_at ?? now,
    ...(canceled && {
      alert: DISPENSED_AFTER_CANCEL,
      dispensed_after_cancel_at: fill.dispensed_after_cancel_at ?? now,
    }),
  };
}

/**
 * Of a pharmacy that the order has left (D11): nothing moves; a claim to fill alerts, unless the patient is known to hold a
 * canceled drug, which weighs more.
 */
export function changeOfFormer(fill: FillRow, { report }: Said, pharmacyId: PharmacyId): FillChange {
  if (report === undefined) return {};
  if (report === 'CANCELED') return endsTheCall(fill, pharmacyId);
  if (!CLAIMS_FILLING.has(report) || fill.alert === DISPENSED_AFTER_CANCEL) return {};
  return { alert: FORMER_PHARMACY_ALERT };
}

function ends(report: PharmacyReport): boolean {
  return report === 'CANCELED' || report === 'DELIVERED';
}

/** Nobody needs to call a pharmacy about a cancel that has ended the prescription by itself. */
function endsTheCall(fill: FillRow, pharmacyId: PharmacyId | null): FillChange {
  return pharmacyId !== null && fill.cancel_not_sent_pharmacy_id === pharmacyId
    ? CANCEL_OBSTACLE_CLEARED
    : {};
}

/** How a pharmacy takes a carrier or a number back. Absent, null and blank change nothing: many senders write them for "not said". */
export const NO_TRACKING = '-';

/** Carrier and number come apart, often from two systems: what a report does not name stays as it is. */
function trackingOf({ carrier, trackingNumber }: ReportClaim): FillChange {
  return {
    ...(carrier !== undefined && { carrier: kept(carrier) }),
    ...(trackingNumber !== undefined && { tracking_number: kept(trackingNumber) }),
  };
}

function kept(text: string): string | null {
  return text === NO_TRACKING ? null : text;
}

/** Whether the shipping on record becomes another. */
export function tracksAnew(fill: FillRow, change: FillChange): boolean {
  return (
    (change.carrier !== undefined && change.carrier !== fill.carrier) ||
    (change.tracking_number !== undefined && change.tracking_number !== fill.tracking_number)
  );
}
