// The text that invites a patient to choose the pharmacy of an order that has none: one per order, its id made from the order's.
import type { Id, OrderId } from '@pestle/rules/ids';
import { ulidOf } from '@pestle/rules/ids';

/** The id of the text with the patient's link, in the outbox and among the texts. */
export function invitationId(orderId: OrderId): Id<'txt'> {
  return `txt_${ulidOf(orderId)}` as Id<'txt'>;
}
