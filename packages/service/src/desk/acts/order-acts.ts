// What the signed-in person may do about orders now, why not, and what each act will do: judged by the rules of the acts themselves.
import type { OrderId, PharmacyId } from '@pestle/rules/ids';
import {
  type InBothLanguages,
  isOrderActRefusal,
  LINE_ACTS,
  type LineAct,
  ORDER_ACTS,
  type OrderAct,
  type OrderActRefusal,
  orderActEffect,
  orderActRefusal,
} from '@pestle/rules/order-acts';
import { repeatRefusal } from '@pestle/rules/prescribe-again';
import type { DeliveryAct } from '../../delivery/inside.ts';
import { DELIVERY_ACTS, judgeAct, judged, judgeLineAct, readAheadOfActs } from '../../delivery/inside.ts';
import { findPharmacy } from '../../directory/inside.ts';
import { authorize, isAllowed } from '../../identity/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { beginReading } from '../../kernel/ahead.ts';
import type { AroundFill, FillRow, OrderRecord } from '../../prescribing/inside.ts';
import {
  aroundFills,
  fillSituation,
  ordersWithFills,
  requireAct,
  requireSendable,
} from '../../prescribing/inside.ts';
import type { Tx } from '../../store/store.ts';
import type { DeskDeps } from '../deps.ts';
import { ordersOnDesk } from '../items/items.ts';

/** One act on one order, or on one medication of it, for one person, now. */
export interface JudgedAct {
  readonly act: OrderAct;
  /** Why it is refused; null where it is allowed. */
  readonly refusal: { readonly code: OrderActRefusal; readonly text: InBothLanguages } | null;
  /** What it will do. */
  readonly effect: InBothLanguages;
}

/** What is judged together: one order in one transaction, each question about it asked once. */
interface Bench {
  readonly deps: DeskDeps;
  readonly tx: Tx;
  readonly actor: Actor;
  readonly order: OrderRecord;
  readonly around: ReadonlyMap<string, AroundFill>;
  /** Of which orders anything lies on the desk; asked for when it is needed, once for all of them. */
  readonly onDesk: () => Promise<ReadonlySet<OrderId>>;
}

/** Of each order every act; nothing for orders that are nobody's here. */
export async function orderActs(
  deps: DeskDeps,
  actor: Actor,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly JudgedAct[]>> {
  return await ofOrders(deps, actor, orderIds, (bench) =>
    judgedActs(bench, ORDER_ACTS, (act) => refusalOf(bench, act)),
  );
}

/** Of each order the acts on one medication, by the id of its fill. */
export async function lineActs(
  deps: DeskDeps,
  actor: Actor,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly JudgedAct[]>>> {
  return await ofOrders(deps, actor, orderIds, async (bench) => {
    const acts = new Map<string, readonly JudgedAct[]>();
    for (const fill of bench.order.fills)
      acts.set(fill.id, await judgedActs(bench, LINE_ACTS, (act) => lineRefusalOf(bench, fill, act)));
    return acts;
  });
}

async function ofOrders<Found>(
  deps: DeskDeps,
  actor: Actor,
  orderIds: readonly string[],
  judge: (bench: Bench) => Promise<Found>,
): Promise<ReadonlyMap<string, Found>> {
  authorize(actor, 'order.read');
  return await deps.store.withOrg(actor.orgId, async (tx) => {
    beginReading(tx);
    const orders = await ordersWithFills(tx, actor.orgId, orderIds as OrderId[]);
    await readAheadOfActs(tx, actor.orgId, orders);
    const fillIds = orders.flatMap(({ fills }) => fills.map(({ id }) => id));
    const around = await aroundFills(tx, actor.orgId, fillIds, deps.ports.clock.now());
    let looked: Promise<ReadonlySet<OrderId>> | undefined;
    const onDesk = (): Promise<ReadonlySet<OrderId>> => {
      looked ??= ordersOnDesk(
        tx,
        actor.orgId,
        deps.ports.clock.now(),
        orders.map(({ order }) => order.id),
      );
      return looked;
    };
    const found = new Map<string, Found>();
    for (const order of orders)
      found.set(order.order.id, await judge({ deps, tx, actor, order, around, onDesk }));
    return found;
  });
}

async function judgedActs<Act extends OrderAct>(
  { tx, order }: Bench,
  acts: readonly Act[],
  judge: (act: Act) => Promise<OrderActRefusal | null>,
): Promise<readonly JudgedAct[]> {
  const pharmacy = await pharmacyName(tx, order.order.pharmacy_id);
  const found: JudgedAct[] = [];
  for (const act of acts) {
    const code = await judge(act);
    found.push({
      act,
      refusal: code === null ? null : { code, text: orderActRefusal(code) },
      effect: orderActEffect(act, { pharmacy }),
    });
  }
  return found;
}

async function refusalOf(bench: Bench, act: OrderAct): Promise<OrderActRefusal | null> {
  const { deps, tx, actor, order, onDesk } = bench;
  if (isDeliveryAct(act)) return named(await judgeAct(deps, tx, actor, order, act), act);
  if (act !== 'HANDLED') return await ofAny(order.fills, (fill) => lineRefusalOf(bench, fill, act));
  if (!isAllowed(actor, 'desk.work')) return 'NOT_YOURS';
  return (await onDesk()).has(order.order.id) ? null : 'NOTHING_ON_DESK';
}

async function lineRefusalOf(bench: Bench, fill: FillRow, act: LineAct): Promise<OrderActRefusal | null> {
  const { deps, tx, actor, order } = bench;
  if (act === 'PRESCRIBE_AGAIN') return await repeatRefusalOf(bench, fill);
  if (act !== 'ANSWER_QUESTION') return named(await judgeLineAct(deps, tx, actor, { order, fill }, act), act);
  const refused = await judged(async () => {
    await requireAct(deps, tx, actor, 'question.answer');
  });
  if (refused !== null) return named(refused, act);
  return bench.around.get(fill.id)?.asked === true ? null : 'NOTHING_ASKED';
}

async function repeatRefusalOf(
  { deps, tx, actor, around }: Bench,
  fill: FillRow,
): Promise<OrderActRefusal | null> {
  if (!isAllowed(actor, 'draft.write')) return 'NOT_YOURS';
  const known = around.get(fill.id);
  if (known === undefined) return 'NOT_NOW';
  const unsendable = await judged(() =>
    requireSendable(deps, tx, deps.ports, actor.orgId, [fill.prescription_id]),
  );
  return repeatRefusal({
    state: fill.state,
    situation: fillSituation(fill, known, deps.ports.clock.now()),
    alert: fill.alert,
    mayBeSent: unsendable === null,
  });
}

/** One is enough; where there is none, the reason of the first. */
async function ofAny(
  fills: readonly FillRow[],
  judge: (fill: FillRow) => Promise<OrderActRefusal | null>,
): Promise<OrderActRefusal | null> {
  let first: OrderActRefusal | undefined;
  for (const fill of fills) {
    const refusal = await judge(fill);
    if (refusal === null) return null;
    first ??= refusal;
  }
  return first ?? 'NOT_NOW';
}

function isDeliveryAct(act: OrderAct): act is DeliveryAct {
  return (DELIVERY_ACTS as readonly string[]).includes(act);
}

/** A reason in the words of the table; of who may not, whether it is the role or the choice of the practice. */
function named(code: string | null, act: OrderAct): OrderActRefusal | null {
  if (code === null) return null;
  if (code === 'FORBIDDEN')
    return act === 'OTHER_PHARMACY' || act === 'CHOOSE_PHARMACY' ? 'PRESCRIBERS_CHOOSE' : 'NOT_YOURS';
  if (code === 'NOT_AUTHORIZED_TO_PRESCRIBE') return 'PRESCRIBER_ONLY';
  return isOrderActRefusal(code) ? code : 'NOT_NOW';
}

async function pharmacyName(tx: Tx, id: PharmacyId | null): Promise<string | null> {
  return id === null ? null : ((await findPharmacy(tx, id))?.name ?? null);
}
