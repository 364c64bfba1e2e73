// Names that follow from ids: the lane to a pharmacy, the MessageID of a transmission, the text that invites a patient. Each as a function, and as SQL that gives the same.
import type { Id, OrderId, PharmacyResponseId, TransmissionId } from '@pestle/rules/ids';
import { ulidOf } from '@pestle/rules/ids';

/** Lanes that are not a pharmacy's. */
export const FAX_LANE = 'fax';
export const TEXT_LANE = 'text';

/** The lane to a pharmacy that takes prescriptions electronically: all pharmacies of one network partner share the partner's. */
export function electronicLane(pharmacyId: string, partnerId: string | null): string {
  return partnerId === null ? `pharmacy:${pharmacyId}` : `partner:${partnerId}`;
}

/** The same of SQL expressions. */
export function electronicLaneSql(pharmacyId: string, partnerId: string): string {
  return `coalesce('partner:' || ${partnerId}, 'pharmacy:' || ${pharmacyId})`;
}

/** MessageID of a transmission, or of the answer to a pharmacy's request. A fax has one as well, by which later messages name it. */
export function messageIdOf(channel: 'electronic' | 'fax', id: TransmissionId | PharmacyResponseId): string {
  return `${channel === 'fax' ? 'f' : 'm'}${ulidOf(id)}`;
}

/** The same of SQL expressions. */
export function messageIdSql(channel: string, transmissionId: string): string {
  return `case when ${channel} = 'fax' then 'f' else 'm' end || substr(${transmissionId}, ${'trm_'.length + 1})`;
}

/** The text with the link by which a patient chooses the pharmacy of an order that has none: one per order, in the outbox and among the texts. */
export function invitationId(orderId: OrderId): Id<'txt'> {
  return `txt_${ulidOf(orderId)}` as Id<'txt'>;
}

/** The same of an SQL expression. */
export function invitationIdSql(orderId: string): string {
  return `'txt_' || substr(${orderId}, ${'ord_'.length + 1})`;
}
