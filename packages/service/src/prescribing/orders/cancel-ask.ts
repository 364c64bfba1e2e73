// What staff asked of the prescriber: to cancel a fill. Nothing leaves by it; the prescriber's cancel answers it (A2).
import { isEnded } from '@pestle/rules/fill-status';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { openWith } from '../../vault/vault.ts';
import type { PrescribingDeps } from '../deps.ts';
import { openCancelAsk } from '../sealed-rows.ts';
import type { FillRow } from '../tables.ts';

/** True until a prescriber has canceled it, or it has ended by itself. */
export function isCancelAsked(
  fill: Pick<FillRow, 'cancel_asked_at' | 'cancel_requested_at' | 'state'>,
): boolean {
  return fill.cancel_asked_at !== null && fill.cancel_requested_at === null && !isEnded(fill.state);
}

/** Why they asked, opened; null where they gave no reason. */
export async function cancelAskReason(
  deps: PrescribingDeps,
  actor: Actor,
  { id, org_id: orgId, sealed_cancel_ask: sealed }: FillRow,
): Promise<string | null> {
  authorize(actor, 'order.read');
  if (sealed === null || orgId !== actor.orgId) return null;
  return await openWith(deps.store, orgId, (keys) => openCancelAsk(keys, id, sealed));
}
