// What a report comes to for one fill, and what is answered of it: judged by the rules from the rows alone. Pure.
import type { FillState, PharmacyReport, ReportResult } from '@pestle/rules/fill-status';
import { applyReport } from '@pestle/rules/fill-status';
import type { PharmacyId } from '@pestle/rules/ids';
import type { AuditRecord } from '../../audit/audit.ts';
import type { FillChange, FillMove, FillRow } from '../../prescribing/inside.ts';
import type { ReportClaim, Said } from './claim.ts';
import {
  changeOf,
  changeOfFormer,
  claimsDispensing,
  NO_TRACKING,
  readiesAnew,
  tracksAnew,
} from './fill-change.ts';
import type { MeantFill } from './meant-fills.ts';

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

/** A report on one fill, judged. */
export interface Judged {
  readonly meant: MeantFill;
  readonly said: Said;
  /** The status by which the fill moves; undefined where it stays in its state. */
  readonly movesBy: PharmacyReport | undefined;
  readonly outcome: ReportedLine['outcome'];
  readonly change: FillChange;
  readonly allowed: readonly PharmacyReport[];
  readonly updatesTracking: boolean;
  /** What is written of the fill, and of the act. */
  readonly move: FillMove;
  readonly entry: AuditRecord;
}

export function judgeReport(now: string, claim: ReportClaim, said: Said, meant: MeantFill): Judged {
  const { fill, pharmacyId, hasLeft } = meant;
  const { report } = said;
  const result = report === undefined ? undefined : applyReport(fill.state, report);
  const outcome = hasLeft ? 'left-pharmacy' : (result?.outcome ?? 'recorded');
  const change = hasLeft ? changeOfFormer(fill, said, pharmacyId) : changeOf(now, fill, claim, said, result);
  const moves = outcome === 'applied' && result !== undefined;
  return {
    meant,
    said,
    movesBy: moves ? report : undefined,
    outcome,
    change,
    allowed: result?.allowed ?? [],
    updatesTracking: result?.updatesTracking === true,
    move: {
      ...(moves && { to: result.next, judgedBy: 'report' as const }),
      event: 'reported',
      source: claim.source,
      detail: detailOf(claim, said, pharmacyId, outcome),
      set: change,
      // Whatever comes of the report: what a pharmacy says it dispensed is never sent again.
      ...(claimsDispensing(said) && { dispensed: true as const }),
    },
    entry: {
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
    },
  };
}

/** What is answered of a fill, whose row is `moved` now. */
export function lineOf(
  { meant: { fill, hasLeft }, movesBy, outcome, change, allowed, updatesTracking }: Judged,
  moved: FillRow,
): ReportedLine {
  return {
    prescriberOrderNumber: moved.prescriber_order_number,
    state: moved.state,
    changed:
      movesBy !== undefined ||
      (!hasLeft && (readiesAnew(fill, change) || (updatesTracking && tracksAnew(fill, change)))),
    outcome,
    allowed,
  };
}

/** What was recorded of all fills that were meant, whose rows are `fills` now. */
export function recordedOf(
  claim: ReportClaim,
  lines: readonly ReportedLine[],
  fills: readonly FillRow[],
): RecordedReport {
  return {
    changed: lines.some(({ changed }) => changed),
    lines: lines.filter(({ outcome }) => outcome !== 'left-pharmacy'),
    warnings: warningsOf(
      claim,
      fills.some(({ carrier }) => carrier !== null),
    ),
  };
}

function detailOf(
  claim: ReportClaim,
  { report, ready }: Said,
  pharmacyId: PharmacyId,
  outcome: ReportedLine['outcome'],
): Readonly<Record<string, unknown>> {
  return {
    ...(report !== undefined && { report }),
    ...(ready && { ready }),
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
