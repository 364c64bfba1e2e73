// The one way a pharmacy's report changes anything: judged by the rules, recorded whatever comes of it, moved where that is legal.
import type { PharmacyId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import type { PharmacyKind } from '../../directory/inside.ts';
import { findPharmacy, rememberReporting } from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { LockedOrder } from '../../prescribing/inside.ts';
import { lockOrder, moveFill } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { ReportClaim } from './claim.ts';
import { saidOf } from './claim.ts';
import type { RecordedReport, ReportedLine } from './judged-report.ts';
import { judgeReport, lineOf, recordedOf } from './judged-report.ts';
import type { DeliveryListener } from './listener.ts';
import { fillsMeant, type MeantFill } from './meant-fills.ts';

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
  return recordedOf(
    claim,
    lines,
    locked.fills.filter(({ id }) => ids.has(id)),
  );
}

async function recordOne(
  tx: Tx,
  deps: RecordDeps,
  locked: LockedOrder,
  claim: ReportClaim,
  meant: MeantFill,
): Promise<ReportedLine> {
  const { fill, pharmacyId } = meant;
  const said = saidOf(claim, await kindOf(tx, claim, pharmacyId));
  const judged = judgeReport(nowText(deps.ports), claim, said, meant);
  const moved = await moveFill(tx, deps.ports, locked, fill.id, judged.move);
  await recordAudit(tx, deps.ports, judged.entry);
  if (judged.movesBy !== undefined) {
    const { orgId } = claim;
    const { order_id: orderId, id: fillId } = fill;
    const status = judged.movesBy;
    await deps.delivery.onReported(tx, { orgId, orderId, fillId, pharmacyId, status, locked });
  }
  return lineOf(judged, moved);
}

/** What dispensing means depends on it; a status means the same everywhere. */
async function kindOf(
  tx: Tx,
  { fillStatus }: ReportClaim,
  pharmacyId: PharmacyId,
): Promise<PharmacyKind | undefined> {
  return fillStatus === undefined ? undefined : (await findPharmacy(tx, pharmacyId))?.kind;
}
