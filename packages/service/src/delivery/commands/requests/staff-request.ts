// What the requests of staff have in common: which fills they are about and why, and the prescriber's "no" with its reason.

import type { FillId, OrderId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import * as v from 'valibot';
import type { Actor } from '../../../kernel/actor.ts';
import { notFound } from '../../../kernel/errors.ts';
import { plainText } from '../../../kernel/text.ts';
import { parsedBy } from '../../../kernel/validate.ts';
import type { FillRow, LockedOrder } from '../../../prescribing/inside.ts';
import { lockOrder } from '../../../prescribing/inside.ts';
import type { Tx } from '../../../store/store.ts';
import { DELIVERY_LIMITS } from '../../limits.ts';
import { lockOrderOfFill } from '../lock-of-fill.ts';

const reason = v.pipe(v.string(), parsedBy(plainText(DELIVERY_LIMITS.cancelAskCharactersMax)));

export const requestSchema = v.strictObject({
  orderId: v.custom<OrderId>((value) => isId('ord', value), 'This must be the id of an order (ord_…).'),
  /** Without it, every fill of the order that is not canceled. */
  fillId: v.nullish(v.string()),
  reason,
});

export const declineSchema = v.strictObject({
  id: v.custom<FillId>((value) => isId('fil', value), 'This must be the id of a fill (fil_…).'),
  reason,
});

/** The order, locked, and the fills that are asked about. Throws NOT_FOUND. */
export async function lockRequested(
  tx: Tx,
  actor: Actor,
  { orderId, fillId = null }: v.InferOutput<typeof requestSchema>,
): Promise<{ locked: LockedOrder; fills: readonly FillRow[] }> {
  const locked = await lockOrder(tx, actor.orgId, orderId);
  if (locked === undefined) throw notFound('order');
  const fills = locked.fills.filter(({ id, state }) =>
    fillId === null ? state !== 'CANCELED' : id === fillId,
  );
  if (fillId !== null && fills.length === 0) throw notFound('fill');
  return { locked, fills };
}

/** The order of a fill, locked, and the fill itself. Throws NOT_FOUND. */
export async function lockDeclined(
  tx: Tx,
  actor: Actor,
  id: FillId,
): Promise<{ locked: LockedOrder; fill: FillRow }> {
  const locked = await lockOrderOfFill(tx, actor.orgId, id);
  const fill = locked?.fills.find((one) => one.id === id);
  if (locked === undefined || fill === undefined) throw notFound('fill');
  return { locked, fill };
}
