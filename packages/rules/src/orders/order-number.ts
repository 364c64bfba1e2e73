// Owns the number by which people name an order: read out, typed and found. Never in a message, whose standard demands other numbers.
import { luhnSum } from '../codes/luhn.ts';

const DIGITS = /^[1-9]\d{7}$/;

/**
 * True for an order number as it is kept: eight digits, the first not 0, the last one the Luhn check digit of the others. One that is
 * unique in its organization: two organizations may have the same.
 */
export function isOrderNumber(text: string): boolean {
  return DIGITS.test(text) && luhnSum(text) % 10 === 0;
}

/**
 * What somebody typed, as the number that it may be: eight digits, with or without a space or a hyphen in the middle and a number sign before them.
 * `mistyped` where the check digit says that one digit, or the order of two, is wrong; undefined for what was not meant as an order number.
 */
export function readOrderNumber(
  text: string,
): { readonly number: string; readonly mistyped: boolean } | undefined {
  const [, first, last] = /^#?\s*([1-9]\d{3})[\s-]?(\d{4})$/.exec(text.trim()) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const number = first + last;
  return { number, mistyped: !isOrderNumber(number) };
}

/** As people read it: `4127 0364`, with a space that does not break over lines; '' of none. */
export function orderNumberText(number: string | null | undefined): string {
  return number?.replace(/^(\d{4})(\d{4})$/, '$1\u00a0$2') ?? '';
}

/** How an order is named wherever it is: `Order 4127 0364`; its id, for those that have no number. `es`: in Spanish. */
export function orderName(
  { number, id }: { readonly number: string | null; readonly id: string },
  language = 'en',
): string {
  return `${language === 'es' ? 'Pedido' : 'Order'} ${number === null ? id : orderNumberText(number)}`;
}
