// What people and patients ask of orders that were sent, and what is shown of what was sent.

import type { PharmacyId } from '@pestle/rules/ids';
import type { WriteKey } from '../audit/inside.ts';
import { authorize } from '../identity/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import type { LockedOrder } from '../prescribing/inside.ts';
import type { Store, Tx } from '../store/store.ts';
import type { CancelInput } from './commands/cancel.ts';
import { cancelOrder } from './commands/cancel.ts';
import type { CancelResult } from './commands/cancel-result.ts';
import type { DiscontinueInput, DiscontinueResult } from './commands/discontinue.ts';
import { discontinueRefills } from './commands/discontinue.ts';
import type { PhonedIn, PhonedInInput } from './commands/phoned-in.ts';
import { recordPhonedIn } from './commands/phoned-in.ts';
import type { RemindDeps, RemindInput } from './commands/remind.ts';
import { remindPatient } from './commands/remind.ts';
import type { AskForCancelInput, DeclineCancelInput } from './commands/requests/cancel-requests.ts';
import { askForCancel, declineCancelRequest } from './commands/requests/cancel-requests.ts';
import type { DeclineRefillStopInput, RefillStopInput } from './commands/requests/refill-stop-requests.ts';
import { askForNoMoreRefills, declineNoMoreRefills } from './commands/requests/refill-stop-requests.ts';
import type { MovedOrder, RerouteInput } from './commands/reroute.ts';
import { moveOrder, rerouteOrder } from './commands/reroute.ts';
import type { SendAgainInput } from './commands/send-again.ts';
import { reissueFill, resendFill } from './commands/send-again.ts';
import type { TransmissionRecord } from './ledger/transmissions.ts';
import { transmissionRecords } from './ledger/transmissions.ts';
import type { FaxBecause, UnderWay } from './ledger/under-way.ts';
import { faxReasonsOf, underWayOf } from './ledger/under-way.ts';
import type { RecallOfOrder } from './recall/of-orders.ts';
import { recallsOfOrders } from './recall/of-orders.ts';
import type { InvitationState } from './texts/invitations.ts';
import { invitationsOf } from './texts/invitations.ts';
import type { TextOfOrder } from './texts/order-texts.ts';
import { textsOfOrders } from './texts/order-texts.ts';

export interface DeliveryActs {
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
  /** Staff ask a prescriber to cancel. */
  askForCancel(
    actor: Actor,
    input: AskForCancelInput,
    write: WriteKey,
  ): Promise<{ orderId: string; results: readonly CancelResult[] }>;
  /** A prescriber does not cancel what staff ask for. */
  declineCancelRequest(
    actor: Actor,
    input: DeclineCancelInput,
    write: WriteKey,
  ): Promise<{ orderId: string }>;
  /** Staff ask a prescriber to stop the refills. */
  askForNoMoreRefills(
    actor: Actor,
    input: RefillStopInput,
    write: WriteKey,
  ): Promise<{ orderId: string; results: readonly DiscontinueResult[] }>;
  /** A prescriber keeps the refills that staff ask to be stopped. */
  declineNoMoreRefills(
    actor: Actor,
    input: DeclineRefillStopInput,
    write: WriteKey,
  ): Promise<{ orderId: string }>;
  /** The pharmacy has taken the order by telephone: nothing of it is sent again. */
  recordPhonedIn(actor: Actor, input: PhonedInInput, write: WriteKey): Promise<PhonedIn>;
  /** Texts the patient who is to choose a pharmacy once more. */
  remindPatient(actor: Actor, input: RemindInput, write: WriteKey): Promise<{ orderId: string }>;
  /** Sends an order to another pharmacy (D11). */
  reroute(actor: Actor, input: RerouteInput, write: WriteKey): Promise<{ orderId: string }>;
  /** For `routing`, in the transaction in which a patient chose another pharmacy for a locked order (D11). */
  readonly moveForPatient: (tx: Tx, locked: LockedOrder, pharmacyId: PharmacyId) => Promise<MovedOrder>;
  /** Sends the same message to the fill's pharmacy once more (D11). */
  resend(actor: Actor, input: SendAgainInput, write: WriteKey): Promise<{ orderId: string }>;
  /** Sends a new message with new ids to the fill's pharmacy, and cancels the old one (D11). */
  reissue(actor: Actor, input: SendAgainInput, write: WriteKey): Promise<{ orderId: string }>;
}

export interface DeliveryRecords {
  /** What was sent for each fill, with every attempt and answer. */
  transmissions(
    actor: Actor,
    fillIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly TransmissionRecord[]>>;
  /** What became of the texts that ask patients to choose a pharmacy; nothing for orders that sent none. */
  invitations(actor: Actor, orderIds: readonly string[]): Promise<ReadonlyMap<string, InvitationState>>;
  /** What patients were texted about orders, oldest first, and what became of it; nothing for orders of which nothing was. */
  texts(actor: Actor, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly TextOfOrder[]>>;
  /** When fills leave that have not left yet, and at which attempt each is. */
  underWay(actor: Actor, fillIds: readonly string[]): Promise<ReadonlyMap<string, UnderWay>>;
  /** The recalls that orders are in; nothing for orders that are in none. */
  recallsOf(
    actor: Actor,
    orderIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly RecallOfOrder[]>>;
  /** Why fills went by fax. */
  faxReasons(actor: Actor, fillIds: readonly string[]): Promise<ReadonlyMap<string, FaxBecause>>;
}

/** What people and patients ask of orders that were sent. */
export function deliveryActs(deps: RemindDeps): DeliveryActs {
  return {
    cancel: (actor, input, write) => cancelOrder(deps, actor, input, write),
    discontinueRefills: (actor, input, write) => discontinueRefills(deps, actor, input, write),
    askForCancel: (actor, input, write) => askForCancel(deps, actor, input, write),
    declineCancelRequest: (actor, input, write) => declineCancelRequest(deps, actor, input, write),
    askForNoMoreRefills: (actor, input, write) => askForNoMoreRefills(deps, actor, input, write),
    declineNoMoreRefills: (actor, input, write) => declineNoMoreRefills(deps, actor, input, write),
    recordPhonedIn: (actor, input, write) => recordPhonedIn(deps, actor, input, write),
    remindPatient: (actor, input, write) => remindPatient(deps, actor, input, write),
    reroute: (actor, input, write) => rerouteOrder(deps, actor, input, write),
    moveForPatient: (tx, locked, pharmacyId) => moveOrder(deps, tx, locked, pharmacyId, 'patient'),
    resend: (actor, input, write) => resendFill(deps, actor, input, write),
    reissue: (actor, input, write) => reissueFill(deps, actor, input, write),
  };
}

/** What is shown of what was sent. */
export function deliveryRecords(store: Store, maintenanceWaitMs: number): DeliveryRecords {
  return {
    transmissions: (actor, fillIds) => {
      authorize(actor, 'transmission.read');
      return store.withOrg(actor.orgId, (tx) => transmissionRecords(tx, actor.orgId, fillIds));
    },
    invitations: (actor, orderIds) => {
      authorize(actor, 'order.read');
      return store.withOrg(actor.orgId, (tx) => invitationsOf(tx, actor.orgId, orderIds));
    },
    texts: (actor, orderIds) => {
      authorize(actor, 'order.read');
      return store.withOrg(actor.orgId, (tx) => textsOfOrders(tx, actor.orgId, orderIds));
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
