// The plain end, which nearly every order has: the pharmacy took the first and only message of a fill. One statement, one round trip.

import { auditRow } from '../../../audit/audit.ts';
import { isRetryable } from '../../../kernel/failures/sql-errors.ts';
import { nowText } from '../../../kernel/ports.ts';
import { keysFor } from '../../../vault/vault.ts';
import { COUNT_LANE, LOCK_ORDER } from '../../lanes/claim-sql.ts';
import type { Facts } from '../../ledger/facts.ts';
import type { Sent } from '../../ledger/sent.ts';
import type { Channel } from '../../ledger/tables.ts';
import { sealedAnswer } from '../../ledger/transmissions.ts';
import { placedText } from '../../texts/texts.ts';
import type { FinishDeps } from '../deps.ts';
import { attemptEntry } from './entry.ts';
import { ACCEPT } from './plain-acceptance-sql.ts';

/**
 * Records the acceptance where it is the plain end, and counts it for its lane. Answers false, with nothing written of
 * it, where `finishAttempt` must look at more.
 */
export async function acceptPlainly(
  deps: FinishDeps,
  facts: Facts,
  channel: Channel,
  attempt: number,
  sent: Sent,
): Promise<boolean> {
  if (facts.kind !== 'new' || sent.outcome !== 'ACCEPTED') return false;
  const { orgId, id, fill } = facts;
  const keys = await keysFor(deps.store, orgId);
  const text = placedText(deps.ports, keys, facts.envelope, facts.pharmacy.name);
  const entry = auditRow(deps.ports, attemptEntry(deps, facts, { channel, kind: 'new' }, attempt, sent));
  const values = [
    orgId,
    id,
    deps.workerId,
    attempt,
    nowText(deps.ports),
    fill.orderId,
    fill.id,
    sent.httpStatus,
    sent.reason,
    sealedAnswer(keys, id, attempt, sent),
    sent.deliveryMethod,
    entry.id,
    entry.purpose,
    entry.detail,
    text?.id ?? null,
    text?.sealed ?? null,
  ];
  try {
    const [, accepted = []] = await deps.store.pipeline([
      {
        scope: { role: 'app', orgId },
        steps: [
          { statement: LOCK_ORDER, values: [orgId, fill.orderId] },
          { statement: ACCEPT, values },
        ],
      },
      { scope: { role: 'courier' }, steps: [{ statement: COUNT_LANE, values: [facts.lane, 0] }] },
    ]);
    return accepted.length > 0;
  } catch (error) {
    // A deadlock undoes all of it; the longer way tries more than once.
    if (isRetryable(error)) return false;
    throw error;
  }
}
