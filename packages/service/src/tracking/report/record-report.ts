// The one way a pharmacy's report changes anything: judged by the rules, recorded whatever comes of it, moved where that is legal.
import type { FillState, PharmacyReport, ReportResult } from '@pestle/rules/fill-status';
import { applyReport } from '@pestle/rules/fill-status';
import type { OrganizationId, PharmacyId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import { rememberReporting } from '../../directory/reporting.ts';
import type { Origin } from '../../kernel/actor.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { FillChange, LockedOrder } from '../../prescribing/orders/fills.ts';
import { lockOrder, moveFill } from '../../prescribing/orders/fills.ts';
import { CANCELED_BY_PHARMACY } from '../../prescribing/orders/standing.ts';
import type { FillRow } from '../../prescribing/tables.ts';
import type { Tx } from '../../store/store.ts';
import type { ReportTarget } from '../hook/validate-report.ts';
import type { DeliveryListener } from './listener.ts';
import { fillsMeant, type MeantFill } from './meant-fills.ts';

export interface ReportClaim {
  readonly orgId: OrganizationId;
  readonly target: ReportTarget;
  /** For whom the sender may speak, of those that the order is or was at. */
  readonly pharmacyIds: readonly PharmacyId[];
  readonly report: PharmacyReport;
  /** As the pharmacy wrote it. */
  readonly statusText: string;
  readonly carrier?: string | undefined;
  readonly trackingNumber?: string | undefined;
  /** Why an ERROR, as a code: the link page's "cannot fill". */
  readonly reason?: string | undefined;
  readonly source: 'pharmacy' | 'link';
  /** Where it came from, for the audit trail. */
  readonly origin?: Origin | undefined;
}

export interface ReportWarning {
  /** JSON pointer. */
  readonly pointer: string;
  readonly code: 'NOT_A_SHIPMENT' | 'CARRIER_MISSING';
  readonly message: string;
}

/** What was recorded of one fill. */
export interface ReportedLine {
  readonly prescriberOrderNumber: string | null;
  readonly state: FillState;
  readonly changed: boolean;
  readonly outcome: ReportResult['outcome'] | 'left-pharmacy';
  readonly allowed: readonly PharmacyReport[];
}

export interface RecordedReport {
  readonly changed: boolean;
  /** At the sender's pharmacy now; empty when the order has left it. */
  readonly lines: readonly ReportedLine[];
  readonly warnings: readonly ReportWarning[];
}

export interface RecordDeps {
  readonly ports: Ports;
  readonly delivery: Pick<DeliveryListener, 'onReported'>;
}

/** A pharmacy that the order has left claims to fill it (D11). */
export const FORMER_PHARMACY_ALERT = 'filled-by-former-pharmacy';
const CLAIMS_FILLING: ReadonlySet<PharmacyReport> = new Set(['FILLING', 'SHIPPED', 'DELIVERED']);
const CLAIMS_DISPENSING: ReadonlySet<PharmacyReport> = new Set(['SHIPPED', 'DELIVERED']);

/**
 * Records a report and moves every fill for which that is legal, in the caller's transaction. Undefined when the order, or
 * that medication of it, was never with these pharmacies. Contradictions are recorded too: the caller answers 409 after commit.
 */
export async function recordReport(
  tx: Tx,
  deps: RecordDeps,
  claim: ReportClaim,
): Promise<RecordedReport | undefined> {
  const locked = await lockOrder(tx, claim.orgId, claim.target.orderId);
  if (locked === undefined) return undefined;
  const meant = await fillsMeant(tx, locked, claim);
  if (meant.length === 0) return undefined;
  await rememberReporting(
    tx,
    meant.map(({ pharmacyId }) => pharmacyId),
  );
  const lines: ReportedLine[] = [];
  for (const one of meant) lines.push(await recordOne(tx, deps, locked, claim, one));
  const ids = new Set(meant.map(({ fill }) => fill.id));
  const carrierKnown = locked.fills.some(({ id, carrier }) => ids.has(id) && carrier !== null);
  return {
    changed: lines.some(({ changed }) => changed),
    lines: lines.filter(({ outcome }) => outcome !== 'left-pharmacy'),
    warnings: warningsOf(claim, carrierKnown),
  };
}

async function recordOne(
  tx: Tx,
  deps: RecordDeps,
  locked: LockedOrder,
  claim: ReportClaim,
  { fill, pharmacyId, hasLeft }: MeantFill,
): Promise<ReportedLine> {
  const result = applyReport(fill.state, claim.report);
  const outcome = hasLeft ? 'left-pharmacy' : result.outcome;
  const moves = outcome === 'applied';
  const change = hasLeft ? formerPharmacy(fill, claim) : changeOf(deps.ports, fill, claim, result);
  const changed = moves || (!hasLeft && result.updatesTracking && tracksAnew(fill, change));
  const moved = await moveFill(tx, deps.ports, locked, fill.id, {
    ...(moves && { to: result.next, judgedBy: 'report' as const }),
    event: 'reported',
    source: claim.source,
    detail: detailOf(claim, pharmacyId, outcome),
    set: change,
    // Whatever comes of the report: what a pharmacy says it dispensed is never sent again.
    ...(CLAIMS_DISPENSING.has(claim.report) && { dispensed: true as const }),
  });
  await recordAudit(tx, deps.ports, {
    orgId: claim.orgId,
    actor: {
      kind: 'pharmacy',
      id: pharmacyId,
      ...(claim.origin === undefined ? {} : { origin: claim.origin }),
    },
    action: 'fill.report',
    subject: { kind: 'fill', id: fill.id },
    outcome: outcome === 'contradiction' ? 'refused' : 'success',
    detail: { report: claim.report, outcome, by: claim.source },
  });
  if (moves) {
    const { orgId, report: status } = claim;
    const { order_id: orderId, id: fillId } = fill;
    await deps.delivery.onReported(tx, { orgId, orderId, fillId, pharmacyId, status, locked });
  }
  return {
    prescriberOrderNumber: moved.prescriber_order_number,
    state: moved.state,
    changed,
    outcome,
    allowed: result.allowed,
  };
}

/** What a report changes besides the state. */
function changeOf(ports: Ports, fill: FillRow, claim: ReportClaim, result: ReportResult): FillChange {
  const now = nowText(ports);
  const moves = result.outcome === 'applied';
  return {
    ...(moves &&
      claim.report !== 'CANCELED' &&
      claim.report !== 'ERROR' && { received_at: fill.received_at ?? now }),
    ...(moves &&
      CLAIMS_DISPENSING.has(claim.report) && {
        dispensing_reported_at: fill.dispensing_reported_at ?? now,
      }),
    // Also of what we canceled: a cancel that the pharmacy reports needs no other confirmation.
    ...(result.next === 'CANCELED' && claim.report === 'CANCELED' && { state_reason: CANCELED_BY_PHARMACY }),
    ...(moves &&
      claim.report === 'ERROR' && {
        state_reason: claim.reason ?? 'pharmacy-reported-error',
        state_owner: 'practice',
      }),
    ...(result.alert !== undefined && { alert: result.alert }),
    ...(result.updatesTracking && trackingOf(claim)),
  };
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

function tracksAnew(fill: FillRow, change: FillChange): boolean {
  return (
    (change.carrier !== undefined && change.carrier !== fill.carrier) ||
    (change.tracking_number !== undefined && change.tracking_number !== fill.tracking_number)
  );
}

/** D11: nothing moves; a claim to fill alerts, unless the patient is known to hold a canceled drug, which weighs more. */
function formerPharmacy(fill: FillRow, { report }: ReportClaim): FillChange {
  if (!CLAIMS_FILLING.has(report) || fill.alert === 'dispensed-after-cancel') return {};
  return { alert: FORMER_PHARMACY_ALERT };
}

function detailOf(
  claim: ReportClaim,
  pharmacyId: PharmacyId,
  outcome: ReportedLine['outcome'],
): Readonly<Record<string, unknown>> {
  return {
    report: claim.report,
    statusText: claim.statusText,
    outcome,
    pharmacyId,
    ...(claim.carrier !== undefined && { carrier: claim.carrier }),
    ...(claim.trackingNumber !== undefined && { trackingNumber: claim.trackingNumber }),
    ...(claim.reason !== undefined && { reason: claim.reason }),
  };
}

function warningsOf(
  { report, carrier, trackingNumber }: ReportClaim,
  carrierKnown: boolean,
): readonly ReportWarning[] {
  const warnings: ReportWarning[] = [];
  if (report !== 'SHIPPED') {
    const message =
      'Shipping information belongs to SHIPPED. It was recorded and is not shown to the patient.';
    if (carrier !== undefined) warnings.push({ pointer: '#/carrier', code: 'NOT_A_SHIPMENT', message });
    if (trackingNumber !== undefined)
      warnings.push({ pointer: '#/tracking_number', code: 'NOT_A_SHIPMENT', message });
  } else if (trackingNumber !== undefined && trackingNumber !== NO_TRACKING && !carrierKnown) {
    const message =
      'A tracking number without its carrier cannot be followed. It was recorded; send the carrier too.';
    warnings.push({ pointer: '#/carrier', code: 'CARRIER_MISSING', message });
  }
  return warnings;
}
