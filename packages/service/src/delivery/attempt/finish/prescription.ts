// The end of an attempt to send a prescription: taken, tried again later, or given to the next channel (D2, D4, I10).

import { isEnded, isReported } from '@pestle/rules/fill-status';
import { nowText } from '../../../kernel/ports.ts';
import { withdraw } from '../../../outbox/outbox.ts';
import type { FillRow } from '../../../prescribing/inside.ts';
import { moveFill } from '../../../prescribing/inside.ts';
import { recordCancelNotSent } from '../../ledger/cancel-not-sent.ts';
import { becauseOf, fallBackToFax, fallbackReason, queueFax, stick } from '../../ledger/fallback.ts';
import type { FillNews } from '../../ledger/fill-news.ts';
import { isOfIssue } from '../../ledger/issues.ts';
import { changeTransmission } from '../../ledger/transmissions.ts';
import { textPlaced } from '../../texts/texts.ts';
import { endAbandoned, isAbandoned, isBeingCanceled, releaseCancels } from './abandoned.ts';
import { endNotSentAgain, wasTakenBefore } from './not-sent-again.ts';
import type { Situation } from './situation.ts';
import { accept, end, fillOf, putOff } from './situation.ts';

/** Answers what operators hear of it. */
export async function finishPrescription(situation: Situation): Promise<FillNews | undefined> {
  const { sent, mine } = situation;
  const fill = fillOf(situation);
  if (sent.outcome === 'ACCEPTED') {
    await acceptNew(situation, fill);
    return undefined;
  }
  // Taken over, withdrawn or already answered by a report: only an acceptance would still change anything.
  if (!mine) return undefined;
  if (isAbandoned(situation, fill)) {
    return await endAbandoned(situation, fill);
  }
  if (beyondSending(fill)) {
    await end(situation, 'accepted');
    return undefined;
  }
  if (await putOff(situation)) return undefined;
  if (wasTakenBefore(situation)) return await endNotSentAgain(situation, fill);
  const { tx, ports, orgId, locked, transmission } = situation;
  await end(situation, sent.outcome === 'REJECTED' ? 'rejected' : 'exhausted');
  if (transmission.channel === 'fax')
    return await stick(tx, ports, locked, fill, 'FAX_FAILED', { transmissionId: transmission.id });
  const failed = { ...transmission, org_id: orgId };
  const news = await fallBackToFax(tx, ports, locked, fill, failed, becauseOf(sent));
  return news.news === 'fallback' ? { ...news, reason: fallbackReason(sent) } : news;
}

/** The pharmacy has spoken of this fill itself, so that nothing more is to be sent. */
function beyondSending(fill: FillRow): boolean {
  return isEnded(fill.state) || isReported(fill.state);
}

/** Taken by the endpoint, or the fax delivered. May come late: after a fallback, after a cancel was asked for, after a report. */
async function acceptNew(situation: Situation, fill: FillRow): Promise<void> {
  const { tx, ports, locked, transmission, mine, sent } = situation;
  const now = nowText(ports);
  const late = !mine || transmission.state === 'exhausted' || transmission.state === 'rejected';
  await accept(situation, now);
  if (transmission.channel !== 'fax') await reconcileFaxes(situation, fill);
  if (isAbandoned(situation, fill)) {
    await releaseCancels(situation);
    // The pharmacy has it until the cancel leaves, and stays with it where none can.
    const arrives = isOfIssue(transmission, fill) && (fill.state === 'QUEUED' || fill.state === 'SENDING');
    await moveFill(tx, ports, locked, fill.id, {
      ...(arrives ? { to: 'SENT' as const } : {}),
      event: 'accepted-after-cancel',
      source: 'delivery',
      detail: { transmissionId: transmission.id },
      set: arrives ? { channel: transmission.channel, sent_at: now } : {},
    });
    // Canceled as something that never left, and there all the same: nobody has told the pharmacy.
    if (isOfIssue(transmission, fill) && fill.state === 'CANCELED' && !isBeingCanceled(situation))
      await recordCancelNotSent(tx, ports, locked, fill.id, {
        reason: 'NOT_DELIVERED',
        pharmacyId: transmission.pharmacy_id,
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
    detail: {
      transmissionId: transmission.id,
      channel: transmission.channel,
      ...(sent.settled && { settled: true }),
    },
    set: current.state === 'SENT' ? {} : { channel: transmission.channel, sent_at: now },
  });
  if (sent.settled === true) return;
  await textPlaced(tx, situation, locked, {
    cause: transmission.id,
    ...situation.text,
  });
}

/** I10: an electronic acceptance stops a fax that has not begun to leave; one that has gets a notice, and both facts stay. */
async function reconcileFaxes(situation: Situation, fill: FillRow): Promise<void> {
  const { tx, ports, orgId, all, waiting, transmission, locked } = situation;
  for (const fax of all.filter(
    ({ channel, kind, prescriber_order_number: number }) =>
      channel === 'fax' && kind === 'new' && number === transmission.prescriber_order_number,
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
