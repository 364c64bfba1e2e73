// The life of one attempt: look at the facts, claim, put down that it begins, send, and record what became of it.
import { isEnded } from '@pestle/rules/fill-status';
import { ulidOf } from '@pestle/rules/ids';
import { isUnavailable, SQLSTATE, sqlState } from '../../kernel/failures/sql-errors.ts';
import type { Departure, OutboxTables } from '../../outbox/outbox.ts';
import { departuresOf, release, withdraw } from '../../outbox/outbox.ts';
import { lockOrder } from '../../prescribing/orders/fills.ts';
import { throughOutage } from '../../store/inside.ts';
import { scheduleOf } from '../channels/sender.ts';
import { COUNT_LANE } from '../lanes/claim-sql.ts';
import { stickUncanceled } from '../ledger/cancel-not-sent.ts';
import type { Facts } from '../ledger/facts.ts';
import { stick } from '../ledger/fallback.ts';
import type { Sent } from '../ledger/sent.ts';
import type { Channel, TransmissionKind } from '../ledger/tables.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import { begin } from './begin.ts';
import { finishAttempt } from './finish.ts';
import { hold } from './hold.ts';
import { acceptPlainly } from './plain-acceptance.ts';
import type { AttemptDeps, Prepared } from './plan.ts';
import { planFor } from './plan.ts';
import { stop } from './stop.ts';

/** The reason of an attempt that was not made: its lane had no room for too long. */
const NOT_IN_TIME = 'not-in-time';

/** An attempt that was put down: nobody else has it, and its message may leave. */
interface Begun {
  readonly facts: Facts;
  readonly message: Prepared;
  readonly attempt: number;
  readonly timeoutMs: number;
}

/**
 * Performs what is due for one row of the outbox. Answers false when the row stays as it was, because somebody else has
 * it or its lane is full. Never throws for what the other side does; a store that is away throws.
 */
export async function performDue(deps: AttemptDeps, due: Departure): Promise<boolean> {
  // What has begun goes to its end before more is begun: else a crowd would read its facts, and nothing would leave.
  const prepared = await deps.inTurn(() => prepareDue(deps, due));
  if (typeof prepared === 'boolean') return prepared;
  await sendBegun(deps, prepared);
  return true;
}

/**
 * Gives up an electronic message that has waited too long for room in its lane: it goes by fax (D2). Answers false when the row stays as it
 * was, because somebody else has it.
 */
export async function giveUpWaiting(deps: AttemptDeps, due: Departure): Promise<boolean> {
  const facts = await deps.inTurn(() => deps.facts.load(due));
  if (facts === undefined || facts.leased || facts.held !== undefined) return false;
  const plan = await planFor(deps, facts);
  // Whatever else there is to do with it is done when its turn comes.
  return plan.do === 'send' ? await refuseUnsendable(deps, facts, NOT_IN_TIME) : false;
}

/** Looks at the facts and does what they ask for, up to putting down that an attempt begins. */
async function prepareDue(deps: AttemptDeps, due: Departure): Promise<Begun | boolean> {
  // What was handed over holds while the row is not taken: every mover of an order takes the row back or changes it.
  const facts = (await deps.facts.handedOver(due)) ?? (await deps.facts.load(due));
  if (facts === undefined) return true;
  if (facts.leased) return false;
  const plan = await planFor(deps, facts);
  switch (plan.do) {
    case 'nothing':
      return false;
    case 'send': {
      const { timeoutMs } = scheduleOf(facts, plan.message.channel);
      const attempt = facts.attempt + 1;
      try {
        const begun = await begin(deps, facts, plan.message, { attempt, timeoutMs, leaves: true });
        return begun ? { facts, message: plan.message, attempt, timeoutMs } : false;
      } catch (error) {
        if (sqlState(error) !== SQLSTATE.guardFailed) throw error;
        // The signer or the prescription changed since: judged anew, from what is in the store.
        return await prepareDue(deps, { id: due.id, orgId: due.orgId, lane: due.lane });
      }
    }
    case 'move':
      await deps.store.withOrg(facts.orgId, (tx) =>
        tx
          .withTables<OutboxTables>()
          .updateTable('outbox')
          .set({ lane: plan.lane })
          .where('org_id', '=', facts.orgId)
          .where('id', '=', facts.id)
          .where('attempt', '=', facts.attempt)
          .execute(),
      );
      return await prepareDue(deps, { id: due.id, orgId: due.orgId, lane: plan.lane });
    case 'take-back':
      await deps.store.withOrg(facts.orgId, (tx) => withdraw(tx, facts.orgId, facts.id));
      return true;
    case 'hold':
      return await hold(deps, facts);
    case 'settle':
      await settleInterrupted(deps, facts);
      return true;
    case 'stick':
      await stop(deps, facts, plan);
      return true;
    case 'refuse':
      if (plan.unbuilt !== undefined) deps.unbuilt?.(plan.unbuilt);
      return await refuseUnsendable(deps, facts, plan.reason);
    default:
      throw new Error(`unknown plan ${JSON.stringify(plan satisfies never)}`);
  }
}

async function sendBegun(deps: AttemptDeps, { facts, message, attempt, timeoutMs }: Begun): Promise<void> {
  const started = performance.now();
  const sent = await sendMessage(deps, facts, message, attempt, timeoutMs);
  // What became of it is known here only: an end that cannot be put down makes the attempt UNKNOWN when its lease is over.
  await throughOutage(async (again) => {
    if (await acceptPlainly(deps, facts, message.channel, attempt, sent)) return;
    await finishAttempt(deps, facts, attempt, sent, again);
    const failures = sent.outcome === 'RETRY' || sent.outcome === 'UNKNOWN' ? 1 : 0;
    await deps.store.pipeline([
      { scope: { role: 'courier' }, steps: [{ statement: COUNT_LANE, values: [facts.lane, failures] }] },
    ]);
  }, DELIVERY_LIMITS.endThroughOutageMs);
  deps.observe?.({
    channel: message.channel,
    kind: message.kind,
    outcome: sent.outcome,
    seconds: (performance.now() - started) / 1000,
  });
}

async function sendMessage(
  deps: AttemptDeps,
  facts: Facts,
  message: Prepared,
  attempt: number,
  timeoutMs: number,
): Promise<Sent> {
  let { body } = message;
  if (message.channel === 'fax') {
    try {
      body = await throughOutage(
        () => deps.faxPages.draw(facts, message),
        DELIVERY_LIMITS.beginThroughOutageMs,
      );
    } catch (error) {
      if (isUnavailable(error)) throw error;
      return {
        outcome: 'REJECTED',
        mayHaveArrived: false,
        httpStatus: null,
        reason: 'fax-not-drawn',
        answer: null,
        deliveryMethod: null,
      };
    }
  }
  return await deps.sender.send({
    facts,
    channel: message.channel,
    body,
    contentType: message.contentType,
    attemptNumber: attempt,
    timeoutMs,
  });
}

/** Canceled or moved away while an attempt was cut off: nobody knows whether it arrived, so the cancel follows it. */
async function settleInterrupted(deps: AttemptDeps, facts: Facts): Promise<void> {
  if (facts.attempt > 0) {
    const interrupted: Sent = {
      outcome: 'UNKNOWN',
      mayHaveArrived: true,
      httpStatus: null,
      reason: 'interrupted',
      answer: null,
      deliveryMethod: null,
    };
    // An earlier look may have recorded it and come no further.
    await finishAttempt(deps, facts, facts.attempt, interrupted, true);
  }
  await deps.store.withOrg(facts.orgId, async (tx) => {
    // The worker that held the attempt is gone, so that the row was not this worker's to end.
    await withdraw(tx, facts.orgId, facts.id);
    const waiting = await departuresOf(tx, facts.orgId, facts.fill.id);
    for (const row of waiting.filter(({ kind, run_at }) => kind === 'cancel' && run_at === 'infinity')) {
      await release(tx, facts.orgId, row.id, 'now');
    }
    const locked = await lockOrder(tx, facts.orgId, facts.fill.orderId);
    const fill = locked?.fills.find(({ id }) => id === facts.fill.id);
    if (locked === undefined || fill === undefined || waiting.some(({ kind }) => kind === 'cancel')) return;
    if (facts.transmission?.prescriberOrderNumber === fill.prescriber_order_number)
      await stickUncanceled(tx, deps.ports, locked, fill);
  });
}

/** The message cannot be made for this pharmacy, or cannot wait for its maintenance to end: an electronic one goes by fax, for any reason (D2); a fax that cannot be drawn needs a person. */
async function refuseUnsendable(deps: AttemptDeps, facts: Facts, reason: string): Promise<boolean> {
  const channel: Channel = facts.transmission?.channel ?? facts.pharmacy.integration?.channel ?? 'fax';
  if (channel === 'fax') {
    await deps.store.withOrg(facts.orgId, async (tx) => {
      const locked = await lockOrder(tx, facts.orgId, facts.fill.orderId);
      const fill = locked?.fills.find(({ id }) => id === facts.fill.id);
      if (locked === undefined || fill === undefined) return;
      await withdraw(tx, facts.orgId, facts.id);
      if (!isEnded(fill.state)) await stick(tx, deps.ports, locked, fill, 'MESSAGE_REFUSED', { reason });
    });
    return true;
  }
  const ids = {
    messageId: `m${ulidOf(facts.id)}`,
    relatesToMessageId: facts.transmission?.relatesToMessageId ?? null,
    prescriberOrderNumber:
      facts.transmission?.prescriberOrderNumber ?? facts.fill.prescriberOrderNumber ?? '',
  };
  const kind: TransmissionKind = facts.kind === 'new' ? 'new' : 'cancel';
  const nothing: Prepared = {
    body: new Uint8Array(),
    contentType: '',
    kind,
    channel,
    ...ids,
    reason: {},
    sentAt: new Date(deps.ports.clock.now()),
  };
  const attempt = facts.attempt + 1;
  if (!(await begin(deps, facts, nothing, { attempt, timeoutMs: 0, leaves: false }))) return false;
  const unsent: Sent = {
    outcome: 'REJECTED',
    mayHaveArrived: false,
    httpStatus: null,
    reason,
    answer: null,
    deliveryMethod: null,
  };
  await throughOutage(
    (again) => finishAttempt(deps, facts, attempt, unsent, again),
    DELIVERY_LIMITS.endThroughOutageMs,
  );
  return true;
}
