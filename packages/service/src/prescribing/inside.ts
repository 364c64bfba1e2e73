// The door of the room `prescribing` for other rooms' transactions: they read, lock, judge and move what stands in its tables.

export type { ActDeps } from './acts.ts';
export {
  authorizeCancel,
  requireAct,
  requireCancel,
  requireChoice,
  requireDeskWork,
  requirePerson,
  requireRefillStopAsk,
} from './acts.ts';
export type { ClinicalContent, Envelope, PostalAddress } from './clinical-content.ts';
export type { SignedDeparture } from './deps.ts';
export { PRESCRIBING_LIMITS } from './limits.ts';
export { isCancelAsked } from './orders/cancel-ask.ts';
export { CANCEL_OBSTACLE_CLEARED, NO_CANCEL_YET } from './orders/cancel-facts.ts';
export { fillMoveSql, orderStateAfterSql } from './orders/fill-moves-sql.ts';
export type { AroundFill } from './orders/fill-situation.ts';
export { aroundFills, CANCELED_BY_PHARMACY, fillFacts, fillSituation } from './orders/fill-situation.ts';
export type { FillChange, FillMove, LockedOrder } from './orders/fills.ts';
export { countPharmacy, lockOrder, moveFill } from './orders/fills.ts';
export { laneOf, selectableLane } from './orders/lane.ts';
export type { MoveTogether, ReadOrder } from './orders/moves-together.ts';
export {
  holdUnchangedSteps,
  moveStep,
  moveTogether,
  ordersRead,
  readOrdersStep,
} from './orders/moves-together.ts';
export { isUnchangedSql, UNCHANGED } from './orders/moves-together-sql.ts';
export { orderNumberOf, prescriberOrderNumber } from './orders/order-number.ts';
export { ordersWithFills } from './orders/orders.ts';
export { isRefillStopAsked } from './orders/refill-stop-ask.ts';
export {
  prescriptionsByIds,
  readablePrescriptions,
  readPrescriptionsAhead,
} from './prescriptions/prescriptions.ts';
export { sendUntil } from './prescriptions/send-within.ts';
export { obstaclesTo, requireSendable } from './prescriptions/sendable.ts';
export type { OrderRecord } from './records.ts';
export type { MessageFacts, MessagePharmacy } from './script-message.ts';
export { cancelRx, newRx, shapedFor } from './script-message.ts';
export {
  openOrder,
  openPrescription,
  openSealedOfOrder,
  openSignable,
  sealCancelAsk,
  sealCancelDecline,
  sealCancelReason,
  sealDiscontinueReason,
  sealRefillStop,
  sealTakenBy,
} from './sealed-rows.ts';
export { signedOf } from './signing/signed-of.ts';
export { PHARMACY_VERSION_SQL, patientAsSignedSql } from './signing/signing-sql.ts';
export type { FillEventRow, FillRow, OrderRow, PrescribingTables, PrescriptionRow } from './tables.ts';
