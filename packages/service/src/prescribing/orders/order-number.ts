// The numbers of an order: the one by which people name it, and PrescriberOrderNumber: which line of it, at which of the pharmacies that it has had (D9).
import type { OrderId, OrganizationId } from '@pestle/rules/ids';
import { ulidOf } from '@pestle/rules/ids';
import type { Tx } from '../../store/store.ts';
import type { PrescribingTables } from '../tables.ts';

/** `<ULID of the order>-<line>`, and `-<n>` at the n-th pharmacy, or issue, from the second on. */
export function prescriberOrderNumber(orderId: OrderId, line: number, pharmacyCount: number): string {
  const number = `${ulidOf(orderId)}-${line}`;
  return pharmacyCount > 1 ? `${number}-${pharmacyCount}` : number;
}

/** The same of SQL expressions. */
export function prescriberOrderNumberSql(orderId: string, line: string, pharmacyCount: string): string {
  return `concat_ws('-', substr(${orderId}, ${'ord_'.length + 1}), ${line}, nullif(${pharmacyCount}, 1))`;
}

/** By which people name an order; null where its organization has none left. */
export async function orderNumberOf(tx: Tx, orgId: OrganizationId, orderId: OrderId): Promise<string | null> {
  const { number } = await tx
    .withTables<PrescribingTables>()
    .selectFrom('orders')
    .select('number')
    .where('org_id', '=', orgId)
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return number;
}
