// The end of "no more refills": it moves no fill; one that cannot be delivered goes by fax, then to a person (D10).

import { nowText } from '../../../kernel/ports.ts';
import type { FillRow } from '../../../prescribing/inside.ts';
import { moveFill } from '../../../prescribing/inside.ts';
import { discontinueAnswerOnFill } from '../../answers/cancel-answer.ts';
import { faxObstacle } from '../../fax/obstacle.ts';
import type { CancelObstacle } from '../../ledger/cancel-not-sent.ts';
import { recordDiscontinueNotSent } from '../../ledger/discontinue-not-sent.ts';
import { becauseOf, fallbackReason, idsOf, queueFax } from '../../ledger/fallback.ts';
import type { FillNews } from '../../ledger/fill-news.ts';
import { isLive, isOfIssue } from '../../ledger/issues.ts';
import type { TransmissionRow } from '../../ledger/tables.ts';
import type { Situation } from './situation.ts';
import { accept, end, fillOf, putOff } from './situation.ts';

/** It has had an attempt. Answers what operators hear of what followed. */
export async function finishDiscontinue(situation: Situation): Promise<FillNews | undefined> {
  const { transmission, sent, mine } = situation;
  if (sent.outcome === 'ACCEPTED') {
    await accept(situation, nowText(situation.ports));
    await left(situation, fillOf(situation));
    return undefined;
  }
  if (!mine) return undefined;
  if (await putOff(situation)) return undefined;
  await end(situation, sent.outcome === 'REJECTED' ? 'rejected' : 'exhausted');
  if (transmission.channel !== 'fax') return await discontinueByFax(situation);
  const electronic = ofIssue(situation).some((row) => row.channel !== 'fax' && isLive(row, 'discontinue'));
  await notDelivered(situation, electronic ? 'FAX_COPY_NOT_CANCELED' : 'NOT_DELIVERED');
  return undefined;
}

async function left({ tx, ports, locked, transmission, sent }: Situation, fill: FillRow): Promise<void> {
  const { cancelAnswer: answer } = sent;
  const clears =
    fill.discontinue_not_sent_pharmacy_id === transmission.pharmacy_id &&
    (transmission.channel === 'fax' || fill.discontinue_not_sent_reason !== 'FAX_COPY_NOT_TOLD');
  await moveFill(tx, ports, locked, fill.id, {
    event: 'discontinue-sent',
    source: 'delivery',
    detail: {
      transmissionId: transmission.id,
      channel: transmission.channel,
      answer: answer?.answer ?? null,
    },
    set: {
      ...(isOfIssue(transmission, fill) && {
        discontinue_sent_at: fill.discontinue_sent_at ?? nowText(ports),
      }),
      ...(clears && {
        discontinue_not_sent_at: null,
        discontinue_not_sent_reason: null,
        discontinue_not_sent_pharmacy_id: null,
      }),
      ...(answer !== undefined && discontinueAnswerOnFill(tx, ports, transmission, fill, answer)),
    },
  });
}

/** What else says it of the same issue. */
function ofIssue({ all, transmission }: Situation): readonly TransmissionRow[] {
  const { id, prescriber_order_number: number } = transmission;
  return all.filter(
    (row) => row.id !== id && row.kind === 'discontinue' && row.prescriber_order_number === number,
  );
}

async function notDelivered(
  { tx, ports, locked, transmission }: Situation,
  reason: CancelObstacle['reason'],
  detail: CancelObstacle['detail'] = {},
): Promise<void> {
  await recordDiscontinueNotSent(tx, ports, locked, transmission.fill_id, {
    reason,
    pharmacyId: transmission.pharmacy_id,
    detail: { ...detail, transmissionId: transmission.id },
  });
}

/** The electronic message could not be delivered, or was refused after it had been taken: one fax says it, if none does yet. */
export async function discontinueByFax(situation: Situation): Promise<FillNews | undefined> {
  const { tx, ports, locked, transmission, sent } = situation;
  const fill = fillOf(situation);
  const fax = ofIssue(situation).find(({ channel }) => channel === 'fax');
  if (fax !== undefined) {
    if (!isLive(fax, 'discontinue')) await notDelivered(situation, 'NOT_DELIVERED');
    return undefined;
  }
  const obstacle = await faxObstacle(tx, ports, 'cancel-notice', fill, transmission.pharmacy_id);
  if (obstacle !== undefined) {
    await notDelivered(situation, obstacle.reason, obstacle.detail);
    return undefined;
  }
  const { id: faxTransmissionId } = await queueFax(tx, ports, fill.org_id, fill, {
    kind: 'discontinue',
    pharmacyId: transmission.pharmacy_id,
    prescriberOrderNumber: transmission.prescriber_order_number,
    relatesToMessageId: transmission.relates_to_message_id,
    reason: { because: becauseOf(sent), at: nowText(ports) },
    mayHaveArrived: true,
  });
  await moveFill(tx, ports, locked, fill.id, {
    event: 'discontinue-by-fax',
    source: 'delivery',
    detail: { transmissionId: transmission.id, faxTransmissionId },
    // What was taken before and refused now has not been said.
    set: { discontinue_sent_at: null },
  });
  return {
    news: 'fallback',
    ...idsOf(fill),
    pharmacyId: transmission.pharmacy_id,
    kind: 'discontinue',
    reason: fallbackReason(sent),
  };
}

/** A prescription whose refills were stopped goes by fax after all: a fax stops them for that copy, too. Where none may go, neither does the prescription. */
export async function noticeAfterFax(situation: Situation, withdrawn: TransmissionRow): Promise<void> {
  const { tx, ports, all } = situation;
  const fill = fillOf(situation);
  if (all.some((row) => row.channel === 'fax' && isOfIssue(row, fill) && isLive(row, 'discontinue'))) return;
  if ((await faxObstacle(tx, ports, 'cancel-notice', fill, withdrawn.pharmacy_id)) !== undefined) return;
  await queueFax(tx, ports, fill.org_id, fill, {
    kind: 'discontinue',
    pharmacyId: withdrawn.pharmacy_id,
    prescriberOrderNumber: withdrawn.prescriber_order_number,
    relatesToMessageId: withdrawn.message_id,
    reason: { because: 'electronic-withdrawn', at: nowText(ports) },
    mayHaveArrived: withdrawn.may_have_arrived,
  });
}
