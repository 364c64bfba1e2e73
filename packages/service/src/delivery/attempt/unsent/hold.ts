// Holds back what a window of maintenance covers until the window ends: nothing of it counts as an attempt (D6, D12).
import { auditRow } from '../../../audit/audit.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { nowText } from '../../../kernel/ports.ts';
import type { Store } from '../../../store/store.ts';
import { LOCK_ORDERS } from '../../lanes/claim-sql.ts';
import { CUT_OFF, HOLD } from '../../lanes/windows-sql.ts';
import type { Facts } from '../../ledger/facts.ts';
import { cutOffEntry } from '../finish/entry.ts';

export interface HoldDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly maintenanceWaitMs: number;
  readonly workerId: string;
}

/** False when somebody else has the row, or the window was ended or moved meanwhile: then it is looked at again. */
export async function hold(deps: HoldDeps, { orgId, id, fill, attempt, pharmacy }: Facts): Promise<boolean> {
  const { store, maintenanceWaitMs } = deps;
  const results = await store.pipeline([
    {
      scope: { role: 'app', orgId },
      steps: [
        { statement: LOCK_ORDERS.one, values: [orgId, [fill.orderId]] },
        { statement: CUT_OFF, values: cutOffValues(deps, { orgId, id }) },
      ],
    },
    {
      scope: { role: 'courier' },
      steps: [{ statement: HOLD, values: [id, attempt, pharmacy.id, maintenanceWaitMs] }],
    },
  ]);
  return (results.at(-1)?.length ?? 0) > 0;
}

/** For the statement that ends an attempt whose worker did not. */
export function cutOffValues(
  { ports, workerId }: Pick<HoldDeps, 'ports' | 'workerId'>,
  of: Pick<Facts, 'orgId' | 'id'>,
): readonly unknown[] {
  const { id, purpose, detail } = auditRow(ports, cutOffEntry({ workerId }, of));
  return [of.orgId, of.id, nowText(ports), workerId, id, purpose, detail];
}

/** The same for a text, which only a window of the whole service holds back. False when that is not why it could not be had. */
export async function holdText(store: Store, id: string, attempt: number): Promise<boolean> {
  const [held = []] = await store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: HOLD, values: [id, attempt, null, 0] }] },
  ]);
  return held.length > 0;
}
