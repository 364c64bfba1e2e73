// What a report is about, from the id or the number by which a pharmacy names it.
import type { OrderId } from '@pestle/rules/ids';
import { isId, isUlid, ULID_CHARACTERS } from '@pestle/rules/ids';
import { upperAscii } from '@pestle/rules/letter-case';

/** What a report is about: all of an order's fills at the pharmacy, or one medication. */
export type ReportTarget =
  | { readonly kind: 'order'; readonly orderId: OrderId }
  | { readonly kind: 'medication'; readonly orderId: OrderId; readonly prescriberOrderNumber: string };

/** `ord_<ULID>`, or a PrescriberOrderNumber `<ULID>-<line>[-<n>]` (D9), in any letter case. */
export function targetOf(text: string): ReportTarget | undefined {
  const upper = upperAscii(text);
  const orderId = `ord_${upper.slice('ORD_'.length)}`;
  if (upper.startsWith('ORD_') && isId('ord', orderId)) return { kind: 'order', orderId };
  const ulid = upper.slice(0, ULID_CHARACTERS);
  const ofNumber = `ord_${ulid}`;
  if (!isUlid(ulid) || !/^(?:-[1-9]\d{0,2}){1,2}$/.test(upper.slice(ULID_CHARACTERS))) return undefined;
  return isId('ord', ofNumber)
    ? { kind: 'medication', orderId: ofNumber, prescriberOrderNumber: upper }
    : undefined;
}
