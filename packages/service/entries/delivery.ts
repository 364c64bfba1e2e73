// What other packages are offered of delivery.

/** The rows of the fax policy: where law forbids a computer's fax, of what, for which drug and payer, since when. Not legal advice. */
export { FAX_RULES, type FaxRule } from '../src/delivery/fax/policy-rules.ts';
/** Every bound of deliveries. */
export { DELIVERY_LIMITS } from '../src/delivery/limits.ts';
/** What an older state of the store held when it was restored, and what operators do about it. */
export { disposeOf, settleReceived } from '../src/delivery/quarantine/dispose.ts';
export type { QuarantineAct } from '../src/delivery/quarantine/perform.ts';
export {
  createQuarantineAdministration,
  type Quarantine,
  type QuarantineAdministration,
  type QuarantineLane,
  type QuarantineState,
  type Received,
  type Reconciled,
  type ReconcileInput,
} from '../src/delivery/quarantine/quarantine.ts';
export { receivedIn } from '../src/delivery/quarantine/received-file.ts';
export { CHOICES, type Choice } from '../src/delivery/quarantine/reconcile.ts';
/** Shows operators what waits to leave, over all organizations: ids and codes only. */
export type {
  QueueAttempt,
  QueueTransmission,
  TransmissionAttempts,
} from '../src/delivery/queue/attempts.ts';
export type { HistoryQuery } from '../src/delivery/queue/history.ts';
export type { QueueLane, QueueRow } from '../src/delivery/queue/lanes.ts';
export type { TransmissionMessage } from '../src/delivery/queue/message.ts';
export type { NodeHold } from '../src/delivery/queue/node-holds.ts';
export type { OperatorFill, OperatorOrder } from '../src/delivery/queue/order.ts';
export {
  createQueueBesidesResend,
  type QueueAct,
  type QueueAdministration,
  type QueueBesidesResend,
  type QueueState,
} from '../src/delivery/queue/queue.ts';
export type { ResendInput, Resent } from '../src/delivery/queue/resend.ts';
export type { StuckFill, StuckFills } from '../src/delivery/queue/stuck.ts';
/** Recalls: every order of a medicine, of a list of prescriptions or of a pharmacy. */
export type { RecalledFill, RecalledPage } from '../src/delivery/recall/export.ts';
export { csvLines, EXPORT_COLUMNS } from '../src/delivery/recall/export-csv.ts';
export {
  createRecallAdministration,
  type RecallAct,
  type RecallAdministration,
} from '../src/delivery/recall/recall.ts';
export type { PreviewInput, StartInput } from '../src/delivery/recall/recall-input.ts';
export type { Recall } from '../src/delivery/recall/recall-rows.ts';
export type { RecallSummary } from '../src/delivery/recall/summary.ts';
export type { WalkProgress } from '../src/delivery/recall/walk.ts';
