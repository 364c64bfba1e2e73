// Judges what somebody may do about an order now, by the rules of the acts themselves: each is asked as the act asks it, and nothing is written.

import { decideCancel } from '@pestle/rules/cancel';
import type { OrganizationId } from '@pestle/rules/ids';
import type { LineAct, OrderAct } from '@pestle/rules/order-acts';
import { readPharmaciesAhead } from '../../directory/inside.ts';
import { authorize, isAllowed } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import { readDeparturesAhead } from '../../outbox/outbox.ts';
import type { FillRow, OrderRecord } from '../../prescribing/inside.ts';
import {
  isCancelAsked,
  isRefillStopAsked,
  readPrescriptionsAhead,
  requireAct,
  requireCancel,
  requireChoice,
  requireRefillStopAsk,
  requireSendable,
} from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import { readTransmissionsAhead } from '../ledger/transmissions.ts';
import { mayBeCanceled } from './cancel.ts';
import type { CancelDeps } from './deps.ts';
import { discontinueDecision } from './discontinue.ts';
import { phonable } from './phoned-in.ts';
import { readTextsAhead, remindable } from './remind.ts';
import { requireMovable } from './reroute.ts';
import { notResendable, requireSendableAgain, resendable } from './resend.ts';
import { isToldByTelephone } from './told-by-telephone.ts';

/** The acts that this room does. */
export type DeliveryAct = Exclude<OrderAct, 'ANSWER_QUESTION' | 'PRESCRIBE_AGAIN' | 'HANDLED'>;

/** Why it is refused: the code of the reason, else of the error; null where it is allowed. */
export type Judged = string | null;

type Judge = (deps: CancelDeps, tx: Tx, actor: Actor, order: OrderRecord) => Promise<void>;

/** Each throws what its act would throw. */
const JUDGES: Readonly<Record<DeliveryAct, Judge>> = {
  OTHER_PHARMACY: async (deps, tx, actor, { order, fills }) => {
    await requireChoice(deps, tx, actor, 'order.other-pharmacy');
    if (order.pharmacy_id === null) throw because('NO_PHARMACY');
    const open = fills.filter(({ state }) => state !== 'CANCELED');
    requireMovable(open);
    await sendable(deps, tx, actor, open);
  },
  RESEND: async (deps, tx, actor, { fills }) => {
    await requireAct(deps, tx, actor, 'order.resend');
    await anyOf(fills, (fill) => resendable(deps, tx, fill));
  },
  REISSUE: async (deps, tx, actor, { fills }) => {
    await requireAct(deps, tx, actor, 'order.reissue');
    await anyOf(fills, async (fill) => {
      await requireSendableAgain(deps, tx, fill);
      if (fill.pharmacy_id === null) throw notResendable(fill);
      requireMovable([fill]);
    });
  },
  CALL_IN_SHEET: async (deps, tx, actor, { order, fills }) => {
    await requireAct(deps, tx, actor, 'order.phoned-in');
    if (order.pharmacy_id === null) throw because('NO_PHARMACY');
    if (!fills.some(isToldByTelephone)) throw because('NOTHING_TO_CALL_IN');
  },
  PHONED_IN: async (deps, tx, actor, { fills }) => {
    await requireAct(deps, tx, actor, 'order.phoned-in');
    await phonable(deps, tx, fills);
  },
  CHOOSE_PHARMACY: async (deps, tx, actor, { order, fills }) => {
    await requireChoice(deps, tx, actor, 'order.choose-pharmacy');
    if (order.state !== 'ROUTING') throw because('HAS_PHARMACY');
    await sendable(
      deps,
      tx,
      actor,
      fills.filter(({ state }) => state === 'QUEUED'),
    );
  },
  REMIND_PATIENT: async (deps, tx, actor, order) => {
    await requireAct(deps, tx, actor, 'order.remind');
    await remindable(deps, tx, order);
  },
  CANCEL: async (deps, tx, actor, { fills }) => {
    await requireAct(deps, tx, actor, 'order.cancel');
    await anyOf(fills, cancelable);
  },
  CANCEL_ONE: async (deps, tx, actor, { fills }) => {
    await requireAct(deps, tx, actor, 'order.cancel');
    await anyOf(fills, cancelable);
    if (fills.filter(isOpen).length < 2) throw because('ONE_MEDICATION');
  },
  ASK_FOR_CANCEL: async (deps, tx, actor, { fills }) => {
    if (!isAllowed(actor, 'order.ask-cancel') && isAllowed(actor, 'order.cancel'))
      throw because('STAFF_ONLY');
    authorize(actor, 'order.ask-cancel');
    await requireCancel(deps, tx, actor);
    await anyOf(fills, async (fill) => {
      const decision = decideCancel({
        state: fill.state,
        dispensingReported: fill.dispensing_reported_at !== null,
        mayHaveLeft: true,
      });
      if (!decision.allowed) throw because(decision.code);
      if (fill.cancel_requested_at !== null) throw because('BEING_CANCELED');
    });
  },
  DECLINE_CANCEL: async (deps, tx, actor, { fills }) => {
    await requireAct(deps, tx, actor, 'order.cancel');
    if (!fills.some(isCancelAsked)) throw because('NOT_ASKED');
  },
  NO_MORE_REFILLS: async (deps, tx, actor, { fills }) => {
    await requireAct(deps, tx, actor, 'order.discontinue');
    await anyOf(fills, async (fill) => {
      const decision = await discontinueDecision(deps, tx, fill);
      if (!decision.allowed) throw because(decision.code);
    });
  },
  ASK_NO_MORE_REFILLS: async (deps, tx, actor, { fills }) => {
    if (!isAllowed(actor, 'order.ask-discontinue') && isAllowed(actor, 'order.discontinue'))
      throw because('PRESCRIBERS_STOP');
    await requireRefillStopAsk(tx, actor);
    await anyOf(fills, async (fill) => {
      const decision = await discontinueDecision(deps, tx, fill);
      if (!decision.allowed) throw because(decision.code);
      if (fill.discontinued_at !== null) throw because('ALREADY_DISCONTINUED');
    });
  },
  DECLINE_NO_MORE_REFILLS: async (deps, tx, actor, { fills }) => {
    await requireAct(deps, tx, actor, 'order.discontinue');
    if (!fills.some(isRefillStopAsked)) throw because('REFILLS_NOT_ASKED');
  },
};

export const DELIVERY_ACTS = Object.keys(JUDGES) as readonly DeliveryAct[];

/** Before many orders are judged in a transaction that only reads: what the judges ask for, once for all of them. */
export async function readAheadOfActs(
  tx: Tx,
  orgId: OrganizationId,
  orders: readonly OrderRecord[],
): Promise<void> {
  const fills = orders.flatMap((order) => order.fills);
  const fillIds = fills.map(({ id }) => id);
  await readPrescriptionsAhead(
    tx,
    orgId,
    fills.map((fill) => fill.prescription_id),
  );
  const transmissions = await readTransmissionsAhead(tx, orgId, fillIds);
  await readDeparturesAhead(tx, orgId, [
    ...fillIds,
    ...orders.map(({ order }) => order.id),
    ...transmissions.filter(({ kind }) => kind === 'discontinue').map(({ id }) => id),
  ]);
  await readTextsAhead(
    tx,
    orgId,
    orders.flatMap(({ order }) => (order.state === 'ROUTING' ? [order] : [])),
  );
  await readPharmaciesAhead(tx, [
    ...orders.flatMap(({ order }) => order.pharmacy_id ?? []),
    ...transmissions.map((one) => one.pharmacy_id),
  ]);
}

/** In a transaction of the organization. */
export async function judgeAct(
  deps: CancelDeps,
  tx: Tx,
  actor: Actor,
  order: OrderRecord,
  act: DeliveryAct,
): Promise<Judged> {
  return await judged(() => JUDGES[act](deps, tx, actor, order));
}

/** Of one medication of the order, as if it were alone there: it can be canceled also where it is the only one. */
export async function judgeLineAct(
  deps: CancelDeps,
  tx: Tx,
  actor: Actor,
  { order, fill }: { readonly order: OrderRecord; readonly fill: FillRow },
  act: Exclude<LineAct, 'ANSWER_QUESTION' | 'PRESCRIBE_AGAIN'>,
): Promise<Judged> {
  const judge = JUDGES[act === 'CANCEL_ONE' ? 'CANCEL' : act];
  return await judged(() => judge(deps, tx, actor, { ...order, fills: [fill] }));
}

/** What it throws, as the code of why it is refused. */
export async function judged(judge: () => Promise<void>): Promise<Judged> {
  try {
    await judge();
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.detail.reason ?? error.code;
    throw error;
  }
}

/** As the act refuses it: only the reason is read. */
function because(reason: string): Failure {
  return new Failure('CANCEL_REFUSED', 'This is not possible now.', { reason });
}

function isOpen({ state }: FillRow): boolean {
  return state !== 'DELIVERED' && state !== 'CANCELED';
}

async function cancelable(fill: FillRow): Promise<void> {
  const decision = mayBeCanceled(fill, true);
  if (!decision.allowed) throw because(decision.code);
  if (fill.cancel_requested_at !== null && fill.cancel_not_sent_at === null) throw because('BEING_CANCELED');
}

async function sendable(
  deps: CancelDeps,
  tx: Tx,
  { orgId }: Actor,
  fills: readonly FillRow[],
): Promise<void> {
  await requireSendable(
    deps,
    tx,
    deps.ports,
    orgId,
    fills.map((fill) => fill.prescription_id),
  );
}

/** One is enough; where there is none, the reason of the first. */
async function anyOf(fills: readonly FillRow[], judge: (fill: FillRow) => Promise<unknown>): Promise<void> {
  let first: Failure | undefined;
  for (const fill of fills) {
    try {
      await judge(fill);
      return;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      first ??= error;
    }
  }
  throw first ?? because('NOTHING_OPEN');
}
