// The door of the room `delivery` for other rooms, whose transactions it takes part in, and for what composes the service.

/** What operators hear of deliveries. */
export type { AttemptNews, UnbuiltNews } from './attempt/news.ts';
/** Makes the message of an attempt. */
export { writeMessage } from './attempt/plan/message.ts';
export { createHandOvers, type HandOvers, pruneHandOvers } from './carriers/common/hand-overs.ts';
/** Who carries faxes and text messages: ports, and their HTTP forms. */
export type { CarrierKind } from './carriers/common/kind.ts';
export type { FaxCarrier, FaxCarrierAddress } from './carriers/fax/carrier.ts';
export { FAX_CARRIERS } from './carriers/fax-carriers.ts';
export type { TextCarrier, TextCarrierAddress } from './carriers/text/carrier.ts';
export { TEXT_CARRIERS } from './carriers/text-carriers.ts';
/** A message to a pharmacy as it leaves, and what its answer means: for conformance runs, which say what delivery would. */
export { apiCallOf, apiMessage } from './channels/api.ts';
export type { PreparedMessage, ScriptSender } from './channels/script.ts';
export { scriptMessage } from './channels/script.ts';
export { createElectronicSender, endpointOf, requestTo } from './channels/sender.ts';
/** What somebody may do about an order now, judged by the rules of the acts themselves. */
export type { CancelDeps } from './commands/deps.ts';
export {
  DELIVERY_ACTS,
  type DeliveryAct,
  judgeAct,
  judged,
  judgeLineAct,
  readAheadOfActs,
} from './commands/judge-acts.ts';
/** Why a fill is not sent again. */
export type { ResendObstacle } from './commands/resend.ts';
/** What a pharmacy is told of by telephone, and what of that is a cancel. */
export { isCancelToTell, isToldByTelephone } from './commands/told-by-telephone.ts';
/** Links on faxes: their secrets, as presented and as stored, and the rows that say what they open. */
export {
  createLinkKey,
  hashSecret,
  type LinkKey,
  type PresentedSecret,
  recognizeSecret,
  wrongGroups,
} from './fax/link.ts';
export { type SecureLinkRow, type SecureLinkTables } from './fax/secure-links.ts';
/** What a fax says, for the page that its link opens. */
export * as faxWords from './fax/words.ts';
export type { DeliveryFigures, LaneClassFigures, StuckFigures } from './figures/figures.ts';
export type { ClockNews } from './lanes/clock-watch.ts';
export type { HeldLanes, Hold, HoldNews } from './lanes/guard/breaker.ts';
export { HELD_LANES } from './lanes/guard/breaker.ts';
export type { Facts } from './ledger/facts.ts';
export type { FactsPharmacy } from './ledger/facts-pharmacy.ts';
export { STUCK_REASONS } from './ledger/fallback.ts';
export type { FillNews } from './ledger/fill-news.ts';
export { FALLBACK_REASONS } from './ledger/fill-news.ts';
/** What stands of one patient, as ids: the subjects of audit entries. */
export { recordsOfPatient } from './ledger/records-of-patient.ts';
export type { Sent } from './ledger/sent.ts';
/** The tables of transmissions and their attempts. */
export type { AttemptRow, DeliveryTables, TransmissionRow } from './ledger/tables.ts';
export { CARRIER_LIMITS, DELIVERY_LIMITS, RECALL_LIMITS } from './limits.ts';
/** What operators see of a quarantine and do in it, and the same as a command asks the running service for it. */
export type { QuarantineBecause } from './quarantine/begin.ts';
export { disposeOf, settleReceived } from './quarantine/dispose.ts';
export { performQuarantineAct } from './quarantine/perform.ts';
export type {
  Quarantine,
  QuarantineAdministration,
  QuarantineLane,
  QuarantineState,
  Received,
  Reconciled,
} from './quarantine/quarantine.ts';
export { receivedIn } from './quarantine/received-file.ts';
export type { Choice } from './quarantine/reconcile.ts';
/** What operators see of what waits and do to it, and the same as a command asks the running service for it. */
export { isRow } from './queue/act-input.ts';
export type { QueueAttempt, QueueTransmission, TransmissionAttempts } from './queue/attempts.ts';
export type { HistoryQuery } from './queue/history.ts';
export type { QueueLane, QueueRow } from './queue/lanes.ts';
export type { AttemptAnswer, TransmissionMessage } from './queue/message.ts';
export type { NodeHold } from './queue/node-holds.ts';
export {
  createQueueAdministration,
  performQueueAct,
  type QueueAdministration,
  type QueueState,
} from './queue/queue.ts';
export type { ResendInput, Resent } from './queue/resend.ts';
export type { StuckFill, StuckFills } from './queue/stuck.ts';
/** The same as the console shows it. */
export type { RecalledFill, RecalledPage } from './recall/export.ts';
export { csvLines, EXPORT_COLUMNS } from './recall/export-csv.ts';
/** The orders in recalls that last, for the practice's desk. */
export { recalledOrders } from './recall/of-orders.ts';
/** What operators recall, as a command asks the running service for it, and the round that finishes walks that were cut off. */
export { performRecallAct, type RecallAdministration, recallRound } from './recall/recall.ts';
export type { PreviewInput } from './recall/recall-input.ts';
export type { Recall } from './recall/recall-rows.ts';
export type { RecallSummary } from './recall/summary.ts';
export type { WalkProgress } from './recall/walk.ts';
export type { CarrierOf, ReceiptNews, ReceiptOutcome } from './receipts/outcome.ts';
export type { CarrierReceipts } from './receipts/receipts.ts';
export type { RequestTables } from './requests/tables.ts';
