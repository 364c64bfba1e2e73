// The door of the room `prescribing` for callers with an actor: drafts, review, signing, prescriptions and orders.

import type { PrescriptionState, SendObstacle } from '@pestle/rules/prescription-state';
import type { FillSituation } from '@pestle/rules/situation-of';
import type { WriteKey } from '../audit/inside.ts';
import { authorize } from '../identity/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Page } from '../kernel/paging.ts';
import type { SignedScreening } from './clinical-content.ts';
import type { CombineInput } from './combine/combine-order.ts';
import { combineOrder } from './combine/combine-order.ts';
import { combinableOrders } from './combine/takes-more.ts';
import type { CoverageCheck } from './coverage/coverage-check.ts';
import { coverageCheck } from './coverage/coverage-check.ts';
import type { CoverageAsk } from './coverage/subject.ts';
import type { PrescribingDeps } from './deps.ts';
import type { DraftChange, DraftInput } from './drafts/draft-input.ts';
import { createDraft, deleteDraft, updateDraft } from './drafts/drafts.ts';
import type { PrescribeAgainInput } from './drafts/prescribe-again.ts';
import { prescribeAgain } from './drafts/prescribe-again.ts';
import type { DraftFilter } from './drafts/read-drafts.ts';
import { draftOf, draftsByIds, listDrafts } from './drafts/read-drafts.ts';
import type { WaitingFilter } from './drafts/waiting.ts';
import { draftsWaiting } from './drafts/waiting.ts';
import type { LikelyDuplicate } from './duplicates/likely-duplicates.ts';
import { likelyDuplicates } from './duplicates/likely-duplicates.ts';
import { cancelAskReason } from './orders/cancel-ask.ts';
import type { AroundFill } from './orders/fill-situation.ts';
import { aroundFills, fillSituation, isUnconfirmed } from './orders/fill-situation.ts';
import type { OrderFilter } from './orders/order-filter.ts';
import {
  cancelAnswerReason,
  cancelDeclineReason,
  discontinueAnswerReason,
  fillEvents,
  listOrders,
  orderOf,
  ordersByIds,
  takenBy,
} from './orders/orders.ts';
import { refillStopAskReason, refillStopDeclineReason } from './orders/refill-stop-ask.ts';
import { stoppedAt } from './orders/stopped-at.ts';
import type { PrescriptionFilter } from './prescriptions/prescriptions.ts';
import { listPrescriptions, prescriptionMap, prescriptionOf } from './prescriptions/prescriptions.ts';
import { sendObstacles, stateAt } from './prescriptions/sendable.ts';
import type { ToSendFilter } from './prescriptions/to-send.ts';
import { prescriptionsToSend } from './prescriptions/to-send.ts';
import type { PharmacyUse } from './prescriptions/used-before.ts';
import { frequentTreatmentIds, latestFills, pharmaciesUsed } from './prescriptions/used-before.ts';
import type { OrderRecord, PrescriptionRecord } from './records.ts';
import type { Review, ReviewAsk } from './review/review.ts';
import { reviewDrafts } from './review/review.ts';
import { tellScreeningServices } from './screening/feedback.ts';
import type { ScreenedToSend } from './screening/screen-saved.ts';
import { screeningToSend, sentScreenings } from './screening/screen-saved.ts';
import { screeningOf, type TreatmentAsk, type TreatmentScreened } from './screening/screen-treatment.ts';
import type { OrderInput } from './signing/create-order.ts';
import { createOrder } from './signing/create-order.ts';
import type { PrescriptionsInput } from './signing/create-prescriptions.ts';
import { createPrescriptions } from './signing/create-prescriptions.ts';
import type { DraftRow, FillEventRow, FillRow } from './tables.ts';

export type {
  ClinicalContent,
  DiagnosisCode,
  PostalAddress,
  SignedScreening,
  Supervisor,
} from './clinical-content.ts';
export type { CombineInput } from './combine/combine-order.ts';
export type {
  CopayAnswer,
  CoverageCheck,
  CoverageSentence,
  DraftCoverage,
  PharmacyAlternative,
  TreatmentAlternative,
  VerdictAnswer,
} from './coverage/coverage-check.ts';
export type { DraftChange, DraftInput } from './drafts/draft-input.ts';
export type { PrescribeAgainInput } from './drafts/prescribe-again.ts';
export type { LikelyDuplicate } from './duplicates/likely-duplicates.ts';
export { draftField } from './field-columns.ts';
export { isCancelAsked } from './orders/cancel-ask.ts';
export { CANCELED_BY_PHARMACY } from './orders/fill-situation.ts';
export { isRefillStopAsked } from './orders/refill-stop-ask.ts';
export { sendUntil } from './prescriptions/send-within.ts';
export { SEND_OBSTACLE_SENTENCE } from './prescriptions/sendable.ts';
export type { PharmacyUse } from './prescriptions/used-before.ts';
export type { OrderRecord, PrescriptionRecord } from './records.ts';
export type { Review, ReviewAsk, ReviewedDraft } from './review/review.ts';
export type { ReviewProblem } from './review-problem.ts';
export type { ScreenedToSend } from './screening/screen-saved.ts';
export type { OfferedChange, TreatmentScreened } from './screening/screen-treatment.ts';
export type { OrderInput } from './signing/create-order.ts';
export type { PrescriptionsInput } from './signing/create-prescriptions.ts';
export type { DraftRow, FillEventRow, FillRow, OrderPlan } from './tables.ts';

export interface Prescribing {
  createDraft(actor: Actor, input: DraftInput, write: WriteKey): Promise<DraftRow>;
  updateDraft(actor: Actor, change: DraftChange, write: WriteKey): Promise<DraftRow>;
  deleteDraft(actor: Actor, id: string, write: WriteKey): Promise<{ id: string }>;
  /** A copy of what was signed, as a draft that is signed anew. */
  prescribeAgain(actor: Actor, input: PrescribeAgainInput, write: WriteKey): Promise<DraftRow>;
  draft(actor: Actor, id: string): Promise<DraftRow>;
  draftsByIds(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, DraftRow>>;
  drafts(actor: Actor, filter: DraftFilter): Promise<readonly DraftRow[]>;
  /** The drafts of all patients that wait for a prescriber's signature, oldest first. */
  draftsWaiting(actor: Actor, filter: WaitingFilter): Promise<Page<DraftRow>>;
  /** Of each draft what was prescribed before and is likely the same again; those that repeat nothing are left out. */
  likelyDuplicates(
    actor: Actor,
    draftIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly LikelyDuplicate[]>>;
  /** What the patient's plan pays of drafts, in words. Nothing waits for it; `signal` ends it. */
  coverageCheck(actor: Actor, ask: CoverageAsk, signal?: AbortSignal): Promise<CoverageCheck>;
  /** What would be signed, word for word, and everything that still stops it (W4, W6). */
  reviewDrafts(actor: Actor, input: ReviewAsk): Promise<Review>;
  createPrescriptions(
    actor: Actor,
    input: PrescriptionsInput,
    write: WriteKey,
  ): Promise<readonly PrescriptionRecord[]>;
  prescription(actor: Actor, id: string): Promise<PrescriptionRecord>;
  prescriptions(actor: Actor, filter: PrescriptionFilter): Promise<Page<PrescriptionRecord>>;
  /** What was signed and saved over all patients and can still be sent, what grows too old first. */
  prescriptionsToSend(actor: Actor, filter: ToSendFilter): Promise<Page<PrescriptionRecord>>;
  prescriptionsByIds(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, PrescriptionRecord>>;
  /** The state of a prescription now: what time ends is written nowhere. */
  stateOf(record: PrescriptionRecord): PrescriptionState;
  /** Why prescriptions are not sent; those that may be ordered are left out. */
  sendObstacles(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, SendObstacle>>;
  /** What screening says now of a treatment that is being written for a patient. */
  screeningOf(actor: Actor, ask: TreatmentAsk): Promise<TreatmentScreened>;
  /** What screening says of saved prescriptions now, and which rules need an answer when they are sent. */
  screeningToSend(actor: Actor, ids: readonly string[]): Promise<readonly ScreenedToSend[]>;
  /** Of each fill what screening said when it was sent; those that were signed in the act that sent them are left out. */
  sentScreenings(actor: Actor, fillIds: readonly string[]): Promise<ReadonlyMap<string, SignedScreening>>;
  /** Of each prescription the fill that was ordered last. */
  latestFills(actor: Actor, prescriptionIds: readonly string[]): Promise<ReadonlyMap<string, FillRow>>;
  /** Of each patient the pharmacies that orders went to, the one used last first. */
  pharmaciesUsed(
    actor: Actor,
    patientIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly PharmacyUse[]>>;
  /** For each of the pharmacies, how many medications of the practice stand still there. */
  stoppedAt(actor: Actor, pharmacyIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** What the caller signed most often of late. */
  frequentTreatmentIds(actor: Actor, count: number): Promise<readonly string[]>;
  createOrder(actor: Actor, input: OrderInput, write: WriteKey): Promise<OrderRecord>;
  /** Adds prescriptions to an order that has not left. Throws ORDER_TAKES_NO_MORE. */
  combineOrder(actor: Actor, input: CombineInput, write: WriteKey): Promise<OrderRecord>;
  /** Orders of a patient that can take more at this moment, newest first. */
  combinableOrders(actor: Actor, patientId: string): Promise<readonly OrderRecord[]>;
  order(actor: Actor, id: string): Promise<OrderRecord>;
  orders(actor: Actor, filter: OrderFilter): Promise<Page<OrderRecord>>;
  ordersByIds(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, OrderRecord>>;
  /** D5: sent, and the pharmacy has said nothing for too long. */
  isUnconfirmed(fill: FillRow): boolean;
  /** What people read of a fill. */
  situation(fill: FillRow, around: AroundFill): FillSituation;
  /** What other records know of fills, for their situations. */
  aroundFills(actor: Actor, fillIds: readonly string[]): Promise<ReadonlyMap<string, AroundFill>>;
  /** The pharmacy's words when it answered a cancel; null where it gave none. */
  cancelAnswerReason(actor: Actor, fill: FillRow): Promise<string | null>;
  discontinueAnswerReason(actor: Actor, fill: FillRow): Promise<string | null>;
  /** Why staff asked to cancel it; null where they gave no reason. */
  cancelAskReason(actor: Actor, fill: FillRow): Promise<string | null>;
  /** Why a prescriber declined the cancel that staff asked for. */
  cancelDeclineReason(actor: Actor, fill: FillRow): Promise<string | null>;
  /** Why staff ask to stop the refills. */
  refillStopAskReason(actor: Actor, fill: FillRow): Promise<string | null>;
  /** Why a prescriber kept them. */
  refillStopDeclineReason(actor: Actor, fill: FillRow): Promise<string | null>;
  /** Who at the pharmacy took it by telephone. */
  takenBy(actor: Actor, fill: FillRow): Promise<string | null>;
  /** The timeline of each fill, gapless, oldest first. */
  fillEvents(actor: Actor, fillIds: readonly string[]): Promise<ReadonlyMap<string, readonly FillEventRow[]>>;
  /** Tells other screening services what came of their warnings and was not taken yet; in the background. */
  tellScreeningServices(): Promise<void>;
}

export function createPrescribing(deps: PrescribingDeps): Prescribing {
  return {
    createDraft: (actor, input, write) => createDraft(deps, actor, input, write),
    updateDraft: (actor, change, write) => updateDraft(deps, actor, change, write),
    deleteDraft: (actor, id, write) => deleteDraft(deps, actor, id, write),
    prescribeAgain: (actor, input, write) => prescribeAgain(deps, actor, input, write),
    draft: (actor, id) => draftOf(deps, actor, id),
    draftsByIds: (actor, ids) => draftsByIds(deps, actor, ids),
    drafts: (actor, filter) => listDrafts(deps, actor, filter),
    draftsWaiting: (actor, filter) => draftsWaiting(deps, actor, filter),
    likelyDuplicates: (actor, ids) => likelyDuplicates(deps, actor, ids),
    coverageCheck: (actor, ask, signal) => coverageCheck(deps, actor, ask, signal),
    reviewDrafts: (actor, input) => reviewDrafts(deps, actor, input),
    createPrescriptions: (actor, input, write) => createPrescriptions(deps, actor, input, write),
    prescription: (actor, id) => prescriptionOf(deps, actor, id),
    prescriptions: (actor, filter) => listPrescriptions(deps, actor, filter),
    prescriptionsToSend: (actor, filter) => prescriptionsToSend(deps, actor, filter),
    prescriptionsByIds: (actor, ids) => prescriptionMap(deps, actor, ids),
    stateOf: (record) => stateAt(record, deps.ports.clock.now()),
    sendObstacles: (actor, ids) => sendObstacles(deps, actor, ids),
    screeningOf: (actor, ask) => screeningOf(deps, actor, ask),
    screeningToSend: (actor, ids) => screeningToSend(deps, actor, ids),
    sentScreenings: (actor, ids) => sentScreenings(deps, actor, ids),
    tellScreeningServices: () => tellScreeningServices(deps),
    latestFills: (actor, ids) => latestFills(deps, actor, ids),
    pharmaciesUsed: (actor, ids) => pharmaciesUsed(deps, actor, ids),
    stoppedAt: (actor, ids) => stoppedAt(deps, actor, ids),
    frequentTreatmentIds: (actor, count) => frequentTreatmentIds(deps, actor, count),
    createOrder: (actor, input, write) => createOrder(deps, actor, input, write),
    combineOrder: (actor, input, write) => combineOrder(deps, actor, input, write),
    combinableOrders: (actor, patientId) => combinableOrders(deps, actor, patientId),
    order: (actor, id) => orderOf(deps, actor, id),
    orders: (actor, filter) => listOrders(deps, actor, filter),
    ordersByIds: (actor, ids) => ordersByIds(deps, actor, ids),
    isUnconfirmed: (fill) => isUnconfirmed(fill, deps.ports.clock.now()),
    cancelAnswerReason: (actor, fill) => cancelAnswerReason(deps, actor, fill),
    discontinueAnswerReason: (actor, fill) => discontinueAnswerReason(deps, actor, fill),
    cancelAskReason: (actor, fill) => cancelAskReason(deps, actor, fill),
    cancelDeclineReason: (actor, fill) => cancelDeclineReason(deps, actor, fill),
    refillStopAskReason: (actor, fill) => refillStopAskReason(deps, actor, fill),
    refillStopDeclineReason: (actor, fill) => refillStopDeclineReason(deps, actor, fill),
    takenBy: (actor, fill) => takenBy(deps, actor, fill),
    situation: (fill, around) => fillSituation(fill, around, deps.ports.clock.now()),
    aroundFills: (actor, ids) => {
      authorize(actor, 'order.read');
      return deps.store.withOrg(actor.orgId, (tx) =>
        aroundFills(tx, actor.orgId, ids, deps.ports.clock.now()),
      );
    },
    fillEvents: (actor, ids) => fillEvents(deps, actor, ids),
  };
}
