// What staff asked of the prescriber about refills: to stop those that remain. Nothing leaves by it; "no more refills" answers it (A2).
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { openWith } from '../../vault/vault.ts';
import type { PrescribingDeps } from '../deps.ts';
import { openRefillStop } from '../sealed-rows.ts';
import type { FillRow } from '../tables.ts';

/** True until a prescriber has stopped or kept them, or a cancel has ended them with the rest. */
export function isRefillStopAsked(
  fill: Pick<FillRow, 'refill_stop_asked_at' | 'discontinued_at' | 'cancel_requested_at' | 'state'>,
): boolean {
  return (
    fill.refill_stop_asked_at !== null &&
    fill.discontinued_at === null &&
    fill.cancel_requested_at === null &&
    fill.state !== 'CANCELED'
  );
}

/** Why they asked, opened; null where nobody did. */
export async function refillStopAskReason(
  deps: PrescribingDeps,
  actor: Actor,
  { id, org_id: orgId, sealed_refill_stop_ask: sealed }: FillRow,
): Promise<string | null> {
  authorize(actor, 'order.read');
  if (sealed === null || orgId !== actor.orgId) return null;
  return await openWith(deps.store, orgId, (keys) => openRefillStop('refillStopAsk', keys, id, sealed));
}

/** Why a prescriber kept the refills, opened; null where nobody did. */
export async function refillStopDeclineReason(
  deps: PrescribingDeps,
  actor: Actor,
  { id, org_id: orgId, sealed_refill_stop_decline: sealed }: FillRow,
): Promise<string | null> {
  authorize(actor, 'order.read');
  if (sealed === null || orgId !== actor.orgId) return null;
  return await openWith(deps.store, orgId, (keys) => openRefillStop('refillStopDecline', keys, id, sealed));
}
