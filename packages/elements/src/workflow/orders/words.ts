// Owns the loading of the words of recent orders, of combining and of what was sent, for the parts that speak of them.
import { orders as english, type OrdersText } from '../../text/en/workflow/orders.ts';
import { PartWords } from '../../text/part-words.ts';

export function ordersWords(loaded: () => void): PartWords<OrdersText> {
  return new PartWords(
    english,
    async () => (await import('../../text/es/workflow/orders.ts')).orders,
    loaded,
  );
}
