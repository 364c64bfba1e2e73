// "No more refills": tells every pharmacy that was sent a copy to stop the refills that remain; the fill stays what it is (D10).

import { type DiscontinueDecision, decideDiscontinue } from '@pestle/rules/discontinue';
import * as v from 'valibot';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import { authorize } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import { nowText } from '../../kernel/ports.ts';
import { validate } from '../../kernel/validate.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { FillRow, LockedOrder } from '../../prescribing/inside.ts';
import { lockOrder, moveFill, prescriptionsByIds, requireAct, signedOf } from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { CancelObstacle } from '../ledger/cancel-not-sent.ts';
import {
  discontinueNotSentWords,
  discontinueReasonOf,
  recordDiscontinueNotSent,
} from '../ledger/discontinue-not-sent.ts';
import { isOfIssue } from '../ledger/issues.ts';
import { copiesThere, queueCancels, sentSoFar } from './cancel-queue.ts';
import type { CancelDeps } from './deps.ts';

const discontinueSchema = v.strictObject({
  orderId: v.string(),
  /** Without it, every fill of the order that is not canceled. */
  fillIds: v.nullish(
    v.pipe(
      v.array(v.string()),
      v.minLength(1, 'Name at least one fill.'),
      v.maxLength(25, 'An order holds 25 fills at most.'),
    ),
  ),
});

export type DiscontinueInput = v.InferInput<typeof discontinueSchema>;

export interface DiscontinueResult {
  readonly fillId: string;
  /** DISCONTINUE_SENT: on its way, unconfirmed. DISCONTINUE_NOT_SENT: no channel can carry it. DISCONTINUE_ASKED: staff asked a prescriber, nothing left. `code` and `message` say why not, or which copy was left out. */
  readonly outcome: 'DISCONTINUE_SENT' | 'DISCONTINUE_NOT_SENT' | 'DISCONTINUE_ASKED' | 'REFUSED';
  readonly code: string | null;
  readonly message: string | null;
}

/** A prescriber's act; answers for each fill what became of it, and throws for none that is refused. */
export async function discontinueRefills(
  deps: CancelDeps,
  actor: Actor,
  input: DiscontinueInput,
  write: WriteKey,
): Promise<{ orderId: string; results: readonly DiscontinueResult[] }> {
  authorize(actor, 'order.discontinue');
  const { orderId, fillIds } = validate(discontinueSchema, input);
  let departures: Departure[] = [];
  const done = await writeOnce(deps.store, actor, write, async (tx) => {
    departures = [];
    await requireAct(deps, tx, actor, 'order.discontinue');
    const locked = await lockOrder(tx, actor.orgId, orderId as LockedOrder['order']['id']);
    if (locked === undefined) throw notFound('order');
    const named = fillIds ?? locked.fills.filter(({ state }) => state !== 'CANCELED').map(({ id }) => id);
    const results: DiscontinueResult[] = [];
    for (const fillId of new Set(named)) {
      const fill = locked.fills.find(({ id }) => id === fillId);
      if (fill === undefined) throw notFound('fill');
      results.push(await discontinueFill(deps, tx, actor, locked, fill, departures));
    }
    return { orderId, results };
  });
  deps.departures(departures);
  return done;
}

/** Whether its refills may be stopped now, read in the act's transaction. */
export async function discontinueDecision(
  deps: CancelDeps,
  tx: Tx,
  fill: FillRow,
): Promise<DiscontinueDecision> {
  return decideDiscontinue({
    state: fill.state,
    refills: (await signedOf(tx, fill)).content.fillsAllowed - 1,
    // Where a pharmacy could not be told it may be tried again.
    isDiscontinued: fill.discontinue_sent_at !== null && fill.discontinue_not_sent_at === null,
    isCancelRequested: fill.cancel_requested_at !== null,
    hasExpired: await hasExpired(deps, tx, fill),
  });
}

async function discontinueFill(
  deps: CancelDeps,
  tx: Tx,
  actor: Actor,
  locked: LockedOrder,
  fill: FillRow,
  departures: Departure[],
): Promise<DiscontinueResult> {
  const { ports } = deps;
  const decision = await discontinueDecision(deps, tx, fill);
  if (!decision.allowed)
    return { fillId: fill.id, outcome: 'REFUSED', code: decision.code, message: decision.message };
  const isOnItsWay = fill.discontinued_at !== null && fill.discontinue_not_sent_at === null;
  if (isOnItsWay) return { fillId: fill.id, outcome: 'DISCONTINUE_SENT', code: null, message: null };
  const sent = await sentSoFar(tx, fill);
  const copies = copiesThere(sent, fill).filter((row) => isOfIssue(row, fill));
  const queued = await queueCancels(tx, ports, fill, sent, copies, 'discontinue');
  departures.push(...queued.departures);
  const obstacle = queued.obstacle ?? (copies.length > 0 ? undefined : spokenOfOnly(fill));
  await recordAudit(tx, ports, {
    orgId: actor.orgId,
    actor,
    action: 'fill.discontinue',
    subject: { kind: 'fill', id: fill.id },
    detail: obstacle === undefined ? {} : { notSent: discontinueReasonOf(obstacle.reason) },
  });
  await moveFill(tx, ports, locked, fill.id, {
    event: 'discontinue-requested',
    source: 'user',
    detail: {},
    set: {
      discontinued_at: fill.discontinued_at ?? nowText(ports),
      discontinued_by: fill.discontinued_by ?? actor.id,
      discontinue_not_sent_at: null,
      discontinue_not_sent_reason: null,
      discontinue_not_sent_pharmacy_id: null,
    },
  });
  const outcome = queued.notified.size > 0 ? 'DISCONTINUE_SENT' : 'DISCONTINUE_NOT_SENT';
  if (obstacle === undefined) return { fillId: fill.id, outcome, code: null, message: null };
  await recordDiscontinueNotSent(tx, ports, locked, fill.id, obstacle);
  const code = discontinueReasonOf(obstacle.reason);
  return { fillId: fill.id, outcome, code, message: discontinueNotSentWords(code).text };
}

const DAY_MS = 86_400_000;

/** Everywhere: in no zone of the country it is still the last day. */
async function hasExpired({ ports }: CancelDeps, tx: Tx, fill: FillRow): Promise<boolean> {
  const [record] = await prescriptionsByIds(tx, fill.org_id, [fill.prescription_id], false);
  const yesterday = new Date(ports.clock.now() - DAY_MS).toISOString().slice(0, 10);
  return record !== undefined && record.row.expiration_date < yesterday;
}

/** The pharmacy has it although none of our messages brought it: only a call reaches that copy. */
function spokenOfOnly({ pharmacy_id: pharmacyId }: FillRow): CancelObstacle | undefined {
  return pharmacyId === null ? undefined : { reason: 'NOT_DELIVERED', pharmacyId };
}
