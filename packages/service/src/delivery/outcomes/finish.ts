// What an attempt's end does to its transmission, fill and order, in one transaction under the order's lock (D2, D4, D10, I10).

import { isEnded } from '@pestle/rules/fill-status';
import type { OrganizationId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import type { OutboxRow } from '../../outbox/outbox.ts';
import { departuresOf, release, withdraw } from '../../outbox/outbox.ts';
import type { Ports } from '../../ports.ts';
import { nowText } from '../../ports.ts';
import type { LockedOrder } from '../../prescribing/fills.ts';
import { lockOrder, moveFill } from '../../prescribing/fills.ts';
import type { FillRow } from '../../prescribing/tables.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { Facts } from '../facts.ts';
import type { Sent } from '../send.ts';
import { scheduleOf } from '../send.ts';
import type { TransmissionRow } from '../tables.ts';
import { changeTransmission, endAttempt, transmissionsOf } from '../transmissions.ts';
import { fallBackToFax, faxObstacle, queueFax, stick } from './fallback.ts';
import { nextStep } from './schedule.ts';

export interface FinishDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly workerId: string;
}

/** Everything the rules below look at; loaded under the order's lock. */
interface Situation {
  readonly tx: Tx;
  readonly ports: Ports;
  readonly orgId: OrganizationId;
  readonly locked: LockedOrder;
  readonly facts: Facts;
  readonly sent: Sent;
  readonly attempt: number;
  readonly transmission: TransmissionRow;
  readonly all: readonly TransmissionRow[];
  readonly waiting: readonly OutboxRow[];
  /** This worker still holds the attempt; false: the lease ran out, or the row was taken back meanwhile. */
  readonly mine: boolean;
}

/** Records an attempt's end. Returns what is to leave next for this fill. */
export async function finishAttempt(
  deps: FinishDeps,
  facts: Facts,
  attempt: number,
  sent: Sent,
): Promise<void> {
  const { store, ports, workerId } = deps;
  await store.withOrg(facts.orgId, async (tx) => {
    const locked = await lockOrder(tx, facts.orgId, facts.fill.orderId);
    if (locked === undefined) throw new Error(`order ${facts.fill.orderId} is gone`);
    const all = await transmissionsOf(tx, facts.orgId, facts.fill.id);
    const transmission = all.find(({ id }) => id === facts.id);
    if (transmission === undefined) throw new Error(`transmission ${facts.id} is gone`);
    const waiting = await departuresOf(tx, facts.orgId, facts.fill.id);
    const mine = waiting.some(
      ({ id, leased_by, attempt: number }) => id === facts.id && leased_by === workerId && number === attempt,
    );
    await endAttempt(tx, facts.orgId, facts.id, attempt, sent, nowText(ports));
    const mayHaveArrived = transmission.may_have_arrived || sent.mayHaveArrived;
    const situation: Situation = {
      tx,
      ports,
      orgId: facts.orgId,
      locked,
      facts,
      sent,
      attempt,
      transmission: { ...transmission, may_have_arrived: mayHaveArrived },
      all,
      waiting,
      mine,
    };
    if (mayHaveArrived !== transmission.may_have_arrived) {
      await changeTransmission(tx, facts.orgId, facts.id, { may_have_arrived: mayHaveArrived });
    }
    await (transmission.kind === 'new' ? finishNew(situation) : finishNotice(situation));
    await recordAudit(tx, ports, {
      orgId: facts.orgId,
      actor: { kind: 'service', id: workerId },
      action: 'transmission.attempt',
      subject: { kind: 'transmission', id: facts.id },
      outcome: sent.outcome === 'ACCEPTED' ? 'success' : 'failed',
      detail: { attempt, outcome: sent.outcome, channel: transmission.channel, kind: transmission.kind },
    });
  });
}

function fillOf({ locked, facts }: Situation): FillRow {
  const fill = locked.fills.find(({ id }) => id === facts.fill.id);
  if (fill === undefined) throw new Error(`fill ${facts.fill.id} is gone`);
  return fill;
}

/** The next step by the channel's schedule. */
function stepOf({ facts, transmission, sent, attempt, ports }: Situation): ReturnType<typeof nextStep> {
  const first = Date.parse(transmission.first_attempt_at ?? nowText(ports));
  return nextStep(scheduleOf(facts, transmission.channel), sent.outcome, attempt, ports.clock.now() - first);
}

async function finishNew(situation: Situation): Promise<void> {
  const { sent, mine } = situation;
  const fill = fillOf(situation);
  if (sent.outcome === 'ACCEPTED') {
    await acceptNew(situation, fill);
    return;
  }
  // Taken over, withdrawn or already answered by a report: only an acceptance would still change anything.
  if (!mine) return;
  if (fill.cancel_requested_at !== null) {
    await endCanceled(situation, fill);
    return;
  }
  if (beyondSending(fill)) {
    await end(situation, 'accepted');
    return;
  }
  const step = stepOf(situation);
  if (step.step === 'retry') {
    await release(situation.tx, situation.orgId, situation.transmission.id, { inMs: step.delayMs });
    return;
  }
  const { tx, ports, orgId, locked, transmission } = situation;
  await end(situation, sent.outcome === 'REJECTED' ? 'rejected' : 'exhausted');
  if (transmission.channel === 'fax')
    await stick(tx, ports, locked, fill, 'FAX_FAILED', { transmissionId: transmission.id });
  else await fallBackToFax(tx, ports, locked, fill, { ...transmission, org_id: orgId }, 'electronic-failed');
}

/** The pharmacy has spoken of this fill itself, so that nothing more is to be sent. */
function beyondSending(fill: FillRow): boolean {
  return isEnded(fill.state) || ['RECEIVED', 'FILLING', 'SHIPPED', 'ERROR'].includes(fill.state);
}

/** Taken by the endpoint, or the fax delivered. May come late: after a fallback, after a cancel was asked for, after a report. */
async function acceptNew(situation: Situation, fill: FillRow): Promise<void> {
  const { tx, ports, orgId, locked, transmission, sent, mine } = situation;
  const now = nowText(ports);
  const late = !mine || transmission.state === 'exhausted' || transmission.state === 'rejected';
  await withdraw(tx, orgId, transmission.id);
  await changeTransmission(tx, orgId, transmission.id, {
    state: 'accepted',
    accepted_at: now,
    delivery_method: sent.deliveryMethod,
  });
  if (transmission.channel !== 'fax') await reconcileFaxes(situation, fill);
  if (fill.cancel_requested_at !== null) {
    await releaseCancels(situation);
    await moveFill(tx, ports, locked, fill.id, {
      event: 'accepted-after-cancel',
      source: 'delivery',
      detail: { transmissionId: transmission.id },
    });
    return;
  }
  const current = fillOf(situation);
  if (beyondSending(current)) {
    await moveFill(tx, ports, locked, fill.id, {
      event: 'accepted-late',
      source: 'delivery',
      detail: { transmissionId: transmission.id },
    });
    return;
  }
  await moveFill(tx, ports, locked, fill.id, {
    ...(current.state === 'SENT' ? {} : { to: 'SENT' as const }),
    event: late ? 'accepted-late' : 'sent',
    source: 'delivery',
    detail: { transmissionId: transmission.id, channel: transmission.channel },
    set: current.state === 'SENT' ? {} : { channel: transmission.channel, sent_at: now },
  });
}

/** I10: an electronic acceptance stops a fax that has not begun to leave; one that has gets a notice, and both facts stay. */
async function reconcileFaxes(situation: Situation, fill: FillRow): Promise<void> {
  const { tx, ports, orgId, all, waiting, transmission, locked } = situation;
  for (const fax of all.filter(
    ({ channel, kind, pharmacy_id }) =>
      channel === 'fax' && kind === 'new' && pharmacy_id === transmission.pharmacy_id,
  )) {
    const row = waiting.find(({ id }) => id === fax.id);
    if (row !== undefined && row.attempt === 0) {
      await withdraw(tx, orgId, fax.id);
      await changeTransmission(tx, orgId, fax.id, { state: 'withdrawn' });
      await moveFill(tx, ports, locked, fill.id, {
        event: 'fax-stopped',
        source: 'delivery',
        detail: { transmissionId: fax.id },
      });
    } else if (fax.state === 'accepted' || fax.may_have_arrived || row !== undefined) {
      await queueFax(tx, ports, orgId, fill, {
        kind: 'late_notice',
        pharmacyId: fax.pharmacy_id,
        prescriberOrderNumber: fax.prescriber_order_number,
        relatesToMessageId: transmission.message_id,
        reason: { because: 'earlier-fax', at: nowText(ports) },
        mayHaveArrived: true,
      });
      await moveFill(tx, ports, locked, fill.id, {
        event: 'held-twice',
        source: 'delivery',
        detail: { transmissionId: transmission.id, faxTransmissionId: fax.id },
        set: { alert: 'held-electronically-and-by-fax' },
      });
    }
  }
}

/** The prescriber canceled while an attempt was under way: no more attempts, no fax (I4). */
async function endCanceled(situation: Situation, fill: FillRow): Promise<void> {
  const { tx, ports, orgId, locked, transmission, waiting } = situation;
  await end(situation, situation.sent.outcome === 'REJECTED' ? 'rejected' : 'exhausted');
  const others = situation.all.some(
    ({ id, kind, may_have_arrived, state }) =>
      id !== transmission.id && kind === 'new' && (may_have_arrived || state === 'accepted'),
  );
  if (transmission.may_have_arrived || others) {
    await releaseCancels(situation);
    return;
  }
  // Nothing ever left: what was to take it back is not needed.
  for (const row of waiting.filter(({ kind }) => kind === 'cancel')) {
    await withdraw(tx, orgId, row.id);
    await changeTransmission(tx, orgId, row.id as TransmissionRow['id'], { state: 'withdrawn' });
  }
  if (!isEnded(fill.state)) {
    await moveFill(tx, ports, locked, fill.id, {
      to: 'CANCELED',
      event: 'canceled',
      source: 'delivery',
      detail: { how: 'never-left' },
    });
  }
}

/** A held cancel may leave now: what it cancels has ended. */
async function releaseCancels({ tx, orgId, waiting }: Situation): Promise<void> {
  for (const row of waiting.filter(({ kind }) => kind === 'cancel')) await release(tx, orgId, row.id, 'now');
}

/** Cancels and notices: they move the fill only when a cancel has left. */
async function finishNotice(situation: Situation): Promise<void> {
  const { tx, ports, orgId, locked, transmission, sent, mine } = situation;
  const fill = fillOf(situation);
  if (sent.outcome === 'ACCEPTED') {
    await withdraw(tx, orgId, transmission.id);
    await changeTransmission(tx, orgId, transmission.id, {
      state: 'accepted',
      accepted_at: nowText(ports),
      delivery_method: sent.deliveryMethod,
    });
    if (transmission.kind === 'cancel') await cancelLeft(situation, fill);
    return;
  }
  if (!mine) return;
  const step = stepOf(situation);
  if (step.step === 'retry') {
    await release(situation.tx, situation.orgId, situation.transmission.id, { inMs: step.delayMs });
    return;
  }
  await end(situation, sent.outcome === 'REJECTED' ? 'rejected' : 'exhausted');
  if (transmission.kind === 'late_notice') return;
  if (transmission.channel === 'fax') {
    if (!isEnded(fill.state) && fill.state !== 'SHIPPED') {
      await stick(tx, ports, locked, fill, 'CANCEL_NOT_DELIVERED', { transmissionId: transmission.id });
    }
    return;
  }
  await cancelByFax(situation, fill);
}

/** The fill is CANCELED when the cancel has left; a pharmacy's confirmation is recorded when it comes and not waited for (D10). */
async function cancelLeft({ tx, ports, locked, transmission }: Situation, fill: FillRow): Promise<void> {
  const canceled = !isEnded(fill.state) && fill.state !== 'SHIPPED';
  await moveFill(tx, ports, locked, fill.id, {
    ...(canceled ? { to: 'CANCELED' as const } : {}),
    event: 'cancel-sent',
    source: 'delivery',
    detail: { transmissionId: transmission.id, channel: transmission.channel, confirmed: false },
  });
}

/** A cancel that cannot be delivered electronically goes by fax; where no fax may go, a person must call. */
async function cancelByFax(
  { tx, ports, orgId, locked, transmission }: Situation,
  fill: FillRow,
): Promise<void> {
  const obstacle = await faxObstacle(tx, ports, transmission.pharmacy_id);
  if (obstacle !== undefined) {
    if (!isEnded(fill.state) && fill.state !== 'SHIPPED') {
      await stick(tx, ports, locked, fill, 'CANCEL_NOT_DELIVERED', {
        ...obstacle.detail,
        transmissionId: transmission.id,
      });
    }
    return;
  }
  const faxId = await queueFax(tx, ports, orgId, fill, {
    kind: 'cancel',
    pharmacyId: transmission.pharmacy_id,
    prescriberOrderNumber: transmission.prescriber_order_number,
    relatesToMessageId: transmission.relates_to_message_id,
    reason: { because: 'electronic-failed', at: nowText(ports) },
    mayHaveArrived: true,
  });
  await moveFill(tx, ports, locked, fill.id, {
    event: 'cancel-by-fax',
    source: 'delivery',
    detail: { transmissionId: transmission.id, faxTransmissionId: faxId },
  });
}

async function end(
  { tx, orgId, transmission }: Situation,
  state: 'accepted' | 'rejected' | 'exhausted',
): Promise<void> {
  await withdraw(tx, orgId, transmission.id);
  await changeTransmission(tx, orgId, transmission.id, { state });
}
