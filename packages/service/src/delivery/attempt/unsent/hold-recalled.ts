// Puts on hold what a recall in force is of, when its turn to leave has come: nothing of it counts as an attempt.
import { recordAudit } from '../../../audit/audit.ts';
import { runStatement } from '../../../store/inside.ts';
import { LOCK_ORDERS } from '../../lanes/claim-sql.ts';
import { CUT_OFF } from '../../lanes/windows-sql.ts';
import type { Facts } from '../../ledger/facts.ts';
import { HOLD_RECALLED, SHARE_RECALLS } from '../../recall/in-force-sql.ts';
import type { RecallId } from '../../recall/tables.ts';
import { cutOffValues, type HoldDeps } from './hold.ts';

/** False when somebody else has the row, or the recall ended meanwhile: then it is looked at again. */
export async function holdRecalled(
  deps: Pick<HoldDeps, 'store' | 'ports' | 'workerId'>,
  { orgId, id, fill, attempt }: Facts,
  recallId: RecallId,
): Promise<boolean> {
  const { store, ports } = deps;
  return await store.withOrg(orgId, async (tx) => {
    await runStatement(tx, SHARE_RECALLS, []);
    await runStatement(tx, LOCK_ORDERS.one, [orgId, [fill.orderId]]);
    await runStatement(tx, CUT_OFF, cutOffValues(deps, { orgId, id }));
    const held = await runStatement(tx, HOLD_RECALLED, [orgId, id, attempt, recallId, fill.id]);
    if (held.length === 0) return false;
    await recordAudit(tx, ports, {
      orgId,
      actor: { kind: 'service', id: null },
      action: 'recall.hold',
      subject: { kind: 'transmission', id },
      detail: { recallId, orderId: fill.orderId },
    });
    return true;
  });
}
