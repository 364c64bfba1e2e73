// A fill as the elements read it, for tests that judge what is said of it: sent electronically, and nothing else known.
import type { HistoryRecord } from '../../src/history/history-model.ts';
import type { FollowedFill } from '../../src/situation/board.ts';

export function followedFill(over: Partial<FollowedFill> = {}): FollowedFill {
  return {
    id: 'fil_1',
    state: 'SENT',
    situation: 'SENT',
    stateSince: '2026-11-24T19:42:00.000Z',
    stateReason: null,
    stateReasonText: null,
    updatedAt: '2026-11-24T19:42:00.000Z',
    sentAt: '2026-11-24T19:42:00.000Z',
    receivedAt: null,
    readyAt: null,
    leavesAt: null,
    waitsFor: null,
    attempt: null,
    faxReason: null,
    ownerName: null,
    alert: null,
    canceledBy: null,
    cancelAsked: null,
    noMoreRefillsAsked: null,
    cancelRequestedAt: null,
    cancelSentAt: null,
    cancelAnswer: null,
    cancelAnsweredAt: null,
    cancelAnswerReason: null,
    cancelNotSent: null,
    dispensedAfterCancelAt: null,
    fulfillment: { type: 'LOCAL_PICKUP', carrier: null, trackingNumber: null },
    pharmacy: { id: 'phr_1', name: 'Elm City Pharmacy', phone: '2035550142' },
    ...over,
  };
}

type OrderedFill = NonNullable<HistoryRecord['latestFill']>;

/** The same as the history answers it: with its order. */
export function orderedFill({ order, ...over }: Partial<OrderedFill> = {}): OrderedFill {
  return {
    ...followedFill(over),
    order: order ?? { id: 'ord_1', number: '41270364', fills: [{ id: 'fil_1' }] },
  };
}
