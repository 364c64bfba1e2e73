// The end of cancels and notices: a cancel moves the fill when it has left; one that cannot be delivered goes by fax, then to a person (D10).
import { isEnded } from '@pestle/rules/fill-status';
import { read, ScriptError } from '@pestle/script';
import { nowText } from '../../kernel/ports.ts';
import { release, withdraw } from '../../outbox/outbox.ts';
import { moveFill } from '../../prescribing/orders/fills.ts';
import type { FillRow } from '../../prescribing/tables.ts';
import type { TransmissionRow } from '../tables.ts';
import { changeTransmission } from '../transmissions.ts';
import { faxObstacle, queueFax, stick } from './fallback.ts';
import type { Situation } from './situation.ts';
import { end, fillOf, stepOf } from './situation.ts';

/** A cancel or a notice of a second copy has had an attempt. */
export async function finishNotice(situation: Situation): Promise<void> {
  const { tx, ports, orgId, transmission, sent, mine } = situation;
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
    await release(tx, orgId, transmission.id, { inMs: step.delayMs });
    return;
  }
  await end(situation, sent.outcome === 'REJECTED' ? 'rejected' : 'exhausted');
  if (transmission.kind === 'late_notice') return;
  if (transmission.channel === 'fax') await cancelNotDelivered(situation, fill, {});
  else await cancelByFax(situation, fill);
}

/** The fill is CANCELED when the cancel has left; the pharmacy's answer is recorded and never acted on (D10). */
async function cancelLeft(
  { tx, ports, locked, transmission, sent }: Situation,
  fill: FillRow,
): Promise<void> {
  const answer = transmission.channel === 'script' ? cancelAnswerOf(sent.answer) : undefined;
  await moveFill(tx, ports, locked, fill.id, {
    ...(cancelsTheFill(transmission, fill) ? { to: 'CANCELED' as const } : {}),
    event: 'cancel-sent',
    source: 'delivery',
    detail: { transmissionId: transmission.id, channel: transmission.channel, answer: answer ?? null },
    set: answer === undefined ? {} : { cancel_answer: answer },
  });
}

/** What a synchronous CancelRxResponse says; undefined when the answer is something else, such as a Status. */
function cancelAnswerOf(bytes: Uint8Array | null): 'approved' | 'denied' | undefined {
  if (bytes === null) return undefined;
  try {
    const { message } = read(bytes);
    if (message.type !== 'CancelRxResponse') return undefined;
    return message.response?.outcome === 'Approved' ? 'approved' : 'denied';
  } catch (error) {
    if (error instanceof ScriptError) return undefined;
    throw error;
  }
}

/** A cancel of an issue that was replaced says nothing of the fill, which lives on under another order number (D11). */
function cancelsTheFill(transmission: TransmissionRow, fill: FillRow): boolean {
  return (
    transmission.prescriber_order_number === fill.prescriber_order_number &&
    !isEnded(fill.state) &&
    fill.state !== 'SHIPPED'
  );
}

/** Nobody could tell the pharmacy: a person must call. */
async function cancelNotDelivered(
  { tx, ports, locked, transmission }: Situation,
  fill: FillRow,
  detail: Record<string, unknown>,
): Promise<void> {
  const facts = { ...detail, transmissionId: transmission.id };
  if (cancelsTheFill(transmission, fill)) {
    await stick(tx, ports, locked, fill, 'CANCEL_NOT_DELIVERED', facts);
    return;
  }
  await moveFill(tx, ports, locked, fill.id, {
    event: 'cancel-not-delivered',
    source: 'delivery',
    detail: facts,
    set: { alert: 'cancel-not-delivered' },
  });
}

/** A cancel that cannot be delivered electronically goes by fax; where no fax may go, a person must call. */
async function cancelByFax(situation: Situation, fill: FillRow): Promise<void> {
  const { tx, ports, orgId, locked, transmission } = situation;
  const obstacle = await faxObstacle(tx, ports, transmission.pharmacy_id);
  if (obstacle !== undefined) {
    await cancelNotDelivered(situation, fill, obstacle.detail);
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
