// PrescriberOrderNumber: which line of an order it is, at which of the pharmacies that the order has had (D9).
import type { OrderId } from '@pestle/rules/ids';
import { ulidOf } from '@pestle/rules/ids';

/** `<ULID of the order>-<line>`, and `-<n>` at the n-th pharmacy, or issue, from the second on. */
export function prescriberOrderNumber(orderId: OrderId, line: number, pharmacyCount: number): string {
  const number = `${ulidOf(orderId)}-${line}`;
  return pharmacyCount > 1 ? `${number}-${pharmacyCount}` : number;
}

/** The same of SQL expressions. */
export function prescriberOrderNumberSql(orderId: string, line: string, pharmacyCount: string): string {
  return `concat_ws('-', substr(${orderId}, ${'ord_'.length + 1}), ${line}, nullif(${pharmacyCount}, 1))`;
}
