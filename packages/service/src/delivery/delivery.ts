// The public face of the room `delivery`: everything that leaves for a pharmacy, and what comes back about it.

import { randomUUID } from 'node:crypto';
import type { PharmacyId } from '@pestle/rules/ids';
import type { WriteKey } from '../audit/inside.ts';
import { authorize } from '../identity/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import { createConcurrencyLimit } from '../kernel/concurrency-limit.ts';
import { SETTABLE_LIMITS } from '../kernel/limits.ts';
import { createExchange } from '../kernel/outgoing/exchange.ts';
import type { NetworkPolicy } from '../kernel/outgoing/network-policy.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Departure } from '../outbox/outbox.ts';
import { FAX_LANE, TEXT_LANE } from '../outbox/outbox.ts';
import type { ActDeps, LockedOrder } from '../prescribing/inside.ts';
import { createPatientLinkKey } from '../routing/inside.ts';
import type { Store, Tx } from '../store/store.ts';
import type { PharmacyReportNews } from './answers/reported.ts';
import { onReported } from './answers/reported.ts';
import { giveUpWaiting, performDue } from './attempt/attempt.ts';
import { createBegin } from './attempt/begin.ts';
import type { AttemptDeps } from './attempt/deps.ts';
import type { PharmacyAnswerNews } from './attempt/finish/late-answer.ts';
import { onAnswer } from './attempt/finish/late-answer.ts';
import type { PlacedText } from './attempt/finish/plain-acceptance.ts';
import { createAcceptPlainly } from './attempt/finish/plain-acceptance.ts';
import type { TextDeparture } from './attempt/text.ts';
import { createBeginText } from './attempt/text.ts';
import type { FaxCarrier } from './carriers/fax/carrier.ts';
import type { TextCarrier } from './carriers/text/carrier.ts';
import { createFaxDrawing } from './channels/fax-page.ts';
import type { ScriptSender } from './channels/script.ts';
import { createSender } from './channels/sender.ts';
import type { CancelDeps, CancelInput } from './commands/cancel.ts';
import { cancelOrder } from './commands/cancel.ts';
import type { CancelResult } from './commands/cancel-result.ts';
import type { DiscontinueInput, DiscontinueResult } from './commands/discontinue.ts';
import { discontinueRefills } from './commands/discontinue.ts';
import type { MovedOrder, RerouteInput } from './commands/reroute.ts';
import { moveOrder, rerouteOrder } from './commands/reroute.ts';
import type { SendAgainInput } from './commands/send-again.ts';
import { reissueFill, resendFill } from './commands/send-again.ts';
import { createLinkKey } from './fax/link.ts';
import type { DeliveryFigures, LateAfter } from './figures/figures.ts';
import { deliveryFigures } from './figures/figures.ts';
import type { ClockNews } from './lanes/clock-watch.ts';
import type { Dispatcher } from './lanes/dispatcher.ts';
import { createDispatcher } from './lanes/dispatcher.ts';
import type { ElectronicWaits } from './lanes/late-watch.ts';
import { createFactsSource } from './ledger/facts.ts';
import type { TransmissionRecord } from './ledger/transmissions.ts';
import { transmissionRecords } from './ledger/transmissions.ts';
import type { FaxBecause, UnderWay } from './ledger/under-way.ts';
import { faxReasonsOf, underWayOf } from './ledger/under-way.ts';
import { DELIVERY_LIMITS } from './limits.ts';
import type { QuarantineAdministration } from './quarantine/quarantine.ts';
import { createQuarantineAdministration } from './quarantine/quarantine.ts';
import type { OlderStateOptions, QuarantineNews } from './quarantine/watch.ts';
import { createQuarantineWatch } from './quarantine/watch.ts';
import type { QueueAdministration } from './queue/queue.ts';
import { createQueueAdministration } from './queue/queue.ts';
import type { RecallOfOrder } from './recall/of-orders.ts';
import { recallsOfOrders } from './recall/of-orders.ts';
import type { RecallAdministration } from './recall/recall.ts';
import { createRecallAdministration } from './recall/recall.ts';
import type { ReceiptNews } from './receipts/outcome.ts';
import type { CarrierReceipts } from './receipts/receipts.ts';
import { createCarrierReceipts } from './receipts/receipts.ts';
import type { Requests } from './requests/room.ts';
import { createRequests } from './requests/room.ts';
import type { InvitationState } from './texts/invitations.ts';
import { invitationsOf } from './texts/invitations.ts';

export type { CancelResult } from './commands/cancel-result.ts';
export type { DiscontinueResult } from './commands/discontinue.ts';
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

export interface DeliveryDeps extends ActDeps {
  readonly store: Store;
  /** The same store for what nobody waits for, such as attempts; `store` when left out. */
  readonly background?: Store;
  readonly ports: Ports;
  /** Public address of the service, without trailing slash: links on faxes begin with it. */
  readonly baseUrl: string;
  /** 32 secret bytes, from which the links on faxes derive. */
  readonly linkKey: Uint8Array;
  /** Links that these made are drawn again as they were. */
  readonly linkKeysPrevious?: readonly Uint8Array[];
  /** Step-up for what only a prescriber with a fresh proof does: throws STEP_UP_REQUIRED (A2). */
  readonly requireFreshProof: (actor: Actor) => void;
  readonly networkPolicy: NetworkPolicy;
  readonly scriptSender: ScriptSender;
  readonly faxCarrier: FaxCarrier;
  readonly textCarrier: TextCarrier;
  /** The number faxes come from, ten digits. */
  readonly senderFax: string;
  /** Called for steps of the store's clock and for what is overdue: for the log. */
  readonly onClockNews?: (news: ClockNews) => void;
  /** Called for failures of our own; no health information is in them. */
  readonly onError: (error: unknown) => void;
  /** Where and how an older state of the store is noticed; nowhere when left out. */
  readonly olderState?: OlderStateOptions;
  /** Called when a quarantine is found open: for the log. */
  readonly onQuarantine?: (news: QuarantineNews) => void;
  readonly unbuilt?: AttemptDeps['unbuilt'];
  readonly ended?: AttemptDeps['ended'];
  readonly turned?: AttemptDeps['turned'];
  /** Called for every receipt that a carrier has posted, and for what was posted in its name. */
  readonly onReceipt?: (news: ReceiptNews) => void;
  /** How long a message waits for windows of maintenance to end before it goes by fax; the limit when left out. */
  readonly maintenanceWaitMs?: number;
  /** How long an electronic message waits for room in its lane before it goes by fax; the limits when left out. */
  readonly waits?: ElectronicWaits;
  /** After how long what was acknowledged and has not left is late, by kind of lane; the limits when left out. */
  readonly lateAfter?: LateAfter;
}

export interface Delivery extends Requests {
  /** Begins what is due; `subscribe` tells of every beginning and end, and of when nothing is left to do. */
  readonly dispatcher: Dispatcher;
  /** No more refills of what was sent: the pharmacy is told, and the fill stays what it is (D10). */
  discontinueRefills(
    actor: Actor,
    input: DiscontinueInput,
    write: WriteKey,
  ): Promise<{ readonly orderId: string; readonly results: readonly DiscontinueResult[] }>;
  cancel(
    actor: Actor,
    input: CancelInput,
    write: WriteKey,
  ): Promise<{ orderId: string; results: readonly CancelResult[] }>;
  /** Sends an order to another pharmacy (D11). */
  reroute(actor: Actor, input: RerouteInput, write: WriteKey): Promise<{ orderId: string }>;
  /** For `routing`, in the transaction in which a patient chose another pharmacy for a locked order (D11). */
  readonly moveForPatient: (tx: Tx, locked: LockedOrder, pharmacyId: PharmacyId) => Promise<MovedOrder>;
  /** Sends the same message to the fill's pharmacy once more (D11). */
  resend(actor: Actor, input: SendAgainInput, write: WriteKey): Promise<{ orderId: string }>;
  /** Sends a new message with new ids to the fill's pharmacy, and cancels the old one (D11). */
  reissue(actor: Actor, input: SendAgainInput, write: WriteKey): Promise<{ orderId: string }>;
  /** What was sent for each fill, with every attempt and answer. */
  transmissions(
    actor: Actor,
    fillIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly TransmissionRecord[]>>;
  /** What became of the texts that ask patients to choose a pharmacy; nothing for orders that sent none. */
  invitations(actor: Actor, orderIds: readonly string[]): Promise<ReadonlyMap<string, InvitationState>>;
  /** When fills leave that have not left yet, and at which attempt each is. */
  underWay(actor: Actor, fillIds: readonly string[]): Promise<ReadonlyMap<string, UnderWay>>;
  /** The recalls that orders are in; nothing for orders that are in none. */
  recallsOf(
    actor: Actor,
    orderIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly RecallOfOrder[]>>;
  /** Why fills went by fax. */
  faxReasons(actor: Actor, fillIds: readonly string[]): Promise<ReadonlyMap<string, FaxBecause>>;
  /** For `tracking`, in the transaction of a pharmacy's report. */
  onReported(tx: Tx, news: PharmacyReportNews): Promise<void>;
  /** For `tracking`, in the transaction of a pharmacy's answer. */
  onAnswer(tx: Tx, news: PharmacyAnswerNews): Promise<void>;
  /** For `tracking`: what carriers post about faxes and texts. */
  readonly carrierReceipts: CarrierReceipts;
  /** Judges the store before anybody is answered; the dispatcher's start does so as well. */
  noticeOlderState(): Promise<void>;
  /** Tells the dispatcher what was just committed. */
  readonly departures: (rows: readonly Departure[]) => void;
  /** What waits in the outbox by kind of lane, what is late, and what is STUCK: for figures and alerts. */
  figures(): Promise<DeliveryFigures>;
  /** What operators see of everything that waits, and do to it. */
  readonly queue: QueueAdministration;
  /** What operators recall, over all organizations. */
  readonly recalls: RecallAdministration;
  /** What operators see of a quarantine, and do in it. */
  readonly quarantine: QuarantineAdministration;
  close(): Promise<void>;
}

export function createDelivery(deps: DeliveryDeps): Delivery {
  const { store, background = store, ports, maintenanceWaitMs = SETTABLE_LIMITS.maintenanceWaitMs } = deps;
  const sender = createSender({
    exchange: createExchange(deps.networkPolicy),
    clock: ports.clock,
    fax: deps.faxCarrier,
    senderFax: deps.senderFax,
  });
  const storeWatch = createQuarantineWatch({
    ...(deps.olderState ?? { judges: false, witnessFile: null, startLabel: null }),
    // Not the share of it that deliveries have: that one does not say where it lies.
    store,
    ports,
    onQuarantine: deps.onQuarantine,
  });
  const workerId = randomUUID();
  const attempt = attemptDeps({
    ...deps,
    workerId,
    store: background,
    sender,
    maintenanceWaitMs,
    storeWatch,
    onText: (text) => {
      const departure: TextDeparture = { id: text.id, orgId: text.orgId, lane: TEXT_LANE, text };
      dispatcher.wake([departure]);
    },
  });
  const dispatcher: Dispatcher = createDispatcher({
    store: background,
    storeWatch,
    workerId,
    perform: (due) => performDue(attempt, due),
    giveUp: (due) => giveUpWaiting(attempt, due),
    waits: deps.waits ?? {
      failingMs: DELIVERY_LIMITS.electronicWaitMs,
      busyMs: DELIVERY_LIMITS.electronicWaitBusyMs,
    },
    onClockNews: deps.onClockNews,
    onError: deps.onError,
  });
  const { requireFreshProof, authorizedPrescriber } = deps;
  return {
    dispatcher,
    ...commands({ store, ports, departures: dispatcher.wake, authorizedPrescriber, requireFreshProof }),
    ...records(store, maintenanceWaitMs),
    ...createRequests({
      store,
      ports,
      departures: dispatcher.wake,
      authorizedPrescriber,
      scriptSender: deps.scriptSender,
    }),
    onReported: (tx, news) => onReported(tx, ports, news),
    // In the transaction of the answer, which may be tried again: rare enough to be counted twice once.
    onAnswer: async (tx, news) => deps.turned?.(await onAnswer(tx, ports, news)),
    carrierReceipts: createCarrierReceipts({
      store,
      ports,
      workerId: attempt.workerId,
      facts: attempt.facts,
      readers: { fax: deps.faxCarrier.receipts, text: deps.textCarrier.receipts },
      onReceipt: deps.onReceipt,
      turned: deps.turned,
      wake: (orgId, id) => dispatcher.wake([{ orgId, id, lane: FAX_LANE }]),
    }),
    noticeOlderState: () => storeWatch.start(),
    departures: dispatcher.wake,
    figures: () => deliveryFigures(store, deps.lateAfter ?? DELIVERY_LIMITS.lateAfterMs),
    queue: createQueueAdministration(background, ports),
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

/** What attempts work with, made once for the process. */
function attemptDeps(
  deps: DeliveryDeps &
    Pick<AttemptDeps, 'sender' | 'maintenanceWaitMs' | 'storeWatch' | 'workerId'> & {
      readonly onText: (text: PlacedText) => void;
    },
): AttemptDeps {
  const { store, ports, workerId, storeWatch, baseUrl, linkKey, linkKeysPrevious, maintenanceWaitMs } = deps;
  const worker = { store, ports, workerId, storeWatch };
  return {
    ...worker,
    authorizedPrescriber: deps.authorizedPrescriber,
    facts: createFactsSource(store, ports.clock, maintenanceWaitMs),
    maintenanceWaitMs,
    limited: createConcurrencyLimit(DELIVERY_LIMITS.preparingMax),
    begin: createBegin(worker),
    acceptPlainly: createAcceptPlainly(worker, deps.onText),
    beginText: createBeginText({
      ...worker,
      carrier: deps.textCarrier,
      baseUrl,
      patientLinks: createPatientLinkKey(linkKey, linkKeysPrevious),
    }),
    sender: deps.sender,
    scriptSender: deps.scriptSender,
    faxPages: createFaxDrawing({
      store,
      ports,
      baseUrl,
      linkKey: createLinkKey(linkKey, linkKeysPrevious),
      senderFax: deps.senderFax,
    }),
    unbuilt: deps.unbuilt,
    ended: deps.ended,
    turned: deps.turned,
  };
}

/** What people and patients ask of orders that were sent. */
function commands(
  deps: CancelDeps,
): Pick<Delivery, 'cancel' | 'discontinueRefills' | 'reroute' | 'moveForPatient' | 'resend' | 'reissue'> {
  return {
    cancel: (actor, input, write) => cancelOrder(deps, actor, input, write),
    discontinueRefills: (actor, input, write) => discontinueRefills(deps, actor, input, write),
    reroute: (actor, input, write) => rerouteOrder(deps, actor, input, write),
    moveForPatient: (tx, locked, pharmacyId) => moveOrder(deps, tx, locked, pharmacyId, 'patient'),
    resend: (actor, input, write) => resendFill(deps, actor, input, write),
    reissue: (actor, input, write) => reissueFill(deps, actor, input, write),
  };
}

/** What is shown of what was sent. */
function records(
  store: Store,
  maintenanceWaitMs: number,
): Pick<Delivery, 'transmissions' | 'invitations' | 'underWay' | 'recallsOf' | 'faxReasons'> {
  return {
    transmissions: (actor, fillIds) => {
      authorize(actor, 'transmission.read');
      return store.withOrg(actor.orgId, (tx) => transmissionRecords(tx, actor.orgId, fillIds));
    },
    invitations: (actor, orderIds) => {
      authorize(actor, 'order.read');
      return store.withOrg(actor.orgId, (tx) => invitationsOf(tx, actor.orgId, orderIds));
    },
    underWay: (actor, fillIds) => {
      authorize(actor, 'order.read');
      return store.withOrg(actor.orgId, (tx) => underWayOf(tx, actor.orgId, fillIds, maintenanceWaitMs));
    },
    recallsOf: (actor, orderIds) => {
      authorize(actor, 'order.read');
      return store.withOrg(actor.orgId, (tx) => recallsOfOrders(tx, actor.orgId, orderIds));
    },
    faxReasons: (actor, fillIds) => {
      authorize(actor, 'order.read');
      return store.withOrg(actor.orgId, (tx) => faxReasonsOf(tx, actor.orgId, fillIds));
    },
  };
}
