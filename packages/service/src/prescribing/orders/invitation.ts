// An order without a pharmacy invites its patient to choose one: one text per order, whose id follows from the order's.
import type { Id, OrderId } from '@pestle/rules/ids';
import { ulidOf } from '@pestle/rules/ids';

/** The id of the text with the patient's link, in the outbox and among the texts. */
export function invitationId(orderId: OrderId): Id<'txt'> {
  return `txt_${ulidOf(orderId)}` as Id<'txt'>;
}
