// Puts down that an attempt begins, before anything leaves: claimed in its lane, its bytes fixed, once even when the answer is lost.
import { nowText } from '../../kernel/ports.ts';
import { FAX_LANE } from '../../outbox/outbox.ts';
import { throughOutage } from '../../store/inside.ts';
import type { StepGroup } from '../../store/store.ts';
import { columnAddress, keysFor } from '../../vault/vault.ts';
import { claimSteps } from '../lanes/claim.ts';
import { BEGIN, HOLDS, LOCK_ORDER } from '../lanes/claim-sql.ts';
import type { Facts } from '../ledger/facts.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { AttemptDeps, Prepared } from './plan/plan.ts';

/**
 * Claims the row and puts down that the attempt begins: one round trip, one commit. False when somebody else has it, the
 * lane is full, or a window of maintenance covers what `leaves`: giving up needs no room and heeds no window. Rejects with
 * `guardFailed` when the signer or the prescription is not what was judged.
 */
export async function begin(
  deps: AttemptDeps,
  facts: Facts,
  message: Prepared,
  {
    attempt,
    timeoutMs,
    leaves,
  }: { readonly attempt: number; readonly timeoutMs: number; readonly leaves: boolean },
): Promise<boolean> {
  const { orgId, id, lane, fill, pharmacy } = facts;
  const settings = lane === FAX_LANE ? undefined : pharmacy.integration?.lane;
  const concurrency =
    lane === FAX_LANE
      ? DELIVERY_LIMITS.faxConcurrency
      : (settings?.concurrency ?? DELIVERY_LIMITS.electronicConcurrency);
  const intervalMs = settings?.ratePerSecond === undefined ? 0 : Math.ceil(1_000 / settings.ratePerSecond);
  const now = nowText(deps.ports);
  // A message that was not written is written when it is sent again.
  const kept = message.channel !== 'fax' && message.body.length > 0;
  const keys = await keysFor(deps.store, orgId);
  const courier = { role: 'courier' } as const;
  const app = { role: 'app', orgId } as const;
  const groups: readonly StepGroup[] = [
    {
      scope: app,
      steps: [
        { statement: LOCK_ORDER, values: [orgId, fill.orderId] },
        ...(leaves && message.kind === 'new'
          ? [{ statement: HOLDS, values: [orgId, facts.prescription.id, facts.signer.revision] }]
          : []),
      ],
    },
    {
      scope: courier,
      steps: claimSteps({
        id,
        lane,
        attempt: facts.attempt,
        workerId: deps.workerId,
        timeoutMs,
        concurrency,
        intervalMs,
        pharmacyId: pharmacy.id,
        leaves,
      }),
    },
    {
      scope: app,
      steps: [
        {
          statement: BEGIN,
          values: [
            orgId,
            id,
            deps.workerId,
            attempt,
            now,
            fill.orderId,
            fill.id,
            pharmacy.id,
            message.kind,
            message.channel,
            message.messageId,
            message.relatesToMessageId,
            message.prescriberOrderNumber,
            kept ? keys.seal(columnAddress('transmission', id), message.body) : null,
            kept ? message.contentType : null,
            JSON.stringify(message.reason),
          ],
        },
      ],
    },
  ];
  return await throughOutage(async (repeated) => {
    const results = await deps.store.pipeline(groups);
    const [taken = [], begun = []] = results.slice(-2);
    // Taken already by a try whose answer was lost: then it is this worker's, under this number.
    return begun.length > 0 && (taken.length > 0 || repeated);
  }, DELIVERY_LIMITS.beginThroughOutageMs);
}
