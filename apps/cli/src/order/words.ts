// The lines in which `pestle order show` tells where an order stands: the words and sentences of the one table, times in the practice's zone.

import { formatDate } from '@pestle/rules/dates';
import { dayOf, momentText } from '@pestle/rules/moment';
import { orderName } from '@pestle/rules/order-number';
import { formatPhone } from '@pestle/rules/phone';
import { firstKnownSentence, type SentenceFacts } from '@pestle/rules/situation-sentence';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import type { OperatorFill, OperatorOrder } from '@pestle/service/delivery';

export function orderLines(order: OperatorOrder, nowMs: number): readonly string[] {
  const { organizationName, organizationId, timeZone, orderId, situation, createdAt, fills } = order;
  const at = (iso: string | null): string => momentText(iso, { timeZone, nowMs, halves: ['AM', 'PM'] });
  return [
    `${orderName({ number: order.number, id: orderId })}: ${PRACTICE_EN[situation].word}`,
    `${orderId}  of ${organizationName}  ${organizationId}  signed ${at(createdAt)}  times are of ${timeZone}`,
    ...fills.flatMap((fill) => fillLines(order, fill, at, nowMs)),
  ].map((line) => line.replaceAll('\u00a0', ' '));
}

function fillLines(
  { timeZone }: OperatorOrder,
  fill: OperatorFill,
  at: (iso: string | null) => string,
  nowMs: number,
): readonly string[] {
  const { word } = PRACTICE_EN[fill.situation];
  const day = dayOf(fill.since, { timeZone, nowMs, halves: ['AM', 'PM'] });
  const sentence = firstKnownSentence(PRACTICE_EN[fill.situation], factsOf(fill, at, day));
  const { pharmacyId, pharmacyName, pharmacyPhone, reason, cancelNotSentReason, waitsFor } = fill;
  return [
    `${fill.line}. ${word}${sentence === '' ? '' : `. ${sentence}`}`,
    `   ${[
      fill.fillId,
      `since ${at(fill.since)}`,
      ...(pharmacyId === null ? [] : [`${pharmacyName ?? ''} ${pharmacyId}`.trim()]),
      ...(pharmacyPhone === null ? [] : [formatPhone(pharmacyPhone)]),
      ...(fill.channel === null ? [] : [`by ${fill.channel}`]),
      ...(reason === null ? [] : [reason]),
      ...(cancelNotSentReason === null ? [] : [`cancel: ${cancelNotSentReason}`]),
      ...(waitsFor === null ? [] : [`waits for ${waitsFor.toLowerCase()}`]),
    ].join('  ')}`,
  ];
}

/** What operators may know of what the sentences name: who, why in words, and what was asked is the practice's. */
function factsOf(fill: OperatorFill, at: (iso: string | null) => string, day?: string): SentenceFacts {
  const { situation, pharmacyName: pharmacy } = fill;
  const date = day === undefined ? null : formatDate(day);
  switch (situation) {
    case 'queued':
      return { when: at(fill.leavesAt) };
    case 'sending':
      return { pharmacy, n: fill.attempt };
    case 'sent':
    case 'faxed':
    case 'phoned-in':
      return { pharmacy, time: at(fill.sentAt) };
    case 'filling':
      return { time: at(fill.since) };
    case 'ready':
      return { time: at(fill.readyAt ?? fill.since) };
    case 'canceled':
      return { time: at(fill.since) };
    case 'dispensed-after-cancel':
      return { pharmacy, time: at(fill.dispensedAfterCancelAt) };
    case 'shipped':
    case 'picked-up':
    case 'delivered':
      return { date };
    // That a pharmacy gave no reason is not told where only its code is known.
    case 'problem':
    case 'cancel-refused':
    case 'stuck':
      return {};
    case 'cancel-asked':
    case 'refills-asked':
    case 'cancel-not-sent':
    case 'cancel-sent':
    case 'choose':
    case 'ended':
    case 'question':
    case 'received':
    case 'unconfirmed':
      return { pharmacy };
    default:
      return situation satisfies never;
  }
}
