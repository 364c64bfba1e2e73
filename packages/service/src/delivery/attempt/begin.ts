// Records that an attempt begins before anything leaves: claims its row in the lane and fixes its bytes, once even when the store's answer is lost.
import { nowText } from '../../kernel/ports.ts';
import { FAX_LANE } from '../../outbox/outbox.ts';
import { throughOutage } from '../../store/inside.ts';
import type { Step, StepGroup } from '../../store/store.ts';
import { columnAddress, keysFor } from '../../vault/vault.ts';
import type { Claim } from '../lanes/claim.ts';
import { claimSteps } from '../lanes/claim.ts';
import { BEGIN, HOLDS, LOCK_ORDER } from '../lanes/claim-sql.ts';
import type { Facts } from '../ledger/facts.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { AttemptDeps } from './deps.ts';
import type { Prepared } from './plan/message.ts';

/** Which attempt begins and how long it may take. False `leaves`: it only gives up, needs no room and heeds no window of maintenance. */
export interface Beginning {
  readonly attempt: number;
  readonly timeoutMs: number;
  readonly leaves: boolean;
}

/**
 * Claims the row and puts down that the attempt begins: one round trip, one commit. False when somebody else has it, the
 * lane is full, or a window of maintenance covers what leaves. Rejects with `guardFailed` when the signer or the
 * prescription is not what was judged, or a recall holds it back.
 */
export async function begin(
  deps: AttemptDeps,
  facts: Facts,
  message: Prepared,
  beginning: Beginning,
): Promise<boolean> {
  const { orgId, fill, prescription, signer } = facts;
  const app = { role: 'app', orgId } as const;
  deps.storeWatch.somethingLeaves();
  const begun = await begunStep(deps, facts, message, beginning.attempt);
  const groups: readonly StepGroup[] = [
    {
      scope: app,
      steps: [
        { statement: LOCK_ORDER, values: [orgId, fill.orderId] },
        ...(beginning.leaves && message.kind === 'new'
          ? [{ statement: HOLDS, values: [orgId, prescription.id, signer.revision, ...aboutRecalls(facts)] }]
          : []),
      ],
    },
    { scope: { role: 'courier' }, steps: claimSteps(claimOf(deps, facts, beginning)) },
    { scope: app, steps: [begun] },
  ];
  return await throughOutage(async (repeated) => {
    const results = await deps.store.pipeline(groups);
    const [taken = [], put = []] = results.slice(-2);
    // Taken already by a try whose answer was lost: then it is this worker's, under this number.
    return put.length > 0 && (taken.length > 0 || repeated);
  }, DELIVERY_LIMITS.beginThroughOutageMs);
}

/** What a recall may be of besides the prescription and its treatment. */
function aboutRecalls({ fill, pharmacy }: Facts): readonly (string | null)[] {
  return [fill.id, fill.orderId, pharmacy.id, pharmacy.partner?.id ?? null];
}

/** The claim of the row, with the room that its pharmacy's settings give the lane. */
function claimOf(
  { workerId, storeWatch }: AttemptDeps,
  { id, lane, attempt, pharmacy }: Facts,
  { timeoutMs, leaves }: Beginning,
): Claim {
  const settings = lane === FAX_LANE ? undefined : pharmacy.integration?.lane;
  const concurrency =
    lane === FAX_LANE
      ? DELIVERY_LIMITS.faxConcurrency
      : (settings?.concurrency ?? DELIVERY_LIMITS.electronicConcurrency);
  const intervalMs = settings?.ratePerSecond === undefined ? 0 : Math.ceil(1_000 / settings.ratePerSecond);
  const mark = storeWatch.remembered;
  return {
    id,
    lane,
    attempt,
    workerId,
    timeoutMs,
    concurrency,
    intervalMs,
    pharmacyId: pharmacy.id,
    leaves,
    mark,
  };
}

/** Writes the transmission, its bytes sealed, and the attempt. */
async function begunStep(
  { store, ports, workerId }: AttemptDeps,
  { orgId, id, fill, pharmacy }: Facts,
  message: Prepared,
  attempt: number,
): Promise<Step> {
  // A message that was not written is written when it is sent again.
  const kept = message.channel !== 'fax' && message.body.length > 0;
  const keys = await keysFor(store, orgId);
  return {
    statement: BEGIN,
    values: [
      orgId,
      id,
      workerId,
      attempt,
      nowText(ports),
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
  };
}
