// Staff ask the prescriber to cancel a fill: it is kept with who asked and why, and nothing leaves (A2).

import { decideCancel } from '@pestle/rules/cancel';
import { recordAudit } from '../../../audit/audit.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Ports } from '../../../kernel/ports.ts';
import { nowText } from '../../../kernel/ports.ts';
import type { FillRow, LockedOrder } from '../../../prescribing/inside.ts';
import { moveFill, sealCancelAsk } from '../../../prescribing/inside.ts';
import type { Tx } from '../../../store/store.ts';
import { keysOf } from '../../../vault/vault.ts';
import { cancelNotSentWords } from '../../ledger/cancel-not-sent.ts';
import type { CancelResult } from '../cancel-result.ts';

const NOT_DECLINED = {
  cancel_declined_at: null,
  cancel_declined_by: null,
  sealed_cancel_decline: null,
} as const;

/** Asked again, the newer request stands. What a prescriber could not cancel any more is refused in the same way. */
export async function askToCancel(
  ports: Ports,
  tx: Tx,
  actor: Actor,
  locked: LockedOrder,
  fill: FillRow,
  reason: string | null,
): Promise<CancelResult> {
  const { id: fillId } = fill;
  const decision = decideCancel({
    state: fill.state,
    dispensingReported: fill.dispensing_reported_at !== null,
    mayHaveLeft: true,
  });
  if (!decision.allowed)
    return { fillId, outcome: 'REFUSED', code: decision.code, message: decision.message };
  // A prescriber has canceled it: there is nothing to ask for, and where the pharmacy could not be told, somebody calls it.
  if (fill.cancel_requested_at !== null) return canceledBefore(fill);
  await moveFill(tx, ports, locked, fillId, {
    event: 'cancel-asked',
    source: 'user',
    detail: { by: actor.id },
    set: {
      cancel_asked_at: nowText(ports),
      cancel_asked_by: actor.id,
      sealed_cancel_ask: reason === null ? null : sealCancelAsk(keysOf(tx), fillId, reason),
      ...NOT_DECLINED,
    },
  });
  await recordAudit(tx, ports, {
    orgId: actor.orgId,
    actor,
    action: 'fill.ask-cancel',
    subject: { kind: 'fill', id: fillId },
  });
  return { fillId, outcome: 'CANCEL_ASKED', code: null, message: null };
}

function canceledBefore({
  id: fillId,
  cancel_not_sent_at: notSentAt,
  cancel_not_sent_reason: reason,
}: FillRow): CancelResult {
  if (notSentAt === null) return { fillId, outcome: 'CANCEL_SENT', code: null, message: null };
  const code = reason ?? 'NOT_DELIVERED';
  return { fillId, outcome: 'CANCEL_NOT_SENT', code, message: cancelNotSentWords(code).text };
}
