// The end of cancels and notices: a cancel moves the fill when it has left; one that cannot be delivered goes by fax, then to a person (D10).

import { isEnded } from '@pestle/rules/fill-status';
import { nowText } from '../../../kernel/ports.ts';
import type { FillRow } from '../../../prescribing/inside.ts';
import { CANCEL_OBSTACLE_CLEARED, CANCELED_BY_PHARMACY, moveFill } from '../../../prescribing/inside.ts';
import { answerOnFill, speaksForTheFill } from '../../answers/cancel-answer.ts';
import type { FaxObstacle } from '../../fax/obstacle.ts';
import { faxObstacle } from '../../fax/obstacle.ts';
import { recordCancelNotSent, stickUncanceled } from '../../ledger/cancel-not-sent.ts';
import { becauseOf, fallbackReason, idsOf, queueFax } from '../../ledger/fallback.ts';
import type { FillNews } from '../../ledger/fill-news.ts';
import { isLiveCancel, isOfIssue } from '../../ledger/issues.ts';
import type { TransmissionRow } from '../../ledger/tables.ts';
import { finishDiscontinue } from './discontinue.ts';
import type { Situation } from './situation.ts';
import { accept, end, fillOf, putOff } from './situation.ts';

/** A cancel or a notice of a second copy has had an attempt. Answers what operators hear of it. */
export async function finishNotice(situation: Situation): Promise<FillNews | undefined> {
  const { transmission, sent, mine } = situation;
  if (transmission.kind === 'discontinue') return await finishDiscontinue(situation);
  const fill = fillOf(situation);
  if (sent.outcome === 'ACCEPTED') {
    await accept(situation, nowText(situation.ports));
    if (transmission.kind === 'cancel') await cancelLeft(situation, fill);
    return undefined;
  }
  if (!mine) return undefined;
  if (await putOff(situation)) return undefined;
  await end(situation, sent.outcome === 'REJECTED' ? 'rejected' : 'exhausted');
  if (transmission.kind === 'late_notice') return undefined;
  return transmission.channel === 'fax'
    ? await cancelNotDelivered(situation, fill)
    : await cancelByFax(situation, fill);
}

/** The network took the cancel and could not deliver it: what was said of it no longer holds, and it goes by fax (D4). */
export async function cancelRefusedLate(situation: Situation): Promise<FillNews | undefined> {
  return await cancelByFax(situation, fillOf(situation));
}

/** The fill is CANCELED when the cancel has left; the pharmacy's answer is recorded and never acted on (D10). */
async function cancelLeft(situation: Situation, fill: FillRow): Promise<void> {
  const { tx, ports, locked, transmission, sent } = situation;
  const { cancelAnswer: answer } = sent;
  await moveFill(tx, ports, locked, fill.id, {
    ...(cancelsTheFill(transmission, fill) ? { to: 'CANCELED' as const } : {}),
    event: 'cancel-sent',
    source: 'delivery',
    detail: {
      transmissionId: transmission.id,
      channel: transmission.channel,
      answer: answer?.answer ?? null,
    },
    set: {
      ...(speaksForTheFill(transmission, fill) && { cancel_sent_at: fill.cancel_sent_at ?? nowText(ports) }),
      ...(clearsObstacle(transmission, fill) && CANCEL_OBSTACLE_CLEARED),
      ...(answer !== undefined && answerOnFill(tx, ports, transmission, fill, answer)),
    },
  });
}

/** A cancel of an issue that was replaced says nothing of the fill, which lives on under another order number (D11). */
function cancelsTheFill(transmission: TransmissionRow, fill: FillRow): boolean {
  return isOfIssue(transmission, fill) && !isEnded(fill.state) && fill.state !== 'SHIPPED';
}

/** It came through after all at the pharmacy of which it was said that nobody could tell it. */
function clearsObstacle(transmission: TransmissionRow, fill: FillRow): boolean {
  return (
    fill.cancel_not_sent_pharmacy_id === transmission.pharmacy_id &&
    (transmission.channel === 'fax' || fill.cancel_not_sent_reason !== 'FAX_COPY_NOT_CANCELED')
  );
}

/** Nobody could tell the pharmacy: a person must call, unless it has ended the fill by itself meanwhile. */
async function cancelNotDelivered(
  { tx, ports, locked, transmission, all }: Situation,
  fill: FillRow,
  obstacle?: FaxObstacle,
): Promise<FillNews | undefined> {
  const { id: transmissionId, pharmacy_id: pharmacyId, channel } = transmission;
  const detail = { ...obstacle?.detail, transmissionId };
  const moot = isOfIssue(transmission, fill) && endedByPharmacy(fill);
  if (moot) {
    await moveFill(tx, ports, locked, fill.id, {
      event: 'cancel-not-needed',
      source: 'delivery',
      detail,
    });
    return undefined;
  }
  const hasElectronicCancel = othersOfIssue(transmission, all).some(
    (row) => row.channel !== 'fax' && isLiveCancel(row),
  );
  const kept = await recordCancelNotSent(tx, ports, locked, fill.id, {
    reason:
      channel === 'fax' && hasElectronicCancel
        ? 'FAX_COPY_NOT_CANCELED'
        : (obstacle?.reason ?? 'NOT_DELIVERED'),
    pharmacyId,
    detail,
  });
  return isOfIssue(transmission, fill) && !hasElectronicCancel
    ? await stickUncanceled(tx, ports, locked, kept)
    : undefined;
}

function endedByPharmacy({ state, state_reason: reason }: FillRow): boolean {
  return (
    state === 'DELIVERED' || state === 'SHIPPED' || (state === 'CANCELED' && reason === CANCELED_BY_PHARMACY)
  );
}

function othersOfIssue(
  { id, prescriber_order_number: number }: TransmissionRow,
  all: readonly TransmissionRow[],
): readonly TransmissionRow[] {
  return all.filter((row) => row.id !== id && row.prescriber_order_number === number);
}

/**
 * A cancel that cannot be delivered electronically goes by fax, if no fax notice of this cancel is out already: the pharmacy
 * gets one. Where no fax may go, a person must call.
 */
async function cancelByFax(situation: Situation, fill: FillRow): Promise<FillNews | undefined> {
  const { tx, ports, orgId, locked, transmission, all } = situation;
  const notice = othersOfIssue(transmission, all).find(
    ({ kind, channel, created_at: at }) =>
      kind === 'cancel' && channel === 'fax' && Date.parse(at) >= Date.parse(transmission.created_at),
  );
  if (notice !== undefined && !isLiveCancel(notice)) {
    return await cancelNotDelivered(situation, fill);
  }
  const obstacle =
    notice === undefined
      ? await faxObstacle(tx, ports, 'cancel-notice', fill, transmission.pharmacy_id)
      : undefined;
  if (obstacle !== undefined) {
    return await cancelNotDelivered(situation, fill, obstacle);
  }
  const fax =
    notice ??
    (await queueFax(tx, ports, orgId, fill, {
      kind: 'cancel',
      pharmacyId: transmission.pharmacy_id,
      prescriberOrderNumber: transmission.prescriber_order_number,
      relatesToMessageId: transmission.relates_to_message_id,
      reason: { because: becauseOf(situation.sent), at: nowText(ports) },
      mayHaveArrived: true,
    }));
  await moveFill(tx, ports, locked, fill.id, {
    event: 'cancel-by-fax',
    source: 'delivery',
    detail: { transmissionId: transmission.id, faxTransmissionId: fax.id },
  });
  return {
    news: 'fallback',
    ...idsOf(fill),
    pharmacyId: transmission.pharmacy_id,
    kind: 'cancel',
    reason: fallbackReason(situation.sent),
  };
}
