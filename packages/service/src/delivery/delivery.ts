// The public face of the room `delivery`: everything that leaves for a pharmacy, and what comes back about it.

import type { Actor } from '../kernel/actor.ts';
import { SETTABLE_LIMITS } from '../kernel/limits.ts';
import type { Departure } from '../outbox/outbox.ts';
import { FAX_LANE } from '../outbox/outbox.ts';
import type { Tx } from '../store/store.ts';
import type { DeliveryActs, DeliveryRecords } from './acts.ts';
import { deliveryActs, deliveryRecords } from './acts.ts';
import type { PharmacyReportNews } from './answers/reported.ts';
import { onReported } from './answers/reported.ts';
import type { PharmacyAnswerNews } from './attempt/finish/late-answer.ts';
import { onAnswer } from './attempt/finish/late-answer.ts';
import type { DeliveryFigures, LateAfter } from './figures/figures.ts';
import { deliveryFigures } from './figures/figures.ts';
import type { Dispatcher } from './lanes/dispatcher.ts';
import type { Hold } from './lanes/guard/breaker.ts';
import { DELIVERY_LIMITS } from './limits.ts';
import type { QuarantineAdministration } from './quarantine/quarantine.ts';
import { createQuarantineAdministration } from './quarantine/quarantine.ts';
import type { QueueAdministration } from './queue/queue.ts';
import { createQueueAdministration } from './queue/queue.ts';
import type { RecallAdministration } from './recall/recall.ts';
import { createRecallAdministration } from './recall/recall.ts';
import { askLater } from './receipts/ask-later.ts';
import type { ReceiptNews, ReceiptsDeps } from './receipts/outcome.ts';
import type { CarrierReceipts } from './receipts/receipts.ts';
import { createCarrierReceipts } from './receipts/receipts.ts';
import type { Requests } from './requests/room.ts';
import { createRequests } from './requests/room.ts';
import { tellPatients } from './texts/tell.ts';
import type { WorkerDeps } from './worker.ts';
import { createWorker } from './worker.ts';

export type { CancelResult } from './commands/cancel-result.ts';
export type { DiscontinueResult } from './commands/discontinue.ts';
export type { PhonedIn, PhonedInInput } from './commands/phoned-in.ts';
export type { RemindInput } from './commands/remind.ts';
export type { AskForCancelInput, DeclineCancelInput } from './commands/requests/cancel-requests.ts';
export type { DeclineRefillStopInput, RefillStopInput } from './commands/requests/refill-stop-requests.ts';
export type { RerouteInput } from './commands/reroute.ts';
export type { SendAgainInput } from './commands/send-again.ts';
export type { DispatchEvent, DispatchListener } from './lanes/events.ts';
export { CANCEL_NOT_SENT_REASONS, cancelNotSentWords } from './ledger/cancel-not-sent.ts';
export { DISCONTINUE_NOT_SENT_REASONS, discontinueNotSentWords } from './ledger/discontinue-not-sent.ts';
export { stuckReasonText } from './ledger/fallback.ts';
export type { AttemptRecord, TransmissionRecord } from './ledger/transmissions.ts';
export type { WaitedFor } from './ledger/under-way.ts';
export type { RecallAdvice, RecallOfOrder } from './recall/of-orders.ts';
export { DENIAL_REASONS } from './requests/denial.ts';
export type { DenyInput } from './requests/deny.ts';
export { ANSWER_NOT_SENT_REASONS, answerNotSentText } from './requests/not-sent.ts';
export type { PharmacyRequestRecord, RequestFilter, ResponseAttempt } from './requests/requests.ts';
export type { RequestKind } from './requests/tables.ts';
export type { TextOfOrder } from './texts/order-texts.ts';

export interface DeliveryDeps extends WorkerDeps {
  /** Step-up for what only a prescriber with a fresh proof does: throws STEP_UP_REQUIRED (A2). */
  readonly requireFreshProof: (actor: Actor) => void;
  /** Called for every receipt that a carrier has posted, and for what was posted in its name. */
  readonly onReceipt?: (news: ReceiptNews) => void;
  /** After how long what was acknowledged and has not left is late, by kind of lane; the limits when left out. */
  readonly lateAfter?: LateAfter;
}

export interface Delivery extends Requests, DeliveryActs, DeliveryRecords {
  /** Begins what is due; `subscribe` tells of every beginning and end, and of when nothing is left to do. */
  readonly dispatcher: Dispatcher;
  /** For `tracking`, in the transaction of a pharmacy's report. */
  onReported(tx: Tx, news: PharmacyReportNews): Promise<void>;
  /** For `tracking`, in the transaction of a pharmacy's answer. */
  onAnswer(tx: Tx, news: PharmacyAnswerNews): Promise<void>;
  /** For `tracking`: what carriers post about faxes and texts. */
  readonly carrierReceipts: CarrierReceipts;
  /** Asks a carrier that posts nothing about faxes whose attempts have ended without knowing; answers how many have ended now. */
  askCarriers(): Promise<number>;
  /** Housekeeping: tells patients what it is time for. */
  tellPatients(): Promise<void>;
  /** Judges the store before anybody is answered; the dispatcher's start does so as well. */
  noticeOlderState(): Promise<void>;
  /** Tells the dispatcher what was just committed. */
  readonly departures: (rows: readonly Departure[]) => void;
  /** What waits in the outbox by kind of lane, what is late, and what is STUCK: for figures and alerts. */
  figures(): Promise<DeliveryFigures>;
  /** What operators see of everything that waits, and do to it. */
  readonly queue: QueueAdministration;
  /** What operators recall, over all organizations. */
  /** What this node holds, because errors of its own met one after another. */
  holds(): readonly Hold[];
  readonly recalls: RecallAdministration;
  /** What operators see of a quarantine, and do in it. */
  readonly quarantine: QuarantineAdministration;
  close(): Promise<void>;
}

export function createDelivery(deps: DeliveryDeps): Delivery {
  const { store, background = store, ports, maintenanceWaitMs = SETTABLE_LIMITS.maintenanceWaitMs } = deps;
  const { attempt, dispatcher, breaker, storeWatch, sender, links } = createWorker(deps);
  const { requireFreshProof, authorizedPrescriber } = deps;
  const receipts: ReceiptsDeps = {
    store,
    ports,
    workerId: attempt.workerId,
    facts: attempt.facts,
    readers: { fax: deps.faxCarrier.receipts, text: deps.textCarrier.receipts },
    onReceipt: deps.onReceipt,
    turned: deps.turned,
    wake: (orgId, id) => dispatcher.wake([{ orgId, id, lane: FAX_LANE }]),
    links,
  };
  return {
    dispatcher,
    ...deliveryActs({
      store,
      ports,
      departures: dispatcher.wake,
      authorizedPrescriber,
      requireFreshProof,
      links,
    }),
    ...deliveryRecords(store, maintenanceWaitMs),
    ...createRequests({
      store,
      ports,
      departures: dispatcher.wake,
      authorizedPrescriber,
      scriptSender: deps.scriptSender,
    }),
    onReported: (tx, news) => onReported(tx, ports, news),
    // In the transaction of the answer, which may be tried again: rare enough to be counted twice once.
    onAnswer: async (tx, news) => deps.turned?.(await onAnswer(tx, { ports, links }, news)),
    carrierReceipts: createCarrierReceipts(receipts),
    askCarriers: () => askLater(receipts, deps.faxCarrier),
    tellPatients: () =>
      tellPatients({
        store: background,
        ports,
        links,
        authorizedPrescriber,
        departures: dispatcher.wake,
        onError: deps.onError,
      }),
    noticeOlderState: () => storeWatch.start(),
    departures: dispatcher.wake,
    holds: () => breaker.holds,
    figures: () => deliveryFigures(store, deps.lateAfter ?? DELIVERY_LIMITS.lateAfterMs),
    queue: createQueueAdministration({
      store: background,
      ports,
      authorizedPrescriber,
      departures: dispatcher.wake,
    }),
    recalls: createRecallAdministration(background, ports),
    quarantine: createQuarantineAdministration(background, ports),
    close: async () => {
      await dispatcher.stop();
      await sender.close();
      await deps.textCarrier.close();
      // Whoever still waited for an answer has none now, and puts that down.
      await dispatcher.stop(DELIVERY_LIMITS.stopRecordMs);
    },
  };
}
