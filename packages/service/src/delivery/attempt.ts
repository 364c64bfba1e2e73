// The life of one attempt: look at the facts, claim, put down that it begins, send, and record what became of it.

import { decideControl } from '@pestle/rules/controlled';
import { isEnded } from '@pestle/rules/fill-status';
import { ulidOf } from '@pestle/rules/ids';
import { ScriptError } from '@pestle/script';
import type { OutboxTables } from '../outbox/outbox.ts';
import { departuresOf, FAX_LANE, release, withdraw } from '../outbox/outbox.ts';
import type { Ports } from '../ports.ts';
import { nowText } from '../ports.ts';
import { PRESCRIBING_LIMITS } from '../prescribing/limits.ts';
import { lockOrder } from '../prescribing/orders/fills.ts';
import { isUnavailable } from '../store/sql-errors.ts';
import type { Store } from '../store/store.ts';
import { keysFor, place } from '../vault/vault.ts';
import { apiCallOf, apiMessage } from './channels/api.ts';
import type { PreparedMessage, ScriptSender } from './channels/script.ts';
import { scriptMessage } from './channels/script.ts';
import type { Due, Facts } from './facts.ts';
import { loadFacts } from './facts.ts';
import type { FaxReason } from './fax/facts.ts';
import type { FaxDrawing } from './fax-page.ts';
import { BEGIN, COUNT_LANE, ENSURE_LANE, LOCK_LANE, LOCK_ORDER, TAKE } from './lanes/claim-sql.ts';
import { DELIVERY_LIMITS } from './limits.ts';
import type { StuckReason } from './outcomes/fallback.ts';
import { faxObstacle, stick } from './outcomes/fallback.ts';
import { finishAttempt } from './outcomes/finish.ts';
import type { Sender, Sent } from './send.ts';
import { scheduleOf } from './send.ts';
import type { Channel, TransmissionKind } from './tables.ts';

export interface AttemptDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly workerId: string;
  readonly sender: Sender;
  readonly scriptSender: ScriptSender;
  readonly faxPages: FaxDrawing;
  /** Told of every attempt's end, for metrics; no health information. */
  readonly observe?: (event: {
    readonly channel: Channel;
    readonly kind: TransmissionKind;
    readonly outcome: string;
    readonly seconds: number;
  }) => void;
}

/** A message as it is about to leave. */
interface Prepared extends PreparedMessage {
  readonly kind: TransmissionKind;
  readonly channel: Channel;
  readonly messageId: string;
  readonly relatesToMessageId: string | null;
  readonly prescriberOrderNumber: string;
  readonly reason: FaxReason | Record<string, never>;
  readonly sentAt: Date;
}

type Plan =
  | { readonly do: 'send'; readonly message: Prepared }
  /** Somebody else has it, or it is not due any more. */
  | { readonly do: 'nothing' }
  /** Its lane changed: the pharmacy's integration is another one now. */
  | { readonly do: 'move'; readonly lane: string }
  | { readonly do: 'take-back' }
  | { readonly do: 'settle' }
  | { readonly do: 'stick'; readonly reason: StuckReason; readonly detail: Record<string, unknown> }
  | { readonly do: 'refuse'; readonly reason: string };

/**
 * Performs what is due for one row of the outbox. Answers false when the row stays as it was, because somebody else has
 * it or its lane is full. Never throws for what the other side does; a store that is away throws.
 */
export async function performDue(deps: AttemptDeps, due: Due): Promise<boolean> {
  const facts = await loadFacts(deps.store, due);
  if (facts === undefined) return true;
  if (facts.leased) return false;
  const plan = await planFor(deps, facts);
  switch (plan.do) {
    case 'nothing':
      return false;
    case 'send':
      return await claimAndSend(deps, facts, plan.message);
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
      return await performDue(deps, { ...due, lane: plan.lane });
    case 'take-back':
      await deps.store.withOrg(facts.orgId, (tx) => withdraw(tx, facts.orgId, facts.id));
      return true;
    case 'settle':
      await settleInterrupted(deps, facts);
      return true;
    case 'stick':
      await deps.store.withOrg(facts.orgId, async (tx) => {
        const locked = await lockOrder(tx, facts.orgId, facts.fill.orderId);
        const fill = locked?.fills.find(({ id }) => id === facts.fill.id);
        if (locked === undefined || fill === undefined) return;
        await withdraw(tx, facts.orgId, facts.id);
        if (!isEnded(fill.state) && fill.state !== 'STUCK')
          await stick(tx, deps.ports, locked, fill, plan.reason, plan.detail);
      });
      return true;
    case 'refuse':
      return await refuseUnsendable(deps, facts, plan.reason);
    default:
      throw new Error(`unknown plan ${JSON.stringify(plan satisfies never)}`);
  }
}

async function planFor(deps: AttemptDeps, facts: Facts): Promise<Plan> {
  if (facts.kind === 'new') {
    const stop = await obstacleToNew(deps, facts);
    if (stop !== undefined) return stop;
  }
  try {
    return { do: 'send', message: await prepare(deps, facts) };
  } catch (error) {
    // W6: a pharmacy chosen later cannot carry it; or its configuration is broken. Deterministic, so no retry.
    if (error instanceof ScriptError) return { do: 'refuse', reason: `message-refused: ${error.code}` };
    return { do: 'refuse', reason: 'message-not-built' };
  }
}

/** What stops a new prescription from being sent (again), looked at before every attempt. */
async function obstacleToNew(deps: AttemptDeps, facts: Facts): Promise<Plan | undefined> {
  const { fill, transmission, pharmacy } = facts;
  if (fill.cancelRequested || fill.pharmacyId !== pharmacy.id) return { do: 'settle' };
  if (fill.state !== 'QUEUED' && fill.state !== 'SENDING') return { do: 'take-back' };
  const age = deps.ports.clock.now() - Date.parse(facts.prescription.writtenAt);
  if (facts.attempt === 0 && age > PRESCRIBING_LIMITS.sendWithinMs)
    return { do: 'stick', reason: 'PRESCRIPTION_TOO_OLD', detail: {} };
  if (transmission !== undefined) return undefined;
  if (!isUncontrolledAt(deps, facts))
    return { do: 'stick', reason: 'CONTROLLED_AT_PHARMACY', detail: { state: pharmacy.state } };
  const lane = laneFor(facts);
  if (lane !== facts.lane) return { do: 'move', lane };
  if (lane !== FAX_LANE) return undefined;
  const obstacle = await deps.store.withOrg(facts.orgId, (tx) => faxObstacle(tx, deps.ports, pharmacy.id));
  return obstacle === undefined ? undefined : { do: 'stick', ...obstacle };
}

/** W7 at the pharmacy: its state may schedule more than the patient's, and it may have been chosen after the review. */
function isUncontrolledAt(deps: AttemptDeps, { pharmacy, content: { treatment } }: Facts): boolean {
  const decision = decideControl({
    ingredients: [...treatment.ingredients],
    kind: treatment.kind,
    ...(treatment.doseForm === null ? {} : { doseForm: treatment.doseForm }),
    states: [pharmacy.state],
    on: nowText(deps.ports).slice(0, 10),
  });
  return decision.status === 'uncontrolled';
}

function laneFor({ pharmacy }: Facts): string {
  if (!pharmacy.integrated) return FAX_LANE;
  return pharmacy.partner === null ? `pharmacy:${pharmacy.id}` : `partner:${pharmacy.partner.id}`;
}

/** The bytes to send: those of the first attempt when there was one (I5). */
async function prepare(deps: AttemptDeps, facts: Facts): Promise<Prepared> {
  const { transmission } = facts;
  const sentAt = new Date(transmission?.firstAttemptAt ?? deps.ports.clock.now());
  if (transmission === undefined) {
    const channel: Channel = facts.pharmacy.integrated
      ? (facts.pharmacy.integration?.channel ?? 'script')
      : 'fax';
    const ids = {
      messageId: `${channel === 'fax' ? 'f' : 'm'}${ulidOf(facts.id)}`,
      relatesToMessageId: null,
      prescriberOrderNumber: facts.fill.prescriberOrderNumber ?? '',
    };
    const reason: Prepared['reason'] = channel === 'fax' ? { because: 'not-integrated' } : {};
    return {
      ...(await written(deps, facts, channel, ids, sentAt)),
      kind: 'new',
      channel,
      ...ids,
      reason,
      sentAt,
    };
  }
  const { kind, channel, reason, body, contentType } = transmission;
  const ids = {
    messageId: transmission.messageId,
    relatesToMessageId: transmission.relatesToMessageId,
    prescriberOrderNumber: transmission.prescriberOrderNumber,
  };
  const message =
    body !== null && contentType !== null
      ? { body, contentType }
      : await written(deps, facts, channel, ids, sentAt);
  return { ...message, kind, channel, ...ids, reason, sentAt };
}

async function written(
  deps: AttemptDeps,
  facts: Facts,
  channel: Channel,
  ids: { messageId: string; relatesToMessageId: string | null; prescriberOrderNumber: string },
  sentAt: Date,
): Promise<PreparedMessage> {
  switch (channel) {
    case 'script':
      return scriptMessage(facts, deps.scriptSender, ids, sentAt);
    case 'api': {
      const call = apiCallOf(facts);
      if (call === undefined) throw new Error('the pharmacy has no such call');
      return await apiMessage(facts, call, ids);
    }
    case 'fax':
      // Drawn when the transmission is written, because its link belongs to it; not kept, because it shows the link.
      return { body: new Uint8Array(), contentType: 'application/pdf' };
    default:
      throw new Error(`unknown channel ${String(channel satisfies never)}`);
  }
}

async function claimAndSend(deps: AttemptDeps, facts: Facts, message: Prepared): Promise<boolean> {
  const schedule = scheduleOf(facts, message.channel);
  const attempt = facts.attempt + 1;
  if (!(await begin(deps, facts, message, attempt, schedule.timeoutMs))) return false;
  const started = performance.now();
  const sent = await sendMessage(deps, facts, message, attempt, schedule.timeoutMs);
  await finishAttempt(deps, facts, attempt, sent);
  const failed = sent.outcome === 'RETRY' || sent.outcome === 'UNKNOWN';
  await deps.store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: COUNT_LANE, values: [facts.lane, failed ? 1 : 0] }] },
  ]);
  deps.observe?.({
    channel: message.channel,
    kind: message.kind,
    outcome: sent.outcome,
    seconds: (performance.now() - started) / 1000,
  });
  return true;
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
      body = await deps.faxPages.draw(facts, message);
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

/** Claims the row and puts down that the attempt begins: one round trip, one commit. False when somebody else has it or the lane is full. */
async function begin(
  deps: AttemptDeps,
  facts: Facts,
  message: Prepared,
  attempt: number,
  timeoutMs: number,
): Promise<boolean> {
  const { orgId, id, lane, fill, pharmacy } = facts;
  const settings = lane === FAX_LANE ? undefined : pharmacy.integration?.lane;
  const concurrency = lane === FAX_LANE ? DELIVERY_LIMITS.faxConcurrency : (settings?.concurrency ?? 4);
  const intervalMs = settings?.ratePerSecond === undefined ? 0 : Math.ceil(1_000 / settings.ratePerSecond);
  const now = nowText(deps.ports);
  const keys = await keysFor(deps.store, orgId);
  const courier = { role: 'courier' } as const;
  const app = { role: 'app', orgId } as const;
  const results = await deps.store.pipeline([
    {
      scope: courier,
      steps: [
        { statement: ENSURE_LANE, values: [lane, concurrency, intervalMs] },
        { statement: LOCK_LANE, values: [lane] },
      ],
    },
    { scope: app, steps: [{ statement: LOCK_ORDER, values: [orgId, fill.orderId] }] },
    {
      scope: courier,
      steps: [
        {
          statement: TAKE,
          values: [
            id,
            lane,
            facts.attempt,
            deps.workerId,
            timeoutMs + DELIVERY_LIMITS.leaseMarginMs,
            DELIVERY_LIMITS.laneFailuresToProbe,
          ],
        },
      ],
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
            message.channel === 'fax' ? null : keys.seal(place('transmission', id), message.body),
            message.channel === 'fax' ? null : message.contentType,
            JSON.stringify(message.reason),
            fill.revision,
          ],
        },
      ],
    },
  ]);
  return (results.at(-1)?.length ?? 0) > 0;
}

/** Canceled or moved away while an attempt was cut off: nobody knows whether it arrived, so the cancel follows it. */
async function settleInterrupted(deps: AttemptDeps, facts: Facts): Promise<void> {
  if (facts.attempt > 0) {
    await finishAttempt(deps, facts, facts.attempt, {
      outcome: 'UNKNOWN',
      mayHaveArrived: true,
      httpStatus: null,
      reason: 'interrupted',
      answer: null,
      deliveryMethod: null,
    });
  }
  await deps.store.withOrg(facts.orgId, async (tx) => {
    // The worker that held the attempt is gone, so that the row was not this worker's to end.
    await withdraw(tx, facts.orgId, facts.id);
    const waiting = await departuresOf(tx, facts.orgId, facts.fill.id);
    for (const row of waiting.filter(({ kind, run_at }) => kind === 'cancel' && run_at === 'infinity')) {
      await release(tx, facts.orgId, row.id, 'now');
    }
  });
}

/** The message cannot be made for this pharmacy: an electronic one goes by fax, for any reason (D2); a fax that cannot be drawn needs a person. */
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
  if (!(await begin(deps, facts, nothing, attempt, 0))) return false;
  await finishAttempt(deps, facts, attempt, {
    outcome: 'REJECTED',
    mayHaveArrived: false,
    httpStatus: null,
    reason,
    answer: null,
    deliveryMethod: null,
  });
  return true;
}
