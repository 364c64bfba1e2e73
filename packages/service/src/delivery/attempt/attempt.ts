// The life of one attempt, from top to bottom: plan what the facts ask for, begin (claim it and put it down), send, finish.

import { traced, traceFacts } from '../../kernel/traced/traced.ts';
import type { OutboxTables } from '../../outbox/outbox.ts';
import { TEXT_LANE, withdraw } from '../../outbox/outbox.ts';
import type { SignedDeparture } from '../../prescribing/inside.ts';
import { throughOutage } from '../../store/inside.ts';
import { scheduleOf } from '../channels/sender.ts';
import type { CountedRow } from '../lanes/guard/deaths.ts';
import type { GivenUp } from '../lanes/late-watch.ts';
import type { Facts } from '../ledger/facts.ts';
import { GIVEN_UP, NOT_IN_TIME } from '../ledger/fallback.ts';
import type { Sent } from '../ledger/sent.ts';
import { CLAIMED_TOO_LONG_AGO } from '../ledger/sent.ts';
import { DELIVERY_LIMITS } from '../limits.ts';
import type { Begun } from './begun.ts';
import type { AttemptDeps } from './deps.ts';
import { boundedByFaults, requireGone } from './fault/fault.ts';
import { finishSent } from './finish/finish.ts';
import type { AttemptNews } from './news.ts';
import type { Plan } from './plan/plan.ts';
import { planFor } from './plan/plan.ts';
import type { Prepared } from './prepared.ts';
import { beginResponse, isResponse } from './response.ts';
import { sendMessage } from './send.ts';
import type { TextDeparture } from './together.ts';
import { hold } from './unsent/hold.ts';
import { holdRecalled } from './unsent/hold-recalled.ts';
import { refuseUnsendable } from './unsent/refuse.ts';
import { settleInterrupted } from './unsent/settle.ts';
import { putDownSettled } from './unsent/settled.ts';
import { stop } from './unsent/stop.ts';

/**
 * Performs what is due for one row of the outbox. Answers false when the row stays as it was, because somebody else has
 * it or its lane is full. Never throws for what the other side does; a store that is away throws.
 */
export function performDue(
  deps: AttemptDeps,
  departure: SignedDeparture & TextDeparture & CountedRow,
): Promise<boolean> {
  return boundedByFaults(deps, departure, () => performOne(deps, departure));
}

async function performOne(
  deps: AttemptDeps,
  departure: SignedDeparture & TextDeparture & CountedRow,
): Promise<boolean> {
  const through = deps.neighbours.begins(departure.id);
  // What has begun goes to its end before more is begun: else a crowd would read its facts, and nothing would leave.
  const begun = await deps.limited(() =>
    departure.lane === TEXT_LANE
      ? deps.beginText(departure)
      : isResponse(departure)
        ? beginResponse(deps, departure)
        : beginDue(deps, departure),
  );
  if (typeof begun === 'boolean') return begun;
  // A death from here on leaves an attempt without an end, which counts.
  await departure.counted?.end();
  const { lane, channel, kind, attempt, transmissionId, orderId, pharmacyId } = begun.about;
  const facts = {
    'pestle.lane_class': lane.split(':')[0] ?? '',
    'pestle.kind': kind,
    'pestle.attempt': attempt,
    'pestle.transmission_id': transmissionId,
    ...(orderId === null ? {} : { 'pestle.order_id': orderId }),
    ...(pharmacyId === null ? {} : { 'pestle.pharmacy_id': pharmacyId }),
  };
  await traced({ name: `deliver ${channel}`, facts }, () => complete(deps, begun));
  through();
  return true;
}

/** Sends it, and puts down what became of it. */
async function complete(deps: AttemptDeps, begun: Begun): Promise<void> {
  const startedAt = deps.ports.clock.now();
  // A process that was stopped behind its claim may have lost the row to another by now, and its order may be canceled: it sends nothing (I4).
  const mayLeave = (): boolean => performance.now() - begun.claimedAtMs <= DELIVERY_LIMITS.leaseMarginMs;
  const sent = mayLeave() ? await begun.send(mayLeave) : CLAIMED_TOO_LONG_AGO;
  const ms = deps.ports.clock.now() - startedAt;
  // What became of it is known here only: an end that cannot be put down makes the attempt UNKNOWN when its lease is over.
  const news = await throughOutage(
    (repeated) => begun.finish(sent, repeated),
    DELIVERY_LIMITS.endThroughOutageMs,
  );
  deps.ended?.(newsOf(deps, begun.about, sent, ms));
  deps.turned?.(news);
  traceFacts({ 'pestle.outcome': sent.outcome, 'http.response.status_code': sent.httpStatus ?? 0 });
}

function newsOf(
  deps: AttemptDeps,
  { writtenAt, ...about }: Begun['about'],
  sent: Sent,
  ms: number,
): AttemptNews {
  const { outcome, httpStatus, reason, mayHaveArrived } = sent;
  const isNew = about.kind === 'new' && outcome === 'ACCEPTED' && writtenAt !== null;
  const sinceSignedMs = isNew ? Math.max(0, deps.ports.clock.now() - Date.parse(writtenAt)) : null;
  return { ...about, outcome, httpStatus, reason, mayHaveArrived, ms, sinceSignedMs };
}

/**
 * Gives up an electronic message that has waited too long for room in its lane, or that an operator has given up: it goes by fax (D2); or puts
 * down that one had left before an older state was restored. Answers
 * false when the row stays as it was, because somebody else has it.
 */
export function giveUpWaiting(deps: AttemptDeps, due: GivenUp): Promise<boolean> {
  const settled = due.because === 'left' || due.because === 'received';
  return boundedByFaults(deps, { ...due, settled }, () => giveUpOne(deps, due));
}

async function giveUpOne(deps: AttemptDeps, due: GivenUp): Promise<boolean> {
  const facts = await deps.limited(() => deps.facts.load(due));
  if (facts === undefined || facts.leased) return false;
  // What this node holds, or held until just now, has had no chance to leave.
  if (due.because === 'late' && deps.breaker.keeps(due.lane)) return false;
  if (due.because === 'asked') return await giveUpAsked(deps, facts);
  if (due.because !== 'late') return await putDownSettled(deps, facts, due.because);
  if (facts.held !== undefined) return false;
  const plan = await planFor(deps, facts);
  if (plan.do === 'hold-recalled') return await holdRecalled(deps, facts, plan.recallId);
  // Whatever else there is to do with it is done when its turn comes.
  return plan.do === 'send' ? await refuseUnsendable(deps, facts, NOT_IN_TIME) : false;
}

/** No other look finds what was asked for: what there is to do with it besides is done here. A window of maintenance keeps it no longer. */
async function giveUpAsked(deps: AttemptDeps, facts: Facts): Promise<boolean> {
  const plan = await planFor(deps, facts);
  if (plan.do === 'send' || plan.do === 'hold') return await refuseUnsendable(deps, facts, GIVEN_UP);
  return (await carryOut(deps, facts, plan)) === true;
}

/** Does what the facts of a row ask for, up to putting down that an attempt begins; a boolean where nothing is sent. */
async function beginDue(deps: AttemptDeps, departure: SignedDeparture): Promise<Begun | boolean> {
  // What was handed over holds while the row is not taken: every mover of an order takes the row back or changes it.
  const facts = (await deps.facts.handedOver(departure)) ?? (await deps.facts.load(departure));
  if (facts === undefined) {
    await requireGone(deps, departure);
    return true;
  }
  if (facts.leased) return false;
  return await carryOut(deps, facts, await planFor(deps, facts));
}

async function carryOut(deps: AttemptDeps, facts: Facts, plan: Plan): Promise<Begun | boolean> {
  switch (plan.do) {
    case 'send':
      return await beginMessage(deps, facts, plan.message);
    case 'move':
      await changeLane(deps, facts, plan.lane);
      return await beginAnew(deps, facts, plan.lane);
    case 'withdraw':
      await deps.store.withOrg(facts.orgId, (tx) => withdraw(tx, facts.orgId, facts.id));
      return true;
    case 'hold':
      return await hold(deps, facts);
    case 'hold-recalled':
      return await holdRecalled(deps, facts, plan.recallId);
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

/** Judges a row from what is in the store now, whatever was handed over with it. */
function beginAnew(deps: AttemptDeps, { id, orgId }: Facts, lane: string): Promise<Begun | boolean> {
  return beginDue(deps, { id, orgId, lane });
}

async function beginMessage(deps: AttemptDeps, facts: Facts, message: Prepared): Promise<Begun | boolean> {
  const { timeoutMs } = scheduleOf(facts, message.channel);
  const attempt = facts.attempt + 1;
  const claimedAtMs = performance.now();
  const answer = await deps.begin({ facts, message, attempt, timeoutMs, leaves: true });
  if (answer === 'changed') return await beginAnew(deps, facts, facts.lane);
  if (answer === 'not-had') return false;
  return {
    about: {
      transmissionId: facts.id,
      orgId: facts.orgId,
      orderId: facts.fill.orderId,
      pharmacyId: facts.pharmacy.id,
      lane: facts.lane,
      channel: message.channel,
      kind: facts.kind,
      attempt,
      writtenAt: facts.prescription.writtenAt,
    },
    claimedAtMs,
    send: (mayLeave) => sendMessage(deps, facts, message, { attempt, timeoutMs, mayLeave }),
    finish: (sent, repeated) =>
      finishSent(deps, facts, { channel: message.channel, attempt }, sent, repeated),
  };
}

async function changeLane(deps: AttemptDeps, { orgId, id, attempt }: Facts, lane: string): Promise<void> {
  await deps.store.withOrg(orgId, (tx) =>
    tx
      .withTables<OutboxTables>()
      .updateTable('outbox')
      .set({ lane })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .execute(),
  );
}
