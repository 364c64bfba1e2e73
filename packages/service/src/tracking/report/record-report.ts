// The one way a pharmacy's report changes anything: judged by the rules, recorded whatever comes of it, moved where that is legal.

import type { FillState, PharmacyReport, ReportResult } from '@pestle/rules/fill-status';
import { applyReport } from '@pestle/rules/fill-status';
import type { PharmacyId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import type { PharmacyKind } from '../../directory/inside.ts';
import { findPharmacy, rememberReporting } from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { LockedOrder } from '../../prescribing/inside.ts';
import { lockOrder, moveFill } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { ReportClaim, Said } from './claim.ts';
import { saidOf } from './claim.ts';
import { changeOf, changeOfFormer, claimsDispensing, NO_TRACKING, tracksAnew } from './fill-change.ts';
import type { DeliveryListener } from './listener.ts';
import { fillsMeant, type MeantFill } from './meant-fills.ts';

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
  /** `recorded`: what was said moves no state. */
  readonly outcome: ReportResult['outcome'] | 'left-pharmacy' | 'recorded';
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
  // One that tells of its dispensing by RxFill need not be one that reports how far it is.
  if (claim.fillStatus === undefined)
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
  const said = saidOf(claim, await kindOf(tx, claim, pharmacyId));
  const { report } = said;
  const result = report === undefined ? undefined : applyReport(fill.state, report);
  const outcome = hasLeft ? 'left-pharmacy' : (result?.outcome ?? 'recorded');
  const change = hasLeft
    ? changeOfFormer(fill, said, pharmacyId)
    : changeOf(nowText(deps.ports), fill, claim, said, result);
  const moves = outcome === 'applied' && result !== undefined;
  const moved = await moveFill(tx, deps.ports, locked, fill.id, {
    ...(moves && { to: result.next, judgedBy: 'report' as const }),
    event: 'reported',
    source: claim.source,
    detail: detailOf(claim, said, pharmacyId, outcome),
    set: change,
    // Whatever comes of the report: what a pharmacy says it dispensed is never sent again.
    ...(claimsDispensing(said) && { dispensed: true as const }),
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
    detail: { report: report ?? null, outcome, by: claim.source },
  });
  if (moves && report !== undefined) {
    const { orgId } = claim;
    const { order_id: orderId, id: fillId } = fill;
    await deps.delivery.onReported(tx, { orgId, orderId, fillId, pharmacyId, status: report, locked });
  }
  return {
    prescriberOrderNumber: moved.prescriber_order_number,
    state: moved.state,
    changed: moves || (!hasLeft && result?.updatesTracking === true && tracksAnew(fill, change)),
    outcome,
    allowed: result?.allowed ?? [],
  };
}

/** What dispensing means depends on it; a status means the same everywhere. */
async function kindOf(
  tx: Tx,
  { fillStatus }: ReportClaim,
  pharmacyId: PharmacyId,
): Promise<PharmacyKind | undefined> {
  return fillStatus === undefined ? undefined : (await findPharmacy(tx, pharmacyId))?.kind;
}

function detailOf(
  claim: ReportClaim,
  { report }: Said,
  pharmacyId: PharmacyId,
  outcome: ReportedLine['outcome'],
): Readonly<Record<string, unknown>> {
  return {
    ...(report !== undefined && { report }),
    ...(claim.fillStatus === undefined ? { statusText: claim.statusText } : { fillStatus: claim.fillStatus }),
    outcome,
    pharmacyId,
    ...(claim.carrier !== undefined && { carrier: claim.carrier }),
    ...(claim.trackingNumber !== undefined && { trackingNumber: claim.trackingNumber }),
    ...(claim.reason !== undefined && { reason: claim.reason }),
  };
}

function warningsOf(claim: ReportClaim, carrierKnown: boolean): readonly ReportWarning[] {
  const { carrier, trackingNumber } = claim;
  const warnings: ReportWarning[] = [];
  if (claim.fillStatus !== undefined || claim.report !== 'SHIPPED') {
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
